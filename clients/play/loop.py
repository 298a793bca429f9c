"""Who does something next: a person is asked, or an engine thinks, until somebody leaves."""

from __future__ import annotations

import time
from difflib import get_close_matches

from linemate.clients.play.commands import ALIASES, COMMANDS, CommandError
from linemate.clients.play.table import Table
from linemate.clients.shared.notation import read_typed_move
from linemate.clients.shared.screen import EndOfInput
from linemate.engine.core import PLAYERS, LinemateError, UnreadableMoveError
from linemate.protocol.driver import EngineError

YES_OR_NO = {"y": "new", "yes": "new", "n": "quit", "no": "quit"}
GLANCE = 0.05  # seconds between looks at Ctrl-C


def run(table: Table, pace: float = 0.0) -> None:
    """Play until `quit` or the end of input; `pace` is the least time between engine moves."""
    try:
        while not table.leaving:
            step(table, pace)
    except EndOfInput:
        table.screen.show("End of input.")
    table.screen.show("Goodbye.")


def step(table: Table, pace: float) -> None:
    position = table.match.position
    if table.match.ending is not None:
        # Enter does a lot here: one typed before anybody could see why is not taken for it.
        table.screen.discard_input()
        ask(table, "Another game? Enter or new, undo, save FILE, quit> ", "new")
    elif table.trouble is not None:
        table.screen.discard_input()
        ask(table, "Enter starts the engine again; engine CMD, claim, quit> ", "engine")
    elif table.paused:
        ask(table, "Paused. Enter goes on; save FILE, quit> ", "go")
    elif position.to_move in table.humans:
        ask(table, f"{PLAYERS[position.to_move].upper()}> ", "board")
    elif table.humans:
        table.engine_move()
    else:
        watch_move(table, pace)


def watch_move(table: Table, pace: float) -> None:
    """A move and time to look at it. With nobody to ask, Ctrl-C is how to get a word in."""
    until = time.monotonic() + pace
    table.engine_move()
    if table.trouble is not None or table.match.ending is not None:
        return  # somebody is asked in any case
    interrupts = table.screen.interrupts
    while not interrupts.seen and (left := until - time.monotonic()) > 0:
        time.sleep(min(GLANCE, left))
    if interrupts.seen:
        table.screen.show("")  # a terminal has put ^C on the line
        table.pause()


def ask(table: Table, prompt: str, default: str) -> None:
    """One answer of a person: a move, a command, or Enter for the default one."""
    try:
        answer = table.screen.ask(prompt)
    except KeyboardInterrupt:
        table.screen.show("")
        if confirm_leaving(table):
            table.leave()
        return
    try:
        act(table, answer or default)
    except LinemateError as error:
        table.screen.warn(str(error))
    except EngineError as error:
        table.report(error)
        if table.trouble is None and not table.opponent.running:
            table.screen.show("Type engine to start it again.")


def act(table: Table, answer: str) -> None:
    """Raises LinemateError or EngineError for what cannot be done."""
    word, _, rest_of_line = answer.partition(" ")
    name, words = word.lower(), rest_of_line.strip()
    if not words:  # for `q 9` is a move
        name = ALIASES.get(name, name)
        if table.match.ending is not None:
            name = YES_OR_NO.get(name, name)
    if name not in COMMANDS:
        play_typed(table, answer)
    elif words and not COMMANDS[name].argument:
        raise CommandError(f"{name} takes nothing behind it, and there is {words!r}")
    else:
        COMMANDS[name].action(table, words)


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
    table.play(move)
    if len(table.humans) == 2 or match.ending is not None:
        table.show_board()


def confirm_leaving(table: Table) -> bool:
    try:
        answer = table.screen.ask("Leave the game? [y/N] ")
    except (KeyboardInterrupt, EndOfInput):
        table.screen.show("")
        return True
    return answer.lower() in ("y", "yes", "quit", "q", "exit")
