"""Every step finds its fault, and no other step mistakes it for its own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from clients.check.runner import NAMES, numbered_properties, numbered_steps
from clients.check.verdict import Result, Verdict
from protocol.driver import Dialect
from tests.clients.check.broken_engine import FAULTS
from tests.clients.check.small import EXAMPLES, command, run_check

CONVERSATION = [number for number, _ in numbered_steps()]
PLAY = [number for number, _ in numbered_properties()]
PROPERTIES = {prop.name for _, prop in numbered_properties()}
FEW = 8  # examples for an engine that has no fault in play
AT_ONCE = 4  # most of the time goes into waiting


@pytest.fixture(scope="module")
def conversations() -> Iterator[dict[str, Future[list[Result]]]]:
    """The steps of the conversation with every faulty engine."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {fault: pool.submit(run_check, command(fault), CONVERSATION) for fault in FAULTS}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_its_own_step_and_no_other(
    fault: str, conversations: dict[str, Future[list[Result]]]
) -> None:
    examples = EXAMPLES if FAULTS[fault].step in PROPERTIES else FEW
    results = conversations[fault].result() + run_check(command(fault), PLAY, examples=examples)
    failed = [result for result in results if result.verdict is Verdict.FAILED]
    assert {result.name for result in failed} == {FAULTS[fault].step}, failed
    assert all(result.expected and result.got for result in failed)
    assert all(result.dialogue for result in failed)


def test_every_step_has_a_fault_that_fails_it() -> None:
    assert {kind.step for kind in FAULTS.values()} == set(NAMES)


@pytest.mark.parametrize("dialect", Dialect)
def test_an_engine_without_a_fault_passes_everything(dialect: Dialect) -> None:
    results = run_check(command(), dialect=dialect)
    assert [result.name for result in results] == list(NAMES)
    passed = {result.name for result in results if result.verdict is Verdict.PASSED}
    only_in_uci = {"ponder", "searchmoves"}
    assert passed == set(NAMES) - (only_in_uci if dialect is Dialect.UGI else set())
