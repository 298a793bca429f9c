"""The engine under test: how it is started, and what it claims to be able to do.

Nothing is demanded here. What an engine says in its hand-shake, and which games it takes, decides
which steps it is put to; whether it says it as it should is for the steps to find out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from linemate.clients.check.raw_connection import NOTHING, Fault, RawConnection
from linemate.clients.shared.values import read_game
from linemate.engine.core import Game
from linemate.engine.registry import GAMES
from linemate.protocol.driver import Dialect, Option
from linemate.protocol.messages import Id, OptionLine, Response
from linemate.protocol.replies import parse_reply

VARIANT = "uci_variant"
OBJECTIONS = ("error", "unknown", "invalid", "illegal", "unsupported", "not supported")
NO_GAME = "no-such-game"  # what is asked for to see whether the engine objects at all


@dataclass(frozen=True)
class EngineUnderTest:
    """Knows how an engine is started, and what it has told; `options` are what the user sets."""

    command: str | Sequence[str]
    timeout: float
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    dialects: tuple[Dialect, ...] = ()
    declared: Mapping[str, Option] = field(default_factory=dict)  # by name in lower case
    takes_names: bool = True  # behind `uginewgame`, which has none in plain UGI, nor has it in UCI

    @property
    def dialect(self) -> Dialect:
        """Return the one that it is mainly spoken to in."""
        return self.dialects[0]

    def start(self, dialect: Dialect | None = None) -> RawConnection:
        """Return a process that nothing was said to yet. Raises EngineStartError."""
        spoken = dialect or (self.dialects[0] if self.dialects else Dialect.UGI)
        return RawConnection(self.command, self.timeout, spoken)

    def begin(self, game: Game | None = None, dialect: Dialect | None = None) -> RawConnection:
        """Return a process after its hand-shake, ready for the game, if any. Raises Fault."""
        with ExitStack() as stack:
            connection = stack.enter_context(self.start(dialect))
            self.greet(connection, game)
            stack.pop_all()
        return connection

    def greet(self, connection: RawConnection, game: Game | None) -> None:
        """Shake hands, set the user's options and begin the game, if any. Raises Fault."""
        word = connection.dialect.value
        connection.send(word)
        connection.greeting = connection.wait_for(f"{word}ok") + connection.sync()
        connection.send(*self.opening_lines(game, connection.dialect))
        connection.sync()

    def opening_lines(self, game: Game | None, dialect: Dialect) -> list[str]:
        """Return what is said behind the hand-shake: the user's options, and the game, if any."""
        settings = [f"setoption name {name} value {value}" for name, value in self.options.items()]
        return settings + (self.game_lines(game, dialect) if game else [])

    def game_lines(self, game: Game, dialect: Dialect) -> list[str]:
        """Return what makes it play this game, by whichever way it knows; as the driver does it."""
        if not self.takes_names:
            return [f"{dialect.value}newgame"]
        options = (f" {name} {value}" for name, value in game.settings.items())
        lines = [f"{dialect.value}newgame {game.name}{''.join(options)}"]
        variant = self.declared.get(VARIANT)
        if dialect is Dialect.UCI and variant is not None:
            lines.insert(0, f"setoption name {variant.name} value {game.name}")
        return lines


def get_acquainted(engine: EngineUnderTest, wanted: Dialect | None) -> EngineUnderTest:
    """Return the same with what it says of itself, in one dialect or in both.

    Raises Fault if it shakes no hands, EngineStartError if it cannot be started.
    """
    faults = []
    for dialect in [wanted] if wanted is not None else list(Dialect):
        with engine.start() as connection:
            try:
                # What does not know the word shows it by a readyok alone, or by silence.
                connection.send(dialect.value, "isready")
                done = f"{dialect.value}ok"
                awaited = (done,) if wanted is not None else (done, "readyok")
                lines = connection.wait_for(*awaited)
            except Fault as fault:
                faults.append(fault)
                continue
            if lines[-1].split()[0] != done:
                faults.append(connection.fault(f"`{done}`", f"`{lines[-1]}`"))
                continue
            connection.wait_for("readyok")
            engine = _describe(engine, lines)
            if VARIANT not in engine.declared:
                connection.dialect = dialect
                engine = replace(engine, takes_names=_takes_some_name(connection))
            others = [other for other in Dialect if other is not dialect and wanted is None]
            spoken = [dialect, *(other for other in others if _speaks(connection, other))]
            return replace(engine, dialects=tuple(spoken))
    raise _no_handshake(faults)


