"""Programs that play, well-behaved and otherwise, as files that a test can start."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final

_LOOP: Final = """\
import json, os, random, signal, subprocess, sys, time
def answer(question):
    view = question["view"]
    legal = view["legal"]
    if legal["calls"]:
        return {"action": {"call": legal["calls"][0]}}
    return {"action": {"play": legal["plays"][0]}}
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
"""
_EACH: Final = "for number, line in enumerate(sys.stdin, 1):\n    question = json.loads(line)\n"

PROGRAMS: Final = {
    "first": _EACH + "    say(json.dumps(answer(question)))\n",
    "seeded": _EACH
    + "    legal = question['view']['legal']\n"
    + "    kind = 'call' if legal['calls'] else 'play'\n"
    + "    chosen = random.Random(question['seed']).choice(legal['calls'] or legal['plays'])\n"
    + "    say(json.dumps({'action': {kind: chosen}, 'because': 'of the seed'}))\n",
    "whimsical": _EACH
    + "    legal = question['view']['legal']\n"
    + "    kind = 'call' if legal['calls'] else 'play'\n"
    + "    chosen = random.choice(legal['calls'] or legal['plays'])\n"
    + "    say(json.dumps({'action': {kind: chosen}}))\n",
    "crashes": "sys.stdin.readline()\nraise RuntimeError('no idea')\n",
    "crashes_later": _EACH
    + "    if number == 9:\n        raise RuntimeError('no idea')\n"
    + "    say(json.dumps(answer(question)))\n",
    "exits": "sys.exit(3)\n",
    "killed": "sys.stdin.readline()\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "hangs_up": "sys.stdin.readline()\nos.close(1)\ntime.sleep(600)\n",
    "empty": _EACH + "    say(' ')\n",
    "hangs": "sys.stdin.readline()\ntime.sleep(600)\n",
    "hangs_later": _EACH
    + "    if number == 9:\n        time.sleep(600)\n"
    + "    say(json.dumps(answer(question)))\n",
    "stubborn": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    + "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    + _EACH
    + "    say(json.dumps(answer(question)))\n"
    + "while True:\n    time.sleep(1)\n",
    "garbage": _EACH + "    say('Hello!')\n",
    "binary": _EACH + "    os.write(1, b'\\xff\\x00\\x1b[2J\\n')\n",
    "array": _EACH + "    say('[]')\n",
    "both": _EACH + '    say(\'{"action": {"call": 2, "play": "AS"}}\')\n',
    "nothing": _EACH + "    say('{\"action\": {}}')\n",
    "no_card": _EACH + '    say(\'{"action": {"play": "10S"}}\')\n',
    "true_call": _EACH + '    say(\'{"action": {"call": true}}\')\n',
    "deep": _EACH + "    say('[' * 60000)\n",
    "deep_info": _EACH
    + "    deep = '[' * 20000 + ']' * 20000\n"
    + '    say(\'{"info":\' + deep + \',"action":{"call":"pass"}}\')\n',
    "mutters": "print('I believe in 9', file=sys.stderr, flush=True)\n"
    + _EACH
    + '    say(\'{"action": {"call": 9}}\')\n',
    "mutters_a_card": "print('I believe in 9', file=sys.stderr, flush=True)\n"
    + _EACH
    + '    say(\'{"action": {"play": "JK"}}\')\n',
    "illegal_call": _EACH + '    say(\'{"action": {"call": 5}}\')\n',
    "illegal_card": _EACH
    + "    plays = question['view']['legal']['plays']\n"
    + "    others = set(question['view']['unseen'])\n"
    + "    wrong = {'action': {'play': min(others)}}\n"
    + "    say(json.dumps(wrong if plays else answer(question)))\n",
    "out_of_turn": 'say(\'{"action": {"call": "pass"}}\')\n'
    + _EACH
    + "    say(json.dumps(answer(question)))\n",
    "twice": _EACH
    + "    say(json.dumps(answer(question)) + '\\n' + json.dumps(answer(question)))\n",
    "long_line": _EACH + "    say('x' * 1_000_000)\n",
    "endless": "sys.stdin.readline()\nwhile True:\n    os.write(1, b'x' * 65536)\n",
    "many_lines": "sys.stdin.readline()\nwhile True:\n    os.write(1, b'{}\\n' * 9999)\n",
    "deaf": "while True:\n"
    + '    say(\'{"action": {"call": "pass"}}\')\n'
    + "    time.sleep(0.002)\n",
    "talks": _EACH
    + "    sys.stderr.write('thinking ' * 10_000 + '\\nabout it\\n')\n"
    + "    sys.stderr.flush()\n"
    + "    say(json.dumps(answer(question)))\n",
    "breeds": "child = subprocess.Popen([sys.executable, '-c',"
    + " 'import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)'])\n"
    + "open(sys.argv[1], 'a').write(f'{child.pid} {os.getpid()} ')\n"
    + _EACH
    + "    say(json.dumps(answer(question)))\n"
    + "while True:\n    time.sleep(1)\n",
    "notes": _EACH
    + "    open(sys.argv[1], 'a').write(line)\n"
    + "    say(json.dumps(answer(question)))\n",
}
"""Each by its name, without its head. Those who stay at a table choose what is first allowed."""


def program(folder: Path, name: str, *arguments: object) -> str:
    """The command of a program, which is written into a folder."""
    file = folder / f"{name}.py"
    file.write_text(_LOOP + PROGRAMS[name])
    return shlex.join([sys.executable, str(file), *map(str, arguments)])
