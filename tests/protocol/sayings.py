"""What may be said to the engine in a random conversation, whatever it is doing."""

from __future__ import annotations

from hypothesis import strategies as st

from linemate.engine.registry import GAMES, SEARCHERS
from tests.protocol.engine_process import PAIRS

VERBS = {
    *("ugi", "uci", "isready", "debug", "register", "setoption", "quit", "help", "d", "eval"),
    *("newgame", "uginewgame", "ucinewgame", "position", "moves", "query", "bench"),
    *("go", "stop", "ponderhit"),
}

# The searchers that can play every game.
EVERYWHERE = [name for name in SEARCHERS if all((name, game) in PAIRS for game in GAMES)]

limits_that_end = st.one_of(
    st.integers(0, 200).map("nodes {}".format),
    st.sampled_from(["depth 0", "depth 1", "depth 2 nodes 200", "mate 1", "nodes 50 mate 9"]),
    st.integers(0, 8).map("movetime {}".format),
    st.integers(-5, 60).map("wtime {0} btime {0} winc 2 binc 2".format),
    st.integers(0, 60).map("p1time {0} p2time {0} p1inc 0 p2inc 0 nonsense".format),
    st.integers(0, 60).map("p1time {0} p2time {0} movestogo 1".format),
)

accepted_options = st.one_of(
    st.integers(1, 16).map("Hash value {}".format),
    st.integers(1, 4).map("MultiPV value {}".format),
    st.integers(0, 20).map("Skill value {}".format),
    st.integers(0, 3).map("Seed value {}".format),
    st.integers(0, 20).map("move overhead value {}".format),
    st.sampled_from(["auto", *EVERYWHERE]).map("SEARCH value {}".format),
    st.sampled_from(
        ["Ponder value true", "Ponder value false", "Clear Hash", "OwnBook value true"]
    ),
)

refused = st.sampled_from(
    [
        "setoption",
        "setoption name",
        "setoption name Hash value 0",
        "setoption name Hash value lots",
        "setoption name MultiPV value 65",
        "setoption name Skill value 21",
        "setoption name Style value aggressive",
        "setoption name Search value psychic",
        "setoption name Game value gomoku size",
        "setoption name UCI_Variant value chess",
        "newgame chess",
        "newgame gomoku size 3",
        "ucinewgame mnk width",
        "position",
        "position fen",
        "position fen nowhere",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position startpos e2e4",
        "query",
        "query everything",
        "bench much",
        "bench -1",
        "debug perhaps",
    ]
)


def says_nothing_to_us(line: bytes) -> bool:
    words = line.decode(errors="replace").lower().split()
    return b"\n" not in line and not VERBS & set(words)


garbage = st.one_of(
    st.binary(max_size=80).filter(says_nothing_to_us),
    st.text("abcxo123 /\\\"'%{}", max_size=40).map(str.encode).filter(says_nothing_to_us),
    st.sampled_from([b"\0", b"\xff" * 9, b"\r", b" \t ", b"a" * 70_000, "ünï".encode()]),
)
