"""A game played to its end by four bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from gongzhu.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gongzhu._core import Card, Game
    from gongzhu.players.bot import Bot

Value = TypeVar("Value")

_SEATS = "NESW"


def play_game(game: Game, bots: Sequence[Bot], *, between: Callable[[], object] | None = None) -> None:
    """Let four bots play a game from where it stands to its end.

    Where the exposing phase is open, the dealer calls, if the rules have it; then every seat is asked once
    what it exposes, in order of play from the dealer. At the end whoever may chooses the colours.

    Args:
        game: The game; it is played on.
        bots: Who plays each seat; a bot may play several.
        between: Called before every decision; what it raises ends the game where it is.

    Raises:
        BotError: A bot failed or wanted what is not allowed; the message names it and the move. The game
            stays as it was before that.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.random(seed=7))
    >>> gz.players.play_game(game, [gz.players.get("random", seed) for seed in range(4)])
    >>> game.is_over
    True
    """
    before = between or _nothing
    if game.phase == "exposing":
        caller = game.caller
        if caller is not None:
            before()
            call(game, caller, bots[caller])
        for seat in exposing_order(game):
            before()
            expose(game, seat, bots[seat])
        game.begin()
    while (player := game.to_play) is not None:
        before()
        play(game, player, bots[player])
    chooser = game.colour_chooser
    if chooser is not None:
        before()
        swap_colours(game, chooser, bots[chooser])


def exposing_order(game: Game) -> list[int]:
    """The seats in the order in which they are asked what they expose."""
    return [(game.dealer + place) % 4 for place in range(4)]


def call(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot name its partner's card."""
    _decide(game, seat, bot, "calling", lambda: game.call(bot.call(game.view(seat))))


def expose(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot expose what it likes, if it may expose anything."""
    view = game.view(seat)
    if not view.exposable:
        return

    def make_exposures() -> None:
        forced: list[Card | None] = []  # by the exposures before, and so made already
        for card, kind in bot.expose(view):
            if card in forced:
                forced.remove(card)
                continue
            made = len(game.exposures) + 1
            game.expose(seat, card, kind)
            forced += [exposure.card for exposure in game.exposures[made:] if exposure.seat == seat]

    _decide(game, seat, bot, "exposing", make_exposures)


def play(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot make its move."""
    where = f"trick {len(game.tricks) + 1}, play {len(game.history) + 1}"
    _decide(game, seat, bot, where, lambda: game.play(bot.choose(game.view(seat))))


def swap_colours(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot choose whether the colours change."""
    _decide(
        game, seat, bot, "changing the colours", lambda: game.swap_colours(bot.swap_colours(game.view(seat)))
    )


def _decide(game: Game, seat: int, bot: Bot, where: str, decide: Callable[[], None]) -> None:
    try:
        decide()
    except Exception as error:
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise BotError(
            f"bot {bot.label}, seat {_SEATS[seat]} of {game.rules.name}, {where}: {what}"
        ) from error


def _nothing() -> None:
    pass
