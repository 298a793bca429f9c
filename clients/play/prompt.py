"""The prompt: who is asked next, or thinks next, and what a person may say instead of a move.

`run` goes on until somebody leaves. COMMANDS is the whole list of what can be said: a command gets
the session and, if it takes any, the words behind its name. It raises LinemateError or EngineError
for what it cannot do, and then has changed nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from typing import NamedTuple

from linemate.clients.play.captions import describe_score, describe_thinking, report_error
from linemate.clients.play.opponent import LAST_STRAW
from linemate.clients.play.played import PlayedGame, load, save
from linemate.clients.play.session import SWITCH, PlaySession
from linemate.clients.shared.files import expand_home
from linemate.clients.shared.guide import describe_rules
from linemate.clients.shared.levels import LEVELS
from linemate.clients.shared.notation import read_typed_move, show_move
from linemate.clients.shared.review import read_line
from linemate.clients.shared.screen import EndOfInput, Offer
from linemate.clients.shared.values import describe_game, read_game
from linemate.engine.core import PLAYERS, LinemateError, UnreadableMoveError
from linemate.engine.registry import GAMES
from linemate.protocol.driver import EngineError

LONGEST_LINE = 5  # moves
YES_OR_NO = {"y": "new", "yes": "new", "n": "quit", "no": "quit"}
KEYS = {"f1": "help", "f2": "hint", "f3": "undo"}
ADVICE = "F1 help  F3 undo  Tab commands"
CELLS_ADVICE = "Arrows, Enter or click  F1 help  F2 hint  F3 undo  Tab commands"
GLANCE = 0.05  # seconds between looks at Ctrl-C
CTRL_C = (
    "While an engine thinks, Ctrl-C makes it move at once; a game that you watch is then paused. "
    f"An engine that does not move is ended, after a moment or by the Ctrl-C number {LAST_STRAW}, "
    "and a new one can go on. At a prompt, Ctrl-C asks whether to leave."
)


# ------------------------------------------------------------------ turns


def run(session: PlaySession, pace: float = 0.0) -> None:
    """Play until `quit` or the end of input; `pace` is the least time between engine moves."""
    try:
        while not session.leaving:
            step(session, pace)
    except EndOfInput:
        session.screen.show("End of input.")
    session.screen.show("Goodbye.")


def step(session: PlaySession, pace: float) -> None:
    """Let whoever comes next do one thing: a person says something, or an engine moves."""
    position = session.played.position
    if session.played.ending is not None:
        # Enter does a lot here: one typed before anybody could see why is not taken for it.
        session.screen.discard_input()
        ask(session, "Another game? Enter or new, undo, save FILE, quit> ", "new")
    elif session.trouble is not None:
        session.screen.discard_input()
        ask(session, "Enter starts the engine again; engine CMD, claim, quit> ", "engine")
    elif session.paused:
        session.screen.discard_input()
        ask(session, "Paused. Enter goes on; save FILE, quit> ", "go")
    elif position.to_move in session.humans:
        ask(session, f"{PLAYERS[position.to_move].upper()}> ", "board", cells=True)
    elif session.humans:
        session.engine_move()
    else:
        watch_move(session, pace)


def watch_move(session: PlaySession, pace: float) -> None:
    """Let an engine move, and leave time to look at it.

    With nobody to ask, Ctrl-C is how to get a word in.
    """
    until = time.monotonic() + pace
    session.engine_move()
    if session.trouble is not None or session.played.ending is not None:
        return  # somebody is asked in any case
    interrupts = session.screen.interrupts
    while not interrupts.seen and (left := until - time.monotonic()) > 0:
        time.sleep(min(GLANCE, left))
    if interrupts.seen:
        session.screen.show("")  # a terminal has put ^C on the line
        session.paused = True


def ask(session: PlaySession, prompt: str, default: str, *, cells: bool = False) -> None:
    """Take one answer of a person: a move, a command, or Enter for the default one.

    `cells`: a move may also be made on the board itself, where the screen has one to point at.
    """
    offer = Offer(cells, KEYS, complete, CELLS_ADVICE if cells else ADVICE)
    try:
        answer = session.screen.ask(prompt, offer)
    except KeyboardInterrupt:
        session.screen.show("")
        if confirm_leaving(session):
            session.leave()
        return
    try:
        act(session, answer or default)
    except LinemateError as error:
        session.screen.warn(str(error))
    except EngineError as error:
        report_error(session.screen, error)
        if session.trouble is None and not session.opponent.running:
            session.screen.show("Type engine to start it again.")


def act(session: PlaySession, answer: str) -> None:
    """Do what an answer says. Raises LinemateError or EngineError for what cannot be done."""
    word, _, rest_of_line = answer.partition(" ")
    name, words = word.lower(), rest_of_line.strip()
    if not words:  # for `q 9` is a move
        name = ALIASES.get(name, name)
        if session.played.ending is not None:
            name = YES_OR_NO.get(name, name)
    if name not in COMMANDS:
        play_typed(session, answer)
    elif not (argument := COMMANDS[name].argument):
        if words:
            raise LinemateError(f"{name} takes nothing behind it, and there is {words!r}")
        COMMANDS[name].action(session)
    elif not words and not argument.startswith("["):
        raise LinemateError(f"{name} what? Type: {name} {argument}")
    else:
        COMMANDS[name].action(session, words)


def play_typed(session: PlaySession, answer: str) -> None:
    """Make a person's move. Raises LinemateError, with advice where it cannot be read."""
    played = session.played
    try:
        move = read_typed_move(played.game, played.position, answer)
    except UnreadableMoveError as error:
        close = get_close_matches(answer.partition(" ")[0].lower(), COMMANDS, n=1)
        advice = f"did you mean {close[0]!r}?" if close else "help lists the commands"
        # The rules speak the protocol's notation; the prompt's own is the last word.
        raise UnreadableMoveError(f"{error} ({advice}). {session.how_to_type}".rstrip()) from None
    if played.ending is not None:
        raise LinemateError("the game is over: undo takes back, new begins another")
    if played.position.to_move not in session.humans:
        raise LinemateError("it is the engine's turn")
    session.play(move)
    if len(session.humans) == 2 or played.ending is not None:
        session.show_board()


