"""PGZ: what is written is read again in all three forms, and what cannot be read is pointed at."""

from __future__ import annotations

import io
import json
import pickle
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gongzhu as gz
from gongzhu import pgz
from gongzhu.batch import columns

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.pgz"))
every_preset = pytest.mark.parametrize("preset", gz.presets())
some = settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
many = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])


def random_game(rules: gz.Ruleset, seed: int, cards: int | None = None) -> gz.Game:
    """A game that stops anywhere: before play, in the middle, at the end or with a claim."""
    chance = random.Random(seed)
    leader = chance.randrange(4) if cards is None and chance.random() < 0.3 else None
    game = gz.Game(gz.Deal.random(seed=seed, rules=rules, cards=cards), leader=leader)
    if rules.partnership == "called" and chance.random() < 0.7:
        hand = game.deal.hands[chance.randrange(4)]
        game.call(str(chance.choice(hand)))
    for _ in range(chance.randrange(6)):
        seat = chance.randrange(4)
        choices = game.exposable(seat)
        if choices:
            card, kind = chance.choice(choices)
            game.expose(seat, card, kind)
    if chance.random() < 0.1:
        return game
    game.begin()
    plays = 4 * game.deal.cards_each
    stop = chance.choice([0, plays, chance.randrange(plays + 1)])
    while not game.is_over and len(game.history) < stop:
        game.play(chance.choice(game.legal_moves()))
    if not game.is_over and game.history and chance.random() < 0.5:
        game.claim(chance.randrange(4), chance.choice(["all", spread_claim(game, chance)]))
    return game


def spread_claim(game: gz.Game, chance: random.Random) -> dict[int, list[str]]:
    """A claim that deals the scoring cards in play out at random."""
    takes: dict[int, list[str]] = {seat: [] for seat in range(4)}
    cards = [card for hand in game.hands for card in hand]
    cards += [card for move in game.current_trick for card in move.cards]
    for card in cards:
        if card.suit == "H" or str(card).partition("*")[0] in ("SQ", "DJ", "CT"):
            takes[chance.randrange(4)].append(str(card))
    return takes


def bare(card: gz.Card) -> str:
    return str(card).partition("*")[0]


def rest_of(game: gz.Game) -> gz.Game:
    """The ending that begins after the last finished trick, with all that is known of the tricks before."""
    while game.current_trick:
        game.undo()
    held = Counter((seat, str(card)) for seat, hand in enumerate(game.hands) for card in hand)
    still_held: list[tuple[int, str, str]] = []
    gone: list[tuple[int, str, str]] = []
    for shown in game.exposures:
        name = str(shown.card)
        found = next(
            (text for text in (f"{name}*{shown.kind}", f"{name}*", name) if held[shown.seat, text]), ""
        )
        held[shown.seat, found] -= 1
        is_held = bool(found) and (game.rules.decks == 1 or found != name)
        (still_held if is_held else gone).append((shown.seat, name, shown.kind))
    taken = [game.taken(seat) for seat in range(4)]
    dealt = [{bare(card) for card in hand} for hand in game.dealt]
    one_deck = game.rules.decks == 1
    own = [[card for card in cards if bare(card) in dealt[seat]] for seat, cards in enumerate(taken)]
    deal = gz.Deal(
        [[bare(card) for card in hand] for hand in game.hands],
        game.rules,
        leader=game.to_play,
        taken=taken,
        own=own if one_deck else None,
        led="".join({trick.moves[0].cards[0].suit for trick in game.tricks}),
        exposed=gone,
    )
    ending = gz.Game(deal)
    for seat, name, kind in still_held:
        forced = [(shown.seat, str(shown.card)) for shown in ending.exposures]
        if (seat, name) not in forced or (not one_deck and game.rules.forced == "none"):
            ending.expose(seat, name, kind)
    return ending


seeds = st.integers(0, 2**32)
texts = st.text(max_size=20)
comments = st.text(st.characters(exclude_characters="}", exclude_categories=["Cs"]), max_size=20)
tag_names = st.from_regex(r"[^\W\d]\w{0,9}", fullmatch=True).filter(
    lambda name: name.lower() not in {tag.lower() for tag in (*pgz.TAGS, "Event")}
)
free_tags = st.dictionaries(st.just("Event") | tag_names, texts, max_size=4)


