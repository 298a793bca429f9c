"""A student's file as an engine process, started by the command of `asking.host_command`.

It speaks UGI and UCI, as much as the exercise's game needs; so it plays wherever an engine does,
and what is wrong with the file stays in this process. `ask` is one command more, for the grader:
a question in JSON on the line, and one line of JSON for an answer (see `_answer`).

What the file prints goes nowhere, and what its children print too: standard output is the
conversation, and a line for each of half a million positions would take longer than the search.
"""

from __future__ import annotations

import json
import math
import os
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from random import Random
from types import ModuleType
from typing import Any

from linemate.clients.lab.exercise.catalogue import EXERCISES
from linemate.clients.lab.exercise.state import State, read_state
from linemate.engine.core import LinemateError

Json = dict[str, Any]
MOST_MEMORY = 2 << 30  # bytes: a list that grows for ever ends here, and not with the machine


class WrongAnswerError(Exception):
    """A function returned what it must not; told as it is, without a line of the file."""


class Host:
    """The conversation of one process."""

    def __init__(self, name: str, path: str, say: Callable[[str], None]) -> None:
        self._exercise, self._path, self._say = EXERCISES[name], path, say
        self._state = read_state(self._exercise.game)
        self._module: ModuleType | None = None
        self._searches = 0

    def handle(self, line: str) -> None:
        verb, _, rest = line.strip().partition(" ")
        words = rest.split()
        if verb in ("ugi", "uci"):
            self._say(f"id name {self._exercise.name} of {os.path.basename(self._path)}")
            self._say(f"{verb}ok")
        elif verb == "isready":
            self._say("readyok")
        elif verb == "position":
            self._set_position(words)
        elif verb == "go":
            self._searches += 1
            threading.Thread(target=self._search, args=(self._searches,), daemon=True).start()
        elif verb == "stop":
            pass  # a function of somebody else's cannot be interrupted: it answers when it is done
        elif verb == "ask":
            self._say(json.dumps(self._ask(json.loads(rest))))

    def _set_position(self, words: Sequence[str]) -> None:
        """Set it; what cannot be read leaves the position as it is."""
        at = words.index("moves") if "moves" in words else len(words)
        fen = " ".join(words[1:at]) if words[:1] == ["fen"] else None
        try:
            self._state = read_state(self._exercise.game, fen, list(words[at + 1 :]))
        except LinemateError as error:
            self._say(f"info string error {error}")

    def _search(self, number: int) -> None:
        try:
            state = self._state
            move = self._choose(state) if state.moves() else None
        except BaseException as error:
            where = blame(error, self._path)
            self._say(f"info string error {where['message']} in line {where['line']}")
            os._exit(1)
        if number == self._searches:
            self._say(f"bestmove {'none' if move is None else state.write_move(move)}")

    def _choose(self, state: State) -> int:
        move = self._load().choose(state)
        if move not in state.moves():
            raise WrongAnswerError(f"choose returned {move!r}, which is no move here")
        return int(move)

    def _load(self) -> ModuleType:
        """Run the file, once."""
        if self._module is None:
            module = ModuleType("exercise")
            module.__file__ = self._path
            with open(self._path, encoding="utf-8") as file:
                exec(compile(file.read(), self._path, "exec"), module.__dict__)
            self._module = module
        return self._module

    # ---------------------------------------------------------------- questions of the grader

    def _ask(self, question: Json) -> Json:
        try:
            return self._answer(question)
        except BaseException as error:
            return {"error": blame(error, self._path)}

    def _answer(self, question: Json) -> Json:
        """Answer one of

        {"do": "load"}                                        the functions that there are
        {"do": "call", "function", "position", "arguments"}   a number, and the plays it took
        {"do": "backup", "moves", "winner"}                   visits and wins along those moves
        {"do": "search", "position", "samples"}               visits of the root, of its children
        {"do": "choose", "position"}                          a move; the position as in UGI
        """
        module = self._load()
        if question["do"] == "load":
            return {"functions": [name for name, it in vars(module).items() if callable(it)]}
        if question["do"] == "call":
            arguments = list(question.get("arguments", []))
            state = read_state(self._exercise.game, question.get("position"))
            if question.get("position"):
                arguments.insert(0, state)
            result = getattr(module, question["function"])(*arguments)
            return {"result": as_number(question["function"], result), "plays": state.counter.plays}
        if question["do"] == "backup":
            node = module.Node(read_state(self._exercise.game))
            for move in question["moves"]:
                state = node.state
                node = module.Node(state.play(move), node, move, state.player)
            module.backup(node, question["winner"])
            found = []
            while node is not None:
                found.append([as_number("visits", node.visits), as_number("wins", node.wins)])
                node = node.parent
            return {"result": found}
        if question["do"] == "choose":
            self._set_position(question["position"].split())
            return {"result": self._choose(self._state)}
        root = module.search(
            read_state(self._exercise.game, question["position"]), question["samples"], Random(1)
        )
        children = [[child.move, child.visits] for child in root.children]
        return {"result": [root.visits, children]}


def as_number(name: str, value: object) -> float:
    """Return the value if it is a finite number. Raises WrongAnswerError."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        forgotten = ": is there a return?" if value is None else ""
        raise WrongAnswerError(f"{name} returned {value!r} in place of a number{forgotten}")
    return value


def blame(error: BaseException, path: str) -> Json:
    """Tell what went wrong and in which line of the file: `kind`, `message`, `line`, `text`."""
    found = {"kind": type(error).__name__, "message": f"{type(error).__name__}: {error}"}
    if isinstance(error, WrongAnswerError):
        found["message"] = str(error)
    if isinstance(error, SyntaxError):
        return {**found, "line": error.lineno, "text": (error.text or "").strip()}
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path
    ]
    if not frames:
        return {**found, "line": None, "text": ""}
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    number = frames[-1].lineno or 0
    text = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return {**found, "line": number, "text": text}


def main() -> None:
    name, path = sys.argv[1:3]
    conversation = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    limit_memory()
    lock = threading.Lock()

    def say(line: str) -> None:
        with lock:
            conversation.write(line.replace("\n", " ") + "\n")
            conversation.flush()

    host = Host(name, path, say)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        host.handle(line)
    os._exit(0)  # whatever a function of the file is still doing


def limit_memory() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
