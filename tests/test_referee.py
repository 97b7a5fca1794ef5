"""The engine and the referee agree on every step of random games, under every preset and under drawn rules.

GONGZHU_REFEREE_GAMES sets how many games each preset plays.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import cast

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

import gongzhu as gz
import referee

GAMES = int(os.environ.get("GONGZHU_REFEREE_GAMES", "2000"))
SEATS = range(4)
PRESETS = gz.presets()
every_preset = pytest.mark.parametrize("preset", PRESETS)
thorough = settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])

Option = tuple[int, str, str]
Chooser = Callable[[Sequence[str]], str]


@cache
def plain(rules: gz.Ruleset) -> referee.Rules:
    return cast(referee.Rules, rules.to_dict())


def texts(cards: Sequence[gz.Card]) -> list[str]:
    return [str(card) for card in cards]


def bare(exposure: gz.Exposure) -> referee.Exposure:
    return referee.Exposure(exposure.seat, str(exposure.card).partition("*")[0], exposure.kind)


def partition(sides: Sequence[int] | None) -> set[frozenset[int]]:
    """The sides without their numbers."""
    assert sides is not None
    return {frozenset(seat for seat in SEATS if sides[seat] == side) for side in sides}


def deal_for_the_referee(deal: gz.Deal, rules: gz.Ruleset) -> referee.Deal:
    hands = [texts(hand) for hand in deal.hands]
    removed = Counter(texts(deal.removed)) | Counter(rules.removed)
    if not deal.is_ending:
        removed = Counter(referee.deck_texts(plain(rules), ())) - Counter(
            text for hand in hands for text in hand
        )
        assert not Counter(rules.removed) - removed, "a removed card was dealt"
    return referee.Deal(
        hands=hands,
        removed=list(removed.elements()),
        first_cards=[None if card is None else str(card) for card in deal.first_cards],
        leader=deal.leader,
        taken=[texts(pile) for pile in deal.taken],
        own=[texts(pile) for pile in deal.own],
        led=deal.led,
        exposed=[bare(exposure) for exposure in deal.exposed],
    )


class Duel:
    """One deal in the hands of the engine and of the referee at once; every step asserts that they agree."""

    def __init__(
        self, deal: gz.Deal, rules: gz.Ruleset, *, leader: int | None = None, dealer: int | None = None
    ) -> None:
        self.rules = rules
        self.deal = deal
        self.engine = gz.Game(deal, rules, leader=leader, dealer=dealer)
        self.judge = referee.Game(deal_for_the_referee(deal, rules), plain(rules), leader, self.engine.dealer)
        assert dealer in (None, self.engine.dealer)
        self.story: list[str] = [f"{rules.name} {rules.differences()}", str(deal), f"{leader=} {dealer=}"]

    def agree(self, what: str, engine: object, judge: object) -> None:
        assert engine == judge, f"{what}: engine != referee after\n" + "\n".join(self.story)

    def call(self, card: str) -> None:
        self.story.append(f"call {card}")
        self.engine.call(card)
        self.judge.called = card

    def options(self) -> list[Option]:
        """What may be exposed, in a fixed order."""
        engine = {(seat, str(card), kind) for seat in SEATS for card, kind in self.engine.exposable(seat)}
        judge = {(seat, card, kind) for seat in SEATS for card, kind in self.judge.exposable(seat)}
        self.agree("exposable", engine, judge)
        return sorted(judge)

    def expose(self, option: Option) -> None:
        self.story.append("expose {} {} {}".format(*option))
        self.engine.expose(option[0], option[1], kind=option[2])
        self.judge.expose(*option)

    def begin(self) -> None:
        self.engine.begin()
        self.judge.begin()
        exposures = Counter(bare(exposure) for exposure in self.engine.exposures)
        made = Counter(self.judge.exposures) - Counter(self.judge.deal.exposed)
        assert exposures in (made, Counter(self.judge.exposures)), "\n".join(self.story)
        self.agree("leader", self.engine.leader, self.judge.leader)

    def play(self, choose: Chooser) -> None:
        """One play by the player to move."""
        self.agree("player to move", self.engine.to_play, self.judge.to_play)
        moves = {referee.canonical(str(move)) for move in self.engine.legal_moves()}
        legal = self.judge.legal_moves()
        self.agree("legal moves", moves, legal)
        move = choose(sorted(legal))
        self.story.append(move)
        self.engine.play(move)
        self.judge.play(move)
        if not self.judge.trick:
            winner = self.judge.winners[-1]
            self.agree("winner", self.engine.tricks[-1].winner, winner)
            self.agree(
                "cards taken", Counter(texts(self.engine.taken(winner))), self.judge.taken_names(winner)
            )
        self.agree("is over", self.engine.is_over, self.judge.is_over)

    def play_out(self, choose: Chooser) -> None:
        while not self.judge.is_over:
            self.play(choose)
        self.finish()

    def finish(self) -> None:
        for seat in SEATS:
            self.agree("cards taken", Counter(texts(self.engine.taken(seat))), self.judge.taken_names(seat))
        self.agree("points", self.engine.points(), self.judge.points())
        if self.judge.may_swap():
            self.story.append("swap colours")
            self.engine.swap_colours(True)
            self.agree("points", self.engine.points(), self.judge.points(has_swapped=True))
        if not self.judge.is_ending:
            self.agree("sides", partition(self.engine.sides), partition(self.judge.sides()))

    def score_again(self) -> None:
        """Score the deal from texts alone."""
        taken = [texts(self.engine.taken(seat)) for seat in SEATS]
        exposed = [(seat, card, kind) for seat, card, kind in self.judge.exposures]
        dealt = self.judge.deal.hands
        points = referee.score(taken, plain(self.rules), exposed, dealt)
        self.agree("score", gz.score(taken, self.rules, exposed=exposed, dealt=dealt), points)


def random_chooser(rng: random.Random) -> Chooser:
    """Any legal play, but pairs as often as single cards."""

    def choose(moves: Sequence[str]) -> str:
        pairs = [move for move in moves if " " in move]
        return rng.choice(pairs if pairs and rng.random() < 0.5 else moves)

    return choose


def only(move: str) -> Chooser:
    return lambda moves: moves[moves.index(move)]


def expose_at_random(duel: Duel, rng: random.Random) -> None:
    eagerness = rng.choice((0, 0.3, 0.7, 0.95))
    while (options := duel.options()) and rng.random() < eagerness:
        duel.expose(rng.choice(options))


def call_at_random(duel: Duel, rng: random.Random) -> None:
    if duel.rules.partnership == "called" and rng.random() < 0.9:
        duel.call(str(rng.choice(rng.choice(duel.deal.hands))))


def random_duel(rules: gz.Ruleset, rng: random.Random) -> Duel:
    """A whole deal or, one time in four, an ending; now and then with a given leader or dealer."""
    cards = rng.randint(1, 8 * rules.decks) if rng.random() < 0.25 else None
    deal = gz.Deal.random(seed=rng.getrandbits(32), rules=rules, cards=cards)
    leader = rng.randrange(4) if rng.random() < 0.2 else None
    duel = Duel(deal, rules, leader=leader, dealer=rng.choice((None, *SEATS)))
    if cards is None:
        call_at_random(duel, rng)
        expose_at_random(duel, rng)
    duel.begin()
    return duel


@every_preset
def test_random_games_go_as_the_referee_says(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    rng = random.Random(preset)
    for _ in range(GAMES):
        duel = random_duel(rules, rng)
        duel.play_out(random_chooser(rng))
        duel.score_again()


def ending_of(duel: Duel) -> gz.Deal:
    """The rest of a game between two tricks, as a deal."""
    engine, judge = duel.engine, duel.judge
    own = [[card for card in judge.taken[seat] if judge.dealt_to.get(card) == seat] for seat in SEATS]
    return gz.Deal(
        [[card.text for card in hand] for hand in judge.hands],
        duel.rules,
        leader=judge.to_play,
        taken=[texts(engine.taken(seat)) for seat in SEATS],
        led="".join(sorted(judge.suits_led)),
        exposed=[gz.Exposure(seat, gz.Card(card), kind) for seat, card, kind in judge.exposures],
        own=[[judge.names[card] for card in pile] for pile in own],
        removed=list(duel.deal.removed),
    )


@every_preset
def test_the_rest_of_a_game_as_an_ending_goes_and_scores_like_the_game(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    rng = random.Random(preset)
    for _ in range(max(1, GAMES // 20)):
        game = random_duel(rules, rng)
        choose = random_chooser(rng)
        tricks = rng.randint(1, 12)
        while not game.judge.is_over and len(game.judge.winners) < tricks:
            game.play(choose)
        if game.judge.is_over:
            continue
        ending = Duel(ending_of(game), rules)
        ending.begin()
        while not game.judge.is_over:
            game.play(choose)
            ending.play(only(game.story[-1]))
        game.finish()
        ending.finish()
        assert ending.engine.points() == game.engine.points(), "\n".join(ending.story)


@every_preset
def test_matches_are_kept_as_the_referee_keeps_them(preset: str) -> None:
    rules = gz.Ruleset.preset(preset)
    rng = random.Random(preset)
    for _ in range(max(1, GAMES // 200)):
        match, book = gz.Match(rules), referee.Match(plain(rules))
        for _ in range(6):
            deal = gz.Deal.random(seed=rng.getrandbits(32), rules=rules)
            duel = Duel(deal, rules, leader=match.leader, dealer=match.dealer)
            call_at_random(duel, rng)
            expose_at_random(duel, rng)
            duel.begin()
            duel.play_out(random_chooser(rng))
            match.record(duel.engine)
            judge = duel.judge
            book.record(judge.points(), judge.sides(), judge.first_pig_taker, judge.leader)
            assert_same_book(match, book)
            if match.is_over:
                break


def assert_same_book(match: gz.Match, book: referee.Match) -> None:
    rules = book.rules
    assert tuple(match.totals) == tuple(book.totals)
    assert tuple(match.titles) == tuple(referee.title(total, rules) for total in book.totals)
    assert match.is_over == book.is_over
    assert sorted(match.pigs) == book.pigs
    assert match.settlement == book.settlement
    if not book.is_over:
        assert match.leader == book.leader
        assert match.first_dealt == book.first_dealt
        if rules["exposure_order"] == "from_dealer" and rules["first_dealt"] == "pig_taker":
            assert match.dealer == book.dealer
    elif rules["settlement"] == "total":
        assert sorted(match.losers) == book.losers
        assert sorted(match.winners) == book.winners


# Values for every parameter that decides a deal, the plainest first.
PLAY_VALUES: dict[str, Sequence[object]] = {
    "decks": [1, 2],
    "jokers": [False, True],
    "removed": [[], ["S2", "H2", "D2", "C2"], ["SQ", "DJ", "CT", "HA"], ["H4", "H9", "HQ", "S7"]],
    "removed_drawn": [0, 1, 2, 3],
    "partnership": ["solo", "opposite"],
    "first_lead": ["seat0", "C2", "S3", "S2", "S7", "C3", "lot"],
    "must_lead_it": [False, True],
    "bars": [list(bars) for count in range(4) for bars in combinations(("follow", "lead", "discard"), count)],
    "forced": ["none", "third_forces_fourth", "all", "all_but_sheep", "forbidden"],
    "exposure_order": ["free", "from_dealer"],
    "first_trick_points": [True, False],
    "discards": ["free", "same_colour"],
    "pairs": ["traditional", "china_games"],
}
SCORING_VALUES: dict[str, Sequence[object]] = {
    "kinds": [
        ["open"],
        ["dark", "bright"],
        ["open", "first"],
        ["first", "concealed", "bright"],
        ["concealed"],
    ],
    "heart_leader": ["HA", "H3"],
    "heart_table": ["standard", "graded", "flat"],
    "lone_rule": ["no_cards", "no_points"],
    "pig_flip": ["slam", "all_hearts", "never"],
    "slam": ["natural", "fixed"],
    "slam_base": [800, 1600],
    "self_capture": [1, 2],
    "colour_change": ["none", "auto", "choice"],
    "copies": ["by_rank", "by_copy"],
}


def is_left_open(rules: referee.Rules) -> bool:
    """Whether the rules do not say who is whose partner: hidden partners with two pigs or none."""
    cards = [card for card in ("SQ", "DJ") if card not in rules["removed"]]
    hidden_partners = rules["partnership"] in ("pig_sheep", "called")
    return hidden_partners and (rules["decks"] == 2 or len(cards) < 2)


def ruleset(preset: str, changes: Mapping[str, object]) -> gz.Ruleset | None:
    """The preset so changed, if the parameters go together."""
    try:
        rules = gz.Ruleset.preset(preset, **changes)
    except gz.RulesError:
        return None
    return None if is_left_open(plain(rules)) else rules


def random_ruleset(rng: random.Random) -> gz.Ruleset:
    values = PLAY_VALUES | SCORING_VALUES
    while True:
        changes = {name: rng.choice(values[name]) for name in values if rng.random() < 0.3}
        rules = ruleset(rng.choice(PRESETS), changes)
        if rules is not None:
            return rules


@pytest.mark.parametrize("hundred", range(max(1, GAMES // 25)))
def test_random_games_under_random_rules_go_as_the_referee_says(hundred: int) -> None:
    rng = random.Random(hundred)
    for _ in range(100):
        duel = random_duel(random_ruleset(rng), rng)
        duel.play_out(random_chooser(rng))


# Rules, deals, exposures and moves drawn one by one, so that a difference shrinks to a small one.


@st.composite
def rulesets(draw: st.DrawFn, values: Mapping[str, Sequence[object]]) -> gz.Ruleset:
    changes = {name: st.sampled_from(choices) for name, choices in values.items()}
    rules = ruleset(draw(st.sampled_from(PRESETS)), draw(st.fixed_dictionaries({}, optional=changes)))
    if rules is None:
        reject()
    return rules


@thorough
@given(
    rules=rulesets(PLAY_VALUES | SCORING_VALUES),
    seed=st.integers(0, 2**32 - 1),
    cards=st.none() | st.integers(1, 8),
    leader=st.none() | st.integers(0, 3),
    dealer=st.none() | st.integers(0, 3),
    exposures=st.lists(st.integers(0, 15), max_size=8),
    moves=st.lists(st.integers(0, 400), max_size=104),
)
def test_a_game_under_any_rules_goes_as_the_referee_says(
    rules: gz.Ruleset,
    seed: int,
    cards: int | None,
    leader: int | None,
    dealer: int | None,
    exposures: list[int],
    moves: list[int],
) -> None:
    deal = gz.Deal.random(seed=seed, rules=rules, cards=cards)
    duel = Duel(deal, rules, leader=leader, dealer=dealer)
    for number in exposures:
        options = duel.options() if cards is None else []
        if options:
            duel.expose(options[number % len(options)])
    duel.begin()
    numbers = iter(moves)
    duel.play_out(lambda legal: legal[next(numbers, 0) % len(legal)])


@st.composite
def score_cases(draw: st.DrawFn) -> tuple[gz.Ruleset, list[list[str]], list[list[str]], list[Option]]:
    """Scoring cards nearly all taken by one seat, dealt and exposed anyhow."""
    rules = draw(rulesets(SCORING_VALUES | {"decks": [1, 2], "jokers": [False, True]}))
    by_copy = rules.decks == 2 and rules.copies == "by_copy"
    if by_copy and rules.self_capture == 2:
        reject()  # texts do not tell which of two copies was dealt to whom
    exposable = {"SQ", "DJ", "CT", rules.heart_leader}
    cards = [text for text in referee.deck_texts(plain(rules)) if text[0] == "H" or text in exposable]
    has_all_hearts = draw(st.booleans())
    strays = [index for index, text in enumerate(cards) if not (has_all_hearts and text[0] == "H")]
    stray_to = draw(st.dictionaries(st.sampled_from(strays), st.none() | st.integers(0, 3), max_size=6))
    collector = draw(st.integers(0, 3))
    kinds = st.none() | st.sampled_from(rules.kinds) if rules.forced != "forbidden" else st.none()
    taken: list[list[str]] = [[], [], [], []]
    dealt: list[list[str]] = [[], [], [], []]
    exposed: list[Option] = []
    for index, text in enumerate(cards):
        holder, taker = draw(st.integers(0, 3)), stray_to.get(index, collector)
        kind = draw(kinds) if text in exposable else None
        dealt[holder].append(text)
        if kind:
            exposed.append((holder, text, kind))
        if taker is not None:
            taken[taker].append(f"{text}*{kind}" if kind and rules.decks == 2 else text)
    return rules, taken, dealt, exposed


@settings(thorough, max_examples=1000)
@given(score_cases())
def test_any_piles_score_as_the_referee_says(
    case: tuple[gz.Ruleset, list[list[str]], list[list[str]], list[Option]],
) -> None:
    rules, taken, dealt, exposed = case
    points = referee.score(taken, plain(rules), exposed, dealt)
    assert gz.score(taken, rules, exposed=exposed, dealt=dealt) == points


@st.composite
def plays_to_a_pair(draw: st.DrawFn) -> list[list[str]]:
    """A led pair and three plays of two cards, from few ranks, so that they often tie."""
    led, *others = draw(st.permutations("SHDC"))
    pair = led + draw(st.sampled_from("8QA"))
    pool = [led + rank for rank in "5TK"] * 2 + [suit + "4" for suit in others] * 2
    cards = draw(st.permutations(pool))
    return [[pair, pair], *([cards[start], cards[start + 1]] for start in (0, 2, 4))]


@thorough
@given(preset=st.sampled_from(["traditional-double", "china-games-double"]), plays=plays_to_a_pair())
def test_any_plays_to_a_pair_are_won_as_the_referee_says(preset: str, plays: list[list[str]]) -> None:
    rules = gz.Ruleset.preset(preset)
    assert gz.pair_winner(plays, rules) == referee.pair_winner(plays, plain(rules))


TOTALS = (
    st.integers(-999, 999)
    | st.integers(-21000, 21000)
    | st.integers(-10, 10).map(lambda number: 500 * number)
    | st.sampled_from([-4001, -3999, -1001, -999, 999, 1001, 3999, 4001])
)


@every_preset
@settings(deadline=None)
@given(
    totals=st.tuples(TOTALS, TOTALS, TOTALS, TOTALS),
    scale=st.integers(1, 12),
    spread=st.sampled_from([0, 500, 3000]),
)
def test_any_totals_are_settled_as_the_referee_says(
    preset: str, totals: tuple[int, int, int, int], scale: int, spread: int
) -> None:
    rules = gz.Ruleset.preset(preset)
    if rules.settlement == "zero_sum":
        rules = rules.replace(scale=scale)
    if rules.settlement == "total":
        rules = rules.replace(spread=spread)
    assert gz.settle(totals, rules) == referee.settle(totals, plain(rules))


@thorough
@given(
    preset=st.sampled_from(
        [name for name in PRESETS if gz.Ruleset.preset(name).partnership in ("solo", "opposite")]
    ),
    overrides=st.fixed_dictionaries(
        {},
        optional={"double_pig": st.booleans(), "deals": st.integers(1, 4), "limit_inclusive": st.booleans()},
    ),
    deals=st.lists(
        st.tuples(st.tuples(*[st.integers(-80, 80)] * 4), st.none() | st.integers(0, 3)),
        min_size=1,
        max_size=6,
    ),
    penalty=st.tuples(st.integers(0, 3), st.integers(-50, 0)),
)
def test_any_match_is_kept_as_the_referee_keeps_it(
    preset: str,
    overrides: dict[str, object],
    deals: list[tuple[tuple[int, ...], int | None]],
    penalty: tuple[int, int],
) -> None:
    rules = gz.Ruleset.preset(preset, **overrides)
    match, book = gz.Match(rules), referee.Match(plain(rules))
    for tens, pig_taker in deals:
        points = [10 * value for value in tens]
        match.penalize(*penalty)
        book.penalize(*penalty)
        if not book.is_over:
            match.add(points, pig_taker=pig_taker)
            book.add(points, pig_taker, leader=None)
        assert_same_book(match, book)
        if book.is_over:
            break
