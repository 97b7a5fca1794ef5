"""What exposing is worth before it begins, with all hands visible."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from gongzhu import _core
from gongzhu._core import Card, Deal, Game, IllegalMove, RulesError
from gongzhu.solving import Measure, Objective, Solver, Value, as_game
from gongzhu.values import Exposure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ExposureSet: TypeAlias = tuple[Exposure, ...]
"""Sorted. Of two decks a seat that exposes both copies of a card alike is in it twice."""

Bounds: TypeAlias = tuple[Value, Value]


@dataclass(frozen=True)
class ExposurePar:
    """What the exposures of a deal are worth, from the point of view of the seat or side asked about.

    Attributes:
        value: The value after everybody has exposed as suits it best; where `exact` is false, the lower
            bound.
        lower: A proven lower bound of the value.
        upper: A proven upper bound of the value.
        exact: Whether the bounds meet.
        choice: The exposures that this comes to, in the order made, those that the rules force among
            them. Where `exact` is false, those that everybody makes who goes by what is proven for him.
        sets: The value of every set of exposures that can come about, or (lower, upper) where a limit
            was reached before it was known. Its keys are sorted tuples, `()` for no exposure, in which
            both copies of a card exposed alike stand twice. Exposures made earlier belong to none of the
            sets.
        nodes: Plays searched.
        seconds: Time taken.
    """

    value: Value
    lower: Value
    upper: Value
    exact: bool
    choice: tuple[Exposure, ...]
    sets: dict[ExposureSet, Value | Bounds]
    nodes: int
    seconds: float


def solve_exposures(
    game_or_deal: Game | Deal,
    objective: Objective = "partners",
    *,
    measure: Measure = "points",
    seat: int | None = None,
    order: Sequence[int] | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    hash_mb: int = 256,
    threads: int = 1,
) -> ExposurePar:
    """Solve the exposing of a deal: all hands visible, everybody exposing and then playing perfectly.

    The seats declare one after the other, each once: every card that it exposes, in which kind, or none,
    knowing what the seats before it declared. Each chooses what is best for its side, or for its part in
    the objective; of choices that are equally good the one with the fewest exposures, and of those the
    one whose cards come first in the order of cards, the kinds in the order of the rules. What may be
    exposed, and what that forces, is asked of `Game.exposable` and `Game.expose`. First exposures are
    treated like the others, though at a table they are made before the hands are known. Of two decks every
    copy is exposed or not by itself, so that there may be thousands of sets.

    Ctrl-C ends the search with KeyboardInterrupt; the limits end it with the bounds proven so far.

    Args:
        game_or_deal: A deal, or a game in its exposing phase, in which cards may have been exposed
            already.
        objective: "partners" or "solo", as in `solve`.
        measure: What "solo" counts, as in `solve`.
        seat: Whose point of view the values have; by default the seat that leads.
        order: The seats in the order in which they declare; by default in order of play from the dealer,
            where the rules have exposing go round from the dealer, and elsewhere from the leader.
        time_limit: Seconds for everything, shared out among the sets still to be solved. A set takes a
            moment even so: of whole deals of two decks some milliseconds.
        nodes: Plays searched at the most, shared out likewise.
        hash_mb: The most that the transposition table may take, MiB.
        threads: Threads to search with; 0 uses every core.

    Raises:
        RulesError: An argument is out of range.
        IllegalMove: Play has begun.

    >>> import gongzhu as gz
    >>> deal = gz.Deal.parse("N:Q...2 K...3 5...4 6...5", rules=gz.Ruleset.preset("traditional"), leader=2)
    >>> par = gz.solve_exposures(deal, seat=0)
    >>> par.value, [(exposure.seat, str(exposure.card), exposure.kind) for exposure in par.choice]
    (200, [(0, 'SQ', 'open')])
    >>> sorted(par.sets.values())
    [100, 200]
    """
    game = as_game(game_or_deal).copy()
    if game.phase != "exposing":
        raise IllegalMove("solve_exposures: play has begun, and nobody exposes any more")
    if objective not in ("partners", "solo"):
        raise RulesError(
            f"solve_exposures: objective {objective!r} is not supported, expected partners or solo"
        )
    if time_limit is not None and not time_limit >= 0:
        raise RulesError(
            f"solve_exposures: time_limit {time_limit} is out of range, expected 0 seconds or more"
        )
    if nodes is not None and nodes < 0:
        raise RulesError(f"solve_exposures: nodes {nodes} is out of range, expected 0 or more")
    seat = game.leader if seat is None else seat
    _, roles = _core.aim_of(game, objective=objective, measure=measure, seat=seat)
    leaves: dict[ExposureSet, Game] = {}
    root = _declarations(game, _declaring(game, order), len(game.exposures), leaves)

    solver = Solver(hash_mb, threads)
    start = perf_counter()
    searched = 0
    bounds: dict[ExposureSet, Bounds] = {}
    for made, leaf in leaves.items():
        left = len(leaves) - len(bounds)
        seconds = None if time_limit is None else max(0.0, time_limit - (perf_counter() - start)) / left
        solution = solver.solve(
            leaf,
            objective,
            measure=measure,
            seat=seat,
            time_limit=seconds,
            nodes=None if nodes is None else (nodes - searched) // left,
            every_move=False,
            at_least=0 if seconds == 0 else None,  # a question is the quickest way to what is known
        )
        searched += solution.nodes
        bounds[made] = solution.lower, solution.upper
    lower, upper, choice = root.best(bounds, roles)
    return ExposurePar(
        value=lower,
        lower=lower,
        upper=upper,
        exact=lower == upper,
        choice=choice,
        sets={made: low if low == high else (low, high) for made, (low, high) in bounds.items()},
        nodes=searched,
        seconds=perf_counter() - start,
    )


def _set_of(exposures: Iterable[Exposure]) -> ExposureSet:
    """The same however they were made: after one order as after another."""
    return tuple(sorted(exposures))


def _declaring(game: Game, order: Sequence[int] | None) -> tuple[int, ...]:
    """The seats in the order in which they declare."""
    if order is not None:
        if sorted(order) != [0, 1, 2, 3]:
            raise RulesError(
                f"solve_exposures: order {order!r} is wrong, expected each of the seats 0 to 3 once"
            )
        return tuple(order)
    first = game.dealer if game.rules.exposure_order == "from_dealer" else game.leader
    return tuple((first + step) % 4 for step in range(4))


@dataclass(frozen=True)
class _Declaration:
    """A seat's turn to declare, or the end of exposing.

    Attributes:
        seat: Whose turn it is; None at the end.
        choices: What each of its choices leads to, those to prefer first where they are equally good.
        made: The exposures so far, in the order made.
    """

    seat: int | None
    choices: tuple[_Declaration, ...]
    made: tuple[Exposure, ...]

    def best(
        self, bounds: dict[ExposureSet, Bounds], roles: Sequence[int]
    ) -> tuple[Value, Value, tuple[Exposure, ...]]:
        """Bounds of the value from here on, and the exposures at the end.

        Every seat goes by what is proven for it: one that raises the value by the lower bounds, one that
        lowers it by the upper ones.
        """
        if self.seat is None:
            return *bounds[_set_of(self.made)], self.made
        lowers, uppers, ends = zip(*(choice.best(bounds, roles) for choice in self.choices), strict=True)
        if roles[self.seat] > 0:
            return max(lowers), max(uppers), ends[lowers.index(max(lowers))]
        return min(lowers), min(uppers), ends[uppers.index(min(uppers))]


def _declarations(
    game: Game, seats: tuple[int, ...], earlier: int, leaves: dict[ExposureSet, Game]
) -> _Declaration:
    """Lay out what the seats may declare one after the other, beyond so many earlier exposures.

    The game after each set goes into `leaves`.
    """
    made = game.exposures[earlier:]
    if not seats:
        leaves.setdefault(_set_of(made), game)
        return _Declaration(None, (), made)
    seat, *later = seats
    choices = tuple(_declarations(after, tuple(later), earlier, leaves) for after in _choices(game, seat))
    return _Declaration(seat, choices, made)


def _choices(game: Game, seat: int) -> list[Game]:
    """The game after each set of exposures that a seat may make, the ones to prefer first."""
    kinds = game.rules.kinds
    found: list[tuple[Game, tuple[tuple[Card, int], ...]]] = [(game, ())]
    seen = {_set_of(game.exposures)}
    for before, own in found:  # which grows, by one exposure after the other
        for card, kind in before.exposable(seat):
            after = before.copy()
            after.expose(seat, card, kind)
            made = _set_of(after.exposures)
            if made not in seen:
                seen.add(made)
                found.append((after, (*own, (card, kinds.index(kind)))))
    return [after for after, _ in sorted(found, key=lambda choice: (len(choice[1]), sorted(choice[1])))]
