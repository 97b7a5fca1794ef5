"""The batch kernels against the C++ scorer, their own uncompiled source and the plain referee."""

from __future__ import annotations

import doctest
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import gongzhu as gz
from gongzhu import batch, kernels
from referee.cards import COPIES, PIG, SHEEP, TRANSFORMER, Rules, deck_texts
from referee.scoring import Scorer

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from numpy.typing import NDArray

NOBODY = 255
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
KINDS = ("open", "first", "concealed", "dark", "bright")
PRESETS = gz.presets()

# What the points of a deal depend on, and some values for each.
CHOICES: dict[str, tuple[object, ...]] = {
    "jokers": (False, True),
    "removed": ((), ("S4", "HK", "D2", "CT"), ("S4", "H9", "HJ", "DJ")),
    "heart_table": ("standard", "graded", "flat"),
    "heart_leader": ("HA", "H3"),
    "lone_rule": ("no_cards", "no_points"),
    "pig_flip": ("slam", "all_hearts", "never"),
    "slam": ("natural", "fixed"),
    "slam_base": (800, 1600),
    "self_capture": (1, 2),
    "colour_change": ("none", "auto"),
    "copies": ("by_rank", "by_copy"),
}


def uncompiled_kernels() -> ModuleType:
    """The kernels' source run as plain Python, whatever was compiled."""
    path = Path(gz.__file__).with_name("kernels.py")
    spec = spec_from_loader("uncompiled_kernels", SourceFileLoader("uncompiled_kernels", str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TWIN = uncompiled_kernels()


class Batch(NamedTuple):
    """Who took each card, in which kind each card was exposed, who was dealt each card."""

    taken: NDArray[np.uint8]
    exposed: NDArray[np.uint8]
    dealt: NDArray[np.uint8]


def parameters(rules: gz.Ruleset) -> Rules:
    return cast("Rules", rules.to_dict())


def column_texts(rules: Rules) -> list[str]:
    """The cards of the columns."""
    hearts = (*RANKS[2:], "SJ", "BJ") if rules["jokers"] else RANKS
    return [suit + rank for suit in "SHDC" for rank in (hearts if suit == "H" else RANKS)] * rules["decks"]


def exposable(rules: Rules) -> list[str]:
    """The cards of the columns of exposures."""
    return [PIG, SHEEP, TRANSFORMER, rules["heart_leader"]] * rules["decks"]


def removed_columns(rules: Rules) -> list[int]:
    """The columns of the cards that the rules take out: the last copies."""
    texts = column_texts(rules)
    return [
        max(column for column, text in enumerate(texts) if text == removed) for removed in rules["removed"]
    ]


def random_batch(ruleset: gz.Ruleset, rows: int, seed: int) -> Batch:
    """Deals in which all hearts, slams, lone transformers and missing cards are frequent."""
    rules, rng = parameters(ruleset), np.random.default_rng(seed)
    texts = np.array(column_texts(rules))
    hearts = np.char.startswith(texts, "H")
    transformers = texts == TRANSFORMER
    scoring = hearts | transformers | (texts == PIG) | (texts == SHEEP)
    worthless = np.isin(texts, ["H2", "H3", "H4"])

    taken = rng.integers(0, 4, (rows, len(texts)), np.uint8)
    seat = rng.integers(0, 4, (rows, 1), np.uint8)
    case = rng.integers(0, 6, (rows, 1))
    taken = np.where((case == 1) & hearts | (case == 2) & scoring, seat, taken)
    taken = np.where((case == 3) & scoring, (seat + 1) % 4, taken)
    some = rng.random(taken.shape)
    taken = np.where((case == 3) & (transformers & (some < 0.7) | worthless & (some < 0.3)), seat, taken)
    taken = np.where((case == 4) & (rng.random(taken.shape) < 0.2), NOBODY, taken).astype(np.uint8)
    taken[:, removed_columns(rules)] = NOBODY

    others = rng.integers(0, 4, taken.shape, np.uint8)
    dealt = np.where((rng.random(taken.shape) < 0.5) & (taken != NOBODY), taken, others)
    dealt[:, removed_columns(rules)] = NOBODY
    exposed = np.zeros((rows, 4 * rules["decks"]), np.uint8)
    if rules["forced"] != "forbidden":
        codes = np.array([KINDS.index(kind) + 1 for kind in rules["kinds"]], np.uint8)
        exposed = np.where(rng.random(exposed.shape) < 0.4, rng.choice(codes, exposed.shape), exposed)
    for column in removed_columns(rules):
        if texts[column] in exposable(rules):
            exposed[:, 4 * (column // 52) + exposable(rules).index(texts[column])] = 0
    return Batch(taken, exposed, dealt)


def referee_score(
    ruleset: gz.Ruleset, deals: Batch, removed: NDArray[np.bool_] | None = None
) -> list[list[int]]:
    """The plain referee's points of every deal."""
    rules = parameters(ruleset)
    copies = [COPIES[text][column // 52] for column, text in enumerate(column_texts(rules))]
    leaders = [COPIES[text][column // 4] for column, text in enumerate(exposable(rules))]
    points: list[list[int]] = []
    for row in range(len(deals.taken)):
        taken, exposed, dealt = (array[row].tolist() for array in deals)
        kinds = {card: KINDS[code - 1] for card, code in zip(leaders, exposed, strict=True) if code}
        own = {
            card
            for card, taker, holder in zip(copies, taken, dealt, strict=True)
            if taker == holder != NOBODY
        }
        out = None
        if removed is not None:
            out = [*rules["removed"], *(copies[column].text for column in np.flatnonzero(removed[row]))]
        piles = [
            [card for card, taker in zip(copies, taken, strict=True) if taker == seat] for seat in range(4)
        ]
        points.append(list(Scorer(rules, kinds, own, deck_texts(rules, out)).points(piles)))
    return points


def random_rules(seed: int) -> gz.Ruleset:
    """Any combination of the parameters that touch a deal's points."""
    rng = np.random.default_rng(seed)
    changes = {name: values[rng.integers(len(values))] for name, values in CHOICES.items()}
    if changes["jokers"]:
        changes["heart_leader"] = "HA"
    preset = "traditional-double" if seed % 2 else "traditional"
    return gz.Ruleset.preset(preset, kinds=KINDS, **changes)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_engine_has_the_same_cards_in_the_same_columns(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    assert batch.columns(rules) == column_texts(parameters(rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernel_and_the_engine_agree_on_every_preset(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    taken, exposed, dealt = random_batch(rules, 20_000, seed=1)
    points = kernels.score(taken, rules, exposed, dealt)
    np.testing.assert_array_equal(points, batch.score(taken, rules, exposed, dealt))
    np.testing.assert_array_equal(kernels.score(taken, rules), batch.score(taken, rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernel_its_uncompiled_source_and_the_referee_agree_on_every_preset(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    deals = random_batch(rules, 120, seed=2)
    points = kernels.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()
    assert points == TWIN.score(deals.taken, rules.to_dict(), deals.exposed, deals.dealt).tolist()
    assert points == referee_score(rules, deals)


@pytest.mark.parametrize("seed", range(80))
def test_all_four_scorers_agree_on_any_combination_of_rules(seed: int) -> None:
    rules = random_rules(seed)
    deals = random_batch(rules, 60, seed)
    points = kernels.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()
    assert points == batch.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()
    assert points == TWIN.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()
    assert points == referee_score(rules, deals)


@pytest.mark.parametrize("preset", ["huapai", "china-games-double", "traditional-double"])
def test_cards_drawn_out_of_a_deal_do_not_stand_in_the_way_of_all_hearts(preset: str) -> None:
    rules = gz.Ruleset.preset(preset, removed_drawn=2)
    deals = random_batch(rules, 120, seed=3)
    texts = np.array(column_texts(parameters(rules)))
    drawable = np.isin(texts, ["SJ", "SK", "SA", "HJ", "HQ", "HK", "HA", "DQ", "CJ", TRANSFORMER])
    drawn = drawable & (np.random.default_rng(3).random(deals.taken.shape) < 0.3)
    deals = deals._replace(taken=np.where(drawn, np.uint8(NOBODY), deals.taken))
    points = kernels.score(deals.taken, rules, deals.exposed, deals.dealt, drawn).tolist()
    assert points == referee_score(rules, deals, drawn)
    assert points == TWIN.score(deals.taken, rules, deals.exposed, deals.dealt, drawn).tolist()
    assert points != kernels.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()


def test_a_colour_change_by_choice_scores_as_if_not_chosen() -> None:
    rules = gz.Ruleset.preset("baidu")
    deals = random_batch(rules, 500, seed=4)
    unchanged, chosen, automatic = (
        kernels.score(deals.taken, rules.replace(colour_change=value), deals.exposed, deals.dealt).tolist()
        for value in ("none", "choice", "auto")
    )
    assert chosen == unchanged
    assert automatic != unchanged


def test_parameters_that_are_missing_have_their_defaults() -> None:
    taken = random_batch(gz.Ruleset(), 500, seed=5).taken
    np.testing.assert_array_equal(kernels.score(taken, {}), kernels.score(taken, gz.Ruleset()))


def test_the_source_runs_without_the_cython_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cython", None)
    without = uncompiled_kernels()
    rules = gz.Ruleset.preset("huapai")
    deals = random_batch(rules, 30, seed=6)
    assert without.cython.__name__ == "gongzhu._cython_shadow"
    points = without.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()
    assert points == kernels.score(deals.taken, rules, deals.exposed, deals.dealt).tolist()


def test_the_examples_in_the_docstrings_run() -> None:
    result = doctest.testmod(TWIN)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("rows", [0, 1, 7])
def test_strided_and_read_only_arrays_score_like_plain_ones(rows: int) -> None:
    rules = gz.Ruleset.preset("huapai")
    deals = random_batch(rules, rows, seed=7)
    points = kernels.score(deals.taken, rules, deals.exposed, deals.dealt)
    assert points.shape == (rows, 4)
    assert points.dtype == np.int32
    strided = [np.asfortranarray(array) for array in deals]
    frozen = [array.copy() for array in deals]
    for array in frozen:
        array.flags.writeable = False
    for taken, exposed, dealt in (strided, frozen):
        np.testing.assert_array_equal(kernels.score(taken, rules, exposed, dealt), points)


# Bit masks.

decks = st.sampled_from([1, 2])
ownership = decks.flatmap(
    lambda count: arrays(
        np.uint8,
        st.tuples(st.integers(0, 3), st.just(52 * count)),
        elements=st.sampled_from([0, 1, 2, 3, NOBODY]),
    )
)


@given(hands=ownership, jokers=st.booleans())
def test_unpacking_undoes_packing(hands: NDArray[np.uint8], jokers: bool) -> None:
    masks = kernels.pack(hands, jokers)
    np.testing.assert_array_equal(kernels.unpack(masks, jokers), hands)
    np.testing.assert_array_equal(TWIN.pack(hands, jokers), masks)
    np.testing.assert_array_equal(TWIN.unpack(masks, jokers), hands)


@given(hands=ownership, jokers=st.booleans())
def test_a_card_is_the_bit_of_its_suit_and_rank_in_the_lane_of_its_deck(
    hands: NDArray[np.uint8], jokers: bool
) -> None:
    expected = np.zeros((len(hands), hands.shape[1] // 13), np.uint64)
    for row, column in np.argwhere(hands != NOBODY):
        deck, card = divmod(int(column), 52)
        suit, rank = divmod(card, 13)
        rank += 2 if jokers and suit == 1 else 0
        expected[row, 4 * deck + hands[row, column]] |= np.uint64(1 << (16 * suit + rank))
    np.testing.assert_array_equal(kernels.pack(hands, jokers), expected)


# Features.


@given(taken=ownership)
def test_features_count_what_each_seat_took(taken: NDArray[np.uint8]) -> None:
    texts = column_texts(parameters(gz.Ruleset()))
    values = {
        rank: value
        for ranks, value in (("56789T", -10), ("J", -20), ("Q", -30), ("K", -40), ("A", -50))
        for rank in ranks
    }
    expected = np.zeros((len(taken), 4, 8), np.int16)
    for row, column in np.argwhere(taken != NOBODY):
        text = texts[column % 52]
        is_heart = text[0] == "H"
        expected[row, taken[row, column]] += np.array(
            [
                is_heart,
                values.get(text[1], 0) if is_heart else 0,
                text == PIG,
                text == SHEEP,
                text == TRANSFORMER,
                is_heart or text in (PIG, SHEEP, TRANSFORMER),
                text in ("SK", "SA"),
                1,
            ],
            np.int16,
        )
    np.testing.assert_array_equal(kernels.features(taken), expected)
    np.testing.assert_array_equal(TWIN.features(taken), expected)


def test_the_jokers_are_the_last_two_of_the_hearts() -> None:
    taken = np.full((1, 52), NOBODY, np.uint8)
    taken[0, 24:26] = 3
    named = dict(zip(kernels.FEATURES, kernels.features(taken, jokers=True)[0, 3].tolist(), strict=True))
    assert (named["hearts"], named["heart points"], named["scoring cards"]) == (2, -130, 2)
    assert kernels.pack(taken, jokers=True)[0, 3] == (1 << 29) | (1 << 30)


# Bad input.

GOOD = np.zeros((3, 52), np.uint8)
WRONG_OWNER = np.full((3, 52), 4, np.uint8)
TAKEN_TWICE = np.ones((1, 4), np.uint64)
NO_CARD = np.array([[1 << 15, 0, 0, 0]], np.uint64)

BAD_CALLS: dict[str, tuple[Callable[[Any], object], str]] = {
    "a list for taken": (
        lambda k: k.score([[0] * 52], {}),
        "taken: list given, a numpy array of uint8 is right",
    ),
    "taken of int64": (
        lambda k: k.score(GOOD.astype(int), {}),
        "taken: int64 given, a numpy array of uint8 is right",
    ),
    "taken too narrow": (lambda k: k.score(GOOD[:, :51], {}), "taken: shape (3, 51) given, (N, 52) is right"),
    "taken of one dimension": (lambda k: k.score(GOOD[0], {}), "taken: shape (52,) given, (N, 52) is right"),
    "taken for one deck": (
        lambda k: k.score(GOOD, {"decks": 2}),
        "taken: shape (3, 52) given, (N, 104) is right",
    ),
    "a fifth seat": (
        lambda k: k.score(WRONG_OWNER, {}),
        "taken: owner 4 given, 0 to 3, or 255 for nobody, is right",
    ),
    "other rows of exposed": (
        lambda k: k.score(GOOD, {}, np.zeros((2, 4), np.uint8)),
        "exposed: shape (2, 4) given, (3, 4) is right",
    ),
    "a sixth kind": (
        lambda k: k.score(GOOD, {}, np.full((3, 4), 6, np.uint8)),
        "exposed: kind 6 given, 0 to 5 is right",
    ),
    "other rows of dealt": (
        lambda k: k.score(GOOD, {}, dealt=GOOD[:2]),
        "dealt: shape (2, 52) given, (3, 52) is right",
    ),
    "dealt to a fifth seat": (
        lambda k: k.score(GOOD, {}, dealt=WRONG_OWNER),
        "dealt: owner 4 given, 0 to 3, or 255 for nobody, is right",
    ),
    "removed of numbers": (
        lambda k: k.score(GOOD, {}, removed=GOOD),
        "removed: uint8 given, a numpy array of bool is right",
    ),
    "a card removed and taken": (
        lambda k: k.score(GOOD, {}, removed=GOOD == 0),
        "removed: a card that was taken given, only cards nobody took are right",
    ),
    "a card of the rules removed and taken": (
        lambda k: k.score(GOOD, {"removed": ["S2", "H2", "D2", "C2"]}),
        "taken: a card of column 0 given, rules['removed'] leaves 0",
    ),
    "no ruleset": (
        lambda k: k.score(GOOD, None),
        "rules: NoneType given, a ruleset or a mapping of parameters is right",
    ),
    "three decks": (
        lambda k: k.score(GOOD, {"decks": 3}),
        "rules['decks']: 3 given, a whole number from 1 to 2 is right",
    ),
    "an unknown heart table": (
        lambda k: k.score(GOOD, {"heart_table": "steep"}),
        "rules['heart_table']: 'steep' given, standard or graded or flat is right",
    ),
    "jokers as a number": (
        lambda k: k.score(GOOD, {"jokers": 2}),
        "rules['jokers']: 2 given, True or False is right",
    ),
    "a card that is none": (
        lambda k: k.score(GOOD, {"removed": ["S1"]}),
        "rules['removed']: 'S1' given, a card of the deck such as S2 is right",
    ),
    "cards as one text": (
        lambda k: k.score(GOOD, {"removed": "S2"}),
        "rules['removed']: 'S2' given, a list of card texts is right",
    ),
    "hands of three decks": (
        lambda k: k.pack(np.zeros((1, 156), np.uint8)),
        "hands: shape (1, 156) given, (N, 52) or (N, 104) is right",
    ),
    "features of a fifth seat": (
        lambda k: k.features(WRONG_OWNER),
        "taken: owner 4 given, 0 to 3, or 255 for nobody, is right",
    ),
    "masks of signed numbers": (
        lambda k: k.unpack(np.zeros((1, 4), np.int64)),
        "masks: int64 given, a numpy array of uint64 is right",
    ),
    "masks of five seats": (
        lambda k: k.unpack(np.zeros((1, 5), np.uint64)),
        "masks: shape (1, 5) given, (N, 4) or (N, 8) is right",
    ),
    "a card in four hands": (
        lambda k: k.unpack(TAKEN_TWICE),
        "masks: a card in two hands given, one hand at most is right",
    ),
    "a bit without a card": (
        lambda k: k.unpack(NO_CARD),
        "masks: a bit that is no card given, bits within 0x1fff1fff1fff1fff are right",
    ),
}


@pytest.mark.parametrize("module", [kernels, TWIN], ids=["kernels", "uncompiled"])
@pytest.mark.parametrize("case", BAD_CALLS)
def test_bad_input_is_named_with_what_would_be_right(case: str, module: ModuleType) -> None:
    call, message = BAD_CALLS[case]
    with pytest.raises(ValueError, match=r".") as caught:
        call(module)
    assert str(caught.value) == message
