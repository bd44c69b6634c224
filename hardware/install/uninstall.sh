#!/bin/sh
# Takes the table off this Pi: program, service and user. Games and settings stay.
#
#     sudo hardware/install/uninstall.sh            games and settings stay
#     sudo hardware/install/uninstall.sh --all      they go too
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname -- "$(readlink -f -- "$0")")/lib.sh"

need_root
case ${1:-} in
    '' | --all) ;;
    *) fail "does not know '$1'; expected nothing, or --all to forget the games too" ;;
esac
system disable --now "$name" || :
rm -f -- "$unit" "$journal" "$rights" "$command" "$dest/etc/modules-load.d/$name.conf"
rm -rf -- "$home"
system daemon-reload
if [ "${1:-}" = --all ]; then
    rm -rf -- "$state" "$(dirname -- "$settings")"
fi
if [ -z "$dest" ] && id "$name" >/dev/null 2>&1; then userdel "$name"; fi
if [ -d "$state" ]; then say "the games stay in $state, the settings in $settings"; fi
say "gone; I2C stays switched on ($boot)"
