"""`arbiter calibrate`: setting the table up in a terminal, step after step."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO

import cv2

from firmware.calibrate import STEPS, Calibration
from firmware.ours import refuse_foreign, write_ours
from firmware.photos import printable
from firmware.read import JPEG_QUALITY
from firmware.wrapped import wrapped
from hardware.errors import CameraError
from vision.reading import Image

__all__ = ["run"]

NAMES: Final = {"tray": "Tray", "light": "Light", "focus": "Focus", "dice": "Dice"}

KEYS: Final = "Enter goes on, a looks again, b goes back, q stops: "

STOPPED, TO_MEND, FAILED = 130, 1, 2
"""Exit statuses: the user stopped; done, with something to mend; the camera or the disk failed."""


def run(
    take: Callable[[], Image | None],
    calibration: Calibration,
    ask: Callable[[], str | None],
    out: TextIO,
    picture: Path,
) -> int:
    """Go through the steps; return 0 when all is well.

    take: the newest picture of the tray, None when no more come. ask: what the person types, None
    when nobody answers. picture: the file for the picture with what was read drawn on it.
    """
    try:
        refuse_foreign([picture])
        while calibration.step is not None:
            answer = _step(take, calibration, ask, out)
            if answer is None:
                out.write("\nstopped: nothing was changed\n")
                return STOPPED
            calibration.press("back" if answer == "b" else "ok")
        _write(calibration.picture(), picture, out)
    except CameraError as error:
        out.write(f"arbiter: {error}\n")
        return FAILED
    except OSError as error:
        out.write(f"arbiter: {printable(picture)}: {error.strerror or error}\n")
        return FAILED
    return _close(calibration, out)


def _step(
    take: Callable[[], Image | None],
    calibration: Calibration,
    ask: Callable[[], str | None],
    out: TextIO,
) -> str | None:
    """Look until the person goes on or back; what was typed, None to stop."""
    step = calibration.step
    assert step is not None
    out.write(f"{STEPS.index(step) + 1} of {len(STEPS)}  {NAMES[step]}\n")
    prompt = f"  {calibration.view().lines[0]} Enter takes a picture, q stops: "
    answer = _asked(ask, out, prompt, ("",))
    while answer is not None:
        image = take()
        if image is None:
            raise CameraError("the camera gives no more pictures")
        calibration.see(image)
        finding = calibration.finding
        assert finding is not None
        out.write(wrapped(f"  {'good' if finding.good else 'MEND'}: {finding.text}\n", out))
        answer = _asked(ask, out, f"  {KEYS}", ("", "a", "b"))
        if answer != "a":
            break
    return answer


def _asked(
    ask: Callable[[], str | None], out: TextIO, prompt: str, known: Sequence[str]
) -> str | None:
    """One of the known answers; None for q or the end of input."""
    while True:
        out.write(prompt)
        out.flush()
        line = ask()
        if line is None or line.strip().lower() in {"q", "quit"}:
            return None
        if line.strip().lower() in known:
            return line.strip().lower()
        out.write(f"  {line.strip()[:40]!r} is not understood\n")


def _write(image: Image | None, picture: Path, out: TextIO) -> None:
    if image is None:
        return
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
    write_ours(picture, encoded.tobytes())
    out.write(f"What was read is drawn on {printable(picture)}\n")


def _close(calibration: Calibration, out: TextIO) -> int:
    learned = calibration.learned()
    for finding in learned.findings:
        if not finding.good:
            out.write(wrapped(f"to mend, {NAMES[finding.step].lower()}: {finding.text}\n", out))
    if told := learned.toml():
        out.write(f"\nFor table.toml, so that the tray stays where it was found:\n\n{told}")
    out.write("\nAll is well.\n" if learned.good else "\nThe table plays, and asks more often.\n")
    return 0 if learned.good else TO_MEND
