#!/bin/sh
# Puts in a newer version, and keeps it only when it passes `arbiter doctor` and starts.
#
# Start it in the newer project's folder, while no game is being played:
#     sudo hardware/install/update.sh
# The old version stays until the new one runs, and comes back by itself when it does not.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname -- "$(readlink -f -- "$0")")/lib.sh"

# The running version and the one before it stay on the card; what a power cut left half made does not.
forget_others() {
    find "$versions" -mindepth 1 -maxdepth 1 ! -name "$version" ! -name "$old" -exec rm -rf -- {} +
}

go_back() { # $1: why
    rm -rf -- "${versions:?}/$version"
    choose_version "$old"
    if [ "$ran" = 1 ]; then system start "$name" || say "the old version does not start either"; fi
    fail "$1; version $old is back, and nothing was lost"
}

need_root
old=$(chosen_version)
if [ -z "$old" ]; then fail "nothing to update: start hardware/install/install.sh first"; fi
from=$(source_folder)
version=$(new_version "$from")
if [ -e "$versions/$version" ]; then fail "version $version is there already: start again"; fi
put_version "$from" "$versions/$version"

# The camera and the pins serve one program at a time.
ran=0
if system is-active --quiet "$name"; then
    ran=1
    system stop "$name"
fi
say "testing version $version"
if ! passes_doctor "$versions/$version"; then go_back "version $version did not pass the doctor"; fi
choose_version "$version"
put_service "$versions/$version"
system daemon-reload
# A service of Type=notify has started only when the table itself says that it is ready.
if [ "$ran" = 1 ] && ! system start "$name"; then
    put_service "$versions/$old"
    system daemon-reload
    go_back "version $version did not start"
fi
forget_others
say "version $version runs; the one before it, $old, is kept"
