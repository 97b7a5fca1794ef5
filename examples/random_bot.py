"""A bot of your own in a few lines: gongzhu arena random 'external:"python3 examples/random_bot.py"'."""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    answer = {}  # ready; no exposure; what any bot would do
    if asked["do"] == "start":
        random.seed(asked["seed"])
    if asked["do"] == "choose":
        answer = {"choose": random.choice(asked["view"]["legal_moves"])}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
