# What install.sh, update.sh and uninstall.sh share; they read it, nobody runs it.
# shellcheck shell=sh disable=SC2034
#
# ARBITER_DESTDIR=/some/folder   put everything under that folder instead of /, for a test or a
#                                picture of another card; then root is not asked for

name=arbiter
dest=${ARBITER_DESTDIR:-}
home=$dest/opt/$name
versions=$home/versions
current=$home/current
unit=$dest/etc/systemd/system/$name.service
journal=$dest/etc/systemd/journald@$name.conf
rights=$dest/etc/polkit-1/rules.d/50-$name.rules
settings=$dest/etc/$name/table.toml
state=$dest/var/lib/$name
boot=$dest/boot/firmware/config.txt
command=$dest/usr/local/bin/$name
groups='video render gpio i2c spi audio'

say() { printf '%s: %s\n' "${0##*/}" "$*"; }
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

need_root() {
    if [ -z "$dest" ] && [ "$(id -u)" != 0 ]; then
        fail "needs root; start it with: sudo $0"
    fi
}

# The project's folder, which this script lies in.
source_folder() {
    folder=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")/../.." && pwd)
    if [ ! -f "$folder/arbiter" ] || [ ! -f "$folder/pyproject.toml" ]; then
        fail "$folder is not the whole project: copy all of its folder, then start again"
    fi
    printf '%s\n' "$folder"
}

# A name for a version that sorts by time, and says which version it is.
new_version() { # $1: the project's folder
    number=$(sed -n 's/^version *= *"\([0-9A-Za-z.+-]*\)".*/\1/p' "$1/pyproject.toml" | head -n 1)
    printf '%s-%s\n' "$(date -u +%Y%m%d-%H%M%S)" "${number:-0}"
}

# Copy the project to its place and make its environment there.
put_version() { # $1: the project's folder, $2: where to
    mkdir -p -- "$2"
    (cd -- "$1" && tar -cf - --exclude=./.git --exclude=./.venv --exclude=__pycache__ \
        --exclude='./.*_cache' --exclude=./.coverage .) |
        (cd -- "$2" && tar -xf - --no-same-owner)
    say "making the environment of $(basename -- "$2"): some minutes on a small Pi"
    if ! "$2/arbiter" --help >/dev/null; then
        rm -rf -- "$2"
        fail "the environment could not be made: see the lines above; nothing was changed"
    fi
}

# Put a version's service in place: the unit, its journal, the right to switch off.
put_service() { # $1: the version's folder
    install -m 644 "$1/hardware/install/arbiter.service" "$unit"
    install -m 644 "$1/hardware/install/journald.conf" "$journal"
    install -m 644 "$1/hardware/install/polkit.rules" "$rights"
}

# Let the command and the service be this version, in one step that a power cut cannot halve.
choose_version() { # $1: the version's folder name
    ln -sfn -- "versions/$1" "$home/.next"
    mv -Tf -- "$home/.next" "$current"
    sync
}

chosen_version() {
    if [ -L "$current" ]; then basename -- "$(readlink -- "$current")"; fi
}

# Does this version find all its devices? As the service's user, with the service's settings.
passes_doctor() { # $1: the version's folder
    set -- "$1/arbiter" doctor --config "$settings" --no-buttons
    if [ -z "$dest" ] && command -v runuser >/dev/null 2>&1; then
        set -- runuser -u "$name" -- "$@"
    fi
    # From a folder that the service's user may enter, with the home that the service has.
    (cd / && HOME=$state ARBITER_HOME=$state "$@")
}

# systemctl, except where no systemd runs, as in a picture of another card.
system() {
    if [ -z "$dest" ] && [ ! -d /run/systemd/system ]; then
        say "no systemd runs here: left out: systemctl $*"
        return 0
    fi
    systemctl "$@"
}
