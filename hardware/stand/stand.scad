// The table's stand: wooden battens and boards, held by six kinds of printed parts.
//
// All sizes that depend on lens and tray come from sizes.scad, which is written by
//     python -m hardware.building
// Printed parts:  openscad -D 'part="foot"' -o foot.stl stand.scad
// The whole:      openscad stand.scad

include <sizes.scad>

part = "all"; // all, foot, corner, tee, camera_module3, camera_hq, console

batten = 20;       // side of the square battens
gap = 0.3;         // room between batten and sleeve; more for rough wood
shell = 4;         // thickness of printed walls
screw = 3.4;       // holes for 3 mm wood screws
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

// The console on the right wing: OLED above, up and down, back OK help below; it slopes to you.
module console() {
    wide = console_mm[0];
    deep = console_mm[1];
    high = [22, 44];   // front, back
    button = 12.2;     // panel buttons of 12 mm
    oled = [25, 14];   // what is seen of a 0.96 inch display
    tilt = atan2(high[1] - high[0], deep);
    difference() {
        rotate([90, 0, 90]) linear_extrude(wide)
            polygon([[0, 0], [deep, 0], [deep, high[1]], [0, high[0]]]);
        translate([shell / 2, 0, -1]) rotate([90, 0, 90]) linear_extrude(wide - shell)
            polygon([[shell / 2, 0], [deep - shell / 2, 0], [deep - shell / 2, high[1] - 2],
                [shell / 2, high[0] - 2]]);
        translate([wide / 2, 0, high[0]]) rotate([tilt, 0, 0]) {
            translate([-oled[0] / 2, deep * 0.68, -8]) cube([oled[0], oled[1], 16]);
            for (x = [-1, 1], y = [0, 1]) // the display's board: 23.5 x 23.8 mm between holes
                translate([x * 11.75, deep * 0.68 - 5.2 + y * 23.8, -8]) hole(16, 2.2);
            for (at = [[0, 0.5], [-0.3, 0.3], [0, 0.3], [0.3, 0.3], [0, 0.1]])
                translate([at[0] * wide, at[1] * deep, -8]) hole(16, button);
        }
        // cables leave at the back
        translate([wide / 2 - 10, deep - shell, -1]) cube([20, 2 * shell, 12]);
    }
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
    // what the camera sees
    %translate([0, 0, floor_z + felt + height]) mirror([0, 0, 1])
        linear_extrude(height, scale = [seen_mm[0], seen_mm[1]]) square(1, center = true);
    // the console on the right wing
    translate([tray[0] / 2 + wall + 4, -base[1] / 2 + 6, floor_z]) color("DimGray") console();
}

if (part == "all") all();
if (part == "foot") foot();
if (part == "corner") rotate([180, 0, 0]) corner();
if (part == "tee") tee();
if (part == "camera_module3") camera_module3();
if (part == "camera_hq") camera_hq();
if (part == "console") console();
