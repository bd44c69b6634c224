"""What the doctor finds of the table's devices: camera, light, display, sound, lamp."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from PIL import Image as Picture
from PIL import ImageDraw

from firmware import devices
from firmware.devices import DeviceSettings
from firmware.doctor.findings import Finding
from hardware.errors import HardwareError
from hardware.pins import label
from hardware.ports import Camera, Display, Frame, Light, Power, Sound, Tone

__all__ = [
    "Opened",
    "check_camera",
    "check_display",
    "check_lamp",
    "check_light",
    "check_sound",
    "check_switch",
]

FRAMES: Final = 15
"""Frames by which the camera's pace is measured: a second or so."""

SLOW_HZ: Final = 4.0
"""Pace below which the tray watch comes too late; cameras give 10 to 30 frames a second."""

MELODY: Final = (Tone(523, 0.12), Tone(659, 0.12), Tone(784, 0.2))

SILENT: Final = "files and simulated devices need no check"


class Opened(NamedTuple):
    """What opens the devices; a test brings others."""

    camera: Callable[[DeviceSettings], Camera] = devices.open_camera
    display: Callable[[DeviceSettings, Any], Display] = devices.open_display
    sound: Callable[[DeviceSettings, Any], Sound] = devices.open_sound
    light: Callable[[DeviceSettings, Any], Light] = devices.open_light
    power: Callable[[DeviceSettings, Any], Power] = devices.open_power


def check_camera(settings: DeviceSettings, opened: Opened) -> tuple[Finding, Frame | None]:
    """Open the camera, take some frames, and tell their size and pace; give the last frame."""
    try:
        camera = opened.camera(settings)
    except HardwareError as error:
        return fault("camera", "absent", error), None
    try:
        frames = [frame for _ in range(FRAMES) if (frame := camera.capture()) is not None]
    except HardwareError as error:
        return fault("camera", "wrong", error), None
    finally:
        camera.close()
    if len(frames) < 2:
        text = f"{settings.camera} ended after {len(frames)} frames"
        return Finding("camera", "wrong", text, "name a camera that goes on"), None
    return _pace(settings, frames), frames[-1]


def _pace(settings: DeviceSettings, frames: Sequence[Frame]) -> Finding:
    height, width = frames[-1].pixels.shape[:2]
    passed_s = frames[-1].time_s - frames[0].time_s
    pace_hz = (len(frames) - 1) / passed_s if passed_s > 0 else 0.0
    about = f"{settings.camera} gives {width}x{height}, {pace_hz:.0f} frames a second"
    if pace_hz < SLOW_HZ:
        remedy = (
            "more light lets it expose for a shorter time; a USB camera belongs into a USB 3 port "
            "of its own; a smaller camera_size under [devices] is faster too"
        )
        return Finding("camera", "advice", about, remedy)
    return Finding("camera", "well", about)


def check_light(frame: Frame | None, look: Callable[[Any], Sequence[str]]) -> list[Finding]:
    """Light, glare, focus and distance in a frame; look gives a sentence for each that is wrong."""
    if frame is None:
        return [Finding("light", "skipped", "without a picture nothing can be said")]
    said = look(frame.pixels)
    if not said:
        return [Finding("light", "well", "bright enough, and no glare")]
    return [Finding("light", "advice", *_split(sentence)) for sentence in said]


def _split(sentence: str) -> tuple[str, str]:
    """What is wrong and its remedy, which are two sentences of one text."""
    wrong, _, remedy = sentence.partition(". ")
    return wrong, remedy.rstrip(".")


def check_display(
    settings: DeviceSettings, factory: Any, opened: Opened
) -> tuple[Finding, Display | None]:
    """Open the display and show a test picture; give the display, which shows it."""
    if settings.display == "none":
        return Finding("display", "skipped", "the settings name none"), None
    try:
        display = opened.display(settings, factory)
        display.show(test_picture(display.size))
    except HardwareError as error:
        return fault("display", "absent", error), None
    about = f"{settings.display} shows a frame with a cross"
    remedy = "dark or torn all the same? then display under [devices] names the other chip"
    return Finding("display", "well", about, remedy), display


def test_picture(size: tuple[int, int]) -> Picture.Image:
    """A frame along the edges and a cross, by which a shifted or torn picture is seen."""
    image = Picture.new("1", size)
    draw = ImageDraw.Draw(image)
    right, bottom = size[0] - 1, size[1] - 1
    draw.rectangle((0, 0, right, bottom), outline=1)
    draw.line((0, 0, right, bottom), fill=1)
    draw.line((0, bottom, right, 0), fill=1)
    return image


def check_sound(settings: DeviceSettings, factory: Any, opened: Opened) -> Finding:
    """Play three rising tones."""
    if settings.sound == "none":
        return Finding("sound", "skipped", "the settings name none")
    try:
        sound = opened.sound(settings, factory)
    except HardwareError as error:
        return fault("sound", "absent", error)
    try:
        sound.play(MELODY)
        finish = getattr(sound, "finish", None)
        if finish is not None:
            finish()
    finally:
        sound.close()
    remedy = "heard none? the buzzer must be a passive one, its plus at its pin: arbiter pins"
    return Finding("sound", "well", "three rising tones were played", remedy)


def check_lamp(settings: DeviceSettings, factory: Any, opened: Opened) -> Finding:
    """Switch the lamp on, so that the camera's picture is taken under it."""
    if settings.light == "none":
        return Finding("lamp", "skipped", "the settings name none")
    try:
        lamp = opened.light(settings, factory)
    except HardwareError as error:
        return fault("lamp", "absent", error)
    lamp.glow(1.0)
    lamp.close()
    return Finding("lamp", "well", "it was switched on and off", "saw nothing? see its transistor")


def check_switch(settings: DeviceSettings, factory: Any, opened: Opened) -> Finding:
    """The power button and its light: not down by itself, which would switch the table off."""
    if not settings.has_power:
        return Finding("power button", "skipped", "no power button and no light on the pins")
    try:
        power = opened.power(settings, factory)
    except HardwareError as error:
        return fault("power button", "absent", error)
    try:
        down = power.held()
    finally:
        power.close()
    if down:
        where = label(settings.pins["power_button"])
        return Finding(
            "power button",
            "wrong",
            f"the power button at {where} is down though nobody presses: it switches the table off",
            "its two wires touch, or it is a button that stays down: take one that springs back; "
            'power_button = "none" under [pins] does without',
        )
    return Finding("power button", "well", "the power button is up, and its light was lit")


def fault(part: str, state: Any, error: HardwareError) -> Finding:
    """A finding from a device's own sentence: what is wrong, then the remedy after the first ;."""
    wrong, _, remedy = str(error).partition("; ")
    if not remedy:
        wrong, _, remedy = str(error).partition(": ")
    return Finding(part, state, wrong, remedy)
