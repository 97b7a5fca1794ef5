# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="import-not-found, import-untyped, untyped-decorator, valid-type"
"""Batch kernels over whole numpy arrays: points of deals, bit masks, features.

Compiled by Cython in its pure-Python mode (the error codes switched off above are what mypy says of C types);
the same source runs uncompiled, only slower. It is a second implementation of scoring, written from the rules
page alone, and the tests hold it against the C++ scorer and a plain referee.

All functions take *ownership arrays*: `uint8` of shape (N, 52 * decks), one deal a row, one card a column,
with the seat 0..3 that holds or took the card, or 255 for nobody. Column `52 * copy + 13 * suit + rank`,
suits S H D C, ranks 2..9 T J Q K A; where there are jokers, the thirteen heart columns are H4..HA, HSJ, HBJ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

try:
    import cython
except ImportError:
    from gongzhu import _cython_shadow as cython

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FEATURES", "RulesLike", "features", "pack", "score", "unpack"]

FEATURES = (
    "hearts",
    "heart points",
    "pigs",
    "sheep",
    "transformers",
    "scoring cards",
    "spade heads",
    "cards",
)
"""What the last axis of `features` counts."""

_Scalar = TypeVar("_Scalar", bound=np.generic)

_NOBODY = 255
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_JOKER_RANKS = (*_RANKS[2:], "SJ", "BJ")
_HEART_POINTS = {
    # 2 to A, small and big joker; 003 has jokers with the standard table only
    "standard": (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50, -60, -70),
    "graded": (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50, -60, -70),
    "flat": (10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50, -60, -70),
}
_KIND_FACTORS = (1, 2, 4, 2, 2, 4)  # none, open, first, concealed, dark, bright
_LARGEST_SLAM_BASE = 1_000_000


class RulesLike(Protocol):
    """Anything with a `to_dict` that names the rule parameters, such as `gongzhu.Ruleset`."""

    def to_dict(self) -> Mapping[str, object]:
        """Return the rule parameters by name."""


@cython.cclass
class _Scoring:
    """The rule parameters that touch the points of a deal, as C values."""

    decks: cython.int
    by_copy: cython.bint
    self_capture: cython.int
    pig_flips_in_slam: cython.bint
    pig_flips_with_hearts: cython.bint
    colour_change: cython.bint
    flat: cython.bint
    fixed_slam: cython.bint
    half_slam: cython.bint
    slam_base: cython.int
    leader: cython.int  # index of the heart leader among the hearts
    hearts: cython.int  # hearts in the deck
    specials: cython.int  # pigs, sheep and transformers in the deck
    special_columns: cython.int[3]
    heart_points: cython.int[13]
    heart_company: cython.int[13]  # 1: this heart keeps a transformer from being lone
    kind_factors: cython.int[6]

    def __init__(self, rules: Mapping[str, object], decks: int, removed: Mapping[int, int]) -> None:
        jokers = _jokers(rules)
        table = _choice(rules, "heart_table", ("standard", "graded", "flat"))
        heart_points = list(_HEART_POINTS[table][2:] if jokers else _HEART_POINTS[table][:13])
        ranks = _JOKER_RANKS if jokers else _RANKS
        pig_flip = _choice(rules, "pig_flip", ("slam", "all_hearts", "never"))
        lone_rule = _choice(rules, "lone_rule", ("no_cards", "no_points"))
        copies = _choice(rules, "copies", ("by_rank", "by_copy"))
        heart_leader = _choice(rules, "heart_leader", ("HA",) if jokers else ("HA", "H3"))
        special_columns = [10, 35, 47]
        self.decks = decks
        self.by_copy = decks == 2 and copies == "by_copy"
        self.self_capture = _number(rules, "self_capture", 1, 1, 2)
        self.pig_flips_in_slam = pig_flip != "never"
        self.pig_flips_with_hearts = pig_flip == "all_hearts"
        self.colour_change = _choice(rules, "colour_change", ("none", "auto", "choice")) == "auto"
        self.flat = table == "flat"
        self.fixed_slam = _choice(rules, "slam", ("natural", "fixed")) == "fixed"
        self.half_slam = decks == 2 and copies == "by_rank"
        self.slam_base = _number(rules, "slam_base", 800, -_LARGEST_SLAM_BASE, _LARGEST_SLAM_BASE)
        self.leader = ranks.index(heart_leader[1:])
        self.hearts = 13 * decks - sum(count for column, count in removed.items() if column // 13 == 1)
        self.specials = 3 * decks - sum(removed.get(column, 0) for column in special_columns)
        self.special_columns = special_columns
        self.heart_points = heart_points
        self.heart_company = [int(lone_rule == "no_cards" or value != 0) for value in heart_points]
        self.kind_factors = list(_KIND_FACTORS)


@cython.cclass
class _Worth:
    """What the cards of one deal are worth with its exposures, before self-capture and any change of sign."""

    hearts: cython.int  # the heart factor
    pig: cython.int[2]  # by copy
    sheep: cython.int[2]
    multiplier: cython.int[2]  # of this transformer without the other
    both: cython.int  # multiplier of both transformers
    slam: cython.int  # points of a fixed slam

    def __init__(self) -> None:
        self.hearts = self.both = self.slam = 0
        self.pig = [0, 0]
        self.sheep = [0, 0]
        self.multiplier = [0, 0]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _doubled(factor: cython.int) -> cython.int:
    """Return twice the factor of an exposed card, 1 for an unexposed one."""
    return factor if factor == 1 else 2 * factor


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _sum_of_exposed(first: cython.int, second: cython.int) -> cython.int:
    """Return the sum of the factors of the exposed ones of two copies, 1 for none."""
    return first + second if first > 1 and second > 1 else first * second


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _appraise(worth: _Worth, rules: _Scoring, factors: cython.p_int) -> cython.void:
    """Set `worth` from the exposure factors: pig, sheep, transformer and heart leader of each copy."""
    copy: cython.int
    pig: cython.int = factors[0] * factors[4]
    sheep: cython.int = factors[1] * factors[5]
    transformer: cython.int = factors[2] * factors[6]
    leader: cython.int = factors[3] * factors[7]
    for copy in range(2):
        if rules.by_copy:  # 000-CG, 004: an exposed copy counts twice its factor, and only itself
            pig = _doubled(factors[4 * copy])
            sheep = _doubled(factors[4 * copy + 1])
            worth.multiplier[copy] = 2 * _doubled(factors[4 * copy + 2])
        else:
            worth.multiplier[copy] = 2 * max(factors[2], factors[6])
        worth.pig[copy] = -100 * pig
        worth.sheep[copy] = 100 * sheep
    worth.hearts = leader
    worth.both = 4 * transformer
    if rules.by_copy:
        worth.hearts = _sum_of_exposed(factors[3], factors[7])
        worth.both = worth.multiplier[0] + worth.multiplier[1]
    worth.slam = rules.slam_base * leader * transformer
    if rules.decks == 2:  # 004's table, which also serves by rank
        worth.slam = rules.slam_base * _sum_of_exposed(factors[3], factors[7])
        if transformer > 1:
            worth.slam *= _sum_of_exposed(factors[2], factors[6])
            worth.slam *= 2 if min(factors[2], factors[6]) > 1 else 4


@cython.cclass
class _Tally:
    """What each owner has of one deal, in eight slots: the four seats, and slot 7 (255 & 7) for nobody."""

    hearts: cython.int[8]
    specials: cython.int[8]
    heart_points: cython.int[8]  # before the heart factor
    animal_points: cython.int[8]  # pigs and sheep
    company: cython.int[8]  # cards that keep a transformer from being lone
    multiplier: cython.int[8]
    lone: cython.int[8]  # the lone value of the transformers taken, 0 without one
    owners: cython.int[8]  # of pig, sheep, transformer of the first copy, then of the second from 4 on
    own: cython.int[8]  # what self-capture multiplies these by
    collector: cython.int  # the taker of all hearts, -1 for none
    slammer: cython.int  # the taker of every scoring card, -1 for none

    def __init__(self) -> None:
        self.hearts = [0] * 8
        self.specials = [0] * 8
        self.heart_points = [0] * 8
        self.animal_points = [0] * 8
        self.company = [0] * 8
        self.multiplier = [1] * 8
        self.lone = [0] * 8
        self.owners = [7] * 8
        self.own = [1] * 8
        self.collector = self.slammer = -1


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _count(
    tally: _Tally,
    rules: _Scoring,
    taken: cython.const[cython.uchar][:, ::1],
    dealt: cython.const[cython.uchar][:, ::1] | None,
    row: cython.Py_ssize_t,
) -> cython.void:
    """Count hearts and specials by owner, and see which were self-captured."""
    slot: cython.int
    copy: cython.int
    card: cython.int
    column: cython.int
    owner: cython.int
    for slot in range(8):
        tally.hearts[slot] = tally.specials[slot] = tally.heart_points[slot] = 0
        tally.animal_points[slot] = tally.company[slot] = tally.lone[slot] = 0
        tally.multiplier[slot] = 1
    for copy in range(rules.decks):
        for card in range(13):
            owner = taken[row, 52 * copy + 13 + card] & 7
            tally.hearts[owner] += 1
            tally.heart_points[owner] += rules.heart_points[card]
            tally.company[owner] += rules.heart_company[card]
        for card in range(3):
            column = 52 * copy + rules.special_columns[card]
            owner = taken[row, column] & 7
            tally.specials[owner] += 1
            tally.owners[4 * copy + card] = owner
            if dealt is not None:
                tally.own[4 * copy + card] = rules.self_capture if dealt[row, column] == owner else 1
        if dealt is not None:
            column = 52 * copy + 13 + rules.leader
            owner = taken[row, column] & 7
            if dealt[row, column] == owner:
                tally.heart_points[owner] += (rules.self_capture - 1) * rules.heart_points[rules.leader]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _find_sweeps(
    tally: _Tally,
    rules: _Scoring,
    removed: cython.const[cython.uchar][:, ::1] | None,
    row: cython.Py_ssize_t,
) -> cython.void:
    """Find who took all hearts and who took every scoring card of those left in."""
    seat: cython.int
    copy: cython.int
    card: cython.int
    hearts: cython.int = rules.hearts
    specials: cython.int = rules.specials
    if removed is not None:
        for copy in range(rules.decks):
            for card in range(13):
                hearts -= removed[row, 52 * copy + 13 + card]
            for card in range(3):
                specials -= removed[row, 52 * copy + rules.special_columns[card]]
    tally.collector = tally.slammer = -1
    for seat in range(4):
        if tally.hearts[seat] == hearts and hearts > 0:
            tally.collector = seat
        if tally.hearts[seat] == hearts and tally.specials[seat] == specials and hearts + specials > 0:
            tally.slammer = seat


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _value_specials(tally: _Tally, rules: _Scoring, worth: _Worth) -> cython.void:
    """Add the pigs and sheep to their takers' points; set the multipliers and lone values of transformers."""
    copy: cython.int
    owner: cython.int
    pig: cython.int
    sheep: cython.int
    own_pig: cython.int
    own_sheep: cython.int
    flipper: cython.int = -1  # whose pigs count positive
    if rules.pig_flips_in_slam:
        flipper = tally.slammer
    if rules.pig_flips_with_hearts and tally.collector >= 0:
        flipper = tally.collector
    for copy in range(rules.decks):
        own_pig = tally.own[4 * copy]
        own_sheep = tally.own[4 * copy + 1]
        pig = worth.pig[copy] * own_pig
        sheep = worth.sheep[copy] * own_sheep
        owner = tally.owners[4 * copy]
        if rules.colour_change and tally.collector >= 0 and tally.slammer < 0:
            if rules.by_copy:  # nothing says which copies change places: each keeps its size (ours)
                pig, sheep = -pig, -sheep
            else:
                pig, sheep = worth.sheep[copy] * own_pig, worth.pig[copy] * own_sheep
        elif owner == flipper:
            pig = -pig
        tally.animal_points[owner] += pig
        tally.company[owner] += 1
        owner = tally.owners[4 * copy + 1]
        tally.animal_points[owner] += sheep
        tally.company[owner] += 1
        owner = tally.owners[4 * copy + 2]
        tally.multiplier[owner] = worth.multiplier[copy] * tally.own[4 * copy + 2]
        tally.lone[owner] += 25 * tally.multiplier[owner]
    owner = tally.owners[2]
    if rules.decks == 2 and owner == tally.owners[6]:
        tally.multiplier[owner] = worth.both * tally.own[2] * tally.own[6]
        if rules.by_copy:  # two unexposed ones alone are 100, two bright ones 1600 (000-CG)
            tally.lone[owner] = tally.multiplier[owner] * (25 if worth.both == 4 else 50)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _score_rows(
    points: cython.int[:, ::1],
    taken: cython.const[cython.uchar][:, ::1],
    exposed: cython.const[cython.uchar][:, ::1] | None,
    dealt: cython.const[cython.uchar][:, ::1] | None,
    removed: cython.const[cython.uchar][:, ::1] | None,
    rules: _Scoring,
    worth: _Worth,
    tally: _Tally,
) -> cython.void:
    """Write the points of every row; `worth` and `tally` are room to work in."""
    row: cython.Py_ssize_t
    seat: cython.int
    column: cython.int
    total: cython.int
    factors: cython.int[8] = [1] * 8
    _appraise(worth, rules, factors)
    for row in range(taken.shape[0]):
        if exposed is not None:
            for column in range(4 * rules.decks):
                factors[column] = rules.kind_factors[exposed[row, column]]
            _appraise(worth, rules, factors)
        _count(tally, rules, taken, dealt, row)
        _find_sweeps(tally, rules, removed, row)
        _value_specials(tally, rules, worth)
        for seat in range(4):
            total = tally.heart_points[seat] * worth.hearts
            if seat == tally.collector:
                total = total + 200 if rules.flat else -total
            total += tally.animal_points[seat]
            if tally.lone[seat]:
                total = total * tally.multiplier[seat] if tally.company[seat] else tally.lone[seat]
            if seat == tally.slammer:
                if rules.fixed_slam:
                    total = worth.slam
                elif rules.half_slam:
                    total //= 2
            points[row, seat] = total


