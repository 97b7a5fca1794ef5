"""Drawings: every card once, everybody in the right place, everything that is known, in three styles."""

from __future__ import annotations

import doctest
import importlib
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from unicodedata import east_asian_width

import pytest

import gongzhu as gz
from gongzhu import drawing

every_preset = pytest.mark.parametrize("preset", gz.presets())
every_style = pytest.mark.parametrize("style", drawing.STYLES)
STAGES = ("exposing", "play", "over")
every_stage = pytest.mark.parametrize("stage", STAGES)


def game_at(preset: str, stage: str, seed: int = 5) -> gz.Game:
    """A game with exposures, not begun, in the middle of a trick, or played to the end."""
    chance = random.Random(seed)
    game = gz.Game(gz.Deal.random(seed=seed, rules=gz.Ruleset.preset(preset)))
    for seat in range(4):
        for card, kind in game.exposable(seat)[:1]:
            game.expose(seat, card, kind)
    if stage == "exposing":
        return game
    game.begin()
    while not game.is_over and (stage == "over" or len(game.tricks) < 3 or len(game.current_trick) < 2):
        game.play(chance.choice(game.legal_moves()))
    return game


def cards_on_the_table(game: gz.Game) -> Counter[str]:
    hands = game.dealt if game.is_over else game.hands
    cards = [card for hand in hands for card in hand]
    return Counter(map(str, (*cards, *(card for move in game.current_trick for card in move.cards))))


def drawn_cards(svg: str) -> Counter[str]:
    return Counter(
        node.attrib["data-card"] for node in ET.fromstring(svg).iter() if "data-card" in node.attrib
    )


def texts_of(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(svg).iter() if node.tag.endswith("}text")]


def columns(line: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in line)


@every_preset
@every_style
@every_stage
def test_a_picture_shows_every_card_once(preset: str, style: drawing.Style, stage: str) -> None:
    game = game_at(preset, stage)
    assert drawn_cards(drawing.game_svg(game, style)) == cards_on_the_table(game)


@every_preset
@every_style
def test_a_picture_of_a_deal_shows_every_card_once(preset: str, style: drawing.Style) -> None:
    deal = gz.Deal.random(seed=3, rules=gz.Ruleset.preset(preset))
    held = Counter(str(card) for hand in deal.hands for card in hand)
    assert drawn_cards(drawing.deal_svg(deal, style)) == held


@every_style
def test_a_picture_refers_to_nothing_outside_itself(style: drawing.Style) -> None:
    svg = drawing.game_svg(game_at("huapai", "play"), style).removeprefix(
        '<svg xmlns="http://www.w3.org/2000/svg"'
    )
    assert not re.search(r"https?:|href|url\(|@import|@font-face|<style|<script|\bid=", svg)


@every_style
@pytest.mark.parametrize("preset", ["traditional", "lianzhong-double"])
@every_stage
def test_cards_and_words_stay_within_the_picture(preset: str, style: drawing.Style, stage: str) -> None:
    root = ET.fromstring(drawing.game_svg(game_at(preset, stage), style))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    for node in root.iter():
        if "data-card" in node.attrib:
            place = re.fullmatch(r"translate\((.*),(.*)\)", node.attrib["transform"])
            assert place is not None
            assert 0 < float(place[1]) < width - 46
            assert 0 < float(place[2]) < height - 64
        elif "x" in node.attrib:
            assert 0 <= float(node.attrib["x"]) < width
            assert 0 < float(node.attrib["y"]) < height


@every_stage
@pytest.mark.parametrize("preset", ["huapai", "china-games-double", "wikipedia-jokers"])
def test_the_ascii_style_is_ascii(preset: str, stage: str) -> None:
    game = game_at(preset, stage)
    assert drawing.game_text(game, "ascii").isascii()
    assert drawing.game_svg(game, "ascii").isascii()


def test_the_ascii_style_is_ascii_whatever_the_rules_are_called() -> None:
    deal = gz.Deal.random(rules=gz.Ruleset(name="星期五"))
    assert drawing.deal_text(deal).isascii()


@every_style
def test_any_name_of_rules_makes_a_proper_picture(style: drawing.Style) -> None:
    deal = gz.Deal.random(rules=gz.Ruleset(name='<a> & "b" \x01\n'))
    label = ET.fromstring(drawing.deal_svg(deal, style)).attrib["aria-label"]
    assert label.startswith('<a> & "b" ??')
    assert label in drawing.deal_text(deal, style).split("\n")


@every_preset
@every_style
def test_a_table_lists_the_cards_of_each_hand_by_suit(preset: str, style: drawing.Style) -> None:
    deal = gz.Deal.random(seed=3, rules=gz.Ruleset.preset(preset))
    listed = drawing.deal_text(deal, style)
    for hand in deal.hands:
        for suit in "SHDC":
            held = [drawing.words.rank_name(card, style) for card in hand if card.suit == suit]
            row = f"{drawing.words.suit_name(suit, style)} {('' if style == 'ascii' else ' ').join(held)}"
            assert row in listed


