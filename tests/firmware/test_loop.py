"""The loop: what it tells and draws, and that the same items give the same bytes."""

from collections.abc import Callable, Sequence

from PIL import Image as Picture

from firmware.loop import HAND_STAYS_S, PRESS_WAITS_S, Loop, Press, Said, Tick
from firmware.replay import said_json
from hardware.ports import Frame
from rules import alphatian
from tests.firmware.played import PLACES, Played, dice
from tests.pictures import Spot, tray
from vision.identity import compare
from vision.knock import Knock
from vision.reading import Image, Reading
from vision.tray import Look, Noticed, Rest, TrayWatch


def test_the_screen_is_redrawn_on_change_only() -> None:
    table = Played()
    table.see([])
    drawn = table.oled.refreshes
    table.see([])
    table.wait(1)
    assert table.oled.refreshes == drawn
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    assert table.oled.refreshes == drawn + 1
    assert table.oled.chip.image().tobytes() == table.loop.screen.tobytes()


def test_lines_carry_the_time_and_the_number_of_the_last_frame() -> None:
    table = Played()
    assert (table.said[0].line.event, table.said[0].frame) == ("start", None)
    table.see([])
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    table.press()
    roll, attack = table.said[-2:]
    assert (roll.line.event, roll.time_s, roll.frame) == ("roll", 2.0, 1)
    assert (attack.line.event, attack.frame) == ("attack", 1)


def test_lines_are_told_before_the_screen_changes() -> None:
    order: list[str] = []

    class Screen:
        size = (128, 64)

        def show(self, image: Picture.Image) -> None:
            order.append("screen")

        def dim(self, contrast: int) -> None: ...

        def switch(self, on: bool) -> None: ...

        def close(self) -> None: ...

    table = Played()
    loop = Loop(Still("rest"), table.referee, Screen(), lambda said: order.append("line"))
    loop.begin(0.0)
    assert order == ["line", "screen"]


def test_the_same_items_give_the_same_lines_and_screens() -> None:
    def evening() -> tuple[list[str], bytes]:
        table = Played()
        attack = table.attack((6, 6, 5, 5, 3))
        table.see([*attack[:2], attack[4], *dice((4, 2), (5, 6))])
        return [said_json(said) for said in table.said], table.loop.screen.tobytes()

    assert evening() == evening()


class Still:
    """A watch that sees the same in every frame."""

    def __init__(self, state: str) -> None:
        self.state = state
        self.forgot = 0
        self.noticed: list[Noticed] = []

    def expect(self, plausible: Callable[[Sequence[Reading]], bool]) -> None:
        self.plausible = plausible

    def forget(self) -> None:
        self.forgot += 1

    def take(self, observation: object, time_s: float) -> Look:
        raise AssertionError("nothing was to be read")

    def glance(self, image: object, time_s: float, small: object = None) -> Look:
        return self.look(image, time_s)

    def look(self, image: object, time_s: float, small: object = None) -> Look:
        if self.noticed:
            return Look(self.state, noticed=self.noticed.pop())  # type: ignore[arg-type]
        return Look(self.state)  # type: ignore[arg-type]


def film(table: Played, images: Sequence[Image]) -> list[Said]:
    said: list[Said] = []
    loop = Loop(TrayWatch(table.reader), table.referee, table.oled, said.append)
    for number, image in enumerate(images):
        loop.handle(Frame(image, 0.2 * number, number))
    return said


def test_what_would_be_asked_about_is_looked_at_again_first() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    said = film(table, [tray(spots[:4])] * 5)
    assert [one.line.facts["why"] for one in said] == ["count"]
    assert (table.reader.reads, said[0].frame) == (3, 4)


def pressed(table: Played, images: Sequence[Image], after: int) -> list[str]:
    """What is told of a film in which OK is pressed after so many frames."""
    said: list[Said] = []
    loop = Loop(TrayWatch(table.reader), table.referee, table.oled, said.append)
    for number, image in enumerate(images):
        loop.handle(Frame(image, 0.2 * number, number))
        if number + 1 == after:
            loop.handle(Press("ok", 0.2 * number + 0.1))
    return [one.line.event for one in said]


def test_a_press_waits_for_dice_that_lie_and_are_not_read_yet() -> None:
    images = [tray(dice((2, 1, 6, 3, 5), range(5)))] * 5
    for after in (1, 2, 4):
        assert pressed(Played(), images, after) == ["roll", "attack"]


def test_a_press_waits_no_longer_than_the_dice_move_again() -> None:
    table = Played()
    images = [tray(dice((2, 1, 6, 3, 5), range(5)))] * 4
    moving = [tray(dice((2, 1, 6, 3, 5), range(k, k + 5))) for k in (0, 1, 2, 3)]
    assert pressed(table, [*images, *moving], 4) == ["roll", "attack"]


