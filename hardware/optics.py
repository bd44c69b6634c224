"""How large a die is in the picture: from lens, height and tray, and back.

The lens looks straight down and draws straight lines straight (a thin lens and a plane), which a
wide one does less well towards its corners. All lengths are in millimetres, all pictures in pixels,
all heights from the front of the lens to the floor of the tray.
"""

import math
from dataclasses import dataclass
from typing import Final

__all__ = [
    "BLUR_DICE",
    "DIE_MM",
    "EDGE_PART",
    "LEAST_DIE_PX",
    "LENSES",
    "PICTURE_PX",
    "WORKING_PX",
    "Lens",
    "LensError",
    "Setup",
    "depth_mm",
    "die_px",
    "edge_degrees",
    "field_degrees",
    "field_mm",
    "height_mm",
    "lamp_away_mm",
    "largest_tray_mm",
    "setup",
    "webcam",
]

Size = tuple[float, float]
"""Width and height."""

DIE_MM: Final = 16.0
"""The side of the usual die, in millimetres; dice are sold from 12 to 25."""

PICTURE_PX: Final = (1280, 960)
"""The picture that the table reads: 4:3, the middle of a wider sensor."""

WORKING_PX: Final = 640
"""The long side to which the reader brings a picture for its first look."""

LEAST_DIE_PX: Final = 24.0
"""The die's width in that look from which on the reader is at its best (its goals begin there)."""

EDGE_PART: Final = 0.05
"""Part of the tray that is seen beyond it, both sides together: the mount is never quite true."""

BLUR_DICE: Final = 0.05
"""The widest blur that counts as sharp, in die sides: a quarter of a pip."""


class LensError(ValueError):
    """A lens, a height or a tray that cannot be."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera with its lens.

    sensor_mm: width and height of the sensor's picture; focal_mm: the focal length; f_number: that
    by the opening's width, None when the maker does not say; nearest_mm: the nearest distance at
    which it can be focused; source: where the figures stand.
    """

    name: str
    sensor_mm: Size
    focal_mm: float
    f_number: float | None
    nearest_mm: float
    source: str


def webcam(name: str, diagonal_degrees: float, shape: Size, nearest_mm: float, source: str) -> Lens:
    """A Lens of which only the diagonal field of view is told; its sensor counts as 1 mm across.

    shape: width and height of the widest picture, in any unit.
    """
    across = math.hypot(*shape)
    focal_mm = 0.5 / math.tan(math.radians(diagonal_degrees) / 2)
    return Lens(name, (shape[0] / across, shape[1] / across), focal_mm, None, nearest_mm, source)


_PI_DOCS: Final = "Raspberry Pi documentation, Camera, Hardware specifications"

LENSES: Final[dict[str, Lens]] = {
    "module3": Lens("Camera Module 3", (6.45, 3.63), 4.74, 1.8, 100, _PI_DOCS),
    "module3_wide": Lens("Camera Module 3 Wide", (6.45, 3.63), 2.75, 2.2, 50, _PI_DOCS),
    "hq_6mm": Lens(
        "HQ Camera, 6 mm lens", (6.287, 4.712), 6.0, 1.2, 200,
        f"{_PI_DOCS}; the lens: data sheet of PT361060M3MP12",
    ),
    "usb_78": webcam(
        "USB webcam, 78 degrees", 78, (16, 9), 100,
        "a usual Full HD webcam with autofocus, diagonal field as its maker gives it",
    ),
    "usb_55": webcam(
        "USB webcam, 55 degrees", 55, (16, 9), 400,
        "a usual HD webcam with fixed focus, diagonal field as its maker gives it",
    ),
}  # fmt: skip
"""The cameras of the parts list."""


def field_degrees(lens: Lens) -> Size:
    """The angles that the whole sensor sees far away, across and down, in degrees."""
    across, down = (2 * math.atan(side / 2 / lens.focal_mm) for side in lens.sensor_mm)
    return math.degrees(across), math.degrees(down)


def _used_mm(lens: Lens, picture_px: tuple[int, int]) -> Size:
    """The part of the sensor that a picture of this shape takes: the largest that fits."""
    width, height = lens.sensor_mm
    if min(picture_px) <= 0:
        raise LensError(f"a picture of {picture_px[0]}x{picture_px[1]} pixels: expected a size")
    shape = picture_px[0] / picture_px[1]
    return (width, width / shape) if width / height < shape else (height * shape, height)


def field_mm(lens: Lens, away_mm: float, picture_px: tuple[int, int] = PICTURE_PX) -> Size:
    """Width and height of what the picture shows of a plane so far away.

    Raises LensError when it is nearer than the focal length, where no picture is.
    """
    if away_mm <= lens.focal_mm:
        raise LensError(f"{away_mm:g} mm: nearer than the focal length, {lens.focal_mm:g} mm")
    grows = (away_mm - lens.focal_mm) / lens.focal_mm
    width, height = _used_mm(lens, picture_px)
    return width * grows, height * grows


