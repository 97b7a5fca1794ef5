"""`gongzhu deal`: random deals."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

import gongzhu as gz
from gongzhu.cli.failures import InputError
from gongzhu.cli.options import DrawingStyle, Json, Rules, Settings, chosen_rules
from gongzhu.cli.output import print_json, print_text, progress, style_of
from gongzhu.drawing import deal_svg, deal_text

if TYPE_CHECKING:
    from gongzhu.pgz import Record

Format: TypeAlias = Literal["text", "pgz", "jsonl", "svg"]


def deal(
    seed: Annotated[
        int | None, typer.Option(help="The seed; deal number i of several has seed + i. By default any.")
    ] = None,
    cards: Annotated[
        int | None, typer.Option(help="Cards a hand, for an ending. By default the whole deck.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many deals.")] = 1,
    rules: Rules = None,
    settings: Settings = None,
    form: Annotated[Format, typer.Option("--format", help="What to print.")] = "text",
    style: DrawingStyle = None,
    as_json: Json = False,
) -> None:
    """Deal cards at random. The same seed gives the same deal everywhere."""
    if form == "svg" and count > 1:
        raise InputError(f"--format svg prints one picture, not {count}")
    first = secrets.randbits(32) if seed is None else seed
    ruleset = chosen_rules(rules, settings, gz.Ruleset.preset("traditional"))
    deals: dict[int, gz.Deal] = {}
    with progress("dealing", count) as advance:
        for number in range(first, first + count):
            deals[number] = gz.Deal.random(number, ruleset, cards)
            advance()
    if as_json:
        print_json([_as_json(number, made) for number, made in deals.items()])
    elif form == "text":
        drawn = style_of(style)
        print_text("\n\n".join(f"{deal_text(made, drawn)}\nseed {number}" for number, made in deals.items()))
    elif form == "svg":
        typer.echo(deal_svg(deals[first], style or "symbols"))
    else:
        from gongzhu import pgz

        write = pgz.dumps if form == "pgz" else pgz.dumps_jsonl
        typer.echo(write(_record(number, made) for number, made in deals.items()), nl=False)


def _record(seed: int, made: gz.Deal) -> Record:
    from gongzhu import pgz

    return pgz.Record.from_game(gz.Game(made), Seed=str(seed))


def _as_json(seed: int, made: gz.Deal) -> dict[str, object]:
    return {
        "seed": seed,
        "ruleset": made.rules.name,
        "changes": made.rules.differences(),
        "deal": str(made),
        "hands": [[str(card) for card in hand] for hand in made.hands],
        "first_cards": [None if card is None else str(card) for card in made.first_cards],
        "leader": gz.Game(made).leader,
    }
