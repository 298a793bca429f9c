"""What a person may say at the table instead of a move: COMMANDS is the whole list.

A command gets the table and the words behind its name. It raises LinemateError or EngineError
for what it cannot do, and then has changed nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from clients.play import savefile
from clients.play.match import Match
from clients.play.moves import describe_rules, show_move, show_moves
from clients.play.table import Table
from clients.play.thinking import describe, describe_score
from clients.words import read_game
from engine.core import PLAYERS, LinemateError


class CommandError(LinemateError):
    """A command that makes no sense here, and why."""


def show_help(table: Table, _: str) -> None:
    how = table.how_to_type
    table.screen.show(describe_rules(table.match.game), *([how, "Or type:"] if how else ["Type:"]))
    for name, command in COMMANDS.items():
        table.screen.show(f"  {f'{name} {command.argument}':<20}{command.help}")
    table.screen.show("While an engine thinks, Ctrl-C makes it move at once.")


def show_board(table: Table, _: str) -> None:
    table.show_board()


def show_legal_moves(table: Table, _: str) -> None:
    match = table.match
    moves = [show_move(match.game, move) for move in match.position.legal_moves()]
    table.screen.show(" ".join(moves) or "none")


def hint(table: Table, _: str) -> None:
    _check_open(table)
    who = table.name_of(table.match.position.to_move)
    answer = table.ask_engine(strongest=True)
    game = table.match.game
    report = describe(game, who, answer.info, answer.seconds)
    table.screen.show(f"Hint: {show_moves(game, [answer.move or 'none'])}   {report}")


def evaluate(table: Table, _: str) -> None:
    _check_open(table)
    who = table.name_of(table.match.position.to_move)
    info = table.ask_engine(strongest=True).info
    if info is None or info.score is None:
        raise CommandError(f"{table.opponent.name} gave no score")
    table.screen.show(f"{who}: {describe_score(info.score)}  (above 0 is good for {who})")


def undo(table: Table, _: str) -> None:
    if not table.match.undo(table.humans or {0, 1}):
        raise CommandError("there is nothing to take back")
    table.trouble = None
    table.show_board()


def redo(table: Table, _: str) -> None:
    if not table.match.redo(table.humans or {0, 1}):
        raise CommandError("there is nothing to play again")
    table.trouble = None
    table.show_board()


def switch(table: Table, _: str) -> None:
    if len(table.humans) != 1:
        raise CommandError("there is nothing to switch: you do not play one side")
    (side,) = table.humans
    table.humans = frozenset({1 - side})
    table.trouble = None
    table.screen.show(f"You are {PLAYERS[1 - side].upper()} now.")


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
    savefile.save(table.match, path, overwrite=overwrite)
    table.screen.show(f"Saved to {path}.")


def load(table: Table, name: str) -> None:
    if not name:
        raise CommandError("load what? Type: load FILE")
    table.begin(savefile.load(_path(name)))


def _path(name: str) -> Path:
    """`Path.expanduser` would raise for the home of a user that does not exist."""
    return Path(os.path.expanduser(name))


def position(table: Table, text: str) -> None:
    match = table.match
    if text:
        table.begin(Match(match.game, text))
    else:
        table.screen.show(match.game.write_position(match.position))


def new(table: Table, text: str) -> None:
    table.begin(Match(read_game(text.split()) if text else table.match.game))


def resign(table: Table, _: str) -> None:
    _check_open(table)
    side = table.match.position.to_move
    if len(table.humans) == 1:
        (side,) = table.humans
    table.match.resign(side)
    table.trouble = None
    table.show_ending()


def claim(table: Table, _: str) -> None:
    if table.trouble is None or table.match.position.to_move in table.humans:
        raise CommandError("there is nothing to claim: no engine has failed in its game")
    side = table.match.position.to_move
    if len(table.humans) == 1:
        (human,) = table.humans
        side = 1 - human
    table.match.forfeit(side, table.trouble)
    table.trouble = None
    table.show_ending()


def engine(table: Table, text: str) -> None:
    table.replace_engine(text or None)


def leave(table: Table, _: str) -> None:
    table.leaving = True


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
    "moves": Command(show_legal_moves, "", "every move that you may make"),
    "hint": Command(hint, "", "what the engine would play, at its strongest"),
    "eval": Command(evaluate, "", "what the engine thinks of the position"),
    "undo": Command(undo, "", "take back to your last turn"),
    "redo": Command(redo, "", "play again what was taken back"),
    "switch": Command(switch, "", "change sides with the engine"),
    "save": Command(save, "FILE", "write the game to a file"),
    "overwrite": Command(overwrite, "FILE", "save in place of the game that the file has"),
    "load": Command(load, "FILE", "go on with a game from a file"),
    "position": Command(position, "[STRING]", "show the position as text, or set it"),
    "new": Command(new, "[GAME]", "a new game, for example: new gomoku size=9"),
    "engine": Command(engine, "[CMD]", "start the engine again, or another one"),
    "claim": Command(claim, "", "take the win from an engine that failed"),
    "resign": Command(resign, "", "give the game up"),
    "quit": Command(leave, "", "leave"),
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
