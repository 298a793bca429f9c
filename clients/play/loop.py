"""Who does something next: a person is asked, or an engine thinks, until somebody leaves."""

from __future__ import annotations

import time
from difflib import get_close_matches

from clients.play.commands import ALIASES, COMMANDS
from clients.play.moves import read_typed_move
from clients.play.screen import EndOfInput
from clients.play.table import Table, explain
from engine.core import PLAYERS, LinemateError, UnreadableMoveError
from protocol.driver import EngineError

YES_OR_NO = {"y": "new", "yes": "new", "n": "quit", "no": "quit"}
GO_ON = "go on"
GLANCE = 0.05  # seconds between looks at Ctrl-C


def run(table: Table, pace: float = 0.0) -> None:
    """Play until `quit` or the end of input; `pace` is the least time between engine moves."""
    try:
        with table.screen.interrupts.noted():
            while not table.leaving:
                step(table, pace)
    except EndOfInput:
        table.screen.show("End of input.")
    table.screen.show("Goodbye.")


def step(table: Table, pace: float) -> None:
    position = table.match.position
    if table.match.ending is not None:
        ask(table, "Another game? Enter or new, undo, save FILE, quit> ", "new")
    elif table.trouble is not None:
        ask(table, "Enter starts the engine again; engine CMD, claim, quit> ", "engine")
    elif table.paused:
        ask(table, "Paused. Enter goes on; save FILE, quit> ", GO_ON)
    elif position.to_move in table.humans:
        ask(table, f"{PLAYERS[position.to_move].upper()}> ", "board")
    else:
        began = time.monotonic()
        table.engine_move()
        if not table.humans and table.match.ending is None:
            rest(table, pace - (time.monotonic() - began))


def rest(table: Table, seconds: float) -> None:
    """Time to look at the board; Ctrl-C asks what to do."""
    until = time.monotonic() + seconds
    while not table.paused and time.monotonic() < until:
        time.sleep(min(GLANCE, seconds))
        table.paused = table.screen.interrupts.seen


def ask(table: Table, prompt: str, default: str) -> None:
    """One answer of a person: a move, a command, or Enter for the default one."""
    try:
        answer = table.screen.ask(prompt)
    except KeyboardInterrupt:
        table.screen.show("")
        table.leaving = confirm_leaving(table)
        return
    try:
        act(table, answer or default)
    except LinemateError as error:
        table.screen.warn(str(error))
    except EngineError as error:
        if table.opponent.running:
            message, *dialogue = explain(error)
            table.screen.warn(message)
            table.screen.show(*dialogue)
        else:
            table.report_trouble(f"{table.opponent.name} failed", error)


def act(table: Table, answer: str) -> None:
    """Raises LinemateError or EngineError for what cannot be done."""
    if answer == GO_ON:
        table.paused = False
        return
    word, _, rest_of_line = answer.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    if table.match.ending is not None:
        name = YES_OR_NO.get(name, name)
    if name in COMMANDS:
        COMMANDS[name].action(table, rest_of_line.strip())
    else:
        play_typed(table, answer)


def play_typed(table: Table, answer: str) -> None:
    match = table.match
    try:
        move = read_typed_move(match.game, match.position, answer)
    except UnreadableMoveError as error:
        close = get_close_matches(answer.partition(" ")[0].lower(), COMMANDS, n=1)
        advice = f"did you mean {close[0]!r}?" if close else "help lists the commands"
        # The rules speak the protocol's notation; the prompt's own is the last word.
        raise UnreadableMoveError(f"{error} ({advice}). {table.how_to_type}".rstrip()) from None
    if match.ending is not None:
        raise LinemateError("the game is over: undo takes back, new begins another")
    if match.position.to_move not in table.humans:
        raise LinemateError("it is the engine's turn")
    match.play(move)
    if len(table.humans) == 2 or match.ending is not None:
        table.show_board()


def confirm_leaving(table: Table) -> bool:
    try:
        answer = table.screen.ask("Leave the game? [y/N] ")
    except (KeyboardInterrupt, EndOfInput):
        table.screen.show("")
        return True
    return answer.lower() in ("y", "yes", "quit", "q", "exit")
