"""Engines that each do one thing wrong: `python broken_engine.py FAULT`.

A fault is a class of `faults_of_talk.py` or `faults_of_play.py`; its `step` is the one step of
`linemate check` that must find it.
"""

from __future__ import annotations

import os.path
import sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "../../../..")))

from tests.clients.check import faults_of_play, faults_of_talk
from tests.clients.check.good_engine import Good

FAULTS = {
    name: kind
    for module in (faults_of_talk, faults_of_play)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Good) and kind.step
}

if __name__ == "__main__":
    FAULTS[sys.argv[1]]().run()