@st.composite
def records(draw: st.DrawFn) -> pgz.Record:
    """Records with everything a record can have, most of it at random."""
    cards = draw(st.sampled_from([1, 2, 5, None]))
    rules = gz.Ruleset.preset(draw(st.sampled_from(gz.presets())))
    game = random_game(rules, draw(seeds), cards)
    record = pgz.Record.from_game(game, **draw(free_tags))
    record = replace(record, notes=tuple(draw(st.lists(comments, max_size=2))))
    if record.tricks:
        tricks = list(record.tricks)
        index = draw(st.integers(0, len(tricks) - 1))
        places = st.tuples(st.integers(0, len(tricks[index].plays)), comments)
        tricks[index] = replace(tricks[index], comments=tuple(draw(st.lists(places, max_size=3))))
        record = replace(record, tricks=tuple(tricks))
    if draw(st.booleans()):
        hidden = draw(st.sets(st.integers(0, 3), min_size=1))
        north, east, south, west = (
            None if seat in hidden else hand for seat, hand in enumerate(record.hands)
        )
        exposures = tuple(
            shown._replace(card=None) if shown.seat in hidden else shown for shown in record.exposures
        )
        record = replace(record, hands=(north, east, south, west), exposures=exposures)
    return record


@every_preset
@some
@given(seed=seeds, cards=st.sampled_from([None, None, 1, 6]))
def test_a_game_comes_back_whole_from_every_form(preset: str, seed: int, cards: int | None) -> None:
    game = random_game(gz.Ruleset.preset(preset), seed, cards)
    record = pgz.Record.from_game(game)
    for again in (
        pgz.parse(pgz.dumps([record])),
        pgz.parse_jsonl(pgz.dumps_jsonl([record])),
        pgz.from_arrays(pgz.to_arrays([record])),
    ):
        assert again == [record]
        assert again[0].game() == game


@many
@given(st.lists(records(), max_size=3))
def test_reading_what_was_written_gives_the_same_games(games: list[pgz.Record]) -> None:
    assert pgz.parse(pgz.dumps(games)) == games
    assert pgz.parse_jsonl(pgz.dumps_jsonl(games)) == games
    assert pgz.from_arrays(pgz.to_arrays(games)) == games
    assert pickle.loads(pickle.dumps(games)) == games


@many
@given(records())
def test_there_is_one_way_to_write_a_game(record: pgz.Record) -> None:
    text = pgz.dumps([record])
    assert pgz.dumps(pgz.parse(text)) == text
    line = pgz.dumps_jsonl([record])
    assert pgz.dumps_jsonl(pgz.parse_jsonl(line)) == line


@many
@given(st.lists(records(), min_size=1, max_size=2), st.lists(records(), min_size=1, max_size=2))
def test_files_can_be_put_one_behind_the_other(first: list[pgz.Record], second: list[pgz.Record]) -> None:
    assert pgz.parse(pgz.dumps(first) + pgz.dumps(second)) == first + second
    assert pgz.parse_jsonl(pgz.dumps_jsonl(first) + pgz.dumps_jsonl(second)) == first + second


@every_preset
@some
@given(seed=seeds)
def test_an_ending_comes_back_with_what_went_before(preset: str, seed: int) -> None:
    rules = gz.Ruleset.preset(preset)
    game = gz.Game(gz.Deal.random(seed=seed, rules=rules))
    chance = random.Random(seed)
    for seat in range(4):
        for card, kind in game.exposable(seat)[:1]:
            if kind != "first":
                game.expose(seat, card, kind)
    game.begin()
    left = chance.randrange(1, game.deal.cards_each)
    while len(game.tricks) < 1 or min(map(len, game.hands)) > left:
        game.play(chance.choice(game.legal_moves()))
    ending = rest_of(game)
    record = pgz.Record.from_game(ending)
    for again in (
        pgz.parse(pgz.dumps([record])),
        pgz.parse_jsonl(pgz.dumps_jsonl([record])),
        pgz.from_arrays(pgz.to_arrays([record])),
    ):
        assert again == [record]
        assert again[0].game() == ending


CHANGES: list[dict[str, object]] = [
    {"heart_table": "graded", "limits": [-800, 800], "self_capture": 2},
    {"kinds": [], "bars": [], "limits": []},
    {"removed": ["S2", "H2", "D2", "C2"]},
    {"removed_drawn": 1},
    {"colour_change": "choice", "limit_inclusive": False},
    {"rank_titles": [[0, "架子猪"], [100, 'a "b", c=d  ]']]},
    {"deals": 16, "first_lead": "lot"},
]


@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: ", ".join(changes))
@some
@given(seed=seeds)
def test_every_deviation_from_a_preset_is_kept(changes: dict[str, object], seed: int) -> None:
    game = random_game(gz.Ruleset.preset("huapai", **changes), seed)
    record = pgz.Record.from_game(game)
    [again] = pgz.parse(pgz.dumps([record]))
    assert again.rules.to_dict() == game.deal.rules.to_dict()
    assert again == record
    assert again.game() == game


