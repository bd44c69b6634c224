"""Some of the incidents with the real reader; `python -m tests.firmware.play.incidents` has all."""

import pytest

from tests.firmware.play.incidents import INCIDENTS, LOOKS, as_it_should, said_to
from vision.reader import Reader

TRIED = (
    ("burgundy", "five dice"),
    ("grey", "fewer dice"),
    ("green", "turned by the throw"),
    ("grey", "parry: and a stranger"),
    ("burgundy", "two at once"),
)


@pytest.mark.parametrize(("look", "name"), TRIED)
def test_what_is_read_in_a_drawn_tray_is_called_what_it_is(look: str, name: str) -> None:
    [incident] = [one for one in INCIDENTS if one.name == name]
    said = said_to(incident, look, Reader())
    assert as_it_should(incident, said), said


def test_every_incident_calls_for_something_or_forbids_something() -> None:
    assert len({one.name for one in INCIDENTS}) == len(INCIDENTS) >= 20
    assert set(LOOKS) == {look for look, _ in TRIED}
    for incident in INCIDENTS:
        assert not as_it_should(incident, [*incident.said, f"{incident.never[0]} anything"])
        assert not incident.said or not as_it_should(incident, [])
