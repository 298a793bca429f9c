"""The steps of the conversation: what an engine is put to, in this order. Start reading here.

A step is a plain function. It gets a Bench, returns a remark (or None) if all is well, and raises
Fault or NotTried if not. The functions are in `steps_*.py`; a step is one of them and its line
below. The properties of random positions, whose numbers follow, are in `legality.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from linemate.clients.check import (
    steps_end,
    steps_greeting,
    steps_input,
    steps_search,
    steps_uci,
)
from linemate.clients.check.bench import Bench


class Step(NamedTuple):
    """`name` is for `--only`; the title says what a sound engine does."""

    name: str
    title: str
    run: Callable[[Bench], str | None]


STEPS = (
    Step("handshake", "answers the hand-shake", steps_greeting.shake_hands),
    Step("unasked", "says nothing before it is asked", steps_greeting.say_nothing_unasked),
    Step("identity", "tells its name", steps_greeting.tell_the_name),
    Step("options", "declares options that can be read", steps_greeting.declare_options),
    Step("ready", "answers each isready with one readyok", steps_greeting.be_ready),
    Step("set-options", "takes the values that it declares", steps_greeting.take_options),
    Step("bad-options", "survives unknown options and values", steps_greeting.survive_bad_options),
    Step("movetime", "keeps movetime", steps_search.keep_movetime),
    Step("depth", "answers go depth", steps_search.search_to_depth),
    Step("nodes", "answers go nodes", steps_search.search_nodes),
    Step("one-bestmove", "answers each go with one bestmove", steps_search.answer_once),
    Step("bestmove-form", "writes bestmove as the protocol wants it", steps_search.write_bestmove),
    Step("info-form", "writes info lines that can be read", steps_search.write_infos),
    Step("stray-lines", "writes nothing else while it plays", steps_search.say_nothing_else),
    Step("infinite", "searches until stop in go infinite", steps_search.search_until_stop),
    Step("infinite-known", "waits for stop with a known result", steps_search.hold_a_known_result),
    Step("stop", "answers stop at once", steps_search.stop_promptly),
    Step("stop-early", "hears a stop right behind go", steps_search.stop_at_once),
    Step("stop-idle", "ignores stop when it is idle", steps_search.stop_when_idle),
    Step("ready-search", "answers isready in a search", steps_search.be_ready_in_search),
    Step("impatience", "survives position and go in a search", steps_search.survive_impatience),
    Step("clock", "keeps the clock with little time left", steps_search.keep_the_clock),
    Step("own-clock", "reads the clock of the side to move", steps_search.read_its_own_clock),
    Step("multipv", "shows as many lines as MultiPV says", steps_greeting.show_lines),
    Step("ponder", "ponders until ponderhit or stop", steps_uci.ponder),
    Step("searchmoves", "searches only the searchmoves", steps_uci.search_only_these),
    Step("new-games", "plays several games in a row", steps_input.play_games_in_a_row),
    Step("long-game", "reads a whole game in one line", steps_input.read_a_long_game),
    Step("illegal-moves", "survives illegal moves", steps_input.survive_illegal_moves),
    Step("bad-positions", "survives positions of no game", steps_input.survive_bad_positions),
    Step("unknown-words", "survives unknown commands", steps_input.survive_unknown_words),
    Step("white-space", "reads any white space", steps_input.read_any_white_space),
    Step("crlf", "reads lines that end with CR LF", steps_input.read_carriage_returns),
    Step("long-line", "survives a line of a megabyte", steps_input.survive_a_long_line),
    Step("together", "reads lines that arrive together", steps_input.read_lines_together),
    Step("pieces", "reads a line that arrives in pieces", steps_input.read_a_line_in_pieces),
    Step("end", "ends with its input", steps_end.end_with_the_input),
    Step("end-search", "ends with its input in a search", steps_end.end_with_the_input_in_search),
    Step("quit", "ends at quit, with status 0", steps_end.quit_when_told),
    Step("quit-search", "ends at quit in a search", steps_end.quit_in_search),
)
