#!/bin/sh
# Builds the user-mode kernel of the real pins test: an ordinary program, with the kernel's own
# simulated GPIO chip in it.
#
# usage: make_gpio_kernel.sh FOLDER     FOLDER/linux is the kernel; about fifteen minutes, 2 GB
#
# No root and no Raspberry Pi are needed; a compiler and the kernel's source are, as Debian has them.
set -eu

folder=$1
here=$(dirname -- "$(readlink -f -- "$0")")
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
for tool in gcc make flex bison bc xz; do
    command -v "$tool" >/dev/null 2>&1 ||
        fail "no $tool: sudo apt install gcc make flex bison bc xz-utils linux-source"
done
source=''
for source in /usr/src/linux-source-*.tar.xz; do :; done
[ -f "$source" ] || fail "no source of the kernel in /usr/src: sudo apt install linux-source"

mkdir -p "$folder"
folder=$(cd -- "$folder" && pwd)
build=$folder/build
rm -rf "$build"
mkdir "$build"
built=1
{
    # documentation and the graphics drivers' tables are half of it, and none is built
    tar -xf "$source" -C "$build" --strip-components=1 --exclude='*/Documentation/*/*' \
        --exclude='*/drivers/gpu/drm/amd/include/*' &&
        cd "$build" &&
        nice -n 5 make -j1 ARCH=um KCONFIG_ALLCONFIG="$here/gpio_kernel.config" allnoconfig &&
        nice -n 5 make -j1 ARCH=um linux &&
        strip -o "$folder/linux.partial" linux
} >"$folder/make.log" 2>&1 || built=0
if [ "$built" = 0 ]; then
    tail -n 5 "$folder/make.log" >&2
    fail "the kernel could not be built, the whole account is in $folder/make.log"
fi
mv "$folder/linux.partial" "$folder/linux"
rm -rf "$build"
