"""The engine under test: how it is started, and what it claims to be able to do.

Nothing is demanded here. What an engine says in its hand-shake, and which games it takes, decides
which steps it is put to; whether it says it as it should is for the steps to find out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from linemate.clients.check.talk import NOTHING, Talk
from linemate.clients.check.verdict import Fault
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
class Subject:
    """An engine and what is known of it. `options` are those that the user wants it set to."""

    command: str | Sequence[str]
    timeout: float
    options: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    dialects: tuple[Dialect, ...] = ()
    declared: Mapping[str, Option] = field(default_factory=dict)  # by name in lower case
    takes_names: bool = True  # behind `uginewgame`, which has none in plain UGI, nor has it in UCI

    @property
    def dialect(self) -> Dialect:
        """The one that it is mainly spoken to in."""
        return self.dialects[0]

    def start(self) -> Talk:
        """A process that nothing was said to yet. Raises EngineStartError."""
        return Talk(self.command, self.timeout, self.dialects[0] if self.dialects else Dialect.UGI)

    def greet(self, dialect: Dialect | None = None) -> Talk:
        """A process after its hand-shake, with the user's options set."""
        talk = self.start()
        try:
            talk.dialect = dialect or self.dialect
            talk.send(talk.dialect.value)
            talk.wait_for(f"{talk.dialect.value}ok")
            talk.send(*self.setting_lines())
        except BaseException:
            talk.close(patient=False)
            raise
        return talk

    def begin(self, game: Game, dialect: Dialect | None = None) -> Talk:
        """A process that is ready for the game."""
        talk = self.greet(dialect)
        try:
            talk.send(*self.game_lines(game, talk.dialect))
            talk.sync()
        except BaseException:
            talk.close(patient=False)
            raise
        return talk

    def setting_lines(self) -> list[str]:
        return [f"setoption name {name} value {value}" for name, value in self.options.items()]

    def game_lines(self, game: Game, dialect: Dialect) -> list[str]:
        """What makes it play this game, by whichever way it knows; as the driver does it."""
        if not self.takes_names:
            return [f"{dialect.value}newgame"]
        options = (f" {name} {value}" for name, value in game.options.items())
        lines = [f"{dialect.value}newgame {game.name}{''.join(options)}"]
        variant = self.declared.get(VARIANT)
        if dialect is Dialect.UCI and variant is not None:
            lines.insert(0, f"setoption name {variant.name} value {game.name}")
        return lines


def get_acquainted(subject: Subject, wanted: Dialect | None) -> Subject:
    """The same with what it says of itself, in one dialect or in both.

    Raises Fault if it shakes no hands, EngineStartError if it cannot be started.
    """
    faults = []
    for dialect in [wanted] if wanted is not None else list(Dialect):
        with subject.start() as talk:
            try:
                # What does not know the word shows it by a readyok alone, or by silence.
                talk.send(dialect.value, "isready")
                done = f"{dialect.value}ok"
                awaited = (done,) if wanted is not None else (done, "readyok")
                lines = talk.wait_for(*awaited)
            except Fault as fault:
                faults.append(fault)
                continue
            if lines[-1].split()[0] != done:
                faults.append(talk.fault(f"`{done}`", f"`{lines[-1]}`"))
                continue
            talk.wait_for("readyok")
            subject = _describe(subject, lines)
            if VARIANT not in subject.declared:
                talk.dialect = dialect
                subject = replace(subject, takes_names=_takes_some_name(talk))
            others = [other for other in Dialect if other is not dialect and wanted is None]
            spoken = [dialect, *(other for other in others if _speaks(talk, other))]
            return replace(subject, dialects=tuple(spoken))
    raise _no_handshake(faults)


def _no_handshake(faults: Sequence[Fault]) -> Fault:
    """All that was tried, as one."""
    lines = tuple(line for fault in faults for line in fault.lines)
    expected = " or ".join(f"`{dialect.value}ok`" for dialect in Dialect)
    fault = faults[0] if len(faults) == 1 else Fault(expected, faults[-1].got, lines)
    if fault.got.startswith(NOTHING) and all(line.startswith(">") for line in lines):
        return Fault(fault.expected, f"{fault.got} (does it flush its output?)", lines)
    return fault


def _takes_some_name(talk: Talk) -> bool:
    """One that refuses them all may well play one of the games, and know no names for it."""
    try:
        return any(_takes(talk, name) for name in GAMES)
    except Fault:
        return True  # for the steps to tell


def _speaks(talk: Talk, dialect: Dialect) -> bool:
    try:
        talk.send(dialect.value)
        return any(line.split()[:1] == [f"{dialect.value}ok"] for line in talk.sync())
    except Fault:
        return False


def _describe(subject: Subject, lines: Sequence[str]) -> Subject:
    name, declared = "", {}
    for line in lines:
        match parse_reply(line):
            case Id(what="name", text=text):
                name = text
            case OptionLine(option=option):
                declared[option.name.lower()] = option
    return replace(subject, name=name, declared=declared)


def find_games(subject: Subject) -> list[Game]:
    """Those that the engine says it plays, with their default options; empty if it does not say.

    It may list them as `UCI_Variant`, name the one in play in answer to `query game`, or refuse
    a game that it does not know. What takes any name without a word says nothing.
    """
    variant = subject.declared.get(VARIANT)
    if variant is not None and variant.choices:
        known = {choice.lower() for choice in variant.choices}
        return [read_game([name]) for name in GAMES if name in known]
    if subject.dialect is Dialect.UCI:
        return []
    try:
        with subject.greet() as talk:
            talk.sync()
            objects = not _takes(talk, NO_GAME)
            return [read_game([name]) for name in GAMES if _claims(talk, name, objects)]
    except Fault:
        return []


def _claims(talk: Talk, name: str, objects: bool) -> bool:
    """`objects`: it refuses what it does not know, so what it does not refuse it does know."""
    taken = _takes(talk, name)
    talk.send("query game")
    for line in talk.sync():
        reply = parse_reply(line)
        if isinstance(reply, Response):
            return reply.text.lower().split()[:1] == [name]
    return taken and objects


def _takes(talk: Talk, name: str) -> bool:
    """Whether it has nothing to say against the game."""
    talk.send(f"{talk.dialect.value}newgame {name}")
    return not any(is_objection(line) for line in talk.sync())


def is_objection(line: str) -> bool:
    """Whether an engine says with this line, in whatever words, that it refuses something."""
    return any(word in line.lower() for word in OBJECTIONS)


def find_objection(subject: Subject, game: Game) -> str | None:
    """What the engine has to say against the game, if anything."""
    variant = subject.declared.get(VARIANT)
    if variant is not None and game.name not in map(str.lower, variant.choices):
        return f"its games are {', '.join(variant.choices)}"
    try:
        with subject.greet() as talk:
            talk.send(*subject.game_lines(game, talk.dialect))
            return next(filter(is_objection, talk.sync()), None)
    except Fault:
        return None  # for the steps to tell
