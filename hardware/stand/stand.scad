// The table's stand: wooden battens and boards, held by seven kinds of printed parts.
//
// All sizes that depend on lens and tray come from sizes.scad, which is written by
//     python -m hardware.building
// Printed parts:  openscad -D 'part="foot"' -o foot.stl stand.scad
// The whole:      openscad stand.scad

include <sizes.scad>

part = "all"; // all, foot, corner, tee, camera_module3, camera_hq, pi, console, console_13

batten = 20;       // side of the square battens
gap = 0.3;         // room between batten and sleeve; more for rough wood
shell = 4;         // thickness of printed walls
screw = 3.4;       // holes for 3 mm wood screws, 12 mm long: they stay inside the wood
grip = 30;         // how much of a batten a sleeve holds

$fn = 32;

inner = batten + 2 * gap;
outer = inner + 2 * shell;

module hole(depth, d = screw) {
    translate([0, 0, -1]) cylinder(h = depth + 2, d = d);
}

// A sleeve for a batten, open at the top, its axis upright; screws hold the batten from two sides.
module sleeve(depth, floor = shell) {
    difference() {
        translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, depth + floor]);
        translate([-inner / 2, -inner / 2, floor]) cube([inner, inner, depth + 1]);
        translate([0, outer / 2 + 1, floor + depth / 2]) rotate([90, 0, 0]) hole(outer + 2);
    }
}

// Holds an upright on the base: a sleeve on a plate with four screws.
module foot() {
    wide = outer + 28;
    difference() {
        translate([-wide / 2, -outer / 2, 0]) cube([wide, outer, shell]);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * (wide / 2 - 7), y * (outer / 2 - 7), 0]) hole(shell);
    }
    sleeve(grip);
}

// Joins an upright, from below, with the beam, which lies on it and ends here.
module corner() {
    difference() {
        union() {
            translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, grip]);
            translate([-outer / 2, -outer / 2, grip]) cube([outer + grip, outer, outer]);
            // the gusset that keeps the portal square
            rotate([90, 0, 0]) translate([outer / 2, 0, -shell / 2])
                linear_extrude(shell) polygon([[0, 2], [0, grip], [grip, grip]]);
        }
        translate([-inner / 2, -inner / 2, -1]) cube([inner, inner, grip + 1]);
        translate([-inner / 2, -inner / 2, grip + shell]) cube([outer + grip + 1, inner, inner]);
        translate([0, outer / 2 + 1, grip / 2]) rotate([90, 0, 0]) hole(outer + 2);
        translate([outer / 2 + grip / 2, outer / 2 + 1, grip + outer / 2])
            rotate([90, 0, 0]) hole(outer + 2);
    }
}

// Slides along an upright, and carries a lamp's bar across it at its inner side.
module tee() {
    difference() {
        union() {
            translate([-outer / 2, -outer / 2, 0]) cube([outer, outer, outer]);
            translate([outer / 2 - shell, -outer / 2 - 15, 0]) cube([outer, outer + 30, outer]);
        }
        translate([-inner / 2, -inner / 2, -1]) cube([inner, inner, outer + 2]);
        // open towards the tray, so that a strip of lamps runs through
        translate([outer / 2, -outer, shell]) cube([outer + 1, 2 * outer, inner]);
        translate([0, outer / 2 + 1, outer / 2]) rotate([90, 0, 0]) hole(shell + 2);
        translate([outer / 2 + inner / 2, -outer / 2 - 7, 0]) hole(shell);
        translate([outer / 2 + inner / 2, outer / 2 + 7, 0]) hole(shell);
    }
}

// Clasps the beam from below; slides along it until the camera is over the tray's middle.
module saddle(wide) {
    translate([-wide / 2, -outer / 2, 0]) difference() {
        cube([wide, outer, plate + inner]);
        translate([-1, shell, plate]) cube([wide + 2, inner, inner + 1]);
        for (x = [8, wide - 8])
            translate([x, outer + 1, plate + inner / 2]) rotate([90, 0, 0]) hole(outer + 2);
    }
}

// A plate under the beam for a camera board: holes, and an opening for cable and screw heads.
// board, spacing of its holes, lens from the first row, clearance of its screws and of their nuts
module camera(board, holes, centre, bolt, nut) {
    span = [max(board[0] + 10, 46), board[1] + 12];
    difference() {
        union() {
            saddle(span[0]);
            translate([-span[0] / 2, -span[1] / 2, 0]) cube([span[0], span[1], plate]);
        }
        // slots: the lens can be moved by 4 mm to the middle of the tray
        for (x = [-1, 1], y = [0, 1]) hull() for (s = [-2, 2])
            translate([x * holes[0] / 2, y * holes[1] - centre + s, 0]) hole(plate, bolt);
        // grooves above, in which the nuts lie and do not turn
        for (x = [-1, 1], y = [0, 1])
            translate([x * holes[0] / 2 - nut / 2, y * holes[1] - centre - 5, plate - 2])
                cube([nut, 10, 3]);
    }
}
module camera_module3() camera([25, 24], [21, 12.5], 7.46, 2.3, 4.3); // M2
module camera_hq() camera([38, 38], [30, 30], 15, 2.8, 5.3);          // M2.5

