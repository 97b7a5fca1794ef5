"""A game of many deals between a person at the terminal and three bots."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import gongzhu as gz
from gongzhu.cli import screen
from gongzhu.cli.analyse import cards_table, losses_table
from gongzhu.cli.output import print_table, print_text, progress
from gongzhu.cli.prompt import LeaveError, ask
from gongzhu.drawing import game_text
from gongzhu.drawing.words import card_name, card_names, words_of
from gongzhu.pgz import Record, names
from gongzhu.players import playing
from gongzhu.players.seeds import mixed_seed
from gongzhu.solving import viewpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gongzhu.drawing import Style
    from gongzhu.players import Bot, Recipe

Decision: TypeAlias = Literal["call", "expose", "begin", "play", "colours", "end"]

_QUIT = ("quit", "q", "exit")
_UNDO = ("undo", "u")
_HELP = ("help", "?")

HELP = """\
a card    play it: SQ, ♠Q, 黑桃Q, 猪; two cards with a space between them
          (Enter alone plays the only card that is legal)
hint      what a bot would do, or with --open what every card is worth
undo      take back your last decision, and what came after it
table     what lies on the table and what has been taken
score     the totals
help      this list
quit      leave; --save keeps the games"""


@dataclass(frozen=True)
class Options:
    """How a person wants to play.

    Attributes:
        rules: The rules.
        seat: The person's seat.
        seed: The seed of the first deal; the next ones have those that follow.
        deals: How many deals to play at the most.
        hint: Who gives hints.
        open: Whether all hands are shown.
        analyse: Whether every deal is analysed when it is over.
        time_limit: Seconds for the solver, for a hint or an analysis.
        pause: Seconds between what the bots do.
        style: How cards are written.
    """

    rules: gz.Ruleset
    seat: int
    seed: int
    deals: int | None
    hint: Recipe
    open: bool
    analyse: bool
    time_limit: float
    pause: float
    style: Style


@dataclass(frozen=True)
class _Moment:
    """Where a deal stands.

    Attributes:
        game: The game.
        asked: How many seats have been asked what they expose.
        colours_chosen: Whether who may change the colours has chosen.
    """

    game: gz.Game
    asked: int = 0
    colours_chosen: bool = False

    def next(self) -> tuple[Decision, int]:
        """What is to be decided, and by which seat."""
        game = self.game
        if game.phase == "exposing":
            if game.caller is not None:
                return "call", game.caller
            if self.asked < 4:
                return "expose", playing.exposing_order(game)[self.asked]
            return "begin", game.leader
        if game.to_play is not None:
            return "play", game.to_play
        if game.colour_chooser is not None and not self.colours_chosen:
            return "colours", game.colour_chooser
        return "end", 0


class Session:
    """The games of one sitting.

    Args:
        options: How the person wants to play.
        bots: The bots of the other seats.
        keep: Called with the records of all deals so far, the last one perhaps unfinished, whenever one is
            over and at the end.
    """

    def __init__(
        self, options: Options, bots: Mapping[int, Recipe], keep: Callable[[Sequence[Record]], object]
    ) -> None:
        self._options = options
        self._style = options.style
        self._me = options.seat
        self._recipes = bots
        self._bots = {seat: recipe.make() for seat, recipe in bots.items()}
        self._adviser: Bot | None = None
        self._keep = keep
        self._match = gz.Match(options.rules)
        self._records: list[Record] = []
        self._number = 0
        self._moment = _Moment(self._deal())
        self._past: list[_Moment] = []

    def run(self) -> None:
        """Play until the match is over, the deals are played, or the person leaves."""
        try:
            while self._play_deal():
                pass
            self._say("")
            self._show_end()
        except LeaveError:
            self._say("")
        finally:
            self._keep_all()
            for bot in [*self._bots.values(), *([self._adviser] if self._adviser else [])]:
                bot.close()

    # One deal.

    def _play_deal(self) -> bool:
        """Play a deal; whether there is another one."""
        self._number = len(self._match.deals)
        self._moment = _Moment(self._deal())
        self._past = []
        for seat, bot in self._bots.items():
            self._start(bot, seat)
        if self._adviser is not None:
            self._start(self._adviser, "hint")
        self._introduce()
        while True:
            decision, seat = self._moment.next()
            if decision == "end":
                if self._at_end():
                    break
            elif decision == "begin":
                self._begin()
            elif seat == self._me:
                self._decide(decision)
            else:
                self._let_decide(decision, seat)
        self._match.record(self._moment.game)
        self._records.append(self._record())
        self._keep(self._records)
        return not self._finished(self._match)

    def _start(self, bot: Bot, who: int | str) -> None:
        """Tell a bot that a deal begins."""
        bot.match = self._match
        bot.start(mixed_seed(self._seed, who))

    @property
    def _seed(self) -> int:
        return self._options.seed + self._number

    @property
    def _game(self) -> gz.Game:
        return self._moment.game

    @property
    def view(self) -> gz.View:
        """What the person may know."""
        return self._game.view(self._me)

    def _deal(self) -> gz.Game:
        rules = self._options.rules
        match = self._match
        deal = gz.Deal.random(self._seed, rules, first_dealt=match.first_dealt)
        return gz.Game(deal, leader=match.leader, dealer=match.dealer)

    def _finished(self, match: gz.Match) -> bool:
        deals = self._options.deals
        return match.is_over or (deals is not None and len(match.deals) >= deals)

    def _introduce(self) -> None:
        game = self._game
        seats = words_of(self._style).seats
        self._say(f"\nDeal {self._number + 1}, {game.rules.name}, seed {self._seed}")
        others = ", ".join(f"{seats[seat]} {recipe.label}" for seat, recipe in sorted(self._recipes.items()))
        self._say(f"You are {seats[self._me]}; {others}. {seats[game.leader]} leads.")
        if self._options.open:
            self._say(game_text(game, self._style))
        else:
            self._say(screen.hand_line(self.view, self._style))
        if game.exposures:
            self._say(f"exposed by the rules: {screen.exposure_line(self.view, self._style)}")

    def _begin(self) -> None:
        self._game.begin()
        exposed = screen.exposure_line(self.view, self._style)
        self._say(f"{f'exposed: {exposed}' if exposed else 'Nothing is exposed'}. Play begins.")

    def _let_decide(self, decision: Decision, seat: int) -> None:
        """A bot's decision, shown as far as the person may see it."""
        game, bot = self._game, self._bots[seat]
        name = words_of(self._style).seats[seat]
        if decision == "call":
            playing.call(game, seat, bot)
            assert game.called is not None
            self._say(f"{name} calls {card_name(game.called, self._style)}")
        elif decision == "expose":
            before = len(game.exposures)
            playing.expose(game, seat, bot)
            self._step(asked=self._moment.asked + 1)
            if len(game.exposures) > before:
                self._say(f"{name} exposes; now {screen.exposure_line(self.view, self._style)}")
        elif decision == "colours":
            playing.swap_colours(game, seat, bot)
            self._step(colours_chosen=True)
            self._say(f"{name} {'changes' if game.swapped else 'leaves'} the colours")
        else:
            playing.play(game, seat, bot)
            time.sleep(self._options.pause)
            self._show_play(seat)

    def _show_play(self, seat: int) -> None:
        game = self._game
        self._say(f"  {screen.plays_line(seat, game.history[-1:], self._style)}")
        if not game.current_trick:
            trick = game.tricks[-1]
            cards = card_names((card for move in trick.moves for card in move.cards), self._style)
            taker = (
                "You take"
                if trick.winner == self._me
                else f"{words_of(self._style).seats[trick.winner]} takes"
            )
            self._say(f"{taker} {cards}\n")

    # The person's decisions.

    def _decide(self, decision: Decision) -> None:
        """Ask the person, until something has been decided or taken back."""
        if decision == "expose" and not self.view.exposable:
            self._step(asked=self._moment.asked + 1)
            return
        self._show_question(decision)
        while True:
            answer = ask(self._question(decision))
            command = answer.lower()
            if command in _QUIT:
                raise LeaveError
            if command in _UNDO:
                if self._undo():
                    return
            elif command == "hint":
                self._hint(decision)
            elif command in _HELP:
                self._say(HELP)
            elif command == "table":
                self._say(screen.table_lines(self.view, self._style))
            elif command == "score":
                self._show_totals(self._match)
            else:
                try:
                    self._answer(decision, answer)
                except ValueError as error:
                    self._complain(error, decision)
                else:
                    return

    def _show_question(self, decision: Decision) -> None:
        view = self.view
        if decision == "call":
            self._say("You deal: name a card. Whoever holds it is your partner.")
        elif decision == "expose":
            self._say(f"You may expose {screen.choices_line(view, self._style)}. Enter: no more.")
        elif decision == "colours":
            assert view.colours is not None
            self._say("You took all hearts and may let pig and sheep change colours.")
            outcomes = [("as they are", view.colours[0]), ("changed", view.colours[1])]
            self._say(screen.totals_lines(outcomes, self._style))
        else:
            self._say(
                game_text(self._game, self._style)
                if self._options.open
                else screen.hand_line(view, self._style)
            )

    def _question(self, decision: Decision) -> str:
        if decision == "play":
            return f"trick {len(self._game.tricks) + 1}, {screen.trick_line(self.view, self._style)}"
        return "yes or no" if decision == "colours" else decision

    def _answer(self, decision: Decision, answer: str) -> None:
        """Do what the person decided.

        Raises:
            ValueError: It cannot be read or is not allowed.
        """
        game = self._game.copy()
        asked = self._moment.asked
        if decision == "call":
            game.call(names.parse_card(answer))
        elif decision == "expose" and not answer:
            asked += 1
        elif decision == "expose":
            game.expose(self._me, *self._exposure(answer))
        elif decision == "colours":
            game.swap_colours(_yes(answer))
        else:
            game.play(self._move(answer))
        self._past.append(self._moment)
        self._moment = _Moment(game, asked, colours_chosen=decision == "colours")
        if decision == "play":
            self._show_play(self._me)

    def _exposure(self, answer: str) -> tuple[str, str]:
        """A card and a kind; a card that may be exposed in one kind only needs none."""
        name, _, kind = answer.rpartition(" ")
        if name:
            with suppress(gz.NotationError):
                return names.parse_card(name), names.parse_kind(kind)
        card = names.parse_card(answer)
        kinds = [kind for other, kind in self.view.exposable if str(other) == card]
        if len(kinds) > 1:
            raise gz.IllegalMove(f"{card} may be exposed in {len(kinds)} ways, say which")
        return card, kinds[0] if kinds else self._options.rules.kinds[0]

    def _move(self, answer: str) -> str:
        """A play; nothing at all means the only legal one."""
        moves = self.view.legal_moves()
        if not answer:
            if len(moves) > 1:
                raise gz.IllegalMove("there is more than one legal play")
            return str(moves[0])
        words = answer.split()
        if len(words) == 2:
            with suppress(gz.NotationError):
                return names.parse_play("+".join(words))
        return names.parse_play(answer)

    def _complain(self, error: ValueError, decision: Decision) -> None:
        view = self.view
        legal = {
            "call": "any card that somebody holds",
            "expose": f"{screen.choices_line(view, self._style)}; Enter: no more",
            "colours": "yes, no",
            "play": screen.legal_line(view, self._style),
        }[decision]
        self._say(f"{' '.join(str(error).split())}. Legal: {legal} (help: what else there is)")

    def _undo(self) -> bool:
        """Go back to the person's last decision; whether there was one."""
        if not self._past:
            self._say("There is nothing of yours to take back in this deal.")
            return False
        self._moment = self._past.pop()
        self._say("Taken back.")
        return True

    def _step(self, *, asked: int | None = None, colours_chosen: bool = False) -> None:
        """Go on after a decision that undo passes over."""
        asked = self._moment.asked if asked is None else asked
        self._moment = _Moment(self._game, asked, colours_chosen)

    # Hints.

    def _hint(self, decision: Decision) -> None:
        view = self.view
        if decision == "play" and self._options.open and self._solver_hint():
            return
        if self._adviser is None:
            self._adviser = self._options.hint.make()
            self._start(self._adviser, "hint")
        adviser = self._adviser
        name = adviser.label
        if decision == "call":
            self._say(f"{name} would call {card_name(adviser.call(view), self._style)}")
        elif decision == "expose":
            wanted = ", ".join(
                f"{card_name(card, self._style)} {kind}" for card, kind in adviser.expose(view)
            )
            self._say(f"{name} would expose {wanted or 'nothing'}")
        elif decision == "colours":
            self._say(f"{name} would {'change' if adviser.swap_colours(view) else 'leave'} them")
        else:
            estimates = adviser.explain(view)
            if estimates:
                self._say(f"{name} expects, own side minus the other, in points a deal:")
                self._say(screen.estimate_lines(estimates, self._style))
            choice = card_names(adviser.choose(view).cards, self._style)
            self._say(f"{name} would play {choice}")

    def _solver_hint(self) -> bool:
        """Show what every play is worth with all hands visible; whether that is known exactly."""
        objective, measure = self._aim
        with progress("solving"):
            solution = gz.solve(
                self._game,
                objective,
                measure=measure,
                seat=self._me,
                time_limit=self._options.time_limit,
            )
        self._say(f"{viewpoint(objective, measure, self._me)}, all hands visible:")
        self._say(screen.solution_lines(solution.moves, self._style))
        return solution.exact

    @property
    def _aim(self) -> tuple[Literal["partners", "solo"], Literal["points", "settled"]]:
        if self._options.rules.partnership == "opposite":
            return "partners", "points"
        return "solo", "settled"

    # The end of a deal and of all.

    def _at_end(self) -> bool:
        """Show how the deal ended; whether the person goes on rather than take something back."""
        game = self._game
        match = self._match.copy()
        match.record(game)
        self._say(f"The deal is over.\n{game_text(game, self._style)}\n")
        self._show_totals(match, game.points())
        if self._options.analyse:
            self._analyse()
        last = self._finished(match)
        while True:
            answer = ask("Enter: the end" if last else "Enter: the next deal").lower()
            if not answer:
                return True
            if answer in _QUIT:
                raise LeaveError
            if answer in _UNDO:
                if self._undo():
                    return False
            elif answer == "analyse":
                self._analyse()
            elif answer == "score":
                self._show_totals(match, game.points())
            else:
                self._say("Here are Enter, analyse, score, undo and quit.")

    def _show_totals(self, match: gz.Match, points: Sequence[int] | None = None) -> None:
        rows: list[tuple[str, Sequence[object]]] = []
        if points is not None:
            rows.append(("points", points))
            if match.deals[-1] != points:
                rows.append(("entered", match.deals[-1]))
        rows.append(("total", match.totals))
        if match.is_over and match.settlement is not None and match.settlement != match.totals:
            rows.append(("settled", match.settlement))
        self._say(screen.totals_lines(rows, self._style))

    def _show_end(self) -> None:
        match = self._match
        seats = words_of(self._style).seats
        deals = len(match.deals)
        self._say(f"{deals} deal{'' if deals == 1 else 's'} played.")
        self._show_totals(match)
        if match.is_over:
            won, lost = (" and ".join(seats[seat] for seat in some) for some in (match.winners, match.losers))
            self._say(f"The game is over: {won} won, {lost} lost.")

    def _analyse(self) -> None:
        """Tell what every card gave away."""
        game = self._game
        objective, measure = self._aim
        with progress("analysing", len(game.history) + 1) as advance:
            found = gz.analyse_game(
                game,
                objective,
                measure=measure,
                seat=self._me,
                time_limit=self._options.time_limit,
                progress=lambda _done, _total: advance(),
            )
        self._say(f"{found.title}, all hands visible")
        print_table(cards_table(found, self._style))
        print_table(losses_table(found, self._style))
        if not found.exact:
            self._say("The time was up: some of these are proven bounds, not values.")

    # What is kept.

    def _record(self) -> Record:
        seats = {seat: recipe.label for seat, recipe in self._recipes.items()} | {self._me: "person"}
        tags = dict(zip(("North", "East", "South", "West"), (seats[seat] for seat in range(4)), strict=True))
        return Record.from_game(
            self._game, Event="gongzhu play", Round=str(self._number + 1), Seed=str(self._seed), **tags
        )

    def _keep_all(self) -> None:
        """Keep the deals that are over and the one that was begun."""
        begun = len(self._records) == self._number and self._game.phase != "exposing"
        self._keep([*self._records, *([self._record()] if begun else [])])

    def _say(self, text: str) -> None:
        print_text(text)


def _yes(answer: str) -> bool:
    if answer.lower() in ("y", "yes", "是"):
        return True
    if answer.lower() in ("n", "no", "否"):
        return False
    raise ValueError(f"{answer!r} is neither yes nor no")