def score(
    taken: NDArray[np.uint8],
    rules: Mapping[str, object] | RulesLike,
    exposed: NDArray[np.uint8] | None = None,
    dealt: NDArray[np.uint8] | None = None,
    removed: NDArray[np.bool_] | None = None,
) -> NDArray[np.int32]:
    """Return each seat's own points of every deal, shape (N, 4).

    `taken` is the ownership array of the tricks. A card nobody took counts for nobody and stands in the way
    of all hearts and of a slam, unless it is out of play. `rules` is a ruleset or its `to_dict()`; parameters
    that are missing have their defaults, those that do not touch a deal's points are not looked at. Where
    `colour_change` is the player's choice, the points are those without it.

    `exposed`, shape (N, 4 * decks), has the kinds of pig, sheep, transformer and heart leader of the first
    copy, then of the second: 0 not exposed, 1 open, 2 first, 3 concealed, 4 dark, 5 bright. `dealt` is the
    ownership array of the hands at the start and matters with `self_capture`. `removed`, shape (N, 52 *
    decks), marks the cards drawn out of each deal under `removed_drawn`.

    Raises `ValueError` naming the argument that has a wrong type, shape or value. Sources: 000 to 004; pagat
    and the ScrofaZero paper for the other values of `pig_flip`.

    >>> import numpy as np
    >>> taken = np.full((1, 52), 255, np.uint8)
    >>> taken[0, 10] = taken[0, 25] = 2  # SQ and HA
    >>> score(taken, {"heart_leader": "HA"}, exposed=np.array([[1, 0, 0, 0]], np.uint8)).tolist()
    [[0, 0, -250, 0]]
    """
    parameters = _parameters(rules)
    decks = _number(parameters, "decks", 1, 1, 2)
    taken = _owners("taken", taken, (52 * decks,))
    if exposed is not None:
        exposed = _array("exposed", exposed, np.uint8, (4 * decks,), len(taken))
        if exposed.max(initial=0) >= len(_KIND_FACTORS):
            raise ValueError(f"exposed: kind {exposed.max()} given, 0 to {len(_KIND_FACTORS) - 1} is right")
    if dealt is not None:
        dealt = _owners("dealt", dealt, (52 * decks,), len(taken))
    if removed is not None:
        removed = _array("removed", removed, np.bool_, (52 * decks,), len(taken))
    out_of_play = _removed_columns(parameters)
    _check_out_of_play(taken, removed, out_of_play)

    plan: _Scoring = _Scoring(parameters, decks, out_of_play)
    worth: _Worth = _Worth()
    tally: _Tally = _Tally()
    points = np.empty((len(taken), 4), np.int32)
    points_view: cython.int[:, ::1] = points.data
    taken_view: cython.const[cython.uchar][:, ::1] = taken.data
    exposed_view: cython.const[cython.uchar][:, ::1] = None if exposed is None else exposed.data
    dealt_view: cython.const[cython.uchar][:, ::1] = None
    if dealt is not None and plan.self_capture == 2:
        dealt_view = dealt.data
    removed_view: cython.const[cython.uchar][:, ::1] = (
        None if removed is None else removed.view(np.uint8).data
    )
    with cython.nogil:
        _score_rows(points_view, taken_view, exposed_view, dealt_view, removed_view, plan, worth, tally)
    return points