// Clasps the beam from above, this side down; the Pi lies on it on spacers, M2.5, nuts below.
// Pi 4 and 5 along the beam; the Zero across it.
module pi() {
    size = [92, 74];
    difference() {
        union() {
            saddle(size[0]);
            translate([-size[0] / 2, -size[1] / 2, 0]) cube([size[0], size[1], plate]);
        }
        for (at = [[29, 24.5], [11.5, 29]], x = [-1, 1], y = [-1, 1])
            translate([x * at[0], y * at[1], 0]) hole(plate, 2.8);
    }
}

console_high = [28, 50]; // front, back: 25 mm are free below the front button
console_tilt = atan2(console_high[1] - console_high[0], console_mm[1]);

// Turned onto its roof: so it is printed.
module on_its_roof() {
    rotate([180 - console_tilt, 0, 0]) translate([0, 0, -console_high[0]]) children();
}

// The console on the right wing, sloping to you: display above, the power button right of it, the
// buzzer's holes left; then up, the row of back, OK and help, and down. Screwed on by four ears.
// seen: the display's window; apart: the holes of its board, which stand around the window's middle
module console(seen = [25, 14], apart = [23.5, 23.8]) {
    wide = console_mm[0];
    deep = console_mm[1];
    high = console_high;
    button = 12.2;     // panel buttons of 12 mm
    ear = 14;
    middle = deep * 0.74; // of the display
    difference() {
        union() {
            rotate([90, 0, 90]) linear_extrude(wide)
                polygon([[0, 0], [deep, 0], [deep, high[1]], [0, high[0]]]);
            for (x = [0, wide - ear], y = [-ear, deep - 1])
                translate([x, y, 0]) cube([ear, ear + 1, shell]);
            // cheeks hold the ears, also while they hang over in the printer
            for (x = [0, 12, wide - ear, wide - 2]) translate([x, 0, 0]) rotate([90, 0, 90])
                linear_extrude(2) {
                    polygon([[-ear, shell], [1, shell], [1, shell + ear], [0, shell + ear]]);
                    translate([deep, 0]) mirror([1, 0])
                        polygon([[-ear, shell], [1, shell], [1, shell + ear], [0, shell + ear]]);
                }
        }
        translate([shell / 2, 0, -1]) rotate([90, 0, 90]) linear_extrude(wide - shell)
            polygon([[shell / 2, 0], [deep - shell / 2, 0], [deep - shell / 2, high[1] - 2],
                [shell / 2, high[0] - 2]]);
        for (x = [ear / 2, wide - ear / 2], y = [-ear / 2, deep + ear / 2])
            translate([x, y, 0]) hole(shell);
        translate([wide / 2, 0, high[0]]) rotate([console_tilt, 0, 0]) {
            translate([-seen[0] / 2, middle - seen[1] / 2, -8]) cube([seen[0], seen[1], 16]);
            for (x = [-1, 1], y = [-1, 1])
                translate([x * apart[0] / 2, middle + y * apart[1] / 2, -8]) hole(16, 2.4);
            for (at = [[0, 0.47], [-0.3, 0.28], [0, 0.28], [0.3, 0.28], [0, 0.1], [0.35, 0.74]])
                translate([at[0] * wide, at[1] * deep, -8]) hole(16, button);
            for (at = [[0, 0], [-4, 0], [4, 0], [0, -4], [0, 4]])
                translate([-0.35 * wide + at[0], middle + at[1], -8]) hole(16, 2);
        }
        // the wires leave at the back
        translate([wide / 2 - 10, deep - shell, -1]) cube([20, 2 * shell, 12]);
    }
}
module console_13() console([31, 17], [30.4, 28.5]); // a display of 1.3 inch

// A Pi 4 in outline, its memory card to the left and its header behind.
module board() {
    color("Green") translate([-32.5, -28, 0]) cube([85, 56, 1.4]);
    color("Black") translate([-25.5, 21.5, 1.4]) cube([51, 5, 8]);
    color("Silver") for (y = [-26, -8, 10]) translate([36, y, 1.4]) cube([19, 15, 15]);
}

module wood(size) {
    color("BurlyWood") cube(size);
}

