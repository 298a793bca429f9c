"""The samples of a tree search, told step by step."""

from __future__ import annotations

from functools import cache

from linemate.clients.lab.tools import ask_tool
from linemate.clients.lab.tree.boxes import Json
from linemate.clients.lab.tree.drawing import Box
from linemate.clients.lab.tree.samples import (
    PHASES,
    Step,
    draw_boards,
    draw_samples,
    tell_samples,
    write_table,
)


@cache
def trace(position: str = "x1o/1x1/2o x", game: str = "tictactoe", depth: int = 0) -> Json:
    return ask_tool("trace", [f"--game={game}", f"--position={position}", f"--depth={depth}"])


def of_sample(steps: list[Step], number: int) -> dict[str, Step]:
    """Return the four steps of a sample, by their names."""
    return {step["phase"]: step for step in steps if step["sample"] == str(number)}


def walk(box: Box) -> list[Box]:
    return [box, *(each for child in box.children for each in walk(child))]


def test_every_sample_has_its_four_steps_in_order() -> None:
    document = trace()
    steps = tell_samples(document)
    samples = document["mcts"]["first"]["samples"]
    assert [step["phase"] for step in steps] == list(PHASES) * len(samples)
    for number, sample in enumerate(samples):
        four = of_sample(steps, number)
        path = [str(node) for node in sample["path"]]
        assert four["selection"]["path"] == (path[:-1] if sample["expanded"] else path)
        assert four["backup"]["path"] == path
        assert sample["result"] in four["simulation"]["text"]


def test_the_first_sample_is_told_whole() -> None:
    """The root has moves that were never tried: one of them becomes a node, and is played out."""
    document = trace()
    sample = document["mcts"]["first"]["samples"][0]
    four = of_sample(tell_samples(document), 0)
    assert four["selection"]["text"].endswith("it goes no further down.")
    [child] = [node for node in sample["path"] if node != 1]
    box = next(
        box
        for box in walk(draw_samples(document, tell_samples(document)))
        if box.data["order"] == str(child)
    )
    name = box.lines[0][1]
    assert f"at random: {name} becomes a node." in four["expansion"]["text"]
    assert " ".join(sample["playout"]) in four["simulation"]["text"]
    mean = sample["nodes"][str(child)]["mean"]
    assert f"(mean {mean:.2f})" in four["backup"]["text"]


def test_figures_change_with_the_backup_and_not_before() -> None:
    steps = tell_samples(trace())
    for number in range(1, 10):
        before, four = of_sample(steps, number - 1)["backup"], of_sample(steps, number)
        for phase in PHASES[:3]:
            assert four[phase]["nodes"] == before["nodes"]
        assert four["backup"]["nodes"]["1"][0] == f"{number + 1} visits"


def test_a_selection_names_the_bounds_that_were_compared() -> None:
    document = trace()
    samples = document["mcts"]["first"]["samples"]
    steps = tell_samples(document)
    number = next(n for n, sample in enumerate(samples) if len(sample["path"]) > 2)
    chosen = str(samples[number]["path"][1])
    bound = samples[number - 1]["nodes"][chosen]["bound"]
    assert f"(UCB {bound:.2f})" in of_sample(steps, number)["selection"]["text"]


def test_a_finished_game_is_neither_expanded_nor_played_on() -> None:
    """In this position every move of o but one wins at once or ends the game soon."""
    document = trace("xo1/oxx/3 o")
    samples = document["mcts"]["first"]["samples"]
    number = next(n for n, sample in enumerate(samples) if not sample["expanded"])
    four = of_sample(tell_samples(document), number)
    assert "there the game is over" in four["selection"]["text"]
    assert "none: the game is over" in four["expansion"]["text"]
    assert "the game is over: " in four["simulation"]["text"]


def test_a_box_appears_with_the_step_that_makes_it_and_ends_with_the_last_figures() -> None:
    document = trace()
    steps = tell_samples(document)
    for box in walk(draw_samples(document, steps)):
        entered = int(box.data["in"])
        assert box.data["order"] in steps[entered]["path"]
        assert all(box.data["order"] not in step["path"] for step in steps[:entered])
        assert [text for _, text in box.lines[1:]] == steps[-1]["nodes"][box.data["order"]]


def test_the_table_has_every_step_and_there_is_a_board_for_every_simulation() -> None:
    document = trace()
    steps = tell_samples(document)
    table, count = write_table(steps), len(document["mcts"]["first"]["samples"])
    assert table.count("<tr>") == count + 1
    assert table.count("<td>") == len(steps)
    assert draw_boards(document).count("<svg") == count


def test_a_game_without_a_small_board_is_told_by_its_moves() -> None:
    document = trace("9/9/9/9/9/9/9/9/9 x -", "ultimate", 1)
    assert "<svg" not in draw_boards(document)
    assert "both play on at random: " in of_sample(tell_samples(document), 0)["simulation"]["text"]
