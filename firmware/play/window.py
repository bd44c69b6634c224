"""The table in a window: the OLED, the tray as the camera sees it, and what was said."""

import os
import sys
import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from PIL import Image as Picture

from firmware.play.page import DICE_KEYS, KEYS
from firmware.texts import tr
from hardware.sim.keyboard import Keyboard

if TYPE_CHECKING:
    from firmware.play.app import App

__all__ = ["run_window"]

OLED_ZOOM: Final = 5
"""Pixels of the window to one of the OLED."""

EVERY_MS: Final = 50
"""Milliseconds from one look at the table to the next."""

LINES: Final = 5

MISSING: Final = (
    "arbiter play: no window: Python's tkinter is not here; sudo apt install python3-tk brings it"
)

KEYSYMS: Final = {
    "Up": b"\x1b[A",
    "Down": b"\x1b[B",
    "Right": b"\x1b[C",
    "Left": b"\x1b[D",
    "Return": b"\r",
    "KP_Enter": b"\r",
    "BackSpace": b"\x7f",
    "Escape": b"\x7f",
    "space": b" ",
}
"""What a terminal would send for a key of Tk."""


def run_window(app: "App") -> int:
    """Play in a window; gives 2 where there can be none."""
    try:
        import tkinter as tk  # noqa: PLC0415 - not everywhere, see MISSING
    except ImportError:
        sys.stderr.write(MISSING + "\n")
        return 2
    try:
        root = tk.Tk()
    except tk.TclError as error:
        sys.stderr.write(f"arbiter play: no window: {error}; play in the terminal instead\n")
        return 2
    return _Window(app, root, tk).run()


class _Window:
    """A window over a table that runs on a thread of its own."""

    def __init__(self, app: "App", root: Any, tk: Any) -> None:
        self._app = app
        self._root = root
        self._status = 1
        reads, self._writes = os.pipe()
        self._reads = reads
        # The keys of the window go the way of a terminal's: as bytes, through a pipe.
        self._keyboard = Keyboard(reads, app.clock, app.key, app.stop)
        self._live = app.live(self._keyboard)
        self._thread = threading.Thread(target=self._play, name="table")
        root.title("Arbiter")
        root.configure(background="black")
        self._oled = tk.Label(root, borderwidth=12, background="black")
        self._oled.grid(row=0, column=0)
        self._tray = tk.Label(root, borderwidth=0)
        self._tray.grid(row=0, column=1)
        text = {"background": "black", "foreground": "white", "justify": "left", "anchor": "w"}
        self._said = tk.Label(root, height=LINES, wraplength=1280, **text)
        self._said.grid(row=1, column=0, columnspan=2, sticky="ew")
        keys = KEYS if app.hands is None else (*KEYS, *DICE_KEYS)
        tk.Label(root, text="   ".join(map(tr, keys)), **text).grid(
            row=2, column=0, columnspan=2, sticky="ew"
        )
        self._tk = tk
        self._shown: tuple[bytes, int] | None = None
        root.bind("<Key>", self._key)
        root.protocol("WM_DELETE_WINDOW", app.stop)

    def run(self) -> int:
        """Show the window until the table ends."""
        self._keyboard.start()
        self._thread.start()
        self._root.after(0, self._look)
        try:
            self._root.mainloop()
        finally:
            self._app.stop()
            self._thread.join()
            self._keyboard.close()
            os.close(self._writes)
        return self._status

    def _play(self) -> None:
        self._status = self._live.run()

    def _key(self, event: Any) -> None:
        sent = KEYSYMS.get(event.keysym) or (event.char or "").encode()
        if sent:
            os.write(self._writes, sent)

    def _look(self) -> None:
        """Show what is to be seen now, and look again a little later."""
        if not self._thread.is_alive():
            self._root.destroy()
            return
        shown = self._app.look()
        frame = None if self._app.frames is None else self._app.frames.last
        now = (shown.oled.tobytes(), -1 if frame is None else frame.number)
        if now != self._shown:
            large = shown.oled.resize([side * OLED_ZOOM for side in shown.oled.size])
            self._show(self._oled, large.convert("RGB"))
            if frame is not None:
                self._show(
                    self._tray, Picture.fromarray(np.ascontiguousarray(frame.pixels[:, :, ::-1]))
                )
        self._shown = now
        self._said.configure(text="\n".join([*shown.said[-LINES + 1 :], shown.status]))
        self._root.after(EVERY_MS, self._look)

    def _show(self, label: Any, picture: Picture.Image) -> None:
        width, height = picture.size
        ppm = f"P6 {width} {height} 255 ".encode() + picture.tobytes()
        image = self._tk.PhotoImage(data=ppm, format="PPM")
        label.configure(image=image)
        label.image = image  # Tk shows nothing of an image that Python has let go
