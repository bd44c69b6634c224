"""Setting the table up from its own menus: offered once to a new table, and in the settings."""

import threading
from collections.abc import Callable
from pathlib import Path

from firmware.calibrate import Calibration, Sighting
from firmware.journal import Kept
from firmware.table.live import Live, Parts
from firmware.table.ports import Looked
from firmware.table.setting_up import EVERY_S
from firmware.views import Menu, Question, SetUp, Trouble, View
from hardware.ports import Frame
from hardware.sim import SimButtons, SimLight, SimOled, SimSound, ToldClock
from tests.firmware.table.evening import Evening, dice, felt
from tests.firmware.test_calibrate import CORNERS
from tests.pictures import ColourReader
from vision.reading import Dice, Image, Observation


def calibration() -> Calibration:
    return Calibration(ColourReader(), lambda image: CORNERS)


def new_table(folder: Path, kept: Kept | None = None, **ports: object) -> Evening:
    given = {"make_calibration": calibration, "offer_set_up": True, **ports}
    return Evening(folder, kept, **given)  # type: ignore[arg-type]


def shown(view: View) -> SetUp:
    assert isinstance(view, SetUp), view
    return view


def through_all_steps(evening: Evening) -> list[str]:
    """Empty tray, empty tray, dice, dice; the headings that were seen."""
    headings = []
    for spots in ((), (), dice((1, 2, 3, 4, 5), range(5)), dice((1, 2, 3, 4, 5), range(5))):
        evening.see(spots)
        headings.append(shown(evening.view).heading)
        evening.press("ok")
    return headings


def test_a_new_table_offers_to_be_set_up_and_asks_only_once(tmp_path: Path) -> None:
    evening = new_table(tmp_path)
    evening.press("ok")
    assert evening.view == Question(("Set the table", "up now?"), "yes", "no", 0)
    evening.press("ok")
    assert through_all_steps(evening) == ["TRAY", "LIGHT", "FOCUS", "DICE"]
    assert shown(evening.view).heading == "READY"
    evening.press("ok")
    assert isinstance(evening.view, Menu)
    assert evening.kept[-1].set_up
    again = new_table(tmp_path / "again", evening.kept[-1])
    again.press("ok")
    assert isinstance(again.view, Menu)


def test_who_declines_is_not_asked_again(tmp_path: Path) -> None:
    evening = new_table(tmp_path)
    evening.press("ok", "back")
    assert isinstance(evening.view, Menu)
    assert evening.kept[-1].set_up


def test_the_settings_set_it_up_again_and_back_leaves(tmp_path: Path) -> None:
    evening = new_table(tmp_path, Kept(set_up=True))
    evening.press("ok")
    evening.choose("Settings")
    evening.choose("Set the table up")
    evening.see(dice((1, 2, 3, 4, 5), range(5)))
    assert shown(evening.view).lines == ("The tray is found.",)
    evening.press("back")
    assert isinstance(evening.view, Menu) and evening.view.title == "Settings"


def test_a_game_that_waits_goes_before_the_offer(tmp_path: Path) -> None:
    evening = new_table(tmp_path, Kept(set_up=True))
    evening.start("Alphatian")
    evening.see(dice((2, 1, 6, 3, 5), range(5)))
    evening.press("back")
    evening.choose("Keep for later")
    evening.journal.close()
    later = new_table(tmp_path)
    later.press("ok")
    assert isinstance(later.view, Question) and later.view.text[0] == "Resume?"


def test_without_a_camera_setting_up_says_so(tmp_path: Path) -> None:
    evening = new_table(tmp_path)
    evening.press("ok", "ok")
    evening.wait(4, blind=True)
    assert isinstance(evening.view, Trouble)


def test_presses_are_taken_while_a_look_is_under_way(tmp_path: Path) -> None:
    aside: list[Callable[[], Sighting | None]] = []
    evening = new_table(tmp_path, look_aside=aside.append)
    evening.press("ok", "ok")
    evening.see(())
    evening.see(())
    assert len(aside) == 1, "one look at a time"
    assert shown(evening.view).lines == ("Empty the tray.",)
    evening.table.handle(Looked(aside[0](), evening.time_s))
    assert shown(evening.view).lines == ("The tray is found.",)
    evening.see(())
    evening.press("ok")
    evening.table.handle(Looked(aside[1](), evening.time_s))  # looks at the light already
    assert shown(evening.view).heading == "LIGHT"
    evening.see(())
    evening.table.handle(Looked(None, evening.time_s))
    evening.see(())
    assert len(aside) == 4, "after a look that failed comes another"


def test_what_was_seen_of_the_step_before_is_not_taken(tmp_path: Path) -> None:
    seen: list[Sighting | None] = []
    one = calibration()
    one.see(felt())
    seen.append(one.look(felt()))
    one.press("ok")
    one.take(seen[0])
    assert one.step == "light" and one.finding is None


class Looking(ColourReader):
    """A reader that says in which thread it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.read_in: set[str] = set()
        self.done = threading.Event()

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        self.read_in.add(threading.current_thread().name)
        self.done.set()
        return super().read(image)


def test_a_running_table_looks_in_the_thread_of_its_reader(tmp_path: Path) -> None:
    stop = threading.Event()
    clock = ToldClock()

    class Camera:
        def capture(self) -> Frame | None:
            clock.tell(clock.now_s() + EVERY_S)
            stop.wait(0.005)
            return None if stop.is_set() else Frame(felt(dice((1,), (0,))), clock.now_s(), 0)

        def close(self) -> None: ...

    reader, buttons = Looking(), SimButtons()
    live = Live(
        Parts(
            open_camera=Camera,
            display=SimOled(),
            buttons=buttons,
            sound=SimSound(),
            light=SimLight(),
            clock=clock,
            reader=reader,
            folder=tmp_path,
            date=lambda: "2026-11-30",
            corners=CORNERS,
            offer_set_up=True,
        )
    )
    loop = threading.Thread(target=live.run)
    loop.start()
    try:
        for _ in range(2000):
            if reader.done.wait(0.005):
                break
            buttons.push("ok", clock.now_s())
    finally:
        live.runner.stop()
        stop.set()
        loop.join(10)
    assert reader.read_in == {"reader"}