def confirm_leaving(session: PlaySession) -> bool:
    """Ask whether to leave; no answer at all, or Ctrl-C again, is a yes."""
    try:
        answer = session.screen.ask("Leave the game? [y/N] ")
    except (KeyboardInterrupt, EndOfInput):
        session.screen.show("")
        return True
    return answer.lower() in ("y", "yes", "quit", "q", "exit")


# ------------------------------------------------------------------ commands


def show_help(session: PlaySession) -> None:
    how = session.how_to_type
    rules = describe_rules(session.played.game)
    with session.screen.page():
        session.screen.show(rules, *([how, "Or type:"] if how else ["Type:"]))
        for name, command in COMMANDS.items():
            session.screen.show_entry(f"{name} {command.argument}".rstrip(), 20, command.help)
        session.screen.show(CTRL_C)


def show_rules(session: PlaySession) -> None:
    game = session.played.game
    with session.screen.page():
        session.screen.show(describe_game(game), describe_rules(game), session.how_to_type)


def show_legal_moves(session: PlaySession) -> None:
    session.demand_open()
    played = session.played
    moves = [show_move(played.game, move) for move in played.position.legal_moves()]
    with session.screen.page():
        session.screen.show(" ".join(moves))


def hint(session: PlaySession) -> None:
    session.demand_open()
    game, who = session.played.game, session.mover
    answer, move = session.ask_move(strongest=True)
    proposed = answer.info.pv[1:LONGEST_LINE] if answer.info is not None else ()
    title = f"Hint: {show_move(game, move)}   "
    room = session.screen.width - len(title)
    session.propose(read_line(game, session.played.position, (game.write_move(move), *proposed)))
    thought = describe_thinking(game, who, answer.info, answer.seconds, room, session.details)
    session.screen.show((title + thought).rstrip())


def evaluate(session: PlaySession) -> None:
    session.demand_open()
    who = session.mover
    info = session.ask_engine(strongest=True).info
    if info is None or info.score is None:
        raise LinemateError(f"{session.opponent.name} gave no score")
    scale = f"  (above 0 is good for {who})" if info.score.plies is None else ""
    session.screen.show(f"{who}: {describe_score(info.score)}{scale}")


