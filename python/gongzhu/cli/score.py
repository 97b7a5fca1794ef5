"""`gongzhu score`: what cards taken are worth, and the points of games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

import gongzhu as gz
from gongzhu.cli.failures import InputError
from gongzhu.cli.inputs import read_entries
from gongzhu.cli.options import DrawingStyle, Json, Rules, Settings, chosen_rules
from gongzhu.cli.output import new_table, print_json, print_table, progress, style_of
from gongzhu.drawing.scene import points_so_far
from gongzhu.drawing.words import card_names

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from gongzhu.cli.inputs import Entry
    from gongzhu.pgz import ExposedCard
    from gongzhu.pgz.record import FourHands

    Value = TypeVar("Value")

_SEATS = "NESW"
_OF_A_SEAT = re.compile(r"[^:.=]+:[^.]*")


def score(
    taken: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS...|FILE",
            help="What each seat took: N:SQ,H5 E:DJ, or four lists in the order of the seats. "
            "Or games, in any form that solve reads.",
        ),
    ],
    exposed: Annotated[
        str, typer.Option(metavar="EXPOSURES", help='What was exposed: "N:SQ=open E:DJ=first".')
    ] = "",
    dealt: Annotated[
        str, typer.Option(metavar="CARDS", help='What seats had been dealt, for self-capture: "N:SQ E:DJ".')
    ] = "",
    removed: Annotated[str, typer.Option(metavar="CARDS", help="Cards drawn out of this deal.")] = "",
    rules: Rules = None,
    settings: Settings = None,
    style: DrawingStyle = None,
    as_json: Json = False,
) -> None:
    """Count what the cards taken are worth, or the points of every game of a file."""
    of_seats = all(_OF_A_SEAT.fullmatch(text) for text in taken)
    if len(taken) == 1 and not of_seats:
        if exposed or dealt or removed:
            raise InputError(
                "--exposed, --dealt and --removed go with cards; a file says these things itself"
            )
        _score_games(read_entries(taken[0], rules, settings), as_json=as_json)
        return
    if not of_seats and len(taken) != 4:
        raise InputError("the cards taken are given as N:SQ,H5 E:DJ, or as four lists in the order N E S W")

    from gongzhu.pgz import fields

    ruleset = chosen_rules(rules, settings, gz.Ruleset.preset("traditional"))
    piles = _read("taken", fields.read_four_hands, " ".join(taken)) if of_seats else _lists(taken)
    points = gz.score(
        piles,
        ruleset,
        exposed=_read("--exposed", _known_exposures, exposed),
        dealt=_read("--dealt", fields.read_four_hands, dealt) if dealt else None,
        removed=_read("--removed", fields.read_cards, removed) if removed else None,
    )
    if as_json:
        print_json({"ruleset": ruleset.name, "taken": piles, "points": points})
        return
    table = new_table("seat", "points>", "taken")
    for seat, pile, own in zip(_SEATS, piles, points, strict=True):
        table.add_row(seat, str(own), card_names(map(gz.Card, pile), style_of(style)))
    print_table(table)


def _score_games(entries: list[Entry], *, as_json: bool) -> None:
    scored = []
    with progress("scoring", len(entries)) as advance:
        for entry in entries:
            game = entry.game()
            scored.append((entry, game.is_over, points_so_far(game)))
            advance()
    if as_json:
        print_json(
            [
                {"game": entry.number, "event": entry.record.tag("Event"), "over": over, "points": points}
                for entry, over, points in scored
            ]
        )
        return
    table = new_table("game>", "event", *(f"{seat}>" for seat in _SEATS), "")
    for entry, over, points in scored:
        state = "" if over else "so far"
        table.add_row(str(entry.number), entry.record.tag("Event"), *map(str, points), state)
    print_table(table)


def _known_exposures(text: str) -> tuple[ExposedCard, ...]:
    from gongzhu.pgz import fields

    exposures = fields.read_exposures(text)
    if any(exposure.card is None for exposure in exposures):
        raise gz.NotationError("an unknown card cannot be scored", 1, text.index("?") + 1)
    return exposures


def _lists(texts: list[str]) -> FourHands:
    from gongzhu.pgz import fields

    piles = [
        _read(f"list {number}", fields.read_cards, "" if text == "-" else text)
        for number, text in enumerate(texts, 1)
    ]
    return piles[0], piles[1], piles[2], piles[3]


def _read(what: str, read: Callable[[str], Value], text: str) -> Value:
    """What a notation reader makes of an argument; its errors name the argument and the column."""
    try:
        return read(text)
    except gz.NotationError as error:
        raise InputError(f"{what}, column {error.column}: {error}") from error
