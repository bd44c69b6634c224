"""What every sound keeps: melodies in order, none while closed, none that it cannot sound."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from hardware.ports import PITCHES_HZ, Sound, Tone
from tests.hardware.rigs import SOUNDS

MELODY = (Tone(440, 0.1), Tone(0, 0.05), Tone(880, 0.2, loudness=0.5))


@dataclass
class Heard:
    """A sound, and what was heard of it: pitches in hertz (0 in pauses) with their seconds."""

    sound: Sound
    tones: Callable[[], list[tuple[int, float]]]


@pytest.fixture(params=sorted(SOUNDS))
def heard(request: pytest.FixtureRequest) -> Iterator[Heard]:
    for sound, tones in SOUNDS[request.param]():
        yield Heard(sound, tones)


def test_a_melody_sounds_tone_after_tone(heard: Heard) -> None:
    heard.sound.play(MELODY)
    assert heard.tones() == [(440, 0.1), (0, 0.05), (880, 0.2)]


def test_melodies_that_have_ended_are_heard_in_order(heard: Heard) -> None:
    for pitch_hz in (262, 523):
        heard.sound.play([Tone(pitch_hz, 0.1)])
        heard.tones()
    assert heard.tones() == [(262, 0.1), (523, 0.1)]


@pytest.mark.parametrize("pitch_hz", PITCHES_HZ)
def test_the_lowest_and_the_highest_tone_sound(heard: Heard, pitch_hz: float) -> None:
    heard.sound.play([Tone(pitch_hz, 0.1)])
    assert heard.tones() == [(round(pitch_hz), 0.1)]


@pytest.mark.parametrize("pitch_hz", [20.0, 5000.0, -440.0])
def test_a_tone_that_cannot_sound_is_refused_before_any_does(heard: Heard, pitch_hz: float) -> None:
    with pytest.raises(ValueError, match=f"cannot sound {pitch_hz} Hz: .* 55 to 3520 Hz"):
        heard.sound.play([Tone(440, 0.1), Tone(pitch_hz, 0.1)])
    assert heard.tones() == []


def test_an_empty_melody_is_silence(heard: Heard) -> None:
    heard.sound.play([])
    assert heard.tones() == []


def test_a_closed_sound_plays_nothing_and_closes_again(heard: Heard) -> None:
    heard.sound.close()
    heard.sound.close()
    heard.sound.play(MELODY)
    assert heard.tones() == []
