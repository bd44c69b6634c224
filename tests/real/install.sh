#!/bin/sh
# Installing, updating and removing the table under a real systemd: Debian in a container of its own,
# in which the scripts of hardware/install are run for real. No Raspberry Pi is needed.
#
# usage: install.sh CACHE PYTHON     CACHE: where the system is kept; exit status 77: cannot run here
# ARBITER_RELEASE=bookworm           Debian 12 instead of Debian 13, trixie
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
checkout=$(dirname -- "$(dirname -- "$here")")
release=${ARBITER_RELEASE:-trixie}
cache=$1/install-$release
skip() {
    printf '%s\n' "$*"
    exit 77
}

[ "$(uname -m)" = x86_64 ] || skip "the system is made for x86_64, this is $(uname -m)"
[ "$(id -u)" = 0 ] || skip "starting a system takes root: sudo ./arbiter test --real-install"
for tool in debootstrap systemd-nspawn dpkg-deb; do
    command -v "$tool" >/dev/null 2>&1 ||
        skip "no $tool: sudo apt install debootstrap systemd-container dpkg"
done
if [ ! -d "$cache/root" ]; then
    printf 'making a Debian system with systemd in %s, about ten minutes\n' "$cache"
    "$here/make_install_root.sh" "$cache" "$release" || skip "no system with systemd, see above"
fi

# All that is written goes into memory and is gone afterwards; the network is this machine's.
log=$cache/account
: >"$log"
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY \
    PIP_INDEX_URL PIP_CERT PIP_DEFAULT_TIMEOUT; do
    eval "given=\${$name:-}"
    # shellcheck disable=SC2154 # given is set by eval
    if [ -n "$given" ]; then set -- "$@" "--setenv=$name=$given"; fi
done
shift 2
for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    if [ -f "$file" ]; then set -- "$@" "--bind-ro=$file"; fi
done
printf 'starting it; what happens in it is shown at its end\n'
status=0
SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 timeout 1800 systemd-nspawn --quiet --boot --register=no \
    --keep-unit --volatile=overlay --directory "$cache/root" --resolv-conf=copy-host \
    --bind-ro="$checkout:/checkout" --bind="$log:/account" "$@" \
    </dev/null >"$cache/console.log" 2>&1 || status=$?
cat "$log"
if [ ! -s "$log" ]; then
    tail -n 5 "$cache/console.log"
    skip "the system does not start here (status $status), the whole account is in $cache/console.log"
fi
tail -n 1 "$log" | grep -q '^all passed$'
