#!/bin/sh
# Makes the Debian system of the installation's test, with systemd.
#
# usage: make_install_root.sh FOLDER RELEASE     FOLDER/root is the system; about ten minutes
#        RELEASE: trixie (Debian 13) or bookworm (Debian 12)
#
# As root, with debootstrap and a network. Two packages are Raspberry Pi OS's alone; empty ones of
# their names stand in for them, since no camera module and no pin is used here.
set -eu

folder=$1
release=$2
here=$(dirname -- "$(readlink -f -- "$0")")
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
mkdir -p "$folder"
partial=$folder/partial
rm -rf "$partial"
# libpam-systemd is named since debootstrap does not see that polkitd needs it
nice -n 19 debootstrap --variant=minbase \
    --include=ca-certificates,python3,python3-venv,systemd,systemd-sysv,libpam-systemd,dbus,polkitd,procps \
    "$release" "$partial" >"$folder/make.log" 2>&1 || {
    tail -n 5 "$folder/make.log" >&2
    fail "debootstrap failed, the whole account is in $folder/make.log"
}
for name in python3-picamera2 python3-lgpio; do
    package=$partial/tmp/$name
    mkdir -p "$package/DEBIAN"
    printf '%s: %s\n' Package "$name" Version 0 Architecture all Maintainer 'nobody <n@localhost>' \
        Description 'stands in for the one of Raspberry Pi OS' >"$package/DEBIAN/control"
    if [ "$name" = python3-picamera2 ]; then
        mkdir -p "$package/usr/lib/python3/dist-packages/picamera2"
        : >"$package/usr/lib/python3/dist-packages/picamera2/__init__.py"
    fi
    dpkg-deb --build "$package" "$partial/tmp/$name.deb" >>"$folder/make.log"
    chroot "$partial" dpkg -i "/tmp/$name.deb" >>"$folder/make.log" 2>&1
done
# as a Pi has them
for group in gpio i2c spi; do chroot "$partial" groupadd --system "$group"; done
mkdir -p "$partial/boot/firmware"
printf '%s\n' '#dtparam=i2c_arm=on' 'camera_auto_detect=1' >"$partial/boot/firmware/config.txt"
cp "$here/install_check.service" "$partial/etc/systemd/system/check.service"
chroot "$partial" systemctl enable check.service >>"$folder/make.log" 2>&1
rm -rf "$folder/root"
mv "$partial" "$folder/root"
