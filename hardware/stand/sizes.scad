// Written by `python -m hardware.building`; millimetres.
camera_name = "module3";
tray_mm = [280, 210];
height = 310;
seen_mm = [311.7, 233.8];
wall = 9;
wall_high = 40;
felt = 2;
base_mm = [568, 250, 9];
upright_away = 250;
upright = 323;
beam = 541;
lamp_high = 200;
lamp_bar = 200;
drop = 19;
plate = 4;
console_mm = [78, 108];
