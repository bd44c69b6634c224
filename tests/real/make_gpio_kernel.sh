#!/bin/sh
# Builds the user-mode kernel of the real pins test: an ordinary program, with the kernel's own
# simulated GPIO chip in it.
#
# usage: make_gpio_kernel.sh FOLDER     FOLDER/linux-NUMBER is the kernel; fifteen minutes, 2 GB
#
# The number is the checksum of its configuration, so that no kernel of another one is run.
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
rate=$(sed -n 's/^CONFIG_HZ=//p' "$here/gpio_kernel.config")
{
    # documentation and the graphics drivers' tables are half of it, and none is built
    tar -xf "$source" -C "$build" --strip-components=1 --exclude='*/Documentation/*/*' \
        --exclude='*/drivers/gpu/drm/amd/include/*' &&
        cd "$build" &&
        sed -i "/^config HZ$/,/default/s/default .*/default $rate/" arch/um/Kconfig &&
        nice -n 5 make -j1 ARCH=um KCONFIG_ALLCONFIG="$here/gpio_kernel.config" allnoconfig &&
        grep -q "^CONFIG_HZ=$rate$" .config &&
        nice -n 5 make -j1 ARCH=um linux &&
        strip -o "$folder/partial" linux
} >"$folder/make.log" 2>&1 || built=0
if [ "$built" = 0 ]; then
    tail -n 5 "$folder/make.log" >&2
    fail "the kernel could not be built, the whole account is in $folder/make.log"
fi
key=$(cksum <"$here/gpio_kernel.config")
rm -f "$folder"/linux*
mv "$folder/partial" "$folder/linux-${key%% *}"
rm -rf "$build"