def test_a_press_that_waits_at_the_end_is_taken() -> None:
    table = Played()
    said: list[Said] = []
    loop = Loop(Still("moving"), table.referee, table.oled, said.append)
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    loop.run([Frame(tray(), 1.0, 0), Press("ok", 1.1)])
    assert [(one.line.event, one.time_s) for one in said] == [("attack", 1.1)]


def test_a_press_waits_for_a_moment_only() -> None:
    table = Played()
    said: list[Said] = []
    loop = Loop(Still("settling"), table.referee, table.oled, said.append)
    table.see(dice((2, 1, 6, 3, 5), range(5)))
    loop.handle(Frame(tray(), 1.0, 0))
    loop.handle(Press("ok", 1.1))
    assert said == []
    loop.handle(Tick(1.1 + PRESS_WAITS_S))
    assert [one.line.event for one in said] == ["attack"]


def test_what_a_hand_cut_short_is_not_complained_of() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    said = film(table, [*[tray(spots[:4])] * 3, *[tray(spots, hand=30)] * 2, *[tray(spots)] * 4])
    assert [one.line.event for one in said] == ["roll"]


def test_a_doubtful_die_is_asked_about_though_a_hand_comes() -> None:
    table = Played()
    spots = [*dice((2, 1, 6, 3), range(4)), Spot(5, *PLACES[4], why="doubtful")]
    said = film(table, [*[tray(spots)] * 3, tray(spots, hand=30)])
    assert [one.line.facts["why"] for one in said] == ["unread"]


def test_what_may_be_is_read_once() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    lifted = [tray(spots[:3], hand=40), *[tray(spots[:3])] * 4]
    said = film(table, [*[tray(spots)] * 4, *lifted])
    assert [one.line.event for one in said] == ["roll"]
    assert table.reader.reads == 2


def hand_lines(times_s: Sequence[float]) -> list[Said]:
    table = Played()
    said: list[Said] = []
    loop = Loop(Still("hand"), table.referee, table.oled, said.append)
    for number, time_s in enumerate(times_s):
        loop.handle(Frame(tray(), time_s, number))
    return said


def test_a_hand_that_stays_is_said_once() -> None:
    said = hand_lines([0.0, 1.0, HAND_STAYS_S, HAND_STAYS_S + 1, HAND_STAYS_S + 9])
    assert [(one.line.facts["why"], one.time_s) for one in said] == [("hand", HAND_STAYS_S)]


def test_a_hand_that_passes_is_not_said() -> None:
    assert hand_lines([50.0, 50.0 + HAND_STAYS_S - 0.1]) == []


def test_a_hand_in_the_tray_stops_the_clock() -> None:
    table = Played(alphatian.Options(clock="forfeit"))
    table.attack((6, 6, 5, 5, 3))
    loop = Loop(Still("hand"), table.referee, table.oled, table.said.append)
    loop.handle(Frame(tray(), table.time_s + 1, 99))
    assert table.wait(60) == []


def test_light_and_knocks_are_said_once_each() -> None:
    table = Played()
    said: list[Said] = []
    watch = Still("light")
    loop = Loop(watch, table.referee, table.oled, said.append)
    watch.noticed = ["knock", "light"]
    for number in range(4):
        loop.handle(Frame(tray(), float(number), number))
    facts = [(one.line.facts["level"], one.line.facts["why"]) for one in said]
    assert facts == [("notice", "light"), ("notice", "camera")]


def test_help_has_the_tray_read_anew() -> None:
    table = Played()
    watch = Still("rest")
    loop = Loop(watch, table.referee, table.oled, table.said.append)
    loop.handle(Press("ok", 1.0))
    assert watch.forgot == 0
    loop.handle(Press("help", 1.0))
    assert watch.forgot == 1


def test_after_a_knock_the_dice_count_as_they_lay() -> None:
    table = Played()
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.see(spots)
    moved = [Spot(spot.face, spot.x + 12, spot.y + 9) for spot in spots]
    seen = table.reader.read(tray(moved))
    lying, change = compare((), seen.readings, 0)
    rest = Rest(lying, change, seen, 9.0, knock=Knock(0.0, 12.0, 9.0))
    assert table.referee.see(rest) == []


def test_items_are_taken_until_no_more_come() -> None:
    table = Played()
    before = len(table.said)
    spots = dice((2, 1, 6, 3, 5), range(5))
    table.loop.run([Frame(tray(spots), 1.0, 0), Tick(1.5), Press("ok", 2.0)])
    assert [said.line.event for said in table.said[before:]] == ["roll", "attack"]
