#!/bin/sh
# Makes the Debian 13 (Trixie) system of the real camera test: the real libcamera and picamera2.
#
# usage: make_camera_root.sh FOLDER     FOLDER/root is the system; about ten minutes
#
# As root, with debootstrap and a network. A Raspberry Pi is not needed: libcamera's own virtual
# camera plays a folder of pictures.
set -eu

folder=$1
here=$(dirname -- "$(readlink -f -- "$0")")
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}
command -v debootstrap >/dev/null 2>&1 || fail "no debootstrap: sudo apt install debootstrap"
[ "$(id -u)" = 0 ] || fail "making a system takes root"

mkdir -p "$folder"
partial=$folder/partial
rm -rf "$partial"
# python3-libcamera is the camera; the rest builds and feeds picamera2
nice -n 19 debootstrap --variant=minbase \
    --include=ca-certificates,python3,python3-venv,python3-dev,python3-libcamera,libcap-dev,gcc,libc6-dev \
    trixie "$partial" >"$folder/make.log" 2>&1 || {
    tail -n 5 "$folder/make.log" >&2
    fail "debootstrap failed, the whole account is in $folder/make.log"
}
for file in etc/resolv.conf etc/ssl/certs/ca-certificates.crt; do
    if [ -f "/$file" ]; then cp --remove-destination "/$file" "$partial/$file"; fi
done
if [ -f /etc/pip.conf ]; then cp /etc/pip.conf "$partial/etc/pip.conf"; fi
chroot "$partial" python3 -m venv --system-site-packages /venv
# what the table and its hardware tests need, as pyproject.toml has it
cp "$here/../../pyproject.toml" "$partial/tmp/pyproject.toml"
chroot "$partial" python3 - >"$partial/tmp/wanted.txt" <<'PYTHON'
import tomllib
with open("/tmp/pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
extras = project["optional-dependencies"]
print(*project["dependencies"], *extras["pi"], sep="\n")
print(*(one for one in extras["dev"] if one.startswith("pytest>")), "picamera2==0.3.38", sep="\n")
PYTHON
nice -n 19 chroot "$partial" /venv/bin/pip install --no-input --disable-pip-version-check -q \
    -r /tmp/wanted.txt >>"$folder/make.log" 2>&1 || {
    tail -n 5 "$folder/make.log" >&2
    fail "picamera2 could not be installed, the whole account is in $folder/make.log"
}
cp "$here/dma_heap.c" "$partial/tmp/dma_heap.c"
chroot "$partial" gcc -shared -fPIC -O1 -o /dma_heap.so /tmp/dma_heap.c -ldl
rm -rf "$folder/root"
mv "$partial" "$folder/root"
