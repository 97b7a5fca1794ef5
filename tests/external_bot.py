"""An external bot with the manners that its argument names; it needs nothing but Python."""

from __future__ import annotations

import json
import sys
import time

manner = sys.argv[1]
moves = 0
totals = [0, 0, 0, 0]
for line in sys.stdin:
    asked = json.loads(line)
    answer: dict[str, object] = {}
    if asked["do"] == "choose":
        moves += 1
        answer = {"choose": asked["view"]["legal_moves"][-1]}
        if moves == 3:
            if manner == "crash":
                raise RuntimeError("out of luck")
            if manner == "leave":
                sys.exit(3)
            if manner == "hang":
                time.sleep(60)
            if manner == "nonsense":
                sys.stdout.write("what?\n")
            if manner == "list":
                sys.stdout.write("[1]\n")
            if manner == "twice":
                sys.stdout.write("{}\n")
            other: dict[str, dict[str, object]] = {
                "no-card": {"choose": "ZZ"},
                "number": {"choose": 3},
                "illegal": {"choose": "S2" if "S2" not in asked["view"]["hand"] else "SA"},
                "nothing": {"choosing": "SQ"},
            }
            answer = other.get(manner, answer)
    elif asked["do"] == "expose" and manner == "exposing":
        answer = {"expose": asked["view"]["exposable"][:1]}
    elif asked["do"] == "explain":
        worth = totals[asked["view"]["seat"]] if manner == "match" else 2
        answer = {"explain": {move: [worth, 0.5] for move in asked["view"]["legal_moves"]}}
    elif asked["do"] == "start" and manner == "late":
        time.sleep(60)
    elif asked["do"] == "start" and manner == "match":
        totals = asked.get("totals", totals)
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
