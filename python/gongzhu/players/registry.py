"""The bots there are, by name, and how they are asked for in a text."""

from __future__ import annotations

import shlex
from typing import TypeVar

from gongzhu.errors import BotError
from gongzhu.players.bot import Bot, Recipe

_bots: dict[str, type[Bot]] = {}

BotClass = TypeVar("BotClass", bound=type[Bot])


def register(bot: BotClass) -> BotClass:
    """Add a bot to those that `get` knows; a decorator of its class.

    Raises:
        BotError: Another bot has its name.
    """
    if _bots.setdefault(bot.name, bot) is not bot:
        raise BotError(f"there is a bot {bot.name!r} already")
    return bot


def names() -> list[str]:
    """The names of the bots.

    >>> "random" in names()
    True
    """
    return list(_bots)


def bot_class(name: str) -> type[Bot]:
    """The class of a bot, with its `summary` and its `settings`.

    Raises:
        BotError: There is no bot of this name.

    >>> bot_class("random").summary
    'plays any legal move'
    """
    if name not in _bots:
        raise BotError(f"bot {name!r} is unknown; there are {', '.join(names())}")
    return _bots[name]


def recipe(text: str) -> Recipe:
    """Read how a bot is asked for: its name, or `NAME:OPTION=VALUE,OPTION=VALUE`.

    The first option may stand without its name. A value with a comma in it is put in double quotes.

    Raises:
        BotError: There is no such bot or option.

    >>> recipe('external:"python3 bot.py",move_timeout=5').options
    {'command': 'python3 bot.py', 'move_timeout': 5.0}
    """
    name, colon, rest = text.strip().partition(":")
    bot = bot_class(name)
    options: dict[str, object] = {}
    for number, part in enumerate(_parts(text, rest) if colon else ()):
        key, sign, value = part.partition("=")
        if not (sign and key.isidentifier()):
            if number or not bot.settings:
                raise BotError(f"bot {text}: expected OPTION=VALUE, not {part!r}")
            key, value = bot.settings[0].name, part
        if key in options:
            raise BotError(f"bot {text}: the option {key} comes twice")
        options[key] = value
    return Recipe(bot, {key: value for key, value in bot.checked_options(options).items() if key in options})


def get(name: str, seed: int = 0, **options: object) -> Bot:
    """Make a bot.

    Args:
        name: Its name, also with options as `NAME:OPTION=VALUE,…`.
        seed: Of its random decisions: the same seed gives the same moves in the same game.
        options: Values of its options; `bot_class(name).settings` lists them with their defaults.

    Raises:
        BotError: There is no such bot or option; the message lists what there is.

    >>> import gongzhu as gz
    >>> game = gz.Game(gz.Deal.random(seed=7))
    >>> game.begin()
    >>> bot = gz.players.get("random", seed=1)
    >>> bot.choose(game.view(game.to_play)) in game.legal_moves()
    True
    """
    made = recipe(name)
    return Recipe(made.bot, {**made.options, **options}).make(seed)


def _parts(text: str, options: str) -> list[str]:
    lexer = shlex.shlex(options, posix=True)
    lexer.whitespace, lexer.whitespace_split = ",", True
    lexer.quotes, lexer.escape, lexer.commenters = '"', "", ""
    try:
        return list(lexer)
    except ValueError as error:
        raise BotError(f"bot {text}: a double quote is not closed") from error