@every_preset
@every_style
@every_stage
def test_both_hands_at_the_sides_begin_each_in_one_column(
    preset: str, style: drawing.Style, stage: str
) -> None:
    lines = drawing.game_text(game_at(preset, stage), style).split("\n")
    names = [drawing.words.suit_name(suit, style) for suit in "SHDC"]
    rows = lines[7:11]
    places = {columns(row[: row.rindex(f"{name} ")]) for name, row in zip(names, rows, strict=True)}
    assert len(places) == 1
    assert all(row.startswith(f"{name} ") for name, row in zip(names, rows, strict=True))


@pytest.mark.parametrize(("preset", "sides"), [("traditional", "EW"), ("classic", "WE")])
def test_the_second_seat_is_on_the_left_unless_play_goes_clockwise(preset: str, sides: str) -> None:
    deal = gz.Deal.random(rules=gz.Ruleset.preset(preset))
    labels = drawing.deal_text(deal).split("\n")[6]
    assert labels.split() == list(sides)
    root = ET.fromstring(drawing.deal_svg(deal))
    place = {node.text: float(node.attrib["x"]) for node in root.iter() if node.text in ("E", "W")}
    assert sorted(place, key=lambda seat: place[seat]) == list(sides)


@every_preset
@every_stage
def test_points_are_those_of_the_cards_taken_and_in_the_end_those_of_the_game(
    preset: str, stage: str
) -> None:
    game = game_at(preset, stage)
    points = drawing.scene.points_so_far(game)
    if game.is_over:
        assert points == game.points()
    else:
        taken = [game.taken(seat) for seat in range(4)]
        assert points == gz.score(taken, game.rules, exposed=game.exposures, dealt=game.dealt)
    table = drawing.game_text(game).split("\n")[-4:]
    shown = tuple(int(row.split()[1]) for row in table) if stage != "exposing" else None
    assert shown == (points if stage != "exposing" else None)


def test_the_trick_lies_between_the_players() -> None:
    game = gz.Game(gz.Deal.parse("N:Q.A.. K..J. A.2.. J...T", leader=1))
    game.begin()
    for play in ("SK", "SA"):
        game.play(play)
    rows = drawing.game_text(game).split("\n")[7:11]
    assert [row.split()[2:-2] for row in rows] == [["."], ["SK", "."], ["SA"], []]
    root = ET.fromstring(drawing.game_svg(game))
    titles = [node.text for node in root.iter() if node.tag.endswith("title")]
    assert titles.count("♠K") == titles.count("♠A") == 1


def test_exposed_cards_are_marked_in_the_hand_and_listed_with_their_kinds() -> None:
    game = gz.Game(gz.Deal.parse("N:Q2... K..J. A.2.. J...T", gz.Ruleset.preset("china-games")))
    game.expose(0, "SQ", "dark")
    game.expose(1, "DJ", "bright")
    text = drawing.game_text(game, "symbols")
    assert "♠ Q* 2\n" in text
    assert "♦ J* " in text
    assert "exposed  N ♠Q dark, E ♦J bright" in text
    titles = [
        node.text for node in ET.fromstring(drawing.game_svg(game)).iter() if node.tag.endswith("title")
    ]
    assert {"♠Q (dark)", "♦J (bright)", "♠2"} <= set(titles)


def test_with_two_decks_only_the_exposed_copy_is_marked() -> None:
    rules = gz.Ruleset.preset("china-games-double")
    hands = [["SQ", "SQ"], ["DJ", "S2"], ["S3", "S4"], ["S5", "S6"]]
    game = gz.Game(gz.Deal(hands, rules))
    game.expose(0, "SQ", "bright")
    assert "S Q*Q\n" in drawing.game_text(game)
    game.expose(0, "SQ", "dark")
    assert "S Q*Q*\n" in drawing.game_text(game)
    titles = [
        node.text for node in ET.fromstring(drawing.game_svg(game)).iter() if node.tag.endswith("title")
    ]
    assert sorted(title for title in titles if title and "Q" in title) == [
        "♠Q*bright (bright)",
        "♠Q*dark (dark)",
    ]


def test_the_chinese_style_calls_the_scoring_cards_by_their_names() -> None:
    game = gz.Game(gz.Deal.parse("N:Q2.A.. K..J.3 A.2..4 J.3..T"))
    game.expose(1, "DJ")
    text = drawing.game_text(game, "chinese")
    assert "黑桃 猪 2\n" in text
    assert "方块 羊*" in text
    assert "梅花 变压器" in text
    assert "已亮  东 羊 亮" in text
    letters = texts_of(drawing.game_svg(game, "chinese"))
    assert {"猪", "羊", "变", "北", "东", "南", "西", "traditional，亮牌，北先出"} <= set(letters)


