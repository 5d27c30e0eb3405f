import json
import sys


def power(card: str, trump: str) -> tuple[bool, int]:
    return card == "JK" or card[1] == trump, -1 if card == "JK" else "23456789TJQKA".find(card[0])


for line in sys.stdin:  # one line is one question
    view = json.loads(line)["view"]
    calls, plays = view["legal"]["calls"], view["legal"]["plays"]
    suits = [card[1] for card in view["hand"]]
    worth = {suit: suits.count(suit) / 2 + (f"A{suit}" in view["hand"]) for suit in "CDHS"}
    best = max(worth, key=lambda suit: worth[suit])
    if calls:
        action = {"call": int(worth[best]) if int(worth[best]) in calls else calls[0]}
    else:
        trump = view["trump"] or best
        plays.sort(key=lambda card: power(card, trump))
        table = [power(card, trump) for card in view["trick"]["cards"]]
        takes = not table or power(plays[-1], trump) > max(table)
        action = {"play": plays[-1] if takes else plays[0]}
    print(json.dumps({"action": action}), flush=True)  # one line is one answer
