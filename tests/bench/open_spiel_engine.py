"""OpenSpiel's tree search in C++ as an engine that speaks UGI, to be measured against.

    python tests/bench/open_spiel_engine.py

It plays tictactoe, ultimate, qubic and gomoku (freestyle). Its search knows no time, only a
number of samples: as many are taken as fit into the time at the rate of the search before, with
a short one at the start of each game. `go nodes N` takes N samples.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter

import pyspiel

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from linemate.engine.core import Game, LinemateError, Position
from linemate.engine.games.smallboards import ANY
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.registry import make_game

GAMES = {
    "tictactoe": "tic_tac_toe",
    "ultimate": "ultimate_tic_tac_toe",
    "qubic": "gomoku(size=4,dims=3,connect=4)",
    "gomoku": "gomoku(size={size},connect=5)",
}
EXPLORATION = 2.0  # of OpenSpiel's own examples
MEGABYTES = 1000
FIRST_SAMPLES = 500
FEWEST_SAMPLES, MOST_SAMPLES = 10, 10**8


class SpielPlayer:
    """The game as both programs see it, and how fast the last search was."""

    def __init__(self, game: Game) -> None:
        if game.name not in GAMES or game.options.get("rule", "freestyle") != "freestyle":
            raise LinemateError(f"OpenSpiel has no {game.name} {dict(game.options)}")
        self.game = game
        self._spiel = pyspiel.load_game(GAMES[game.name].format(**game.options))
        self._rate = 0.0
        self._searches = 0

    def set_position(self, moves: list[str]) -> None:
        self.position = self.game.start()
        self.state = self._spiel.new_initial_state()
        for text in moves:
            move = self.game.read_move(self.position, text)
            for action in self._actions(self.position, move):
                self.state.apply_action(action)
            self.position.play(move)

    def _actions(self, position: Position, move: int) -> list[int]:
        """Return theirs: in ultimate the cell in a forced board, else board and cell."""
        if self.game.name != "ultimate":
            return [move]
        return [move // 9, move % 9] if chooses_board(position) else [move % 9]

    def choose(self, seconds: float | None, samples: int | None) -> str:
        """A move, searched for so long or with so many samples."""
        until = None if seconds is None else perf_counter() + seconds
        if samples is None and not self._rate:
            self._search(self.state, FIRST_SAMPLES)
        state, chosen = self.state.clone(), []
        parts = 2 if chooses_board(self.position) else 1
        for part in range(parts):
            if until is not None:
                left = max(0.0, until - perf_counter()) / (parts - part)
                samples = min(max(FEWEST_SAMPLES, int(self._rate * left)), MOST_SAMPLES)
            assert samples is not None
            action = self._search(state, samples)
            chosen.append(action)
            state.apply_action(action)
        move = chosen[0] if parts == 1 else 9 * chosen[0] + chosen[1]
        if self.game.name == "ultimate" and parts == 1:
            move += 9 * (self.position.legal_moves()[0] // 9)
        return self.game.write_move(move)

    def _search(self, state: pyspiel.State, samples: int) -> int:
        self._searches += 1
        evaluator = pyspiel.RandomRolloutEvaluator(1, self._searches)
        bot = pyspiel.MCTSBot(
            self._spiel, evaluator, EXPLORATION, samples, MEGABYTES, True, self._searches, False
        )
        began = perf_counter()
        root = bot.mcts_search(state)
        # A search that has solved the position ends before it has taken all samples.
        if root.explore_count >= FIRST_SAMPLES or not self._rate:
            self._rate = root.explore_count / max(1e-6, perf_counter() - began)
        action: int = root.best_child().action
        return action


def chooses_board(position: Position) -> bool:
    """Tell whether the mover names a board: in ultimate, even if a single one is open."""
    return isinstance(position, UltimatePosition) and position.target == ANY


def main() -> None:
    player = SpielPlayer(make_game("tictactoe"))
    player.set_position([])
    for line in sys.stdin:
        word, *words = line.split() or [""]
        try:
            if word == "ugi":
                print("id name OpenSpiel\nid author DeepMind\nugiok", flush=True)
            elif word == "isready":
                print("readyok", flush=True)
            elif word in ("newgame", "uginewgame"):
                options = dict(zip(words[1::2], words[2::2], strict=True))
                game = make_game(words[0], options) if words else player.game
                player = SpielPlayer(game)
                player.set_position([])
            elif word == "position":
                if words[:1] != ["startpos"]:
                    raise LinemateError("OpenSpiel reads no positions, only moves from the start")
                player.set_position(words[2:])
            elif word == "go":
                limits = dict(zip(words[::2], words[1::2], strict=False))
                seconds = float(limits["movetime"]) / 1000 if "movetime" in limits else None
                samples = None if seconds else int(limits.get("nodes", 1000))
                print(f"bestmove {player.choose(seconds, samples)}", flush=True)
            elif word == "quit":
                return
        except LinemateError as error:
            print(f"error {error}", flush=True)


if __name__ == "__main__":
    main()
