"""Bots: who plays with hidden hands, behind one small interface.

A bot looks at what one seat may know, a `View`, and decides:

>>> import gongzhu as gz
>>> game = gz.Game(gz.Deal.random(seed=7, rules=gz.Ruleset.preset("huapai")))
>>> bots = [gz.players.get("random", seed=seat) for seat in range(4)]
>>> gz.players.play_game(game, bots)
>>> len(game.tricks)
13

A new bot is a class, a subclass of `Bot` under the decorator `register`.
"""

from gongzhu.players.bot import Bot, Estimate, Option, Recipe
from gongzhu.players.external import ExternalBot
from gongzhu.players.judgement import margin, side_points
from gongzhu.players.messages import view_dict
from gongzhu.players.native import NativeBot
from gongzhu.players.playing import play_game
from gongzhu.players.policy_bots import CarefulBot, LearnedBot, PolicyBot
from gongzhu.players.random_bot import RandomBot
from gongzhu.players.registry import bot_class, get, names, recipe, register
from gongzhu.players.sampling_bots import ChampionBot, GreedyBot, IsmctsBot, PimcBot

__all__ = [
    "Bot",
    "CarefulBot",
    "ChampionBot",
    "Estimate",
    "ExternalBot",
    "GreedyBot",
    "IsmctsBot",
    "LearnedBot",
    "NativeBot",
    "Option",
    "PimcBot",
    "PolicyBot",
    "RandomBot",
    "Recipe",
    "bot_class",
    "get",
    "margin",
    "names",
    "play_game",
    "recipe",
    "register",
    "side_points",
    "view_dict",
]

for _bot in (
    RandomBot,
    CarefulBot,
    LearnedBot,
    GreedyBot,
    PimcBot,
    IsmctsBot,
    ChampionBot,
    ExternalBot,
):  # as lists have them
    register(_bot)