module all() {
    tray = tray_mm;
    base = base_mm;
    far = upright_away; // inner side of an upright from the middle
    floor_z = base[2];
    translate([-base[0] / 2, -base[1] / 2, 0]) wood(base);
    // the tray: two long walls with the short ones between them
    for (y = [-1, 1]) translate([-tray[0] / 2 - wall, y > 0 ? tray[1] / 2 : -tray[1] / 2 - wall, floor_z])
        wood([tray[0] + 2 * wall, wall, wall_high]);
    for (x = [-1, 1]) translate([x > 0 ? tray[0] / 2 : -tray[0] / 2 - wall, -tray[1] / 2, floor_z])
        wood([wall, tray[1], wall_high]);
    color("DarkGreen") translate([-tray[0] / 2, -tray[1] / 2, floor_z]) cube([tray[0], tray[1], felt]);
    // the portal
    for (x = [-1, 1]) {
        mid = x * (far + batten / 2);
        translate([mid - batten / 2, -batten / 2, floor_z + shell]) wood([batten, batten, upright]);
        translate([mid, 0, floor_z]) color("DimGray") rotate([0, 0, 90]) foot();
        translate([mid, 0, floor_z + shell + upright - grip]) color("DimGray")
            rotate([0, 0, x > 0 ? 180 : 0]) corner();
        translate([mid, 0, floor_z + lamp_high - outer / 2]) color("DimGray")
            rotate([0, 0, x > 0 ? 180 : 0]) tee();
        inside = x * (far - gap - shell - batten / 2 + shell);
        translate([inside - batten / 2, -lamp_bar / 2, floor_z + lamp_high - batten / 2])
            wood([batten, lamp_bar, batten]);
        color("White") translate([inside - x * batten / 2 - (x > 0 ? 3 : 0), -lamp_bar / 2,
            floor_z + lamp_high - 6]) cube([3, lamp_bar, 12]);
    }
    translate([-beam / 2, -batten / 2, floor_z + 2 * shell + upright + gap]) wood([beam, batten, batten]);
    // the camera hangs under the beam's middle
    translate([0, 0, floor_z + 2 * shell + upright + gap - plate]) color("DimGray") {
        if (camera_name == "hq_6mm") camera_hq();
        else camera_module3();
        translate([-12.5, -12, -6]) color("Green") cube([25, 24, 1.2]);
        translate([0, 0, -drop + plate]) color("Black") cylinder(h = drop - plate - 4, d = 9);
    }
    // the Pi rides on the beam, its header in front and its card to the right
    translate([pi_away, 0, floor_z + 2 * shell + upright + gap + batten + plate]) {
        color("DimGray") rotate([180, 0, 0]) pi();
        translate([0, 0, 5]) rotate([0, 0, 180]) board();
    }
    // the console on the right wing
    translate([tray[0] / 2 + wall + console_at[0], -base[1] / 2 + console_at[1], floor_z]) {
        color("DimGray") console();
        translate([console_mm[0] / 2, 0, console_high[0]]) rotate([console_tilt, 0, 0]) {
            for (at = [[0, 0.47], [-0.3, 0.28], [0.3, 0.28], [0, 0.1]])
                translate([at[0] * console_mm[0], at[1] * console_mm[1], 0])
                    color("FireBrick") cylinder(h = 4, d = 10);
            translate([0, 0.28 * console_mm[1], 0]) color("Gold") cylinder(h = 4, d = 10);
            translate([0.35 * console_mm[0], 0.74 * console_mm[1], 0])
                color("Silver") cylinder(h = 3, d = 11);
            translate([-12, 0.74 * console_mm[1] - 6.5, -1]) color("Black") cube([24, 13, 1.5]);
        }
    }
    sight(floor_z);
}

// What the camera sees inside the tray: its sight ends at the walls, and at the felt.
module sight(floor_z) {
    color([0.3, 0.6, 1, 0.16]) render() intersection() {
        translate([0, 0, floor_z + felt + height]) mirror([0, 0, 1])
            linear_extrude(height, scale = [seen_mm[0], seen_mm[1]]) square(1, center = true);
        translate([-tray_mm[0] / 2 + 0.2, -tray_mm[1] / 2 + 0.2, floor_z + felt + 0.3])
            cube([tray_mm[0] - 0.4, tray_mm[1] - 0.4, height]);
    }
}

if (part == "all") all();
if (part == "foot") foot();
if (part == "corner") rotate([180, 0, 0]) corner();
if (part == "tee") tee();
if (part == "camera_module3") camera_module3();
if (part == "camera_hq") camera_hq();
if (part == "pi") pi();
if (part == "console") on_its_roof() console();
if (part == "console_13") on_its_roof() console_13();
