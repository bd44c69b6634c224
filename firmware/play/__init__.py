"""The table on a PC: in the terminal or a window, with drawn dice, a webcam or a recording."""
