"""Steps: the hand-shake, the options, being ready."""

from __future__ import annotations

from linemate.clients.check.engine_under_test import is_objection
from linemate.clients.check.steps.fixture import Fixture, NotTried
from linemate.clients.check.wellformed import WORDS, problem_of_option
from linemate.engine.core import Option

# Options whose largest value may ask for all of the machine, or for more than it has.
COSTLY = ("hash", "thread", "memory", "cache", "table", "size", "worker", "core")


def shake_hands(fixture: Fixture) -> str:
    fixture.greeting()
    return ", ".join(dialect.name for dialect in fixture.engine.dialects)


def say_nothing_unasked(fixture: Fixture) -> str | None:
    """Refuse words of the protocol before the hand-shake; a banner is nobody's business."""
    greeting = fixture.greeting()
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


def tell_the_name(fixture: Fixture) -> str:
    lines = map(str.split, fixture.greeting().lines)
    names = [words[2:] for words in lines if words[:2] == ["id", "name"]]
    if len(names) != 1 or not names[0]:
        raise fixture.greeting().fault("one line `id name NAME`", f"{len(names)} of them")
    return " ".join(names[0])


def declare_options(fixture: Fixture) -> str:
    declared = [line for line in fixture.greeting().lines if line.split()[:1] == ["option"]]
    seen: set[str] = set()
    for line in declared:
        problem = problem_of_option(line)
        name = line.partition(" name ")[2].partition(" type ")[0].strip().lower()
        if problem is None and name in seen:
            problem = "the name is used twice"
        if problem is None and name == "ownbook" and "default false" not in line:
            problem = "OwnBook is false by default"
        if problem is not None:
            raise fixture.greeting().fault("options that can be read", f"`{line}`: {problem}")
        seen.add(name)
    if not declared:
        raise NotTried("the engine has no options")
    return f"{len(declared)} options"


def be_ready(fixture: Fixture) -> None:
    with fixture.begin() as connection:
        connection.send("isready", "isready", "isready")
        for _ in range(3):
            connection.wait_for("readyok")
        more = [line for line in connection.sync() if line.split()[:1] == ["readyok"]]
        if more:
            raise connection.fault("one `readyok` for each `isready`", "one more")


def take_options(fixture: Fixture) -> str:
    options = fixture.engine.declared.values()
    if not options:
        raise NotTried("the engine has no options")
    count = 0
    with fixture.fresh() as connection:
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
        connection.send(
            *fixture.engine.game_lines(fixture.game, connection.dialect), "position startpos"
        )
        fixture.demand_legal(connection, connection.search(f"go movetime {fixture.pace.movetime}"))
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


def survive_bad_options(fixture: Fixture) -> None:
    lines = [
        "setoption name No Such Option value 7",
        "setoption name No Such Option",
        "setoption",
        "setoption name",
    ]
    for option in fixture.engine.declared.values():
        if option.kind in ("spin", "check", "combo"):
            lines.append(f"setoption name {option.name} value banana")
        if option.kind == "spin":
            lines.append(f"setoption name {option.name} value {option.minimum - 1}")
    with fixture.fresh() as connection:
        for line in lines:
            connection.send(line)
            connection.sync()
        connection.send("position startpos")
        fixture.demand_legal(connection, connection.search(f"go movetime {fixture.pace.movetime}"))


def show_lines(fixture: Fixture) -> str:
    """Demand as many lines as MultiPV says, numbered from 1, each with a move of its own."""
    option = fixture.engine.declared.get("multipv")
    if option is None or option.kind != "spin" or option.maximum < 2:
        raise NotTried("the engine has no option MultiPV")
    wanted = min(3, option.maximum, len(fixture.game.start().legal_moves()))
    with fixture.fresh() as connection:
        connection.send(f"setoption name {option.name} value {wanted}", "position startpos")
        search = connection.search(f"go movetime {2 * fixture.pace.movetime}")
        seen: set[int] = set()
        shown: dict[int, str] = {}  # by rank, the first move; begun anew with the first rank
        for info in search.infos:
            if info.pv:
                rank = info.multipv or 1
                shown = {} if rank == 1 else shown
                shown[rank] = info.pv[0]
                seen.add(rank)
                if len(set(shown.values())) < len(shown):
                    raise connection.fault(
                        "another first move in each line", " ".join(shown.values())
                    )
        if seen != set(range(1, wanted + 1)):
            found = ", ".join(map(str, sorted(seen))) or "none"
            raise connection.fault(f"lines `multipv` 1 to {wanted}", f"these: {found}")
    return f"{wanted} lines"
