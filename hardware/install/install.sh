#!/bin/sh
# Puts the table on a Raspberry Pi: the program, its user, its service, I2C for the display.
#
# Start it in the project's folder, after the packages of the system:
#     sudo hardware/install/install.sh
# A second start puts in the folder's present state; update.sh does that with a test first.
set -eu
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname -- "$(readlink -f -- "$0")")/lib.sh"

# What must come from the system, and the packages of Debian that bring it.
packages='python3-venv python3-picamera2 python3-lgpio'

check_system() {
    need_root
    os=$dest/etc/os-release
    # shellcheck disable=SC1090 # the system's own description of itself
    release=$(. "$os" 2>/dev/null && printf '%s\n' "${VERSION_CODENAME:-unknown}") || release=unknown
    case $release in
        bookworm | trixie) ;;
        *) say "this system is '$release'; made for Raspberry Pi OS bookworm and trixie: going on" ;;
    esac
    lacking=''
    for package in $packages; do
        case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || :) in
            *' installed') ;;
            *) lacking="$lacking $package" ;;
        esac
    done
    if [ -n "$lacking" ]; then
        fail "not installed:$lacking; install with: sudo apt install --no-install-recommends$lacking"
    fi
}

make_user() {
    if ! id "$name" >/dev/null 2>&1; then
        useradd --system --user-group --no-create-home --home-dir "/var/lib/$name" \
            --shell /usr/sbin/nologin "$name"
    fi
    for group in $groups; do
        # A system without the group has no such device either.
        if getent group "$group" >/dev/null; then usermod -aG "$group" "$name"; fi
    done
    mkdir -p -- "$state"
    chmod 750 "$state"
    if [ -z "$dest" ]; then chown "$name:$name" "$state"; fi
}

put_files() {
    from=$(source_folder)
    mkdir -p -- "$(dirname -- "$settings")" "$(dirname -- "$unit")" "$(dirname -- "$rights")" \
        "$(dirname -- "$command")"
    put_service "$from"
    if [ ! -e "$settings" ]; then
        install -m 644 "$from/hardware/install/table.toml" "$settings"
    fi
    ln -sfn -- "/opt/$name/current/arbiter" "$command"
}

# The display needs the I2C bus, four times as fast as it is by default.
switch_on_i2c() {
    if [ ! -f "$boot" ]; then
        say "no $boot here: switch I2C on yourself, at 400000 baud, if this is a Pi"
        return
    fi
    if grep -Eq '^dtparam=i2c_arm=on(,|$)' "$boot" && grep -q 'i2c_arm_baudrate=' "$boot"; then
        return
    fi
    cp -p -- "$boot" "$boot.before-$name"
    {
        sed -E '/^#?dtparam=i2c_arm=/d' "$boot.before-$name"
        printf '\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n'
    } >"$boot.new"
    mv -- "$boot.new" "$boot"
    mkdir -p -- "$dest/etc/modules-load.d"
    echo i2c-dev >"$dest/etc/modules-load.d/$name.conf"
    say "I2C is switched on from the next start of the Pi: sudo reboot"
}

check_system
version=$(new_version "$(source_folder)")
put_version "$(source_folder)" "$versions/$version"
make_user
put_files
switch_on_i2c
choose_version "$version"
system daemon-reload
say "version $version is in place; start it now and at every start of the Pi with:"
say "    sudo systemctl enable --now $name"
