"""Very many games leave no memory behind.

GONGZHU_LEAK_GAMES sets how many; the quick default finds a leak of a few hundred bytes a game.
"""

from __future__ import annotations

import os
import pickle
import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import gongzhu as gz
from tables import SEATS, claim_randomly, expose_randomly, ruleset

GAMES = int(os.environ.get("GONGZHU_LEAK_GAMES", "20000"))
ALLOWED = 4 * 2**20  # bytes, whatever the number of games

STATM = Path("/proc/self/statm")
resource = pytest.importorskip("resource")


def resident_bytes() -> int:
    """Memory in use; where the system does not tell, the most ever in use."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * int(resource.getpagesize())
    most = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def construct(seed: int) -> None:
    rules = ruleset("huapai" if seed % 2 else "traditional-double")
    game = gz.Game(gz.Deal.random(seed, rules), leader=0)
    game.begin()
    game.play(game.legal_moves()[0])


def play_out(seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed, ruleset("china-games"), cards=6))
    expose_randomly(game, random.Random(seed))
    game.begin()
    while not game.is_over:
        game.play(game.legal_moves()[-1])
    game.points()
    game.undo()


def look(seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed, ruleset("huapai"), cards=3))
    game.begin()
    game.play(game.legal_moves()[0])
    view = game.view(seed % 4)
    hash(view)
    pickle.loads(pickle.dumps(view))
    game.copy().claim(0, "all")


def write(seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed, ruleset("huapai"), cards=2))
    game.begin()
    gz.Game.from_string(game.to_string())
    gz.Deal.parse(str(game.deal))


def keep_score(seed: int) -> None:
    match = gz.Match(gz.Ruleset.preset("huapai", deals=1 + seed % 3))
    game = gz.Game(gz.Deal.random(seed, match.rules, cards=1))
    game.begin()
    game.play(game.legal_moves()[0])
    claim_randomly(game, random.Random(seed))
    match.record(game)
    pickle.loads(pickle.dumps(match))
    gz.score([game.taken(seat) for seat in SEATS], match.rules)


def go_wrong(seed: int) -> None:
    game = gz.Game(gz.Deal.random(seed, ruleset("huapai"), cards=2))
    for wrong in (
        lambda: game.play("S2"),
        lambda: game.expose(seed, "SQ", "dark"),
        lambda: gz.Card(f"S{seed}"),
        lambda: gz.Deal([["S2"], ["S2"], [], []]),
        lambda: gz.Ruleset(decks=seed + 3),
        lambda: gz.Game.from_string(f"r={seed}"),
    ):
        with suppress(ValueError):
            wrong()


@pytest.mark.parametrize(
    ("use", "share"),
    [(construct, 1), (play_out, 5), (look, 5), (write, 10), (keep_score, 10), (go_wrong, 10)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_games_leave_no_memory_behind(use: Callable[[int], None], share: int) -> None:
    games = GAMES // share
    for seed in range(games // 4):  # what is kept once for all is kept now
        use(seed)
    before = resident_bytes()
    for seed in range(games):
        use(seed)
    assert resident_bytes() - before < ALLOWED
