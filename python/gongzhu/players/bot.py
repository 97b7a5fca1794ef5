"""What a bot is: it looks at a view, which holds what its seat may know, and decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

from gongzhu.errors import BotError
from gongzhu.players.judgement import margin

if TYPE_CHECKING:
    from gongzhu._core import Card, Match, Move, View

OptionValue: TypeAlias = int | float | str | bool

_TYPES: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}


@dataclass(frozen=True)
class Estimate:
    """What a bot thinks that a card is worth.

    Attributes:
        mean: Points that the deal is expected to end with, own side minus the other side; in solo own points
            minus the mean of the others'.
        error: The standard error of the mean, points.
    """

    mean: float
    error: float

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.error:.1f}"


@dataclass(frozen=True)
class Option:
    """A setting of a bot. Its type is that of its default.

    Attributes:
        name: What it is called.
        default: The value it has where none is given.
        meaning: What it does, with its unit.
        least: The lowest value that a number may have.
    """

    name: str
    default: OptionValue
    meaning: str
    least: float | None = None

    @property
    def kind(self) -> str:
        """What values it takes, in words."""
        words = _TYPES[type(self.default)]
        return words if self.least is None else f"{words} from {self.least:g} on"

    def checked(self, value: object) -> OptionValue:
        """A value of the option's type; a text, as on a command line, is read.

        Raises:
            ValueError: It cannot be this option's value.
        """
        wanted = type(self.default)
        if isinstance(value, str) and wanted is not str:
            value = self._read(value)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted or not isinstance(value, bool | int | float | str):
            raise ValueError(f"expected {self.kind}, not {value!r}")
        if self.least is not None and not (isinstance(value, int | float) and value >= self.least):
            raise ValueError(f"{value} is out of range, expected {self.kind}")
        return value

    def _read(self, text: str) -> object:
        if isinstance(self.default, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
                text.lower(), text
            )
        try:
            return type(self.default)(text)
        except ValueError:
            return text


class Bot(ABC):
    """Somebody who plays one seat of a game after the other.

    A subclass has a `name`, a `summary`, its `options` and `choose`; everything else has a default. It reads
    its settings from `self.options` and draws from `self.random`, so that the same seed gives the same game.

    Attributes:
        name: What it is asked for by.
        summary: How it plays, in a line.
        settings: The options that it has.
        options: The values of these options.
        random: Where its random decisions come from.
        match: The match that the next deal is one of, as it stands before the deal; None where it is none.
            Whoever runs a match sets it before `start`.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    settings: ClassVar[tuple[Option, ...]] = ()

    options: Mapping[str, OptionValue]
    random: Random
    match: Match | None = None

    def __init__(self, seed: int = 0, **options: object) -> None:
        """Make the bot.

        Args:
            seed: Of its random decisions.
            options: Values of its settings.

        Raises:
            BotError: It has no such option, or not with such a value.
        """
        self.options = self.checked_options(options)
        self.start(seed)

    def start(self, seed: int) -> None:
        """Begin another deal, with another seed; whoever overrides it calls it."""
        self.random = Random(seed)

    @abstractmethod
    def choose(self, view: View) -> Move:
        """The move to make; it is this seat's turn."""

    def expose(self, view: View) -> list[tuple[Card, str]]:  # noqa: ARG002 - for those who do
        """The cards of `view.exposable` to expose now, each with its kind, in this order. By default none."""
        return []

    def explain(self, view: View) -> dict[Move, Estimate]:  # noqa: ARG002 - for those who do
        """What every legal move is worth in its eyes; empty where it does not estimate, as by default."""
        return {}

    def call(self, view: View) -> Card:
        """The card to name where `view.may_call`. By default the sheep or a diamond above it.

        Whoever holds it is the partner, and with the sheep among two who want it, the sheep counts twice.
        """
        from gongzhu._core import Card

        unseen = _unseen(view)
        return Card(next((card for card in ("DJ", "DA", "DK", "DQ") if card in unseen), min(unseen)))

    def swap_colours(self, view: View) -> bool:
        """Whether to let pig and sheep change colours, where `view.colours`. By default what gives more."""
        assert view.colours is not None
        left, changed = (margin(points, view.sides, view.seat) for points in view.colours)
        return changed > left

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what the bot holds; it plays no more."""

    @property
    def label(self) -> str:
        """The name with the options that differ from their defaults, as `get` reads it."""
        return Recipe(type(self), self.options).label

    def __repr__(self) -> str:
        return f"<bot {self.label}>"

    @classmethod
    def checked_options(cls, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """A value for each of the settings: those given, and else the defaults.

        Raises:
            BotError: There is no such option, or it cannot have such a value.
        """
        values = {setting.name: setting.default for setting in cls.settings}
        known = {setting.name: setting for setting in cls.settings}
        for name, value in options.items():
            if name not in known:
                there_are = ", ".join(f"{s.name} ({s.kind}, {s.default!r})" for s in cls.settings)
                raise BotError(
                    f"bot {cls.name} has no option {name!r}; "
                    + (f"there are {there_are}" if there_are else "it has none")
                )
            try:
                values[name] = known[name].checked(value)
            except ValueError as error:
                raise BotError(f"bot {cls.name}, option {name}: {error}") from error
        return values


class Recipe(NamedTuple):
    """How to make a bot; it can be sent to another process."""

    bot: type[Bot]
    options: Mapping[str, object]

    def make(self, seed: int = 0) -> Bot:
        """The bot itself.

        Raises:
            BotError: It has no such option, or not with such a value.
        """
        return self.bot(seed, **self.options)

    @property
    def label(self) -> str:
        """The name with the options that differ from their defaults."""
        values = self.bot.checked_options(self.options)
        changed = [
            f"{setting.name}={_quoted(values[setting.name])}"
            for setting in self.bot.settings
            if values[setting.name] != setting.default
        ]
        return f"{self.bot.name}:{','.join(changed)}" if changed else self.bot.name


def _quoted(value: OptionValue) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f'"{text}"' if set(text) & set(', "=') else text


def _unseen(view: View) -> set[str]:
    """The cards, by their names, that other seats may hold; the own ones where nobody else can hold any."""
    from gongzhu.batch import columns

    gone = {card.suit + card.rank for pile in view.taken for card in pile}
    own = {card.suit + card.rank for card in view.hand}
    left = set(columns(view.rules)) - gone - {card.suit + card.rank for card in view.removed}
    return left - own or own
