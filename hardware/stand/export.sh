#!/bin/sh
# Writes the printed parts as STL into stl/, and the picture of the whole, with OpenSCAD:
#     sudo apt install openscad xvfb xauth
#
#     hardware/stand/export.sh
# For another lens or tray first: python -m hardware.building LENS WIDTH DEPTH > sizes.scad
set -eu
cd -- "$(dirname -- "$(readlink -f -- "$0")")"
mkdir -p stl
for part in foot corner tee camera_module3 camera_hq pi console console_13; do
    printf '%s\n' "$part"
    openscad --quiet --export-format binstl -D "part=\"$part\"" -o "stl/$part.stl" stand.scad
done
# What they were made from; the tests compare.
cat stand.scad sizes.scad | sha256sum | cut -c 1-64 >stl/made-from
# A picture needs a screen to draw on; Xvfb is one that nobody sees.
printf '%s\n' picture
xvfb-run -a openscad --quiet --preview --imgsize 1100,760 --colorscheme Tomorrow \
    --camera 0,0,150,62,0,25,1500 -o ../drawings/stand.png stand.scad
