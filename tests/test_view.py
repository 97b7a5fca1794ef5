"""What a seat may know: everything that everybody sees, its own cards, and nothing else."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gongzhu as gz
from tables import (
    RULES,
    SEATS,
    begun,
    brief,
    expose_randomly,
    four,
    games,
    over,
    play,
    play_randomly,
    quick,
    rules_named,
    ruleset,
    seeds,
    texts,
)

every_rules = pytest.mark.parametrize("name", RULES)
HIDDEN = {"concealed", "dark"}  # others see only how many (000-BD, 000-HP; 000-CG, 004)


def bare(card: gz.Card) -> str:
    return card.suit + card.rank


def seen(view: gz.View) -> list[tuple[int, str, str]]:
    return [(exposure.seat, str(exposure.card), exposure.kind) for exposure in view.exposures]


# What is seen.


@given(games())
@quick
def test_a_view_tells_what_everybody_sees_and_the_own_hand(game: gz.Game) -> None:
    for seat in SEATS:
        view = game.view(seat)
        assert (view.seat, view.rules, view.phase) == (seat, game.rules, game.phase)
        assert (view.leader, view.dealer, view.to_play) == (game.leader, game.dealer, game.to_play)
        assert [bare(card) for card in view.hand] == [bare(card) for card in game.hands[seat]]
        assert [bare(card) for card in view.dealt] == [bare(card) for card in game.dealt[seat]]
        assert view.first_card == game.deal.first_cards[seat]
        assert view.removed == game.deal.removed
        assert view.called == game.called
        assert view.led == game.deal.led
        assert [(e.seat, e.kind) for e in view.exposures] == sorted(
            [(e.seat, e.kind) for e in game.exposures],
            key=lambda exposure: exposure[0] if game.rules.forced == "all" else 0,
        )
        assert [(trick.leader, trick.winner) for trick in view.tricks] == [
            (trick.leader, trick.winner) for trick in game.tricks
        ]
        plays = [move for trick in view.tricks for move in trick.moves] + list(view.current_trick)
        assert [[bare(card) for card in move.cards] for move in plays] == [
            [bare(card) for card in move.cards] for move in game.history
        ]
        for other in SEATS:
            assert [bare(c) for c in view.taken[other]] == [bare(c) for c in game.taken(other)]
        assert view.sides in (game.sides, None)


@every_rules
@given(seed=seeds)
@brief
def test_the_player_to_move_sees_his_legal_moves_and_can_make_each(name: str, seed: int) -> None:
    rng = random.Random(seed)
    game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules_named(name)))
    expose_randomly(game, rng)
    game.begin()
    for _ in range(4):
        play_randomly(game, rng, rng.randrange(12))
        if game.to_play is None:
            break
        assert [game.view(seat).legal_moves() for seat in SEATS if seat != game.to_play] == [[]] * 3
        offered = game.view(game.to_play).legal_moves()
        assert len(set(offered)) == len(offered) == len(game.legal_moves())
        reached = set()
        for move in offered:
            other = game.copy()
            other.play(move)
            reached.add(other.to_string())
        assert len(reached) == len(offered)


# What is hidden.


def hidden_game(rules: gz.Ruleset) -> gz.Game:
    game = gz.Game(gz.Deal(four("SQ S2 C2 D2 / DJ S3 C3 D3 / CT S4 C4 D4 / HA S5 C5 D5"), rules, leader=0))
    for seat, card, kind in [(1, "DJ", "dark"), (0, "SQ", "bright"), (3, "HA", "dark")]:
        game.expose(seat, card, kind)
    return game


def test_a_card_sold_dark_is_a_card_back_to_the_others() -> None:
    game = hidden_game(ruleset("china-games"))  # 004 暗卖
    back, bright = (1, "None", "dark"), (0, "SQ", "bright")
    assert seen(game.view(1)) == [(1, "DJ", "dark"), bright, (3, "None", "dark")]
    assert seen(game.view(0)) == seen(game.view(2)) == [back, bright, (3, "None", "dark")]
    assert seen(game.view(3)) == [back, bright, (3, "HA", "dark")]


def test_a_hidden_exposure_is_seen_once_its_card_is_played() -> None:
    game = hidden_game(ruleset("china-games"))
    game.begin()
    play(game, "D2", "D3", "D4", "D5", "C5", "C2", "C3", "C4", "S5", "S2", "S3", "S4")
    back, bright, other_back = (1, "None", "dark"), (0, "SQ", "bright"), (3, "None", "dark")
    assert seen(game.view(2)) == [back, bright, other_back]
    play(game, "HA")
    assert seen(game.view(2)) == [back, bright, (3, "HA", "dark")]
    play(game, "SQ", "DJ")
    assert [seen(game.view(seat)) for seat in SEATS] == [[(1, "DJ", "dark"), bright, (3, "HA", "dark")]] * 4


@pytest.mark.parametrize("kind", ["open", "first", "concealed", "dark", "bright"])
def test_the_kind_says_whether_the_others_see_the_card(kind: str) -> None:
    rules = gz.Ruleset(kinds=["open", "first", "concealed", "dark", "bright"])
    game = begun(
        "SQ S2 / S3 S4 / S5 S6 / S7 S8",
        rules,
        exposures=[(0, "SQ", kind)],
        first_cards=["SQ", None, None, None],
    )
    for seat in (1, 2, 3):
        assert seen(game.view(seat)) == [(0, "None" if kind in HIDDEN else "SQ", kind)]
    assert seen(game.view(0)) == [(0, "SQ", kind)]


def test_with_two_decks_the_star_of_a_hidden_copy_is_seen_by_its_holder_only() -> None:
    game = begun(
        "SQ SQ S2 / S3 S4 S9 / S5 S6 SA / S7 S8 SK", "china-games-double", exposures=[(0, "SQ", "dark")]
    )
    assert texts(game.view(0).hand) == ["SQ*", "SQ", "S2"]
    assert set(map(str, game.view(0).legal_moves())) == {"SQ", "SQ*", "SQ SQ*", "S2"}
    play(game, "SQ", "S3", "S5", "S7")  # the copy that was not sold
    for seat in SEATS:
        assert str(game.view(seat).tricks[0].moves[0]) == "SQ"
        assert "SQ*" not in {str(card) for cards in game.view(seat).taken for card in cards}
    play(game, "SQ", "S4", "S6", "S8")  # the sold copy: turned over when it is played
    for seat in SEATS:
        assert str(game.view(seat).tricks[1].moves[0]) == "SQ*"
        assert seen(game.view(seat)) == [(0, "SQ", "dark")]


def test_a_star_tells_its_kind_only_where_both_kinds_are_known() -> None:
    exposures = [(0, "SQ", "bright"), (1, "SQ", "dark")]
    game = begun("SQ / SQ / S5 / S7", "china-games-double", exposures=exposures)
    assert [texts(game.hands[seat]) for seat in (0, 1)] == [["SQ*bright"], ["SQ*dark"]]
    assert [texts(game.view(seat).hand) for seat in (0, 1)] == [["SQ*"], ["SQ*dark"]]
    play(game, "SQ")
    assert [str(move) for move in game.view(2).current_trick] == ["SQ*"]
    play(game, "SQ")
    assert [str(move) for move in game.view(2).current_trick] == ["SQ*bright", "SQ*dark"]


def test_cards_that_the_rules_expose_all_at_once_are_not_told_by_their_order() -> None:
    rules = gz.Ruleset.preset("china-games", kinds=["dark"], forced="all")
    views = []
    for hands in (
        "SQ S2 / DJ S3 / CT HA / S5 S6",
        "DJ S2 / SQ S3 / HA CT / S5 S6",
        "CT S2 / HA S3 / SQ DJ / S5 S6",
    ):
        game = gz.Game(gz.Deal(four(hands), rules, leader=3))
        views.append(game.view(3))
        assert len(game.exposures) == 4
    assert views[0] == views[1] == views[2]
    assert seen(views[0]) == [
        (0, "None", "dark"),
        (1, "None", "dark"),
        (2, "None", "dark"),
        (2, "None", "dark"),
    ]
    played = [
        play(begun("S2 S3 / S4 S5 / SQ DJ / S7 S8", rules, led="SHDC"), "S2", "S4", "SQ"),
        play(begun("S2 S3 / S4 S5 / SQ HA / S7 S8", rules, led="SHDC"), "S2", "S4", "SQ"),
        play(begun("S2 S3 / S4 S5 / SQ CT / S7 S8", rules, led="SHDC"), "S2", "S4", "SQ"),
    ]
    assert played[0].view(0) == played[1].view(0) == played[2].view(0)
    assert seen(played[0].view(0)) == [(2, "SQ", "dark"), (2, "None", "dark")]


def test_the_order_of_legal_moves_does_not_tell_who_has_the_twins() -> None:
    rules = ruleset("traditional-double")
    hands = ["S9 S9 SA / S5 S7 ST / S5 S8 SJ / S6 S6 SK", "S9 S9 SA / S6 S6 SK / S5 S8 SJ / S5 S7 ST"]
    views = [
        play(begun(each, rules, leader=1), card).view(2)
        for each, card in zip(hands, ("S7", "SK"), strict=True)
    ]
    assert views[0].legal_moves() == views[1].legal_moves() == [gz.Move(card) for card in ("S5", "S8", "SJ")]


# Partners.


def test_partners_by_pig_and_sheep_are_known_once_both_are() -> None:
    hands = "SQ S2 S3 / DJ S4 D4 / S5 S6 S7 / S8 S9 ST"
    game = begun(hands, "pig-sheep", leader=2)  # 000-BD: unknown until the cards fall
    assert [game.view(seat).sides for seat in SEATS] == [None] * 4
    play(game, "S5", "S8", "SQ", "S4")
    assert [game.view(seat).sides is not None for seat in SEATS] == [False, True, False, False]
    play(game, "S2", "D4", "S6", "S9")
    assert [game.view(seat).sides is not None for seat in SEATS] == [False, True, False, False]
    play(game, "ST", "S3", "DJ")
    assert [game.view(seat).sides for seat in SEATS] == [game.sides] * 4
    both = begun("SQ DJ / S2 S3 / S4 S5 / S6 S7", "pig-sheep")
    assert [both.view(seat).sides is not None for seat in SEATS] == [True, False, False, False]


def test_a_called_partner_is_known_to_himself_and_once_the_card_is_played() -> None:
    game = gz.Game(
        gz.Deal(four("SQ S2 / DJ S3 / CT S4 / HA S5"), ruleset("wikipedia-called"), leader=0), dealer=1
    )
    assert [game.view(seat).sides for seat in SEATS] == [None] * 4
    game.call("CT")  # 003
    assert [str(game.view(seat).called) for seat in SEATS] == ["CT"] * 4
    assert [game.view(seat).sides is not None for seat in SEATS] == [False, False, True, False]
    game.begin()
    play(game, "SQ", "S3", "S4", "S5", "S2", "DJ", "CT")
    assert [game.view(seat).sides for seat in SEATS] == [game.sides] * 4


def test_a_dealer_who_calls_nothing_or_his_own_card_plays_alone() -> None:
    hands = four("SQ S2 / DJ S3 / CT S4 / HA S5")
    silent = gz.Game(gz.Deal(hands, ruleset("wikipedia-called")), dealer=1)
    silent.begin()
    assert [silent.view(seat).sides for seat in SEATS] == [silent.sides] * 4
    own = gz.Game(gz.Deal(hands, ruleset("wikipedia-called")), dealer=1)
    own.call("DJ")
    assert [own.view(seat).sides is not None for seat in SEATS] == [False, True, False, False]


def test_open_partners_are_known_to_all() -> None:
    game = gz.Game(gz.Deal.random(1, ruleset("huapai-partners")))
    assert [game.view(seat).sides for seat in SEATS] == [(0, 1, 0, 1)] * 4


# Cards that a seat cannot see may lie anywhere.


def played_by(game: gz.Game) -> list[list[gz.Card]]:
    """The cards that each seat has played."""
    played: list[list[gz.Card]] = [[] for _ in SEATS]
    tricks = [(trick.leader, trick.moves) for trick in game.tricks]
    if game.current_trick:
        tricks.append((game.tricks[-1].winner if game.tricks else game.leader, game.current_trick))
    for leader, plays in tricks:
        for place, move in enumerate(plays):
            played[(leader + place) % 4] += move.cards
    return played


def dealt_anew(
    game: gz.Game, seat: int, rng: random.Random, *, by_suit: bool
) -> tuple[list[list[str]], list[str]] | None:
    """Whole hands in which the cards that a seat cannot see lie elsewhere, and what each card back hides.

    With `by_suit` every hand keeps its length in every suit; None where there are card backs then.
    """
    honours = {"SQ", "DJ", "CT", game.rules.heart_leader}
    others = [other for other in SEATS if other != seat]
    unseen = {other: [bare(card) for card in game.hands[other]] for other in others}
    played = played_by(game)
    shown = Counter((owner, bare(card)) for owner in others for card in played[owner] if card.mark)
    hands = [[bare(card) for card in cards] for cards in played]
    hands[seat] += [bare(card) for card in game.hands[seat]]
    exposures = game.view(seat).exposures
    for exposure in exposures:  # a card that lies open stays where it is
        if exposure.card is None or exposure.seat == seat:
            continue
        card = bare(exposure.card)
        if shown[exposure.seat, card]:
            shown[exposure.seat, card] -= 1  # this copy is played already
        elif card in unseen[exposure.seat]:
            unseen[exposure.seat].remove(card)
            hands[exposure.seat].append(card)
    pool = [card for other in others for card in unseen[other]]
    rng.shuffle(pool)
    room = {other: len(unseen[other]) for other in others}
    backs = []
    for exposure in exposures:
        if exposure.card is None:
            backs.append(next(card for card in pool if card in honours))
            pool.remove(backs[-1])
            hands[exposure.seat].append(backs[-1])
            room[exposure.seat] -= 1
    if by_suit and backs:
        return None
    for other in others:
        wanted = [card[0] for card in unseen[other]] if by_suit else [""] * room[other]
        for suit in wanted:
            card = next(card for card in pool if card.startswith(suit))
            pool.remove(card)
            hands[other].append(card)
    return hands, backs


def replayed(
    game: gz.Game, seat: int, hands: list[list[str]], backs: list[str], rng: random.Random
) -> gz.Game | None:
    """The same game with these hands; None where somebody could not have exposed or played what he did."""
    view = game.view(seat)
    first_cards = [gz.Card(rng.choice(hand)) for hand in hands]
    for exposure in view.exposures:
        if exposure.kind == "first" and exposure.card:
            first_cards[exposure.seat] = exposure.card
    first_cards[seat] = view.first_card or first_cards[seat]
    deal = gz.Deal(
        hands,
        game.rules,
        first_cards=first_cards,
        leader=game.leader,
        dealer=game.dealer,
        removed=game.deal.removed,
    )
    other = gz.Game(deal, leader=game.leader, dealer=game.dealer)
    under = iter(backs)
    try:
        if game.called:
            other.call(game.called)
        for exposure in view.exposures:
            card = bare(exposure.card) if exposure.card else next(under)
            if len(other.exposures) < len(game.exposures):  # else the rules have exposed it
                other.expose(exposure.seat, card, exposure.kind)
        other.begin()
        for move in game.history:
            other.play(move)
    except (gz.IllegalMove, gz.NotationError):
        return None
    return other if len(other.exposures) == len(game.exposures) else None


@every_rules
def test_a_view_does_not_change_with_the_cards_that_the_seat_cannot_see(name: str) -> None:
    rules = rules_named(name)
    relaid = 0
    for seed in range(12):
        rng = random.Random(seed)
        leader, dealer = rng.randrange(4), rng.randrange(4)
        game = gz.Game(gz.Deal.random(rng.getrandbits(64), rules), leader=leader, dealer=dealer)
        expose_randomly(game, rng)
        game.begin()
        play_randomly(game, rng, rng.choice([0, 0, rng.randrange(8), rng.randrange(40)]))
        for seat, by_suit in product(SEATS, (False, True, True)):
            view = game.view(seat)
            anew = dealt_anew(game, seat, rng, by_suit=by_suit)
            other = anew and replayed(game, seat, *anew, rng)
            if other is None or other.hands == game.hands:
                continue
            relaid += 1
            assert other.view(seat) == view, f"seat {seat} of {other!r} and {game!r}"
            assert hash(other.view(seat)) == hash(view)
            assert pickle.dumps(other.view(seat)) == pickle.dumps(view)
            assert repr(other.view(seat)) == repr(view)
    assert relaid >= 20


# What a seat may do.


@given(games())
@quick
def test_a_view_tells_what_its_seat_may_expose_call_and_choose(game: gz.Game) -> None:
    for seat in SEATS:
        view = game.view(seat)
        assert list(view.exposable) == game.exposable(seat)
        assert view.may_call is (game.caller == seat)
        assert view.points == (game.points() if game.is_over else None)
        assert (view.colours is not None) is (game.colour_chooser == seat)


def test_the_dealer_alone_may_call_once_and_before_any_exposure() -> None:
    rules = ruleset("wikipedia-called")
    game = gz.Game(gz.Deal.random(3, rules), dealer=2)
    assert [game.view(seat).may_call for seat in SEATS] == [False, False, True, False]
    exposed = game.copy()
    holder = next(seat for seat in SEATS if exposed.exposable(seat))
    exposed.expose(holder, exposed.exposable(holder)[0][0])
    game.call("DJ")
    for later in (game, exposed):
        assert later.caller is None
        assert not any(later.view(seat).may_call for seat in SEATS)


def test_only_who_took_all_hearts_sees_what_changing_the_colours_gives() -> None:
    hearts = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA SQ / DJ / - / -"
    game = over(hearts, colour_change="choice")
    assert game.colour_chooser == 0
    colours = game.view(0).colours
    assert [game.view(seat).colours for seat in (1, 2, 3)] == [None] * 3
    assert colours is not None
    for swap in (True, False):
        game.swap_colours(swap)
        assert game.points() == game.view(3).points == colours[swap]
    assert over(hearts).colour_chooser is None
    assert over("SQ / H2 / - / -", colour_change="choice").colour_chooser is None


# Views as values.


@given(games(), st.integers(2, pickle.HIGHEST_PROTOCOL))
@quick
def test_views_survive_pickling_and_copying(game: gz.Game, protocol: int) -> None:
    for seat in SEATS:
        view = game.view(seat)
        for twin in (
            pickle.loads(pickle.dumps(view, protocol)),
            copy.copy(view),
            copy.deepcopy(view),
            game.copy().view(seat),
            gz.Game.from_string(game.to_string()).view(seat),
        ):
            assert twin == view
            assert hash(twin) == hash(view)
            assert twin.current_trick == view.current_trick
            assert twin.legal_moves() == view.legal_moves()
    assert len({game.view(seat) for seat in SEATS}) == 4


def test_a_view_is_what_it_was_when_the_game_goes_on() -> None:
    game = begun("SQ S2 / S3 S4 / S5 S6 / S7 S8")
    view = game.view(0)
    line = pickle.dumps(view)
    play_randomly(game, random.Random(1))
    assert pickle.dumps(view) == line
    assert view != game.view(0)
    assert view != "a view"
