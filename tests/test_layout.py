"""Where a module is tested: in the file that is named after it, or in one that is listed here."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "protocol", "clients")
MODULES = {
    str(path.relative_to(ROOT))
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__init__.py"
}

# Modules that are tested through another one, by the file that does so.
TESTED_THROUGH = {
    "engine/champion/test_proving.py": ["engine/champion/core.py"],
    "engine/champion/gomoku/test_shapes.py": [
        "engine/champion/gomoku/board.py",
        "engine/champion/gomoku/tables.py",
    ],
    "engine/champion/gomoku/test_threats.py": [
        "engine/champion/gomoku/moves.py",
        "engine/champion/gomoku/zones.py",
    ],
    "engine/champion/nineboard/test_core.py": [
        "engine/champion/nineboard/proof.py",
        "engine/champion/nineboard/prover.py",
        "engine/champion/nineboard/tables.py",
    ],
    "engine/champion/qubic/test_search.py": [
        "engine/champion/qubic/fours.py",
        "engine/champion/qubic/tables.py",
    ],
    "engine/test_deepening.py": ["engine/textbook/hminimax.py"],
    "engine/champion/ultimate/test_core.py": ["engine/champion/ultimate/board.py"],
    "engine/champion/ultimate/test_weights.py": [
        "engine/champion/folds.py",
        "engine/champion/ultimate/levels.py",
    ],
    "engine/games/test_contract.py": [
        "engine/games/grid.py",
        "engine/games/keys.py",
        "engine/games/mnk.py",
    ],
    "engine/games/test_lines.py": ["engine/games/gomoku.py", "engine/games/qubic.py"],
    "engine/games/test_smallboards.py": ["engine/games/nineboard.py", "engine/games/ultimate.py"],
    "engine/proof/test_search.py": ["engine/proof/dfpn.py", "engine/proof/lines.py"],
    "engine/test_main.py": ["engine/textbook/random.py"],
    "engine/textbook/heuristics/test_base.py": ["engine/textbook/heuristics/boards.py"],
    "engine/tools/test_counts.py": ["engine/tools/command.py"],
    "engine/tools/test_learn.py": [
        "engine/tools/gomoku_learning.py",
        "engine/tools/ultimate_learning.py",
    ],
    "engine/tools/test_puzzles.py": ["engine/tools/puzzle_mine.py"],
    "engine/tools/test_prove.py": ["engine/tools/prove_strategy.py"],
    "engine/tools/test_trace.py": ["engine/tools/trace_mcts.py", "engine/tools/trace_trees.py"],
    "protocol/test_replies.py": ["protocol/messages.py"],
    "clients/bridges/test_codingame.py": ["clients/bridges/arena.py"],
    "clients/check/properties/test_property_runner.py": [
        "clients/check/properties/catalogue.py",
        "clients/check/properties/exam.py",
    ],
    "clients/check/steps/test_catalogue.py": [
        "clients/check/steps/fixture.py",
        "clients/check/steps/greeting.py",
        "clients/check/steps/reading.py",
        "clients/check/steps/searching.py",
    ],
    "clients/check/test_command.py": [
        "clients/check/engine_under_test.py",
        "clients/check/report.py",
    ],
    "clients/lab/experiments/test_catalogue.py": [
        "clients/lab/experiments/experiment.py",
        "clients/lab/experiments/sources.py",
    ],
    "clients/lab/exercise/test_asking.py": ["clients/lab/exercise/host.py"],
    "clients/lab/exercise/test_questions.py": ["clients/lab/exercise/mistakes.py"],
    "clients/lab/report/test_page.py": ["clients/lab/report/chapter.py"],
    "clients/lab/tree/test_command.py": ["clients/lab/tools.py"],
    "clients/lab/tree/test_page.py": ["clients/lab/tree/boxes.py"],
    "clients/match/test_command.py": [
        "clients/match/trial.py",
        "clients/match/workers/runner.py",
    ],
    "clients/match/page/test_live.py": [
        "clients/match/page/document.py",
        "clients/match/page/watching.py",
    ],
    "clients/match/test_settings.py": ["clients/match/options.py"],
    "clients/play/test_view.py": [
        "clients/shared/terminal/view.py",
        "clients/shared/terminal/window.py",
    ],
    "clients/replay/test_command.py": ["clients/replay/reviewing.py"],
    "clients/prove/test_command.py": ["clients/prove/display.py"],
    "clients/match/tournament/test_formats.py": ["clients/match/tournament/pairings.py"],
    "clients/web/friends/test_lobby.py": ["clients/web/friends/messages.py"],
    "clients/web/friends/test_rooms.py": ["clients/web/friends/clock.py"],
    "clients/web/test_engine_worker.py": ["clients/web/sockets.py"],
    "clients/shared/referee/test_game.py": ["clients/shared/referee/adjudication.py"],
    "clients/shared/referee/test_table.py": ["clients/shared/referee/dialogue.py"],
}
LISTED = {module: test for test, modules in TESTED_THROUGH.items() for module in modules}


def has_a_test_of_its_name(module: str) -> bool:
    """Tell whether there is a test_NAME.py, or a test_NAME_MORE.py, where `tests` mirrors it."""
    path = ROOT / "tests" / module
    name = f"test_{path.stem.strip('_')}"
    return any(
        found.stem == name or found.stem.startswith(f"{name}_")
        for found in path.parent.glob("test_*.py")
    )


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_has_a_test_of_its_name_or_is_listed(module: str) -> None:
    assert has_a_test_of_its_name(module) != (module in LISTED), module


def test_what_is_listed_exists() -> None:
    assert LISTED.keys() <= MODULES
    for test in TESTED_THROUGH:
        assert (ROOT / "tests" / test).exists(), test


def test_tests_have_no_init_files() -> None:
    """`tests/engine` would shadow `engine` if it had one."""
    assert not list((ROOT / "tests").rglob("__init__.py"))
