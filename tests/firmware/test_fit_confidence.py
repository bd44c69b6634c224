"""Fitting what confidence is worth, with a reader that is told what to say."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware import fit_confidence
from vision import confidence
from vision.reading import Dice, Image, Observation, Reading

HEAD = "file,source,width,height,n_dice,faces,boxes,viewpoint,tray,notes\n"


class Unsure:
    """Takes every die for a 5, and is 0.8 sure of it."""

    def read(self, image: Image, dice: Dice = "auto") -> Observation:
        seen = Reading(5, 5, 0.8, (10, 10, 20, 20), (20, 20))
        return Observation((seen,), image.shape[1], image.shape[0])


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """Four photos of a die each: three fives, one two; one of a Roman die, one without boxes."""
    rows = []
    for name, face, boxed in [("abc", "5", 1), ("d", "2", 1), ("e", "V", 1), ("f", "2", 0)]:
        for letter in name:
            boxes = f'"[[10, 10, 20, 20, ""{face}""]]"' if boxed else "[]"
            rows.append(f"{letter}.png,ann/red,100,50,1,{face},{boxes},overhead,1,\n")
            encoded = cv2.imencode(".png", np.zeros((50, 100, 3), np.uint8))[1]
            (tmp_path / f"{letter}.png").write_bytes(encoded.tobytes())
    (tmp_path / "index.csv").write_text(HEAD + "".join(rows), encoding="utf-8")
    return tmp_path / "index.csv"


def test_each_kind_with_enough_dice_gets_its_curve(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_confidence, "LEAST", 3)
    out = io.StringIO()
    curves = fit_confidence.fitted([index], Unsure(), out, io.StringIO())
    assert list(curves) == ["pips"]
    assert dict(curves["pips"])[0.8] == pytest.approx(3.5 / 5)
    assert "pips: 4 dice, 3 right" in out.getvalue()
    assert "roman: 1 dice, 0 right\n  fewer than 3" in out.getvalue()


def test_the_other_kind_keeps_its_curve_and_no_other_file_is_written_over(
    index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = index.with_name("confidence.json")
    roman = confidence.text({"roman": ((0.0, 0.1), (1.0, 0.9))})
    out.write_text(roman)
    words = [str(index), "--out", str(out)]
    assert fit_confidence.main(words, Unsure) == 2  # too few dice of either kind
    assert out.read_text() == roman
    monkeypatch.setattr(fit_confidence, "LEAST", 3)
    assert fit_confidence.main(words, Unsure) == 0
    assert set(confidence.load(out)) == {"pips", "roman"}
    assert confidence.load(out)["roman"] == ((0.0, 0.1), (1.0, 0.9))
    out.write_text("dear diary")
    assert fit_confidence.main(words, Unsure) == 2
    assert out.read_text() == "dear diary"
    assert "holds no curves" in capsys.readouterr().err