def features(taken: NDArray[np.uint8], jokers: bool = False) -> NDArray[np.int16]:
    """Return the counts named in `FEATURES` for every seat, shape (N, 4, 8).

    Heart points are those of the standard table with nothing exposed; spade heads are SK and SA.
    Raises `ValueError` where `taken` is not an ownership array.

    >>> import numpy as np
    >>> taken = np.full((1, 52), 255, np.uint8)
    >>> taken[0, 10:13] = 2  # SQ SK SA
    >>> dict(zip(FEATURES, features(taken)[0, 2].tolist()))["spade heads"]
    2
    """
    taken = _owners("taken", taken, (52, 104))
    counts = np.zeros((len(taken), 4, len(FEATURES)), np.int16)
    counts_view: cython.short[:, :, ::1] = counts.data
    taken_view: cython.const[cython.uchar][:, ::1] = taken.data
    effects = np.array(_effects(jokers), np.int16)
    effects_view: cython.const[cython.short][:, ::1] = effects.data
    with cython.nogil:
        _add_effects(counts_view, taken_view, effects_view)
    return counts


def pack(hands: NDArray[np.uint8], jokers: bool = False) -> NDArray[np.uint64]:
    """Return the hands as bit masks, shape (N, 4 * decks): column `4 * copy + seat`, bit `16 * suit + rank`.

    Ranks 0..12 are 2..A, 13 and 14 the small and the big joker. Raises `ValueError` where `hands` is not an
    ownership array.

    >>> import numpy as np
    >>> hands = np.full((1, 52), 255, np.uint8)
    >>> hands[0, [0, 25]] = 3  # S2 and HA
    >>> [hex(mask) for mask in pack(hands)[0].tolist()]
    ['0x0', '0x0', '0x0', '0x10000001']
    """
    hands = _owners("hands", hands, (52, 104))
    masks = np.zeros((len(hands), hands.shape[1] // 13), np.uint64)
    masks_view: cython.ulonglong[:, ::1] = masks.data
    hands_view: cython.const[cython.uchar][:, ::1] = hands.data
    bits = _bits(jokers)
    bits_view: cython.const[cython.ulonglong][::1] = bits.data
    with cython.nogil:
        _pack_rows(masks_view, hands_view, bits_view)
    return masks


def unpack(masks: NDArray[np.uint64], jokers: bool = False) -> NDArray[np.uint8]:
    """Return the ownership array of bit masks; the inverse of `pack`.

    Raises `ValueError` where `masks` has a wrong type or shape, a bit that is no card or a card in two hands.

    >>> import numpy as np
    >>> hands = np.full((1, 52), 3, np.uint8)
    >>> bool((unpack(pack(hands)) == hands).all())
    True
    """
    masks = _array("masks", masks, np.uint64, (4, 8))
    bits = _bits(jokers)
    seen = np.zeros((len(masks), masks.shape[1] // 4), np.uint64)
    for seat in range(4):
        if np.any(seen & masks[:, seat::4]):
            raise ValueError("masks: a card in two hands given, one hand at most is right")
        seen |= masks[:, seat::4]
    if np.any(seen & ~np.bitwise_or.reduce(bits)):
        raise ValueError(
            f"masks: a bit that is no card given, bits within {np.bitwise_or.reduce(bits):#x} are right"
        )
    hands = np.full((len(masks), 13 * masks.shape[1]), _NOBODY, np.uint8)
    hands_view: cython.uchar[:, ::1] = hands.data
    masks_view: cython.const[cython.ulonglong][:, ::1] = masks.data
    bits_view: cython.const[cython.ulonglong][::1] = bits.data
    with cython.nogil:
        _unpack_rows(hands_view, masks_view, bits_view)
    return hands


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _add_effects(
    counts: cython.short[:, :, ::1],
    taken: cython.const[cython.uchar][:, ::1],
    effects: cython.const[cython.short][:, ::1],
) -> cython.void:
    """Add each card's row of `effects`, shape (52, 8), to its taker's counts."""
    row: cython.Py_ssize_t
    column: cython.int
    feature: cython.int
    owner: cython.int
    for row in range(taken.shape[0]):
        for column in range(taken.shape[1]):
            owner = taken[row, column]
            if owner < 4:
                for feature in range(8):
                    counts[row, owner, feature] += effects[column % 52, feature]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _pack_rows(
    masks: cython.ulonglong[:, ::1],
    hands: cython.const[cython.uchar][:, ::1],
    bits: cython.const[cython.ulonglong][::1],
) -> cython.void:
    """Set the bit of each column in its owner's mask."""
    row: cython.Py_ssize_t
    column: cython.int
    owner: cython.int
    for row in range(hands.shape[0]):
        for column in range(hands.shape[1]):
            owner = hands[row, column]
            if owner < 4:
                masks[row, 4 * (column // 52) + owner] |= bits[column % 52]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def _unpack_rows(
    hands: cython.uchar[:, ::1],
    masks: cython.const[cython.ulonglong][:, ::1],
    bits: cython.const[cython.ulonglong][::1],
) -> cython.void:
    """Write the owner of each column whose bit is set."""
    row: cython.Py_ssize_t
    column: cython.int
    lane: cython.int
    odd: cython.ulonglong  # cards of seats 1 and 3
    high: cython.ulonglong  # cards of seats 2 and 3
    held: cython.ulonglong
    bit: cython.ulonglong
    for row in range(hands.shape[0]):
        for lane in range(0, masks.shape[1], 4):
            odd = masks[row, lane + 1] | masks[row, lane + 3]
            high = masks[row, lane + 2] | masks[row, lane + 3]
            held = masks[row, lane] | odd | high
            for column in range(52):
                bit = bits[column]
                if held & bit:
                    hands[row, 13 * lane + column] = (1 if odd & bit else 0) + (2 if high & bit else 0)


def _card_names(jokers: bool) -> list[str]:
    """Return the 52 card texts of one deck in column order."""
    return [suit + rank for suit in "SHDC" for rank in (_JOKER_RANKS if jokers and suit == "H" else _RANKS)]


def _bits(jokers: bool) -> NDArray[np.uint64]:
    """Return the mask bit of each of the 52 columns."""
    suits, ranks = np.divmod(np.arange(52, dtype=np.uint64), np.uint64(13))
    if jokers:
        ranks[suits == 1] += np.uint64(2)
    return np.uint64(1) << (np.uint64(16) * suits + ranks)


def _effects(jokers: bool) -> list[tuple[int, ...]]:
    """Return what each of the 52 columns adds to the counts of `FEATURES`."""
    values = _HEART_POINTS["standard"][2:] if jokers else _HEART_POINTS["standard"][:13]
    effects: list[tuple[int, ...]] = []
    for column, name in enumerate(_card_names(jokers)):
        heart = int(name[0] == "H")
        pig, sheep, transformer = (int(name == special) for special in ("SQ", "DJ", "CT"))
        scoring = heart + pig + sheep + transformer
        points = values[column - 13] if heart else 0
        effects.append((heart, points, pig, sheep, transformer, scoring, int(name in ("SK", "SA")), 1))
    return effects


def _parameters(rules: object) -> Mapping[str, object]:
    parameters = rules.to_dict() if hasattr(rules, "to_dict") else rules
    if not isinstance(parameters, Mapping):
        raise ValueError(
            f"rules: {type(rules).__name__} given, a ruleset or a mapping of parameters is right"
        )
    return parameters


def _jokers(rules: Mapping[str, object]) -> bool:
    jokers = rules.get("jokers", False)
    if not isinstance(jokers, bool):
        raise ValueError(f"rules['jokers']: {jokers!r} given, True or False is right")
    return jokers


def _number(rules: Mapping[str, object], key: str, default: int, low: int, high: int) -> int:
    value = rules.get(key, default)
    if not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"rules[{key!r}]: {value!r} given, a whole number from {low} to {high} is right")
    return value


def _choice(rules: Mapping[str, object], key: str, values: tuple[str, ...]) -> str:
    """Return the parameter; the first of `values` is its default."""
    value = rules.get(key, values[0])
    if not isinstance(value, str) or value not in values:
        raise ValueError(f"rules[{key!r}]: {value!r} given, {' or '.join(values)} is right")
    return value


def _removed_columns(rules: Mapping[str, object]) -> dict[int, int]:
    """Return how many copies of each column's card the rules take out of the pack."""
    texts = rules.get("removed", ())
    if not isinstance(texts, (list, tuple)):
        raise ValueError(f"rules['removed']: {texts!r} given, a list of card texts is right")
    names = _card_names(_jokers(rules))
    removed: dict[int, int] = {}
    for text in map(str, texts):
        if text not in names:
            raise ValueError(
                f"rules['removed']: {text!r} given, a card of the deck such as {names[0]} is right"
            )
        column = names.index(text)
        removed[column] = removed.get(column, 0) + 1
    return removed


def _check_out_of_play(
    taken: NDArray[np.uint8], drawn: NDArray[np.bool_] | None, out_of_play: Mapping[int, int]
) -> None:
    """Raise `ValueError` where a card is both out of play and taken, or out of play twice."""
    if drawn is not None and np.any(drawn & (taken != _NOBODY)):
        raise ValueError("removed: a card that was taken given, only cards nobody took are right")
    for column, count in out_of_play.items():
        used = taken[:, column::52] != _NOBODY
        decks = used.shape[1]
        if drawn is not None:
            used = used | drawn[:, column::52]
        if np.any(used.sum(axis=1) > decks - count):
            raise ValueError(
                f"taken: a card of column {column} given, rules['removed'] leaves {decks - count}"
            )


def _array(
    name: str, array: object, dtype: type[_Scalar], columns: tuple[int, ...], rows: int | None = None
) -> NDArray[_Scalar]:
    """Return a contiguous array after checking its type and shape."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype:
        given = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
        raise ValueError(f"{name}: {given} given, a numpy array of {np.dtype(dtype)} is right")
    if array.ndim != 2 or array.shape[1] not in columns or (rows is not None and len(array) != rows):
        right = " or ".join(f"({'N' if rows is None else rows}, {width})" for width in columns)
        raise ValueError(f"{name}: shape {array.shape} given, {right} is right")
    return np.ascontiguousarray(array)


def _owners(name: str, array: object, columns: tuple[int, ...], rows: int | None = None) -> NDArray[np.uint8]:
    """Return a contiguous ownership array after checking its type, shape and values."""
    owners = _array(name, array, np.uint8, columns, rows)
    if (owners + np.uint8(1)).max(initial=0) > 4:  # 255 wraps to 0
        wrong = owners[(owners > 3) & (owners != _NOBODY)][0]
        raise ValueError(f"{name}: owner {wrong} given, 0 to 3, or 255 for nobody, is right")
    return owners
