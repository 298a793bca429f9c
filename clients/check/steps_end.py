"""Steps: how the process ends, and how long that takes, which no protocol says."""

from __future__ import annotations

from linemate.clients.check.bench import Bench
from linemate.clients.check.talk import Talk


def quit_when_told(bench: Bench) -> str:
    with bench.fresh() as talk:
        talk.send("quit")
        return _demand_status_0(talk)


def quit_in_search(bench: Bench) -> str:
    with bench.fresh() as talk:
        talk.send("position startpos", "go infinite")
        talk.listen(bench.pace.hold / 3)
        talk.send("quit")
        return _demand_status_0(talk)


def _demand_status_0(talk: Talk) -> str:
    seconds, code = talk.wait_for_exit()
    if code != 0:
        raise talk.fault("the process to end with status 0", f"status {code}")
    return _describe(seconds)


def end_with_the_input(bench: Bench) -> str:
    """When a driver dies its pipes close: an engine that stays then stays for ever."""
    with bench.fresh() as talk:
        talk.end_input()
        return _describe(talk.wait_for_exit()[0])


def end_with_the_input_in_search(bench: Bench) -> str:
    with bench.fresh() as talk:
        talk.send("position startpos", "go infinite")
        talk.listen(bench.pace.hold / 3)
        talk.end_input()
        return _describe(talk.wait_for_exit()[0])


def _describe(seconds: float) -> str:
    return f"after {seconds:.1f} s"
