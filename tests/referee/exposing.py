"""Who may expose which card in which kind, and what the rules expose by themselves (Rules: Exposure)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import PIG, SEATS, SHEEP, TRANSFORMER, Exposure, Rules

UNBARRED_KINDS = ("first", "concealed")


def exposable_texts(rules: Rules) -> tuple[str, ...]:
    """Pig, sheep, transformer and the heart leader, which is the ace or, in 000-BD, the three."""
    return PIG, SHEEP, TRANSFORMER, rules["heart_leader"]


def exposing_is_free(rules: Rules) -> bool:
    """Whether players choose: not where exposing is forbidden or forced, nor with pig-and-sheep partners."""
    return rules["forced"] in ("none", "third_forces_fourth") and rules["partnership"] != "pig_sheep"


def options(
    rules: Rules,
    seat: int,
    hidden: Iterable[str],
    first_card: str | None,
    made: Sequence[Exposure],
    dealer: int,
) -> set[tuple[str, str]]:
    """The (card, kind) pairs a seat may declare now; ``hidden``: the texts in its hand not exposed so far."""
    if not exposing_is_free(rules):
        return set()
    cards = set(hidden).intersection(exposable_texts(rules))
    may_be_first = first_card if all(exposure.seat != seat for exposure in made) else None
    late = _is_too_late(rules, seat, made, dealer)
    return {
        (card, kind)
        for card in cards
        for kind in rules["kinds"]
        if (card == may_be_first if kind == "first" else not late)
    }


def _is_too_late(rules: Rules, seat: int, made: Iterable[Exposure], dealer: int) -> bool:
    """From the dealer (003): once a later seat has exposed, an earlier one may not; the first card apart."""
    later = [exposure for exposure in made if (exposure.seat - dealer) % 4 > (seat - dealer) % 4]
    return rules["exposure_order"] == "from_dealer" and any(exposure.kind != "first" for exposure in later)


def forced_kind(rules: Rules) -> str:
    """The first listed kind that is not ``first``; a forced fourth card becomes open where there is open."""
    if rules["forced"] == "third_forces_fourth" and "open" in rules["kinds"]:
        return "open"
    return next(kind for kind in rules["kinds"] if kind != "first")


def forced_at_once(rules: Rules, hidden: Sequence[Iterable[str]]) -> list[Exposure]:
    """分牌全明, 除羊全明 (000-BD): everything, or all but the sheep, is exposed from the start."""
    if rules["forced"] not in ("all", "all_but_sheep"):
        return []
    spared = SHEEP if rules["forced"] == "all_but_sheep" else None
    return _forced(rules, hidden, [text for text in exposable_texts(rules) if text != spared])


def forced_fourth(rules: Rules, hidden: Sequence[Iterable[str]], made: Sequence[Exposure]) -> list[Exposure]:
    """逼明, 催亮 (000-LZ, 001 §6): three are exposed in any kind, and so the fourth, whoever holds it."""
    if rules["forced"] != "third_forces_fourth" or len(made) != 3:
        return []
    shown = [exposure.card for exposure in made]
    return _forced(rules, hidden, [text for text in exposable_texts(rules) if text not in shown])


def _forced(rules: Rules, hidden: Sequence[Iterable[str]], cards: Sequence[str]) -> list[Exposure]:
    kind = forced_kind(rules)
    return [Exposure(seat, text, kind) for seat in SEATS for text in hidden[seat] if text in cards]
