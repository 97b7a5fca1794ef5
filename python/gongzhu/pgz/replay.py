"""From a record to the engine's game and back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import gongzhu as gz
from gongzhu.pgz.errors import misread
from gongzhu.pgz.names import SEATS
from gongzhu.pgz.record import Claim, ExposedCard, Record, Trick, build_deal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gongzhu.pgz.record import FirstCards, FourHands


def replay(record: Record) -> gz.Game:
    """The game after everything that a record tells; see `Record.game`."""
    game = _deal_out(record)
    _expose(game, record)
    if record.tricks is None and record.claim is None:
        return game
    game.begin()
    for index, trick in enumerate(record.tricks or ()):
        _play_trick(game, record, index, trick)
    _claim(game, record)
    _compare_result(game, record)
    return game


def record_of(game: gz.Game, tags: tuple[tuple[str, str], ...]) -> Record:
    """The record of a game; see `Record.from_game`."""
    deal = game.deal
    carried = deal.is_ending and not game.leader_given
    return Record(
        rules=game.rules,
        hands=_four(deal.hands),
        tags=tags,
        removed=_texts(deal.removed),
        first_cards=cast(
            "FirstCards", tuple(None if card is None else str(card) for card in deal.first_cards)
        ),
        dealer=None if deal.dealer is None and game.dealer == 0 else game.dealer,
        called=None if game.called is None else str(game.called),
        exposures=tuple(
            ExposedCard(e.seat, str(e.card), e.kind) for e in game.exposures[len(deal.exposed) :]
        ),
        first_lead=None if carried else deal.leader,
        leader=deal.leader if carried else game.leader if game.leader_given else None,
        taken=_four(deal.taken),
        own=_four(deal.own),
        led=deal.led,
        exposed=tuple(ExposedCard(e.seat, str(e.card), e.kind) for e in deal.exposed),
        tricks=None if game.phase == "exposing" else _tricks_of(game),
        claim=_claim_of(game),
        swap=game.swapped or None,
        result=game.points() if game.is_over else None,
    )


def _texts(cards: Iterable[gz.Card]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards)


def _four(hands: Iterable[Iterable[gz.Card]]) -> FourHands:
    return cast("FourHands", tuple(_texts(hand) for hand in hands))


def _tricks_of(game: gz.Game) -> tuple[Trick, ...]:
    played = [(trick.leader, trick.moves) for trick in game.tricks]
    if game.current_trick:
        played.append((game.tricks[-1].winner if game.tricks else game.leader, game.current_trick))
    return tuple(
        Trick(leader, tuple("+".join(_texts(move.cards)) for move in moves)) for leader, moves in played
    )


def _claim_of(game: gz.Game) -> Claim | None:
    if game.claimed is None:
        return None
    seat, takes = game.claimed
    shared = any(hand for taker, hand in enumerate(takes) if taker != seat)
    return Claim(len(game.tricks) + 1, seat, _four(takes) if shared else "all")


def _deal_out(record: Record) -> gz.Game:
    deal = record.deal
    if deal is None:
        unknown = " and ".join(seat for seat, hand in zip(SEATS, record.hands, strict=True) if hand is None)
        raise record.where.tag(
            misread(f"this deal cannot be played: the hand of {unknown} is unknown"), "Deal"
        )
    leader = record.leader
    if leader is not None and record.first_lead is None:
        # An ending's deal names who leads; whoever leads a whole deal out of turn is named to the game.
        if deal.is_ending:
            leader = None
        else:
            deal = build_deal(record, with_leader=False)
    game = _start(record, deal, leader)
    if record.called is not None:
        try:
            game.call(record.called)
        except ValueError as error:
            raise record.where.tag(error, "Call") from error
    return game


def _start(record: Record, deal: gz.Deal, leader: int | None) -> gz.Game:
    try:
        return gz.Game(deal, leader=leader, dealer=record.dealer)
    except gz.RulesError as error:
        if leader is not None or not record.tricks:
            raise record.where.tag(error, "Leader", "Dealer", "Deal") from error
    return gz.Game(deal, leader=record.tricks[0].leader, dealer=record.dealer)


def _expose(game: gz.Game, record: Record) -> None:
    """Makes the exposures, but for those that the rules have made themselves by then."""
    listed: Counter[tuple[int, str, str]] = Counter()
    for index, (seat, card, kind) in enumerate(record.exposures):
        if card is None:
            error = misread(f"this deal cannot be played: which card {SEATS[seat]} exposed is unknown")
            raise record.where.exposure(error, index)
        exposure = (seat, card, kind)
        listed[exposure] += 1
        made = [
            (e.seat, str(e.card).partition("*")[0], e.kind) for e in game.exposures[len(record.exposed) :]
        ]
        if listed[exposure] <= made.count(exposure):
            continue
        try:
            game.expose(seat, card, kind)
        except ValueError as refusal:
            error = misread(f"{SEATS[seat]} cannot expose {card} ({kind}): {refusal}")
            raise record.where.exposure(error, index) from refusal


def _play_trick(game: gz.Game, record: Record, index: int, trick: Trick) -> None:
    leader = game.to_play
    if leader is None:
        error = misread(f"there is no trick {index + 1}: the deal is over")
        raise record.where.play(error, index, 0)
    if leader != trick.leader:
        why = f"{SEATS[leader]} took trick {index}" if index else "by the rules, if no [Leader] is named"
        error = misread(f"trick {index + 1} is led by {SEATS[leader]}, not by {SEATS[trick.leader]} ({why})")
        raise record.where.play(error, index, 0)
    for place, play in enumerate(trick.plays):
        try:
            game.play(play)
        except ValueError as refusal:
            seat = SEATS[(trick.leader + place) % 4]
            error = misread(f"in trick {index + 1}, {seat} cannot play {play}: {refusal}")
            raise record.where.play(error, index, place + 1) from refusal


def _claim(game: gz.Game, record: Record) -> None:
    claim = record.claim
    if claim is None:
        return
    present = len(game.tricks) + 1
    try:
        if claim.trick != present:
            raise misread(f"the claim is made in trick {claim.trick}, but the plays end in trick {present}")
        takes = claim.takes if claim.takes == "all" else dict(enumerate(claim.takes))
        game.claim(claim.seat, takes)
    except ValueError as error:
        raise record.where.tag(error, "Claim") from error


def _compare_result(game: gz.Game, record: Record) -> None:
    try:
        if record.swap is not None:
            game.swap_colours(record.swap)
    except ValueError as error:
        raise record.where.tag(error, "Swap") from error
    if record.result is None:
        return
    if not game.is_over:
        unfinished = misread("there is a result, but the plays stop before the end and nobody claims")
        raise record.where.tag(unfinished, "Result")
    points = game.points()
    if points != record.result:
        told, right = (" ".join(map(str, four)) for four in (record.result, points))
        raise record.where.tag(misread(f"the result is {right}, not {told}"), "Result")
