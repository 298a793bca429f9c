"""What messages are made of: the words that mean something, and plain ones that do not."""

from __future__ import annotations

from hypothesis import strategies as st

from linemate.protocol.messages import LARGEST

KEYWORDS = [
    *("ugi", "uci", "isready", "debug", "register", "setoption", "name", "value", "newgame"),
    *("uginewgame", "ucinewgame", "position", "startpos", "fen", "moves", "go", "stop", "d"),
    *("ponderhit", "query", "eval", "bench", "help", "quit", "infinite", "ponder", "movetime"),
    *("depth", "nodes", "mate", "p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc"),
    *("binc", "movestogo", "perft", "searchmoves", "info", "score", "cp", "lowerbound", "pv"),
    *("upperbound", "string", "seldepth", "multipv", "nps", "hashfull", "time", "wdl"),
    *("currmove", "currmovenumber", "currline", "refutation", "tbhits", "cpuload", "option"),
    *("type", "default", "min", "max", "var", "bestmove", "readyok", "response", "id", "ugiok"),
    *("uciok", "author", "error:", "none", "(none)", "NULL", "0000", "<empty>"),
]


def is_plain(text: str) -> bool:
    return text.split() == [text] and text.lower() not in map(str.lower, KEYWORDS)


words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6).filter(
    is_plain
)
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
moves = st.lists(words, max_size=5).map(tuple)
counts = st.integers(0, LARGEST)
maybe = st.none() | counts
# Inside a value any spacing is kept.
values = st.lists(words, max_size=3).map("  ".join)
