"""A review of a recorded game: an engine looks at every position, and what it finds is written into
the game, as signs, comments and better lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from linemate.clients.replay.game_tree import JUDGEMENTS
from linemate.clients.shared.game_files import GameFileError, StoredGame, save_game
from linemate.clients.shared.pgn import DETAILS, PgnGame, compose
from linemate.clients.shared.player import EngineSetting, UgiPlayer
from linemate.clients.shared.review import Mark, Verdict, accuracy, explain, review
from linemate.clients.shared.screen import Screen
from linemate.clients.shared.variations import make_line
from linemate.engine.core import PLAYERS
from linemate.protocol.driver import Limits


def review_game(
    screen: Screen, stored: StoredGame, setting: EngineSetting, limits: Limits
) -> list[Verdict] | None:
    """Have an engine judge every move, and mark those of the game; None if it was Ctrl-C that ended
    it, and then nothing is marked. Raises EngineError.
    """
    screen.interrupts.forget()
    verdicts: list[Verdict] = []
    with UgiPlayer.start(setting) as player, screen.live() as update:
        update(_tell_progress(0, stored))
        try:
            with screen.interrupts.raised():
                for verdict in review(stored, player, limits):
                    verdicts.append(verdict)
                    update(_tell_progress(len(verdicts), stored))
        except KeyboardInterrupt:
            player.process.kill()  # it may think for long
            return None
    for verdict in verdicts:
        _mark_move(stored, verdict)
    return verdicts


def _tell_progress(done: int, stored: StoredGame) -> Text:
    moves = len(stored.moves) - stored.opening_plies
    return Text(f"Reviewed {done} of {moves} moves. Ctrl-C: leave it.")


def _mark_move(stored: StoredGame, verdict: Verdict) -> None:
    """Put the sign of a move that is blamed behind it, in place of any other blame, what is to be
    said, and the better line in its place.
    """
    before = [stored.root, *stored.root.main_line][verdict.ply]
    node = before.following[0]
    node.nags = tuple(other for other in node.nags if other not in JUDGEMENTS)
    nag = verdict.mark.nag
    if nag is None:
        return
    node.nags = (nag, *node.nags)
    said = explain(verdict, stored.game.write_move)
    if said not in node.comment:
        node.comment = f"{node.comment} {said}".strip()
    line = [stored.game.write_move(move) for move in verdict.line]
    if line[0] not in [other.move for other in before.following]:
        before.following += make_line((move, "") for move in line).following


def summarise(verdicts: Sequence[Verdict]) -> list[str]:
    """Say of each side how well it has played, and how often not."""
    told = []
    for side, mark in enumerate(PLAYERS):
        percent = accuracy(verdicts, side)
        share = "nothing to lose" if percent is None else f"{percent:.0f} % accurate"
        own = [verdict.mark for verdict in verdicts if verdict.mover == side]
        counts = [
            f"{(count := own.count(kind))} {one if count == 1 else several}"
            for kind, one, several in (
                (Mark.BLUNDER, "blunder", "blunders"),
                (Mark.MISTAKE, "mistake", "mistakes"),
                (Mark.INACCURACY, "inaccuracy", "inaccuracies"),
            )
        ]
        told.append(f"{mark}: {share}, {', '.join(counts)}.")
    return told


def write_game(stored: StoredGame, path: Path) -> None:
    """Write the game with its marks to a new file, with the tags that it was read with, whatever
    has become of the file that it was in. Raises GameFileError.
    """
    refuse_existing(path)
    remark = "" if DETAILS in stored.tags else stored.termination.detail
    save_game(path, compose(PgnGame(dict(stored.tags), stored.root, remark, stored.result)))


def refuse_existing(path: Path) -> None:
    """Raise GameFileError if there is such a file: a review is written to a new one."""
    if path.exists():
        raise GameFileError(f"cannot write {path}: it exists")
