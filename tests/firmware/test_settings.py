"""table.toml: what it may say, and what is said when it says something else."""

from pathlib import Path

import pytest

from firmware.settings import Settings, SettingsError, new_game, read_settings


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_file_says_game_players_and_options(tmp_path: Path) -> None:
    text = 'game = "alphatian"\nplayers = ["Cy", "Dee"]\n[alphatian]\ncoins = 4\nfirst = 1\n'
    settings = read_settings(written(tmp_path, text))
    state = new_game(settings).state
    assert settings.players == ("Cy", "Dee")
    assert (state.players, state.coins) == (("Dee", "Cy"), (4, 4))


def test_no_table_file_is_a_plain_game(tmp_path: Path) -> None:
    settings = read_settings(tmp_path / "table.toml")
    assert settings == Settings("alphatian", ("Ann", "Ben"), {})


def test_what_the_command_line_says_goes_first(tmp_path: Path) -> None:
    path = written(tmp_path, 'game = "alea"\nplayers = ["Cy", "Dee"]\n')
    settings = read_settings(path, "alphatian", ("Eve", "Flo"))
    assert (settings.game, settings.players) == ("alphatian", ("Eve", "Flo"))


def test_tables_of_games_that_are_not_played_may_stand_beside(tmp_path: Path) -> None:
    path = written(tmp_path, 'game = "alea"\n[alphatian]\ncoins = 4\n[centurion]\n[tray]\n')
    assert read_settings(path) == Settings("alea", ("Ann", "Ben"), {}, None)


def test_the_corners_of_the_tray_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "[tray]\ncorners = [[0, 0], [1, 0.1], [0.5, 0.9]]\n")
    assert read_settings(path).corners == ((0.0, 0.0), (1.0, 0.1), (0.5, 0.9))


@pytest.mark.parametrize("player", ['"Ben"', "1"])
def test_a_handicap_names_a_player_or_a_seat(tmp_path: Path, player: str) -> None:
    text = f"[alphatian]\nfirst = 1\nhandicap = {{ player = {player}, coins = 5 }}\n"
    state = new_game(read_settings(written(tmp_path, text))).state
    assert dict(zip(state.players, state.coins, strict=True)) == {"Ann": 10, "Ben": 5}


def test_a_handicap_of_somebody_who_does_not_play_says_how_to_give_it(tmp_path: Path) -> None:
    text = '[alphatian]\nhandicap = { player = "Ben", coins = 5 }\n'
    settings = read_settings(written(tmp_path, text), players=("Zoe", "Flo"))
    message = "'Ben', who does not play: expected Zoe or Flo, or a seat, 0 or 1"
    with pytest.raises(SettingsError, match=message):
        new_game(settings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('game = "chess"', "game is 'chess': expected one of alphatian, alea, centurion"),
        ("game = 3", "game is 3"),
        ('players = "Ann"', "players is 'Ann': expected a list"),
        ('players = ["Ann", 3]', "players names 3: expected text in quotes"),
        ('player = ["Ann"]', "table.toml says 'player', which nothing reads: did you mean players"),
        ("[alphatia]", "says 'alphatia', which nothing reads: did you mean alphatian"),
        ("[zzz]", "says 'zzz', which nothing reads: expected one of alea, alphatian, "),
        ("tray = 3", r"table.toml: \[tray\] is 3: expected a table"),
        ("alphatian = 3", r"\[alphatian\] is 3: expected a table"),
        ("game = ", "cannot read table.toml"),
        ("coins = " + "9" * 5000, "cannot read table.toml"),
        ("x=" + "[" * 20000, "cannot read table.toml"),
        ("#" * 70_000, "no file of at most 65536 bytes"),
    ],
)
def test_a_damaged_table_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_settings(written(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[alphatian]\nfirst = 2", "first is 2: expected a seat, 0 to 1"),
        ("[alphatian]\nfirst = true", "first is True"),
        ("[alea]\ncard = true", r"\[alea\] has no option 'card': did you mean cards?"),
        ("[alphatian]\ncoinz = 5", "no option 'coinz': did you mean coins?"),
        ("[alphatian]\ncoins = 99", "cannot begin the game: coins is 99"),
        (
            '[alphatian]\nhandicap = { player = "Cy", coins = 5 }',
            "'Cy', who does not play: expected Ann or Ben",
        ),
        ("[alphatian]\nhandicap = 5", "handicap is 5: expected"),
        ('players = ["Ann"]', "cannot begin the game"),
        ('game = "alea"\n[alea]\nhandicap = 5', r"\[alea\] has no option 'handicap'"),
        ('game = "centurion"\n[centurion]\nnumerals = "odd"', "cannot begin the game: numerals"),
    ],
)
def test_a_game_that_cannot_be_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        new_game(read_settings(written(tmp_path, text)))


@pytest.mark.parametrize("game", ["alea", "centurion"])
def test_games_with_roman_dice_take_their_options(tmp_path: Path, game: str) -> None:
    players = 'players = ["Ann", "Ben", "Cy"]'
    text = f'game = "{game}"\n{players}\n[{game}]\nnumerals = "as-rolled"\nfirst = 2\n'
    state = new_game(read_settings(written(tmp_path, text))).state
    assert (state.players, state.options.numerals) == (("Cy", "Ann", "Ben"), "as-rolled")