def die_px(
    lens: Lens,
    height: float,
    picture_px: tuple[int, int] = PICTURE_PX,
    die_mm: float = DIE_MM,
    working_px: int = WORKING_PX,
) -> float:
    """The width of a die's upper face in a picture brought to a long side of working_px."""
    return working_px * die_mm / max(field_mm(lens, height - die_mm, picture_px))


def height_mm(
    lens: Lens,
    tray_mm: Size,
    picture_px: tuple[int, int] = PICTURE_PX,
    die_mm: float = DIE_MM,
    edge_part: float = EDGE_PART,
) -> float:
    """The lowest height from which dice in every corner of the tray are seen whole.

    What counts is the plane of the upper faces. Raises LensError for a tray without a size.
    """
    if min(tray_mm) <= 0:
        raise LensError(f"a tray of {tray_mm[0]:g} x {tray_mm[1]:g} mm: expected a size")
    used = _used_mm(lens, picture_px)
    grows = max(side * (1 + edge_part) / part for side, part in zip(tray_mm, used, strict=True))
    return die_mm + lens.focal_mm * (1 + grows)


def largest_tray_mm(
    lens: Lens,
    picture_px: tuple[int, int] = PICTURE_PX,
    die_mm: float = DIE_MM,
    least_px: float = LEAST_DIE_PX,
    edge_part: float = EDGE_PART,
) -> Size:
    """The largest tray of the picture's shape in which a die is still least_px wide.

    It is the same for every lens: a longer one only hangs higher.
    """
    width, height = _used_mm(lens, picture_px)
    long_mm = WORKING_PX * die_mm / least_px / (1 + edge_part)
    scale = long_mm / max(width, height)
    return width * scale, height * scale


def edge_degrees(height: float, tray_mm: Size, die_mm: float = DIE_MM) -> float:
    """How slanted the camera sees a die in the tray's corner: 0 is straight from above."""
    return math.degrees(math.atan(math.hypot(*tray_mm) / 2 / (height - die_mm)))


def depth_mm(
    lens: Lens, focus_mm: float, die_mm: float = DIE_MM, blur_dice: float = BLUR_DICE
) -> Size | None:
    """The nearest and the farthest distance that are sharp when the lens is focused at focus_mm.

    The farthest may be infinite. None when the maker does not tell the opening. A point x away is
    spread, in the plane in focus, over opening * abs(x - focus) / x. Wave optics is left out.
    """
    if lens.f_number is None:
        return None
    opening, blur_mm = lens.focal_mm / lens.f_number, blur_dice * die_mm
    far = focus_mm * opening / (opening - blur_mm) if opening > blur_mm else math.inf
    return focus_mm * opening / (opening + blur_mm), far


def lamp_away_mm(height: float, lamp_mm: float, tray_mm: float, die_mm: float = DIE_MM) -> float:
    """How far from the tray's middle a lamp must be so that no flat upper face mirrors it.

    lamp_mm: the lamp's height over the floor; tray_mm: the tray's side along which the lamp is
    moved away. A level mirror at x shows the camera a lamp at x * (height + lamp_mm) / height,
    heights over the mirror; beyond the tray's edge no die can lie.
    """
    camera, lamp = height - die_mm, lamp_mm - die_mm
    if camera <= 0 or lamp <= 0:
        raise LensError(f"camera at {height:g} mm and lamp at {lamp_mm:g} mm: both go above a die")
    return tray_mm / 2 * (camera + lamp) / camera


@dataclass(frozen=True, slots=True)
class Setup:
    """A lens over a tray: the height to mount it at, and what it sees from there.

    die_px: see die_px; edge_degrees: see edge_degrees; sharp_mm: depth of field as distances from
    the lens, None when unknown; focusable: whether the lens can be focused so near.
    """

    lens: Lens
    tray_mm: Size
    height_mm: float
    die_px: float
    edge_degrees: float
    sharp_mm: Size | None
    focusable: bool

    @property
    def good(self) -> bool:
        """Whether dice are large enough and can be in focus."""
        return self.focusable and self.die_px >= LEAST_DIE_PX


def setup(
    lens: Lens,
    tray_mm: Size,
    picture_px: tuple[int, int] = PICTURE_PX,
    die_mm: float = DIE_MM,
) -> Setup:
    """The lens as low over the tray as it sees all of it, to the next 5 mm above."""
    height = 5 * math.ceil(height_mm(lens, tray_mm, picture_px, die_mm) / 5)
    tops = height - die_mm
    return Setup(
        lens,
        tray_mm,
        height,
        die_px(lens, height, picture_px, die_mm),
        edge_degrees(height, tray_mm, die_mm),
        depth_mm(lens, tops, die_mm),
        tops >= lens.nearest_mm,
    )
