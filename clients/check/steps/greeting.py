"""Steps: the hand-shake, the options, being ready."""

from __future__ import annotations

from collections.abc import Iterable

from linemate.clients.check.engine_under_test import is_objection
from linemate.clients.check.raw_connection import RawConnection
from linemate.clients.check.steps.fixture import Fixture, Greeting, NotTried
from linemate.clients.check.wellformed import WORDS, problem_of_option
from linemate.engine.core import Option
from linemate.protocol.driver import InfoLine

# Options whose largest value may ask for all of the machine, or for more than it has.
COSTLY = ("hash", "thread", "memory", "cache", "table", "size", "worker", "core")


def shake_hands(fixture: Fixture, greeting: Greeting) -> str:
    return ", ".join(dialect.name for dialect in fixture.engine.dialects)


def say_nothing_unasked(fixture: Fixture, greeting: Greeting) -> str | None:
    """Refuse words of the protocol before the hand-shake; a banner is nobody's business."""
    words = [line.split()[:1] for line in greeting.lines]
    done = f"{fixture.engine.dialect.value}ok"
    banner = []
    for word, line in zip(words, greeting.lines, strict=True):
        again = word == [done] and words.count(word) > 1
        if again or word in (["readyok"], ["bestmove"], ["response"]):
            raise greeting.fault(f"`id`, `option` and one `{done}`", f"`{line}`")
        if not WORDS.issuperset(word):
            banner.append(line)
    return f"it begins with `{banner[0]}`, which drivers skip" if banner else None


def tell_the_name(fixture: Fixture, greeting: Greeting) -> str:
    lines = map(str.split, greeting.lines)
    names = [words[2:] for words in lines if words[:2] == ["id", "name"]]
    if len(names) != 1 or not names[0]:
        raise greeting.fault("one line `id name NAME`", f"{len(names)} of them")
    return " ".join(names[0])


def declare_options(fixture: Fixture, greeting: Greeting) -> str:
    declared = [line for line in greeting.lines if line.split()[:1] == ["option"]]
    seen: set[str] = set()
    for line in declared:
        problem = problem_of_option(line)
        name = line.partition(" name ")[2].partition(" type ")[0].strip().lower()
        if problem is None and name in seen:
            problem = "the name is used twice"
        if problem is None and name == "ownbook" and "default false" not in line:
            problem = "OwnBook is false by default"
        if problem is not None:
            raise greeting.fault("options that can be read", f"`{line}`: {problem}")
        seen.add(name)
    if not declared:
        raise NotTried("the engine has no options")
    return f"{len(declared)} options"


def be_ready(fixture: Fixture, connection: RawConnection) -> None:
    connection.send("isready", "isready", "isready")
    for _ in range(3):
        connection.wait_for("readyok")
    more = [line for line in connection.sync() if line.split()[:1] == ["readyok"]]
    if more:
        raise connection.fault("one `readyok` for each `isready`", "one more")


def take_options(fixture: Fixture, connection: RawConnection) -> str:
    options = fixture.engine.declared.values()
    if not options:
        raise NotTried("the engine has no options")
    count = 0
    for option in options:
        own, further = _values(option)
        for value in own + further:
            ending = "" if option.kind == "button" else f" value {value}"
            connection.send(f"setoption name {option.name}{ending}")
            lines = connection.sync()
            count += 1
            refused = [line for line in lines if is_objection(line)]
            # Another value may not suit the game in play; the declared ones must do.
            if refused and value in own:
                raise connection.fault(f"{option.name} to take {value}", f"`{refused[0]}`")
        if own and option.kind != "button":
            connection.send(f"setoption name {option.name} value {own[0]}")
            connection.sync()
    connection.send(*fixture.engine.game_lines(fixture.game, connection.dialect))
    fixture.play(connection)
    return f"{count} values"


def _values(option: Option) -> tuple[list[str], list[str]]:
    """Return what it must take, its default first, and what it must survive."""
    if option.kind == "button":
        return [""], []
    if option.kind == "check":
        default = str(option.default).lower()
        return [default, "false" if default == "true" else "true"], []
    if option.kind == "combo":
        others = [choice for choice in option.choices if choice != option.default]
        return [str(option.default)], others
    if option.kind == "string":
        return [str(option.default) or "<empty>"], []
    values = [option.default, option.minimum]
    if not any(word in option.name.lower() for word in COSTLY):
        values.append(option.maximum)
    return [str(value) for value in dict.fromkeys(values)], []


def survive_bad_options(fixture: Fixture, connection: RawConnection) -> None:
    lines = ["setoption", "setoption name", "setoption name No Such Option"]
    lines.append("setoption name No Such Option value 7")
    for option in fixture.engine.declared.values():
        if option.kind in ("spin", "check", "combo"):
            lines.append(f"setoption name {option.name} value banana")
        if option.kind == "spin":
            lines.append(f"setoption name {option.name} value {option.minimum - 1}")
    fixture.demand_survival(connection, lines)


def show_lines(fixture: Fixture, connection: RawConnection) -> str:
    """Demand as many lines as MultiPV says, numbered from 1, each with a move of its own."""
    option = fixture.engine.declared.get("multipv")
    if option is None or option.kind != "spin" or option.maximum < 2:
        raise NotTried("the engine has no option MultiPV")
    wanted = min(3, option.maximum, len(fixture.game.start().legal_moves()))
    connection.send(f"setoption name {option.name} value {wanted}")
    seen: set[int] = set()
    for patience in (2, 100):  # on a busy machine the first search may have had no processor
        search = fixture.play(connection, go=f"go movetime {patience * fixture.pace.movetime}")
        seen = ranks_shown(search.infos, connection)
        if seen == set(range(1, wanted + 1)):
            return f"{wanted} lines"
    found = ", ".join(map(str, sorted(seen))) or "none"
    raise connection.fault(f"lines `multipv` 1 to {wanted}", f"these: {found}")


def ranks_shown(infos: Iterable[InfoLine], connection: RawConnection) -> set[int]:
    """The ranks of the lines that a search showed, each of which must have a move of its own."""
    seen: set[int] = set()
    shown: dict[int, str] = {}  # by rank, the first move; begun anew with the first rank
    for info in infos:
        if info.pv:
            rank = info.multipv or 1
            shown = {} if rank == 1 else shown
            shown[rank] = info.pv[0]
            seen.add(rank)
            if len(set(shown.values())) < len(shown):
                raise connection.fault("another first move in each line", " ".join(shown.values()))
    return seen