def test_a_ruleset_of_ones_own_is_written_in_full() -> None:
    rules = gz.Ruleset.from_dict({"decks": 2, "kinds": ["dark"], "name": "our-table"})
    record = pgz.Record.from_game(gz.Game(gz.Deal.random(seed=5, rules=rules), leader=1))
    text = pgz.dumps([record])
    assert '[Ruleset "custom"]\n[Rules "decks=2 kinds=dark"]\n' in text
    assert pgz.parse(text) == [record]


def test_without_a_ruleset_the_game_is_traditional() -> None:
    [one, unknown] = pgz.parse('[Deal "N:A... K... Q... J..."] [Deal "N:? A... ? ?"]')
    assert one.rules == unknown.rules == gz.Ruleset.preset("traditional")
    hands = str(gz.Deal.random(seed=1, rules=gz.Ruleset.preset("traditional-double")))
    [two] = pgz.parse(f'[Deal "{hands}"]')
    assert two.rules == gz.Ruleset.preset("traditional-double")


# Reading leniently.

SPELLINGS = {
    "SQ": ["SQ", "sq", "♠Q", "♠️q", "S12", "黑桃Q", "黑桃12", "黑Q", "猪", "豬", "pig", "Pig", "ＳＱ"],
    "SA": ["SA", "S1", "S14", "黑桃A", "♤a"],
    "SJ": ["SJ", "S11", "♠J"],
    "HT": ["HT", "H10", "ht", "♥10", "红桃10", "紅桃10", "红心T", "紅心T", "红10"],
    "HA": ["HA", "H1", "红桃A", "♡A"],
    "HSJ": ["HSJ", "hsj", "小王", "♥SJ", "SmallJoker"],
    "HBJ": ["HBJ", "大王", "红桃BJ", "BigJoker"],
    "DJ": ["DJ", "♦J", "D11", "方块J", "方塊J", "方片J", "羊", "sheep", "♢11"],
    "CT": ["CT", "C10", "梅花10", "草花10", "梅T", "变压器", "變壓器", "Transformer", "♧10"],
    "SQ*": ["SQ*", "猪*", "♠12*"],
    "SQ*dark": ["SQ*dark", "SQ*DARK", "黑桃Q*dark"],
    "D2": ["D2", "d2", "♦2"],
}


@pytest.mark.parametrize(
    ("text", "spelling"), [(card, way) for card, ways in SPELLINGS.items() for way in ways]
)
def test_a_card_has_many_spellings(text: str, spelling: str) -> None:
    assert pgz.names.parse_card(spelling) == text