def save_game(session: PlaySession, name: str, *, overwrite: bool = False) -> None:
    path = expand_home(name)
    save(session.played, session.participants, path, overwrite=overwrite)
    session.screen.show(f"Saved to {path}.")


def load_game(session: PlaySession, name: str) -> None:
    session.resume(load(expand_home(name)))


def position(session: PlaySession, text: str) -> None:
    played = session.played
    if text:
        session.begin(PlayedGame(played.game, None if text.lower() == "start" else text))
    else:
        session.screen.show(played.game.write_position(played.position))


def new(session: PlaySession, text: str) -> None:
    session.begin(PlayedGame(read_game(text.split()) if text else session.played.game))


def complete(line: str) -> list[str]:
    """Return what the last word of a line may be: a command, or what can stand behind it."""
    *before, word = line.split(" ")
    if not before:
        candidates = list(COMMANDS)
    elif len(before) == 1 and before[0] in COMMANDS:
        candidates = list_arguments(COMMANDS[before[0]].argument, word)
    else:
        candidates = []
    return [candidate for candidate in candidates if candidate.startswith(word)]


def list_arguments(argument: str, word: str) -> list[str]:
    """Return what may stand behind a command whose argument is this; of files those in the
    directory that the word names, if it can be read.
    """
    if argument == "FILE":
        directory = os.path.dirname(word)
        try:
            entries = sorted(expand_home(directory or ".").glob("*"))
        except OSError:  # a name that is too long for the system, say
            return []
        return [
            os.path.join(directory, entry.name) + ("/" if os.path.isdir(entry) else "")
            for entry in entries
            if not entry.name.startswith(".")
        ]
    named = {"[GAME]": list(GAMES), "[N]": list(map(str, LEVELS)), "[on|off]": list(SWITCH)}
    return named.get(argument, [])


class PromptCommand(NamedTuple):
    """Says what is done, what stands behind its name (in brackets what may), and help."""

    action: Callable[..., None]
    argument: str
    help: str


COMMANDS = {
    "help": PromptCommand(show_help, "", "this list"),
    "board": PromptCommand(
        PlaySession.show_board, "", "draw the board again, as Enter does when you are to move"
    ),
    "rules": PromptCommand(show_rules, "", "what wins, and what may be played"),
    "moves": PromptCommand(show_legal_moves, "", "every move that may be made"),
    "hint": PromptCommand(hint, "", "what the engine would play, whatever its level"),
    "eval": PromptCommand(evaluate, "", "what the engine thinks of the position"),
    "undo": PromptCommand(
        PlaySession.undo, "", "take back to your last turn, or what ended the game"
    ),
    "redo": PromptCommand(PlaySession.redo, "", "play again what was taken back"),
    "switch": PromptCommand(PlaySession.switch, "", "change sides with the engine"),
    "level": PromptCommand(
        PlaySession.set_level, "[N]", "how strong the engine is, or is to be from now on, 1 to 10"
    ),
    "details": PromptCommand(
        PlaySession.set_details, "[on|off]", "also say how deep and how far the engine looks"
    ),
    "save": PromptCommand(save_game, "FILE", "write the game to a file, as PGN"),
    "overwrite": PromptCommand(
        partial(save_game, overwrite=True), "FILE", "save in place of the game that the file has"
    ),
    "load": PromptCommand(load_game, "FILE", "go on with a game from a file, on the side you had"),
    "position": PromptCommand(
        position, "[STRING]", "show the position as text, or set it; start is one too"
    ),
    "new": PromptCommand(new, "[GAME]", "a new game, for example: new gomoku size=9"),
    "back": PromptCommand(
        PlaySession.go_back, "", "go on with the game before, which new, load or position left"
    ),
    "engine": PromptCommand(
        PlaySession.replace_engine, "[CMD]", "start the engine again, or another one"
    ),
    "claim": PromptCommand(PlaySession.claim, "", "take the win from an engine that failed"),
    "resign": PromptCommand(PlaySession.resign, "", "give the game up"),
    "go": PromptCommand(PlaySession.go_on, "", "go on with a game that is paused"),
    "quit": PromptCommand(PlaySession.leave, "", "leave"),
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}
