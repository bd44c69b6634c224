#!/bin/sh
# Writes the printed parts as STL into stl/, with OpenSCAD (sudo apt install openscad).
#
#     hardware/stand/export.sh
# For another lens or tray first: python -m hardware.building LENS WIDTH DEPTH > sizes.scad
set -eu
cd -- "$(dirname -- "$(readlink -f -- "$0")")"
mkdir -p stl
for part in foot corner tee camera_module3 camera_hq console; do
    printf '%s\n' "$part"
    openscad --quiet --export-format binstl -D "part=\"$part\"" -o "stl/$part.stl" stand.scad
done
# What they were made from; the tests compare.
cat stand.scad sizes.scad | sha256sum | cut -c 1-64 >stl/made-from