def test_jokers_have_names_in_every_style() -> None:
    deal = gz.Deal.parse("N:.b.. .s.. 2... 3...", gz.Ruleset.preset("wikipedia-jokers"))
    assert "H b" in drawing.deal_text(deal)
    assert "♥ BJ" in drawing.deal_text(deal, "symbols")
    assert "红桃 大王" in drawing.deal_text(deal, "chinese")
    assert {"大", "小"} <= set(texts_of(drawing.deal_svg(deal, "chinese")))


def test_an_ending_tells_what_went_before() -> None:
    rules = gz.Ruleset.preset("traditional", removed=["S2", "H2", "D2", "C2"])
    deal = gz.Deal.parse(
        "N:Q... K... A... J...",
        rules,
        leader=2,
        taken=[["HA"], ["CT"], [], []],
        led="HC",
        exposed=[(1, "CT", "open")],
    )
    lines = drawing.deal_text(deal, "symbols").split("\n")[18:]
    assert lines == [
        "traditional, 1 cards each, S leads",
        "exposed    E ♣10 open",
        "removed    ♠2 ♥2 ♦2 ♣2",
        "suits led  ♥ ♣",
        "   points  taken",
        "N     -50  ♥A",
        "E     100  ♣10",
        "S       0  -",
        "W       0  -",
    ]


def test_a_deal_whose_leader_comes_from_outside_names_none() -> None:
    deal = gz.Deal.parse("N:Q... K... A... J...", gz.Ruleset(first_lead="lot"))
    assert "leads" not in drawing.deal_text(deal)
    assert "leads" not in drawing.deal_svg(deal)


def test_a_called_card_and_a_claim_are_told() -> None:
    game = gz.Game(gz.Deal.random(seed=1, rules=gz.Ruleset.preset("wikipedia-called")))
    game.call("DA")
    assert "\ncalled  DA" in drawing.game_text(game)
    game.begin()
    game.play(game.legal_moves()[0])
    game.claim(2, "all")
    assert "wikipedia-called, S claimed, over; the hands as they were dealt" in drawing.game_text(game)


def test_the_seat_whose_turn_it_is_is_marked() -> None:
    game = game_at("traditional", "play")
    assert game.to_play is not None
    words = f"{'NESW'[game.to_play]} to play"
    assert drawing.game_text(game).count(words) == 2  # at the hand, and below
    assert texts_of(drawing.game_svg(game)).count(words) == 1


def test_a_game_shows_itself() -> None:
    game = game_at("traditional", "play")
    assert str(game) == drawing.game_text(game)
    assert game._repr_svg_() == drawing.game_svg(game)


@pytest.mark.parametrize("draw", [drawing.deal_text, drawing.deal_svg])
def test_an_unknown_style_is_refused(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(
        ValueError, match="'letters' is no style of drawing; there are ascii, symbols, chinese"
    ):
        draw(gz.Deal.random(), "letters")


@every_style
@pytest.mark.parametrize("seed", range(4))
def test_a_solution_lists_every_move_and_ends_with_the_points(style: drawing.Style, seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed=seed, cards=5))
    game.begin()
    for _ in range(seed):
        game.play(game.legal_moves()[0])
    solution = gz.solve(game)
    assert solution.points is not None
    value, moves, line = (
        part.split("\n") for part in drawing.solution_text(solution, game, style).split("\n\n")
    )
    assert value[0].split()[-1] == str(solution.value)
    assert len(moves) == 1 + len(solution.moves)
    assert len(line) == 1 + 5
    assert tuple(map(int, line[-1].split()[-4:])) == solution.points


def test_a_solution_that_a_limit_ended_has_bounds() -> None:
    deal = gz.Deal.random(seed=7, cards=12)
    solution = gz.solve(deal, nodes=10)
    text = drawing.solution_text(solution, deal)
    assert text.startswith(f"value  between {solution.lower} and {solution.upper}\n")
    assert "best" not in text.partition("best play")[0]


def test_a_line_that_stops_early_is_drawn_as_far_as_it_goes() -> None:
    deal = gz.Deal.parse("N:Q...2 K...3 5...4 6...5", leader=2)
    solved = gz.solve(deal)
    fields = {**vars(solved), "line": solved.line[:6], "points": None}
    rows = drawing.solution_text(gz.Solution(**fields), deal).split("\n")
    assert [len(row.split()) for row in rows[-2:]] == [2 + 4 + 1 + 4, 2 + 2]


@pytest.mark.parametrize("name", ["", ".words", ".text", ".solution"])
def test_examples_in_docstrings_are_true(name: str) -> None:
    results = doctest.testmod(importlib.import_module(f"gongzhu.drawing{name}"))
    assert results.attempted > 0
    assert results.failed == 0