@pytest.mark.parametrize("text", ["", "S", "Q", "S0", "S15", "DSJ", "SQ*loud", "王", "SQ5", "猪Q", "**", "1"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(gz.NotationError):
        pgz.names.parse_card(text)


def test_cards_have_chinese_names() -> None:
    cards: list[gz.Card | str] = [gz.Card("SQ"), "DJ", "CT", "HT", "HSJ", "HBJ", "SQ*dark"]
    plain = [pgz.names.chinese(card) for card in cards]
    assert plain == ["黑桃Q", "方块J", "梅花10", "红桃10", "小王", "大王", "黑桃Q"]
    names = [pgz.names.chinese(card, nickname=True) for card in cards]
    assert names == ["猪", "羊", "变压器", "红桃10", "小王", "大王", "猪"]


@pytest.mark.parametrize("card", pgz.names.CARDS)
def test_the_chinese_name_is_read_as_the_card(card: str) -> None:
    assert pgz.names.parse_card(pgz.names.chinese(card)) == card
    assert pgz.names.parse_card(pgz.names.chinese(card, nickname=True)) == card


GAME = """\
% PGZ 1

[Event "two tricks"]
[Ruleset "huapai"]
[Rules "self_capture=1 limits=-800,800"]
[Deal "N:A.K.. Q.A.. .Q.J. ..5.T"]
[FirstCard "N:SA"]
[Expose "E:SQ=open S:DJ=open"]
[Leader "N"]
[Taken "W:C5,C4,C3,C2"]
[Own "W:C2"]
[Led "C"]
[Play]
1. N SA SQ HQ CT {three discards}
2. N HK HA DJ D5
[Result "-460 110 0 0"]
"""

LENIENT = """\
\ufeff% PGZ 1\r
% any other line that begins with a percent sign says nothing\r
[ event  "two tricks" ] ; a remark to the end of its line }\r
[RULESET "huapai"]\t[rules "limits=-800,800   self_capture=1"]\r
[deal "w: ..5.10 a.k.-. q.a.. .Q.J.-"]\r
[firstcard "北:♠1"]\r
[expose "E:猪 南:羊=OPEN"] [leader "north"]\r
[taken "W:C2,c4 西:梅花3,草花5"]\r
[own "w:♣2"]\r
[led "♣"]\r
[PLAY]\r
1.n s14 S12 ♥q 變壓器{three\r
  discards}\r
2. 北 红桃K\r
   红心1 sheep ♦5\r
[result "-460 +110 0 0"]
"""


def test_reading_is_lenient_and_writing_strict() -> None:
    assert pgz.dumps(pgz.parse(GAME)) == GAME
    assert pgz.parse(LENIENT) == pgz.parse(GAME)
    assert pgz.dumps(pgz.parse(LENIENT)) == GAME


def test_a_game_on_one_line_reads_the_same() -> None:
    lines = GAME.splitlines()[1:]
    assert pgz.parse(" ".join(lines)) == pgz.parse(GAME)


def test_free_tags_keep_their_place_behind_the_rules() -> None:
    [record] = pgz.parse(GAME.replace("[Event", '[Site "上海 \\\\ \\"home\\""]\n[x_1 ""]\n[Event'))
    assert record.tags == (("Event", "two tricks"), ("Site", '上海 \\ "home"'), ("x_1", ""))
    assert record.tag("Site") == '上海 \\ "home"'
    assert record.tag("Date", "unknown") == "unknown"


def test_a_game_begins_where_its_first_tag_stands() -> None:
    deals = ['[Deal "N:A... K... Q... J..."]', '[Deal "N:2... 3... 4... 5..."]']
    for between in (
        "",
        "[Play] ",
        '[Play] [Result "0 0 0 0"] ',
        "\n% PGZ 1\n",
        '[Event ""] ',
        '[Play] [Site ""] ',
    ):
        games = pgz.parse(between.join(deals))
        assert [record.hands[0] for record in games] == [("SA",), ("S2",)], between


def test_comments_stay_where_they_were() -> None:
    [record] = pgz.parse(
        '{a} [Deal "N:A... K... Q... J..."] {b} [Play] {c} 1. {d} N {e} SA {f} SK SQ SJ {g} {h} '
        '[Result "0 0 0 0"] {i}'
    )
    assert record.notes == ("a", "b", "c", "i")
    assert record.tricks is not None
    assert record.tricks[0].comments == ((0, "d"), (0, "e"), (1, "f"), (4, "g"), (4, "h"))


# What is wrong, and where. In each case the sign ‸ stands where the error must be reported.

UNREADABLE = [
    ("% PGZ 1", "‸% PGZ 2", "only version 1"),
    ('[Event "two tricks"]', "‸[Event two tricks]", "[Name"),
    ('"two tricks"]', '"two tricks"] ‸}', "closes no comment"),
    ('"two tricks"]', '"two tricks"]\n‸[Event "again"]', "twice"),
    ('"two tricks"]', '"two tricks"] ‸Deal', "a tag"),
    ('"two tricks"]', '"two tricks"] ‸% not at the start', "begins with %"),
    ('"huapai"', '"‸huapia"', "huapai"),
    ("self_capture=1", "‸self_capure=1", "self_capture"),
    ("self_capture=1", "self_capture=‸one", "whole number"),
    ("self_capture=1", "‸self_capture=7", "self_capture"),
    ("self_capture=1", "‸self_capture", "self_capture=value"),
    ("limits=", "‸self_capture=2 limits=", "twice"),
    ("self_capture=1", "jokers=‸yes", "true or false"),
    ("self_capture=1", "rank_titles=‸[[", "JSON"),
    ("self_capture=1", "‸kinds=loud", "loud"),
    ('[Deal "N:A.K.. Q.A.. .Q.J. ..5.T"]', "", "no [Deal]"),
    ("N:A.K..", "‸X:A.K..", "N E S W"),
    ("N:A.K..", "‸NA.K..", "N:"),
    ("Q.A..", "Q.‸Z..", "no rank"),
    ("Q.A..", "Q‸b...", "no rank"),
    (".Q.J. ", "‸.Q.J ", "four suits"),
    ("N:A.K.. Q.A.. .Q.J. ..5.T", "‸N:A.K.. Q.A.. .Q.J.", "four hands"),
    ("N:A.K.. Q.A..", "‸N:A.K.. A.A..", "SA"),
    ("N:A.K.. Q.A..", "‸N:A.K.. QT.A..", "unequal"),
    ("N:A.K.. Q.A..", "‸N:? AA...", "SA"),
    ('"N:SA"', '"N:‸XX"', "no card"),
    ('"N:SA"', '"N:SA N:‸HK"', "two first cards"),
    ("E:SQ=open", "E:SQ=‸opne", "kind"),
    ("E:SQ=open", "E:‸SX=open", "no card"),
    ("E:SQ=open", "E:‸SQ*=open", "without a star"),
    ("E:SQ=open", "‸SQ=open", "seat"),
    ("E:SQ=open", "‸Z:SQ=open", "seat"),
    ('[Leader "N"]', '[Leader "‸X"]', "N E S W"),
    ('[Leader "N"]', '[Leader "N"] [Dealer "‸7"]', "N E S W"),
    ('[Leader "N"]', '[FirstLead "‸7"]', "N E S W"),
    ('[Leader "N"]', '[Leader "N"] [Call "‸7"]', "no card"),
    ('[Leader "N"]', '[Leader "N"] [Removed "S2, ‸S"]', "no card"),
    ('[Leader "N"]', '[Leader "N"] [Removed "‸S2"]', "removed"),
    ('[Leader "N"]', '[Leader "N"] [Exposed "‸N:SQ=open"]', "SQ"),
    ("W:C5,C4", "W:C5,‸C99", "no card"),
    ("W:C5,C4", "‸W:C5,SA", "SA"),
    ('"W:C2"', '"‸W:D2"', "D2"),
    ('[Led "C"]', '[Led "C ‸X"]', "no suit"),
    ("[Play]", '‸[Play "x"]', "[Play]"),
    ("[Play]", "[Play] ‸[Play]", "second"),
    ("[Play]", "[Play] ‸SA", "number"),
    ("[Play]\n1. N", "‸1. N", "[Play]"),
    ("2. N", "‸3. N", "trick 2"),
    ("2. N", "2. ‸Q", "N E S W"),
    ("SA SQ", "SA ‸SZ", "no card"),
    ("SA SQ", "SA SQ+‸SZ", "no card"),
    ("SA SQ", "SA ‸SQ+SK+SA", "two cards"),
    ("SQ HQ CT {three discards}\n2. N", "SQ HQ {three discards}\n2. ‸N", "four plays"),
    ("HQ CT", "HQ CT ‸C9", "fifth"),
    ("2. N HK HA DJ D5", "2. ‸N", "plays"),
    ("{three discards}", "‸{three discards", "closed"),
    ("-460 110 0 0", "‸-460 110 0", "four"),
    ("-460 110 0 0", "-460 ‸1e3 0 0", "whole number"),
    ("[Result", '[Claim "trick=2 seat=S ‸take=all"]\n[Result', "takes"),
    ("[Result", '[Claim "‸trick=2 seat=S"]\n[Result', "takes"),
    ("[Result", '[Claim "trick=‸x seat=S takes=all"]\n[Result', "whole number"),
    ("[Result", '[Claim "trick=2 seat=‸X takes=all"]\n[Result', "N E S W"),
    ("[Result", '[Claim "trick=2 seat=S takes=N:HA/E:‸X"]\n[Result', "no card"),
    ("[Result", '[Swap "‸maybe"]\n[Result', "yes or no"),
]

UNPLAYABLE = [
    ("Q.A..", "?", '[Deal "‸N:', "E is unknown"),
    ("E:SQ=open", "E:‸?=open", "", "unknown"),
    ("E:SQ=open", "E:‸SQ=dark", "", "dark"),
    ("E:SQ=open", "N:‸SQ=open", "", "SQ"),
    ('[Leader "N"]', '[Leader "N"] [Call "‸HA"]', "", "call"),
    ("1. N", "1. ‸E", "", "led by N"),
    ("SA SQ", "SA ‸HA", "", "follow suit"),
    ("HQ CT", "HQ ‸C9", "", "C9"),
    ("2. N", "2. ‸W", "", "N took trick 1"),
    ("D5\n", "D5\n3. ‸E C3\n", "", "the deal is over"),
    ("-460 110", "‸-470 110", "", "-460 110 0 0"),
    ("2. N HK HA DJ D5\n[Result ", "[Result ", '"‸-460', "stop before the end"),
    ("2. N HK HA DJ D5\n", '[Claim "‸trick=3 seat=N takes=all"]', "", "trick 2"),
    ("2. N HK HA DJ D5\n", '[Claim "‸trick=2 seat=N takes=S:HK"]', "", "HA"),
    ("[Result", '[Swap "‸yes"]\n[Result', "", "swap"),
]


def marked(text: str) -> tuple[str, int, int]:
    """The text without the sign, and the line and column at which it stood."""
    before, sign, after = text.partition("‸")
    assert sign
    lines = before.split("\n")
    return before + after, len(lines), len(lines[-1]) + 1


@pytest.mark.parametrize(("right", "wrong", "message"), UNREADABLE)
def test_what_cannot_be_read_is_pointed_at(right: str, wrong: str, message: str) -> None:
    assert GAME.count(right) == 1
    text = GAME.replace(right, wrong)
    text, line, column = marked(text if "‸" in text else text.replace('"two', '"‸two'))
    with pytest.raises(gz.NotationError) as caught:
        pgz.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"line {line}, column {column}: ")


@pytest.mark.parametrize(("right", "wrong", "place", "message"), UNPLAYABLE)
def test_what_cannot_have_happened_is_pointed_at(right: str, wrong: str, place: str, message: str) -> None:
    assert GAME.count(right) == 1
    text = GAME.replace(right, wrong)
    text, line, column = marked(text.replace(place.replace("‸", ""), place) if place else text)
    [record] = pgz.parse(text)
    with pytest.raises(gz.NotationError) as caught:
        record.game()
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert message in str(caught.value)


def test_a_game_that_was_not_read_names_the_trick_instead_of_the_line() -> None:
    [record] = pgz.parse(GAME)
    assert record.tricks is not None
    broken = replace(record, where=pgz.Where(), tricks=(pgz.Trick(0, ("SA", "HA")),))
    with pytest.raises(gz.NotationError, match=r"^in trick 1, E cannot play HA: "):
        broken.game()


def test_an_error_is_told_in_the_second_game_too() -> None:
    text, line, column = marked(GAME + GAME.replace("SA SQ", "SA ‸SZ"))
    with pytest.raises(gz.NotationError) as caught:
        pgz.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


# What the engine is told.


def test_the_plays_lead_to_the_result() -> None:
    [record] = pgz.parse(GAME)
    assert record.game().points() == (-460, 110, 0, 0)


def test_a_claim_shares_out_what_is_left() -> None:
    claimed = GAME.replace("2. N HK HA DJ D5\n", '[Claim "trick=2 seat=N takes=N:HK,HA/E:DJ"]\n')
    [record] = pgz.parse(claimed.replace("-460 110 0 0", "-640 200 0 0"))
    assert record.game().points() == (-640, 200, 0, 0)
    everything = claimed.replace("takes=N:HK,HA/E:DJ", "takes=all").replace("-460 110 0 0", "-240 0 0 0")
    [record] = pgz.parse(everything)
    assert record.claim == pgz.Claim(2, 0, "all")
    assert record.game().points() == (-240, 0, 0, 0)


def test_play_has_begun_where_there_is_a_play_section() -> None:
    opening = '[Ruleset "classic"] [Deal "N:A... K... Q... J..."]'
    assert pgz.parse(opening)[0].game().phase == "exposing"
    assert pgz.parse(f"{opening} [Play]")[0].game().phase == "play"


def test_only_a_named_leader_may_lead_anything() -> None:
    rules = gz.Ruleset.preset("lianzhong")
    hands = str(gz.Deal.random(seed=4, rules=rules))
    game = gz.Game(gz.Deal.parse(hands, rules))
    other = next(str(card) for card in game.deal.hands[game.leader] if str(card) != "C2")
    seat = pgz.names.SEATS[game.leader]
    text = f'[Ruleset "lianzhong"] [Deal "{hands}"] [Leader "{seat}"] [Play] 1. {seat} {other}'
    assert [str(move) for move in pgz.parse(text)[0].game().history] == [other]
    with pytest.raises(gz.NotationError, match="the first lead must be C2"):
        pgz.parse(text.replace(f'[Leader "{seat}"]', ""))[0].game()


def test_the_first_trick_names_the_leader_where_the_rules_do_not() -> None:
    [record] = pgz.parse('[Rules "first_lead=lot"] [Deal "N:A... K... Q... J..."] [Play] 1. S SQ SJ SA SK')
    assert record.game().leader == 2
    with pytest.raises(gz.NotationError, match="leader"):
        replace(record, tricks=None).game()


def test_forced_exposures_may_be_left_out() -> None:
    rules = gz.Ruleset.preset("china-games-all")
    full = pgz.Record.from_game(gz.Game(gz.Deal.random(seed=2, rules=rules)))
    assert len(full.exposures) == 4
    assert replace(full, exposures=()).game() == full.game()
    assert replace(full, exposures=full.exposures[::-1]).game() == full.game()


def test_the_choice_to_change_colours_is_kept() -> None:
    hearts = ",".join(f"H{rank}" for rank in "AKQJT98765432")
    text = f"""
        [Rules "colour_change=choice"] [Deal "N:A... Q... ..3. ..2."]
        [Taken "E:{hearts} S:DJ"] [Play] 1. N SA SQ D3 D2"""
    plain, kept, changed = pgz.parse("".join(text + choice for choice in ("", '[Swap "no"]', '[Swap "yes"]')))
    assert plain.game().points() == kept.game().points() == (-100, 200, 100, 0)
    assert changed.game().points() == (100, 200, -100, 0)
    assert pgz.Record.from_game(changed.game()).swap is True


# JSON Lines.


def test_json_lines_have_the_tags_as_keys() -> None:
    [record] = pgz.parse(GAME)
    line = pgz.dumps_jsonl([record])
    assert line.count("\n") == 1
    game = json.loads(line)
    assert game["Event"] == "two tricks"
    assert game["Rules"] == "self_capture=1 limits=-800,800"
    assert game["Play"] == [["N", "SA", "SQ", "HQ", "CT", "{three discards}"], ["N", "HK", "HA", "DJ", "D5"]]
    assert game["Result"] == [-460, 110, 0, 0]


WRONG_LINES = [
    ("‸nothing", "JSON"),
    ('{"Deal":‸}', "JSON"),
    ("‸[1]", "object"),
    ("‸{}", "no [Deal]"),
    ('{"Deal":‸7}', "text"),
    ('{"Deal":"N:A... ‸K.. Q... J..."}', "four suits"),
    ('{"Deal": "N:A... K... Q... J...", "Leader" : "‸X"}', "N E S W"),
    ('{"Deal":"‸N:A... K... Q... J...","Deal":""}', "twice"),
    ('{"Deal":"N:A... K... Q... J...","Play":‸{}}', "array"),
    ('{"Deal":"N:A... K... Q... J...","Play":‸[["N",1]]}', "texts"),
    ('{"Deal":"N:A... K... Q... J...","Play":‸[["N","SX"]]}', "no card"),
    ('{"Deal":"N:A... K... Q... J...","Play":‸[[]]}', "N E S W"),
    ('{"Deal":"N:A... K... Q... J...","Result":‸[1,2,3,true]}', "four whole numbers"),
    ('{"Deal":"N:A... K... Q... J...","Result":‸[1,2,3]}', "four"),
    ('{"Deal":"N:A... K... Q... J...","{}":"‸note"}', "array"),
    ('{"Deal":"‸N:A... K... Q... J...","{}":["}"]}', "brace"),
    ('{"Deal":"‸N:A... K... Q... J...","not a name":""}', "name"),
    ('{"Deal":"‸N:A... K... Q... J...","Event":"\\ud800"}', "surrogate"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG_LINES)
def test_a_wrong_line_of_json_is_pointed_at(wrong: str, message: str) -> None:
    text, line, column = marked(pgz.dumps_jsonl(pgz.parse(GAME)) + "\n" + wrong)
    with pytest.raises(gz.NotationError) as caught:
        pgz.parse_jsonl(text)
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["[" * 100_000, f'{{"Deal": {"9" * 5000}}}'])
def test_monstrous_json_is_only_a_misreading(text: str) -> None:
    with pytest.raises(gz.NotationError):
        pgz.parse_jsonl(text)


# Arrays.


def test_arrays_have_the_columns_of_batches() -> None:
    games = [record for path in EXAMPLES for record in pgz.load(path)]
    arrays = pgz.to_arrays(games)
    assert arrays["hands"].shape == (len(games), 104)
    for row, record in zip(arrays["hands"], games, strict=True):
        names = columns(record.rules)
        for seat, hand in enumerate(record.hands):
            held = [names[column] for column in np.flatnonzero(row == seat)]
            assert sorted(held) == sorted(hand or ())


def test_no_games_make_arrays_too() -> None:
    assert pgz.from_arrays(pgz.to_arrays([])) == []


@pytest.mark.parametrize("name", pgz.to_arrays([]))
def test_an_array_that_is_missing_or_of_another_type_is_named(name: str) -> None:
    arrays = pgz.to_arrays(pgz.parse(GAME))
    with pytest.raises(gz.NotationError, match=name):
        pgz.from_arrays({key: array for key, array in arrays.items() if key != name})
    with pytest.raises(gz.NotationError, match=name):
        pgz.from_arrays(arrays | {name: arrays[name].astype("U9" if name != "rulesets" else "S9")})


@pytest.mark.parametrize("name", [name for name in pgz.to_arrays([]) if name not in ("known", "begun")])
def test_senseless_numbers_in_arrays_are_a_misreading_of_that_game(name: str) -> None:
    arrays = pgz.to_arrays(pgz.parse(GAME + GAME))
    senseless = arrays[name].copy()
    senseless[...] = "nowhere" if name == "rulesets" else 77
    with pytest.raises(gz.NotationError) as caught:
        [record.game() for record in pgz.from_arrays(arrays | {name: senseless})]
    assert caught.value.line == 1


# Files.


@pytest.mark.parametrize("suffix", [".pgz", ".jsonl", ".npz"])
def test_a_file_has_the_form_that_its_suffix_names(suffix: str, tmp_path: Path) -> None:
    games = pgz.parse(GAME + GAME)
    path = tmp_path / f"games{suffix}"
    pgz.save(path, games)
    pgz.save(str(path), games)
    assert pgz.load(path) == games
    assert list(tmp_path.iterdir()) == [path]


def test_text_can_be_read_from_and_written_to_open_files(tmp_path: Path) -> None:
    games = pgz.parse(GAME)
    text = io.StringIO()
    pgz.write(games, text)
    assert text.getvalue() == GAME
    assert pgz.read(io.StringIO(GAME)) == pgz.read(io.BytesIO(GAME.encode())) == games
    pgz.write(games, tmp_path / "game.txt")
    assert pgz.read(tmp_path / "game.txt") == games


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgz"
    pgz.save(path, pgz.parse(GAME))

    def full_disk(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="no space"):
        pgz.save(path, [])
    assert path.read_text(encoding="utf-8") == GAME
    assert list(tmp_path.iterdir()) == [path]


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.pgz, \.jsonl or \.npz"):
        pgz.save(tmp_path / "games.pgn", [])
    with pytest.raises(ValueError, match=r"\.pgz, \.jsonl or \.npz"):
        pgz.load(tmp_path / "games")


def test_a_file_in_another_encoding_is_a_misreading(tmp_path: Path) -> None:
    path = tmp_path / "games.pgz"
    path.write_bytes('% PGZ 1\n[Event "羊'.encode() + "猪".encode("gbk"))
    with pytest.raises(gz.NotationError, match="UTF-8") as caught:
        pgz.load(path)
    assert (caught.value.line, caught.value.column) == (2, 10)


@pytest.mark.parametrize("damage", [b"", b"no zip", b"PK\x03\x04"])
def test_a_damaged_npz_file_is_a_misreading(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    path.write_bytes(damage)
    with pytest.raises(gz.NotationError, match="npz"):
        pgz.load(path)


# Records made by hand.


@pytest.mark.parametrize("name", ["Deal", "Play", "9", "two words", ""])
def test_a_free_tag_needs_a_name_of_its_own(name: str) -> None:
    with pytest.raises(gz.NotationError):
        pgz.Record.from_game(gz.Game(gz.Deal.random(seed=1)), **{name: "value"})


def test_records_normalise_what_they_are_given() -> None:
    rules = gz.Ruleset.preset("traditional")
    loose = pgz.Record(
        rules,
        (("h10", "猪"), ("♥2", "D3"), ("S3", "S2"), ("SK", "SA")),
        tags=(("Site", "b"), ("Event", "a")),
        notes=("  two\n lines ",),
        led="chs",
        exposures=(pgz.ExposedCard(0, "pig", "OPEN"),),
    )
    assert loose.hands == (("SQ", "HT"), ("H2", "D3"), ("S3", "S2"), ("SA", "SK"))
    assert loose.tags == (("Event", "a"), ("Site", "b"))
    assert loose.notes == ("two lines",)
    assert loose.led == "SHC"
    assert loose.exposures == (pgz.ExposedCard(0, "SQ", "open"),)
    assert pgz.parse(pgz.dumps([replace(loose, led="")])) == [replace(loose, led="")]


def test_only_the_last_trick_may_be_unfinished() -> None:
    [record] = pgz.parse(GAME)
    assert record.tricks is not None
    with pytest.raises(gz.NotationError, match="trick 1 has only 1"):
        replace(record, tricks=(pgz.Trick(0, ("SA",)), record.tricks[1]))


@pytest.mark.parametrize(
    "make",
    [
        lambda: pgz.Trick(0, ()),
        lambda: pgz.Trick(0, ("SA",) * 5),
        lambda: pgz.Trick(0, ("SA",), ((2, "behind a play that is not there"),)),
        lambda: pgz.Trick(0, ("SA",), ((1, "}"),)),
        lambda: pgz.Claim(1, 0, (("SQ",), (), (), ("no card",))),
        lambda: pgz.Record(gz.Ruleset.preset("traditional"), ((), (), ())),  # type: ignore[arg-type]
    ],
)
def test_a_record_that_cannot_be_written_cannot_be_made(make: object) -> None:
    assert callable(make)
    with pytest.raises(gz.NotationError):
        make()


# The examples.


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_in_the_written_form_and_replay_to_their_result(path: Path) -> None:
    games = pgz.load(path)
    assert pgz.dumps(games) == path.read_text(encoding="utf-8")
    for record in games:
        game = record.game()
        assert game.is_over == (record.tricks is not None)
        assert record.result == (game.points() if game.is_over else None)
