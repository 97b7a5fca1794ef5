"""Every deal that leads to a view, found plainly: each division of the unseen cards is tried in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product

import gongzhu as gz
from gongzhu import batch
from tables import SEATS

HIDDEN = ("concealed", "dark")

Held = tuple[tuple[tuple[str, str], ...], ...]
"""What each seat holds: names and kinds of exposure, "none" for most."""


def bare(card: gz.Card) -> str:
    return card.suit + card.rank


def plays_of(view: gz.View) -> list[tuple[int, gz.Move]]:
    tricks = [(trick.leader, trick.moves) for trick in view.tricks]
    if view.current_trick:
        tricks.append((view.tricks[-1].winner if view.tricks else view.leader, view.current_trick))
    return [((leader + i) % 4, move) for leader, moves in tricks for i, move in enumerate(moves)]


def taken_before(view: gz.View) -> list[list[gz.Card]]:
    """The piles without the tricks of the record."""
    piles = [list(pile) for pile in view.taken]
    for trick in view.tricks:
        for move in trick.moves:
            for card in move.cards:
                piles[trick.winner].remove(card)
    return piles


class Unseen:
    """The cards that a view does not show, each a card of its own, and where they can be."""

    def __init__(self, view: gz.View) -> None:
        self.view = view
        self.played: list[list[str]] = [[] for _ in SEATS]
        exposed_played = Counter[tuple[int, str, str]]()
        for seat, move in plays_of(view):
            for card in move.cards:
                self.played[seat].append(bare(card))
                kind = self.kind_played(seat, card)
                if kind and seat != view.seat:
                    exposed_played[seat, bare(card), kind] += 1
        deck = Counter(batch.columns(view.rules)) - Counter(map(bare, view.removed))
        self.before = taken_before(view)
        seen = Counter(map(bare, view.dealt))
        seen.update(name for seat in SEATS if seat != view.seat for name in self.played[seat])
        seen.update(bare(card) for pile in self.before for card in pile)
        assert not seen - deck
        left = deck - seen
        stars = Counter(
            bare(card)
            for pile in self.before
            for card in pile
            if card.mark
            or (view.rules.decks == 1 and any(e.card and bare(e.card) == bare(card) for e in view.exposures))
        )
        marks = {bare(card): card.mark or "" for pile in self.before for card in pile}
        # Exposures that name a card which is not yet found, and of those that hide it how many there are.
        self.named: list[tuple[set[int], str, str]] = []
        self.hidden = Counter[tuple[int, str]]()
        own = [card for card in view.dealt if card.mark or view.rules.decks == 1]
        for seat, shown, kind in view.exposures:
            if shown is None:
                self.hidden[seat, kind] += 1
            elif exposed_played[seat, bare(shown), kind] > 0:
                exposed_played[seat, bare(shown), kind] -= 1
            elif seat == view.seat and (
                mine := [c for c in own if self.kind_played(seat, c) == kind and bare(c) == bare(shown)]
            ):
                own.remove(mine[0])
            else:
                self.named.append(({seat}, bare(shown), kind))
        for name, count in stars.items():  # of two exposed in one kind either may lie in a pile
            for _ in range(count):
                named = [entry for entry in self.named if entry[1] == name]
                kind = marks[name].lstrip("*")
                found = next(entry for entry in named if len(named) == 1 or kind in ("", entry[2]))
                for other in named:
                    if other is not found and other[2] == found[2]:
                        other[0].update(found[0])
                self.named.remove(found)
                if marks[name] == "*":
                    self.before = [
                        [gz.Card(f"{name}*{found[2]}") if str(card) == f"{name}*" else card for card in pile]
                        for pile in self.before
                    ]
        # Names, kinds of exposure as far as the view tells, and who may hold them.
        self.cards: list[tuple[str, str]] = []
        self.owners: list[set[int]] = []
        ending = {view.seat} if len(view.dealt) < view.rules.hand_size else set()
        for name, count in left.items():
            named = [entry for entry in self.named if entry[1] == name]
            self.cards += [(name, kind) for _, _, kind in named] + [(name, "none")] * (count - len(named))
            self.owners += [seats - {view.seat} | ending for seats, _, _ in named]
            self.owners += [set(SEATS)] * (count - len(named))
        self.room = [len(view.dealt) - len(played) for played in self.played]
        self.room[view.seat] = len(self.cards) - sum(
            room for seat, room in enumerate(self.room) if seat != view.seat
        )

    def kind_played(self, seat: int, card: gz.Card) -> str | None:
        """The kind in which a card that was played had been exposed."""
        kinds = [
            e.kind for e in self.view.exposures if e.seat == seat and e.card and bare(e.card) == bare(card)
        ]
        if card.mark.lstrip("*") in kinds:
            return card.mark.lstrip("*")
        return kinds[0] if kinds and (card.mark or self.view.rules.decks == 1) else None

    def divisions(self) -> Counter[Held]:
        """What the seats can hold, and in how many ways; what nobody holds is in the own seat's place."""
        found = Counter[Held]()
        for owners in divided(self.owners, self.room):
            for kinds in self.exposed(owners):
                held: list[list[tuple[str, str]]] = [[] for _ in SEATS]
                for owner, (name, _), kind in zip(owners, self.cards, kinds, strict=True):
                    held[owner].append((name, kind))
                found[tuple(tuple(sorted(cards)) for cards in held)] += 1
        return found

    def exposed(self, owners: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
        """Every way of telling which cards the hidden exposures are."""
        honours = {"SQ", "DJ", "CT", self.view.rules.heart_leader}
        options = []
        for owner, (name, kind) in zip(owners, self.cards, strict=True):
            kept = [k for k in HIDDEN if self.hidden[owner, k]] if name in honours and kind == "none" else []
            options.append([kind, *kept])
        for kinds in product(*options):
            backs = Counter(
                (owner, kind)
                for owner, kind, (_, known) in zip(owners, kinds, self.cards, strict=True)
                if kind != known
            )
            if backs == +self.hidden:
                yield kinds

    def worlds(self) -> Counter[Held]:
        """Those of them that lead to the view."""
        return Counter({held: ways for held, ways in self.divisions().items() if self.game(held)})

    def game(self, held: Held) -> gz.Game | None:
        """The game in which the seats hold this, if it shows the view."""
        view = self.view
        hands = [
            [bare(card) for card in view.dealt]
            if seat == view.seat
            else [*self.played[seat], *names(held[seat])]
            for seat in SEATS
        ]
        backs = [
            sorted(
                set(
                    permutations(
                        name
                        for seat_held in [held[seat]]
                        for name, k in seat_held
                        if k == kind and seat != view.seat
                    )
                )
            )
            if count
            else [()]
            for (seat, kind), count in (+self.hidden).items()
        ]
        for chosen in product(*backs):
            under = {back: list(cards) for back, cards in zip(+self.hidden, chosen, strict=True)}
            exposed = []
            for seat, card, kind in view.exposures:
                if card is None and not under[seat, kind]:
                    break
                exposed.append((seat, bare(card) if card else under[seat, kind].pop(0), kind))
            else:
                for game in self.attempts(hands, exposed):
                    made = sorted((e.seat, str(e.card), e.kind) for e in game.exposures)
                    if made != sorted(exposed) or not self.agrees(game, held):
                        continue
                    if game.colour_chooser is not None and game.view(view.seat) != view:
                        game.swap_colours(True)
                    if game.view(view.seat) == view:
                        return game
        return None

    def attempts(self, hands: list[list[str]], exposed: list[tuple[int, str, str]]) -> Iterator[gz.Game]:
        view = self.view
        whole = len(view.dealt) == view.rules.hand_size
        first_cards = [next((c for s, c, k in exposed if s == seat and k == "first"), None) for seat in SEATS]
        first_cards[view.seat] = str(view.first_card) if view.first_card else None
        # Of two copies that a seat exposed alike, an ending takes the one still held for the first exposed.
        twice = len(set(exposed)) < len(exposed) and not whole
        orders = [exposed]
        if twice and view.rules.forced in {"all", "all_but_sheep"}:  # then the view does not tell the order
            orders.append(
                [
                    exposed[i]
                    for i in sorted(range(len(exposed)), key=lambda i: view.exposures[i].card is not None)
                ]
            )
        for order, own, named, before in product(
            orders,
            list(self.own_cards()),
            (True, False),
            range(len(exposed), -1, -1)
            if twice or (view.phase == "exposing" and not whole)
            else [0 if whole else len(exposed)],
        ):
            try:
                deal = gz.Deal(
                    hands,
                    view.rules,
                    first_cards=first_cards,
                    leader=view.leader,
                    dealer=view.dealer,
                    removed=view.removed,
                    taken=self.before,
                    own=own,
                    led=view.led,
                    exposed=order[:before],
                )
                game = gz.Game(deal, leader=view.leader if named else None, dealer=view.dealer)
                if view.called:
                    game.call(view.called)
                for i, (seat, name, kind) in enumerate(order):
                    if i >= len(game.exposures):  # else the rules have exposed it
                        game.expose(seat, name, kind)
                if view.phase != "exposing":
                    game.begin()
                for seat, move in plays_of(view):
                    game.play(" ".join(self.name_played(seat, card) for card in move.cards))
            except (gz.IllegalMove, gz.RulesError, gz.NotationError):
                continue
            yield game

    def name_played(self, seat: int, card: gz.Card) -> str:
        kind = self.kind_played(seat, card)
        return f"{bare(card)}*{kind}" if kind and self.view.rules.decks == 2 else bare(card)

    def own_cards(self) -> Iterator[list[list[gz.Card]]]:
        """Which of the cards taken before an ending their takers may have been dealt, as far as it shows."""
        rules = self.view.rules
        telling = {"SQ", "DJ"} if rules.partnership == "pig_sheep" else {str(self.view.called)}
        if self.view.points and rules.self_capture != 1:
            telling |= {"SQ", "DJ", "CT", rules.heart_leader}
        options = []
        for pile in self.before:
            cards = [card for card in pile if bare(card) in telling]
            options.append([list(own) for n in range(len(cards) + 1) for own in combinations(cards, n)])
        for choice in product(*options):
            yield list(choice)

    def agrees(self, game: gz.Game, held: Held) -> bool:
        """Whether the copies that a game took for the exposed ones are those meant."""
        if self.view.rules.decks == 1:
            return True
        kinds: dict[str, set[str]] = {}
        for exposure in game.exposures:
            assert exposure.card is not None
            kinds.setdefault(bare(exposure.card), set()).add(exposure.kind)
        for seat in SEATS:
            meant = Counter(
                name + ("" if kind == "none" else f"*{kind}" if len(kinds[name]) > 1 else "*")
                for name, kind in held[seat]
            )
            if seat != self.view.seat and meant != Counter(map(str, game.hands[seat])):
                return False
        return True


def names(cards: tuple[tuple[str, str], ...]) -> list[str]:
    return [name for name, _ in cards]


def divided(allowed: list[set[int]], room: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way of giving cards to four owners, each one of those allowed, who have room for so many."""
    if not allowed:
        if not any(room):
            yield ()
        return
    for owner in sorted(allowed[0]):
        if room[owner] > 0:
            room[owner] -= 1
            for rest in divided(allowed[1:], room):
                yield (owner, *rest)
            room[owner] += 1


def held_in(view: gz.View, owners: bytes, exposed: bytes) -> Held:
    """The row of a batch of samples as what each seat but the view's own holds."""
    honours = ["SQ", "DJ", "CT", view.rules.heart_leader]
    held: list[list[tuple[str, str]]] = [[] for _ in SEATS]
    for column, (name, owner) in enumerate(zip(batch.columns(view.rules), owners, strict=True)):
        if owner != 255 and owner != view.seat:
            kind = (
                batch.KINDS[exposed[4 * (column // 52) + honours.index(name)]] if name in honours else "none"
            )
            held[owner].append((name, kind))
    return tuple(tuple(sorted(cards)) for cards in held)
