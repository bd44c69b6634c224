#!/bin/sh
# The contracts of buttons, lamp and power, with contacts that bounce, on the real gpiozero and
# lgpio, over the kernel's own simulated GPIO chip in a user-mode kernel. No Raspberry Pi, no root.
#
# usage: gpio.sh CACHE PYTHON     CACHE: where the kernel is kept; exit status 77: cannot run here
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
checkout=$(dirname -- "$(dirname -- "$here")")
cache=$1/gpio
python=$2
lgpio=0.2.2.0
skip() {
    printf '%s\n' "$*"
    exit 77
}

[ "$(uname -m)" = x86_64 ] || skip "the kernel is made for x86_64, this is $(uname -m)"
key=$(cksum <"$here/gpio_kernel.config")
kernel=$cache/linux-${key%% *}
[ -x "$kernel" ] ||
    skip "no kernel $kernel: build it once, about fifteen minutes: tests/real/make_gpio_kernel.sh $cache"
version=$("$python" -I -c 'import sys; print("%d.%d" % sys.version_info[:2])')
site=$cache/lgpio-$lgpio-$version
if [ ! -d "$site" ]; then
    # only these have a whole lgpio to fetch; where there is none, pip finds an empty one
    case $version in
        3.11 | 3.12) ;;
        *) skip "lgpio comes for Python 3.11 and 3.12 only, this is $version: ARBITER_PYTHON names another" ;;
    esac
    rm -rf "$site.partial"
    "$python" -I -m pip install --disable-pip-version-check --no-input -q --no-deps \
        --only-binary :all: --target "$site.partial" "lgpio==$lgpio" ||
        skip "lgpio $lgpio could not be fetched, see above"
    mv "$site.partial" "$site"
fi

# What the kernel does not know it gives to its first program as variables. Its console is ours: it
# needs something open to read from, though nothing is written there. Its clock stands still while
# programs work and goes on while all of them wait, so that contacts bounce on time on a busy
# machine too. Its programs and it take turns many thousand times, each of which would wait there
# for other programs: where it may, it goes before them. timeout sees to a kernel that hangs.
log=$cache/run.log
feed=$cache/feed
rm -f "$feed"
mkfifo "$feed"
exec 3<>"$feed"
turns='timeout 900'
if chrt -r 1 true 2>/dev/null; then turns='timeout 300 chrt -r 1'; fi
# shellcheck disable=SC2086 # several words
TMPDIR=/dev/shm $turns "$kernel" time-travel=inf-cpu mem=512M \
    root=/dev/root rootfstype=hostfs rootflags=/ ro quiet con=null con0=fd:0,fd:1 panic=-1 \
    init="$here/gpio_inside.sh" "CHECKOUT=$checkout" "PYTHON=$python" "LGPIO=$site" \
    <&3 >"$log" 2>&1 || printf 'gpio: the kernel ended with %s\n' "$?" >>"$log"
rm -f "$feed"
tr -d '\r' <"$log"
grep -q '^gpio: ended with 0' "$log"
