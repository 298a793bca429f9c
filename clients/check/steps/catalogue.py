"""The steps of the conversation: what an engine is put to, in this order. Start reading here.

A step is a plain function. It gets a Fixture and what that lends it, returns a remark (or None) if
all is well, and raises Fault or NotTried if not. The functions are in the files beside this one; a
step is one of them and its line below. The numbers go on with the properties of random positions
(`check/properties`).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from linemate.clients.check.steps import greeting, reading, searching
from linemate.clients.check.steps.fixture import Fixture


class Step(NamedTuple):
    """`name` is for `--only`; the title says what a sound engine does; `lend` is what the fixture
    lends it: a process in this or that state, or what was said to the hand-shake.
    """

    name: str
    title: str
    run: Callable[[Fixture, Any], str | None]
    lend: Callable[[Fixture], AbstractContextManager[Any]] = Fixture.begin


GREETING, FRESH, UCI, RAW = Fixture.greeting, Fixture.fresh, Fixture.uci, Fixture.raw
STEPS = (
    Step("handshake", "answers the hand-shake", greeting.shake_hands, GREETING),
    Step("unasked", "says nothing before it is asked", greeting.say_nothing_unasked, GREETING),
    Step("identity", "tells its name", greeting.tell_the_name, GREETING),
    Step("options", "declares options that can be read", greeting.declare_options, GREETING),
    Step("ready", "answers each isready with one readyok", greeting.be_ready),
    Step("set-options", "takes the values that it declares", greeting.take_options, FRESH),
    Step("bad-options", "survives unknown options and values", greeting.survive_bad_options, FRESH),
    Step("movetime", "keeps movetime", searching.keep_movetime),
    Step("depth", "answers go depth", searching.search_to_depth),
    Step("nodes", "answers go nodes", searching.search_nodes),
    Step("one-bestmove", "answers each go with one bestmove", searching.answer_once),
    Step("bestmove-form", "writes bestmove as the protocol wants it", searching.write_bestmove),
    Step("info-form", "writes info lines that can be read", searching.write_infos),
    Step("stray-lines", "writes nothing else while it plays", searching.say_nothing_else),
    Step("infinite", "searches until stop in go infinite", searching.search_until_stop),
    Step("infinite-known", "waits for stop with a known result", searching.hold_a_known_result),
    Step("stop", "answers stop at once", searching.stop_promptly),
    Step("stop-early", "hears a stop right behind go", searching.stop_at_once),
    Step("stop-idle", "ignores stop when it is idle", searching.stop_when_idle),
    Step("ready-search", "answers isready in a search", searching.be_ready_in_search),
    Step("impatience", "survives position and go in a search", searching.survive_impatience),
    Step("clock", "keeps the clock with little time left", searching.keep_the_clock),
    Step("own-clock", "reads the clock of the side to move", searching.read_its_own_clock),
    Step("multipv", "shows as many lines as MultiPV says", greeting.show_lines, FRESH),
    Step("ponder", "ponders until ponderhit or stop", searching.ponder, UCI),
    Step("searchmoves", "searches only the searchmoves", searching.search_only_these, UCI),
    Step("new-games", "plays several games in a row", reading.play_games_in_a_row),
    Step("long-game", "reads a whole game in one line", reading.read_a_long_game),
    Step("illegal-moves", "survives illegal moves", reading.survive_illegal_moves),
    Step("bad-positions", "survives positions of no game", reading.survive_bad_positions),
    Step("unknown-words", "survives unknown commands", reading.survive_unknown_words),
    Step("white-space", "reads any white space", reading.read_any_white_space),
    Step("crlf", "reads lines that end with CR LF", reading.read_carriage_returns, RAW),
    Step("long-line", "survives a line of a megabyte", reading.survive_a_long_line),
    Step("together", "reads lines that arrive together", reading.read_lines_together),
    Step("pieces", "reads a line that arrives in pieces", reading.read_a_line_in_pieces),
    Step("end", "ends with its input", reading.end_with_the_input, FRESH),
    Step("end-search", "ends with its input in a search", reading.end_in_search, FRESH),
    Step("quit", "ends at quit, with status 0", reading.quit_when_told, FRESH),
    Step("quit-search", "ends at quit in a search", reading.quit_in_search, FRESH),
)
