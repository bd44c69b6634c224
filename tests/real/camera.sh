#!/bin/sh
# The camera contract, and a whole refereed game, on the real picamera2 and libcamera, whose own
# virtual camera plays the pictures of the bundled game. No Raspberry Pi is needed.
#
# usage: camera.sh CACHE PYTHON     CACHE: where the system is kept; exit status 77: cannot run here
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
checkout=$(dirname -- "$(dirname -- "$here")")
cache=$1/camera
skip() {
    printf '%s\n' "$*"
    exit 77
}

[ "$(uname -m)" = x86_64 ] || skip "the system is made for x86_64, this is $(uname -m)"
[ "$(id -u)" = 0 ] || skip "making a system takes root: sudo ./arbiter test --real-camera"
command -v debootstrap >/dev/null 2>&1 || skip "no debootstrap: sudo apt install debootstrap"
if [ ! -d "$cache/root" ]; then
    printf 'making a Debian system with libcamera in %s, about ten minutes\n' "$cache"
    "$here/make_camera_root.sh" "$cache" || skip "no system with libcamera, see above"
fi

# What is mounted goes with the namespace; the checkout can be read there and not written.
# shellcheck disable=SC2016 # the inner shell's own variables
exec unshare --mount sh -c '
    set -eu
    root=$1 checkout=$2
    mount -t tmpfs none "$root/tmp"
    mount -t proc none "$root/proc"
    mount --rbind /dev "$root/dev"
    mkdir -p "$root/checkout"
    mount --bind "$checkout" "$root/checkout"
    mount -o remount,bind,ro "$root/checkout"
    exec chroot "$root" sh /checkout/tests/real/camera_inside.sh
' camera "$cache/root" "$checkout"
