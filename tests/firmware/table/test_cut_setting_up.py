"""The power is cut at every step of the disk while a table is set up, with all that may be left."""

from firmware.journal import Journal, Kept
from firmware.table.pages import LETTERS
from firmware.views import Menu, Question
from tests.firmware.journal.disk import FOLDER, MemoryFiles
from tests.firmware.table.evening import Evening
from tests.firmware.table.test_setting_up_at_the_table import calibration, through_all_steps


class CutTable(Evening):
    """A table whose names and settings are on the disk too, where each cut is tried."""

    def __init__(self) -> None:
        self.disk_files = MemoryFiles()
        self.cuts = 0
        self.told = Kept()  # as the table said last that it keeps it
        self.next = Kept()  # as it is being written
        super().__init__(
            FOLDER,
            files=self.disk_files,
            keep=self._save,
            make_calibration=calibration,
            offer_set_up=True,
        )
        self.disk_files.watch = self._cut

    def _save(self, kept: Kept) -> list[object]:
        self.next = kept
        said = kept.save(FOLDER, self.disk_files)
        self.told = kept
        return [*said]

    def _cut(self, writing: bytes) -> None:
        for survivor in self.disk_files.survivors(writing):
            self.cuts += 1
            files = MemoryFiles.of(survivor.files)
            kept, said = Kept.load(FOLDER, files)
            assert (kept in (self.told, self.next), said) == (True, []), survivor.how
            table = Evening(
                FOLDER, kept, files=files, make_calibration=calibration, offer_set_up=True
            )
            table.press("ok")
            asked = isinstance(table.view, Question)
            waits = Journal(FOLDER, MemoryFiles.of(survivor.files)).under_way() is not None
            assert asked == (waits or not kept.set_up), survivor.how
            if asked:
                table.press("down", "ok")
            assert isinstance(table.view, Menu), survivor.how


def write(table: CutTable, name: str) -> None:
    """Enter a name, letter by letter."""
    at = 0
    for letter in name.upper():
        table.press(*["down"] * ((LETTERS.index(letter) - at) % (len(LETTERS) + 1)))  # type: ignore[arg-type]
        table.press("ok")
        at = LETTERS.index(letter)
    table.press("help_hold")


def test_a_cut_while_a_table_is_set_up_leaves_the_old_or_the_new() -> None:
    table = CutTable()
    table.press("ok")
    table.press("ok")
    through_all_steps(table)
    table.press("ok")
    assert table.told.set_up
    table.choose("Settings")
    table.choose("Sound")
    table.press("up", "ok")
    table.press("back")
    table.choose("Alphatian")
    table.choose("Ann, Ben")
    table.choose("1: Ann")
    table.choose("New name")
    write(table, "ZOE")
    assert table.told.names == ("Zoe",)
    table.choose("Done")
    assert table.choose("Start") == ["start"]
    assert table.told.players == ("Zoe", "Ben")
    assert table.cuts > 50