def _no_handshake(faults: Sequence[Fault]) -> Fault:
    """Return all that was tried, as one fault."""
    lines = tuple(line for fault in faults for line in fault.lines)
    expected = " or ".join(f"`{dialect.value}ok`" for dialect in Dialect)
    fault = faults[0] if len(faults) == 1 else Fault(expected, faults[-1].got, lines)
    if fault.got.startswith(NOTHING) and all(line.startswith(">") for line in lines):
        return Fault(fault.expected, f"{fault.got} (does it flush its output?)", lines)
    return fault


def _takes_some_name(connection: RawConnection) -> bool:
    """Tell whether it knows names of games: who refuses them all may well play one of them."""
    try:
        return any(_takes(connection, name) for name in GAMES)
    except Fault:
        return True  # for the steps to tell


def _speaks(connection: RawConnection, dialect: Dialect) -> bool:
    try:
        connection.send(dialect.value)
        return any(line.split()[:1] == [f"{dialect.value}ok"] for line in connection.sync())
    except Fault:
        return False


def _describe(engine: EngineUnderTest, lines: Sequence[str]) -> EngineUnderTest:
    name, declared = "", {}
    for line in lines:
        match parse_reply(line):
            case Id(what="name", text=text):
                name = text
            case OptionLine(option=option):
                declared[option.name.lower()] = option
    return replace(engine, name=name, declared=declared)


def find_games(engine: EngineUnderTest) -> list[Game]:
    """Return those that the engine says it plays, with their default options; none if it is silent.

    It may list them as `UCI_Variant`, name the one in play in answer to `query game`, or refuse
    a game that it does not know. What takes any name without a word says nothing.
    """
    variant = engine.declared.get(VARIANT)
    if variant is not None and variant.choices:
        known = {choice.lower() for choice in variant.choices}
        return [read_game([name]) for name in GAMES if name in known]
    if engine.dialect is Dialect.UCI:
        return []
    try:
        with engine.begin() as connection:
            objects = not _takes(connection, NO_GAME)
            return [read_game([name]) for name in GAMES if _claims(connection, name, objects)]
    except Fault:
        return []


def _claims(connection: RawConnection, name: str, objects: bool) -> bool:
    """Tell whether it plays the game. If it `objects` to unknown ones, it knows what it takes."""
    taken = _takes(connection, name)
    connection.send("query game")
    for line in connection.sync():
        reply = parse_reply(line)
        if isinstance(reply, Response):
            return reply.text.lower().split()[:1] == [name]
    return taken and objects


def _takes(connection: RawConnection, name: str) -> bool:
    """Tell whether it has nothing to say against the game."""
    connection.send(f"{connection.dialect.value}newgame {name}")
    return not any(is_objection(line) for line in connection.sync())


def is_objection(line: str) -> bool:
    """Tell whether an engine says with this line, in whatever words, that it refuses something."""
    return any(word in line.lower() for word in OBJECTIONS)


def find_objection(engine: EngineUnderTest, game: Game) -> str | None:
    """Return what the engine has to say against the game, if anything."""
    variant = engine.declared.get(VARIANT)
    if variant is not None and game.name not in map(str.lower, variant.choices):
        return f"its games are {', '.join(variant.choices)}"
    try:
        with engine.begin() as connection:
            connection.send(*engine.game_lines(game, connection.dialect))
            return next(filter(is_objection, connection.sync()), None)
    except Fault:
        return None  # for the steps to tell
