"""What a person may say at the table instead of a move: COMMANDS is the whole list.

A command gets the table and the words behind its name. It raises LinemateError or EngineError
for what it cannot do, and then has changed nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from linemate.clients.play import savefile
from linemate.clients.play.match import Match
from linemate.clients.play.opponent import LAST_STRAW
from linemate.clients.play.table import Table
from linemate.clients.play.thinking import describe, describe_score
from linemate.clients.shared.guide import describe_rules
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, LinemateError

CTRL_C = (
    "While an engine thinks, Ctrl-C makes it move at once; a game that you watch is then paused. "
    f"An engine that does not move is ended, after a moment or by the Ctrl-C number {LAST_STRAW}, "
    "and a new one can go on. At a prompt, Ctrl-C asks whether to leave."
)


class CommandError(LinemateError):
    """A command that cannot be followed here, and why."""


def show_help(table: Table, _: str) -> None:
    how = table.how_to_type
    table.screen.show(describe_rules(table.match.game), *([how, "Or type:"] if how else ["Type:"]))
    for name, command in COMMANDS.items():
        table.screen.show_entry(f"{name} {command.argument}".rstrip(), 20, command.help)
    table.screen.show(CTRL_C)


def show_board(table: Table, _: str) -> None:
    table.show_board()


def show_legal_moves(table: Table, _: str) -> None:
    _check_open(table)
    match = table.match
    moves = [show_move(match.game, move) for move in match.position.legal_moves()]
    table.screen.show(" ".join(moves))


def hint(table: Table, _: str) -> None:
    _check_open(table)
    game, who = table.match.game, table.mover
    answer = table.ask_engine(strongest=True)
    try:
        move = game.read_move(table.match.position, answer.move or "none")
    except LinemateError as error:
        raise CommandError(f"{table.opponent.name} has no legal move to offer: {error}") from None
    title = f"Hint: {show_move(game, move)}   "
    room = table.screen.width - len(title)
    table.screen.show(title + describe(game, who, answer.info, answer.seconds, room))


def evaluate(table: Table, _: str) -> None:
    _check_open(table)
    who = table.mover
    info = table.ask_engine(strongest=True).info
    if info is None or info.score is None:
        raise CommandError(f"{table.opponent.name} gave no score")
    scale = f"  (above 0 is good for {who})" if info.score.plies is None else ""
    table.screen.show(f"{who}: {describe_score(info.score)}{scale}")


def undo(table: Table, _: str) -> None:
    if not table.undo():
        raise CommandError("there is nothing to take back")
    table.show_board()


def redo(table: Table, _: str) -> None:
    if not table.redo():
        raise CommandError("there is nothing to play again")
    table.show_board()


def switch(table: Table, _: str) -> None:
    if len(table.humans) != 1:
        raise CommandError("there is nothing to switch: you do not play one side")
    table.switch()
    (side,) = table.humans
    table.screen.show(f"You are {PLAYERS[side].upper()} now.")


def save(table: Table, name: str) -> None:
    if not name:
        raise CommandError("save where? Type: save FILE")
    _save(table, name, overwrite=False)


def overwrite(table: Table, name: str) -> None:
    if not name:
        raise CommandError("overwrite what? Type: overwrite FILE")
    _save(table, name, overwrite=True)


def _save(table: Table, name: str, *, overwrite: bool) -> None:
    path = _path(name)
    savefile.save(table.match, table.humans, path, overwrite=overwrite)
    table.screen.show(f"Saved to {path}.")


def load(table: Table, name: str) -> None:
    if not name:
        raise CommandError("load what? Type: load FILE")
    saved = savefile.load(_path(name))
    table.begin(saved.match, saved.humans)


def _path(name: str) -> Path:
    """`Path.expanduser` would raise for the home of a user that does not exist."""
    return Path(os.path.expanduser(name))


def position(table: Table, text: str) -> None:
    match = table.match
    if text:
        table.begin(Match(match.game, None if text.lower() == "start" else text))
    else:
        table.screen.show(match.game.write_position(match.position))


def new(table: Table, text: str) -> None:
    table.begin(Match(read_game(text.split()) if text else table.match.game))


def resign(table: Table, _: str) -> None:
    _check_open(table)
    table.resign()
    table.show_ending()


def claim(table: Table, _: str) -> None:
    if not table.claim():
        raise CommandError("there is nothing to claim: no engine has failed in its game")
    table.show_ending()


def engine(table: Table, text: str) -> None:
    table.replace_engine(text or None)


def go_on(table: Table, _: str) -> None:
    table.go_on()


def leave(table: Table, _: str) -> None:
    table.leave()


def _check_open(table: Table) -> None:
    if table.match.ending is not None:
        raise CommandError("the game is over")


class Command(NamedTuple):
    action: Callable[[Table, str], None]
    argument: str
    help: str


COMMANDS = {
    "help": Command(show_help, "", "this list"),
    "board": Command(show_board, "", "draw the board again, as Enter does when you are to move"),
    "moves": Command(show_legal_moves, "", "every move that may be made"),
    "hint": Command(hint, "", "what the engine would play, whatever its level"),
    "eval": Command(evaluate, "", "what the engine thinks of the position"),
    "undo": Command(undo, "", "take back to your last turn, or what ended the game"),
    "redo": Command(redo, "", "play again what was taken back"),
    "switch": Command(switch, "", "change sides with the engine"),
    "save": Command(save, "FILE", "write the game to a file"),
    "overwrite": Command(overwrite, "FILE", "save in place of the game that the file has"),
    "load": Command(load, "FILE", "go on with a game from a file, on the side you had"),
    "position": Command(
        position, "[STRING]", "show the position as text, or set it; start is one too"
    ),
    "new": Command(new, "[GAME]", "a new game, for example: new gomoku size=9"),
    "engine": Command(engine, "[CMD]", "start the engine again, or another one"),
    "claim": Command(claim, "", "take the win from an engine that failed"),
    "resign": Command(resign, "", "give the game up"),
    "go": Command(go_on, "", "go on with a game that is paused"),
    "quit": Command(leave, "", "leave"),
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
