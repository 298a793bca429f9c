"""The games whose evaluation is learned, and what learning has to know of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linemate.engine.core import Game
from linemate.engine.games.nineboard import NineBoard
from linemate.engine.games.ultimate import Ultimate
from linemate.engine.search.cores import nineboard_weights, ultimate_weights
from linemate.engine.search.cores.base import Core
from linemate.engine.search.cores.nineboard import NineBoardCore
from linemate.engine.search.cores.ultimate import UltimateCore
from linemate.engine.workshop import nineboard_features, ultimate_features
from linemate.engine.workshop.fitting import Features, File
from linemate.engine.workshop.nineboard_features import NineBoardFeatures
from linemate.engine.workshop.ultimate_features import UltimateFeatures

MEGABYTES = 16


@dataclass(frozen=True)
class Pupil:
    make_game: Callable[[], Game]
    make_core: Callable[[File], Core]  # a player with such weights
    make_features: Callable[[], Features]
    steps_per_logit: int


def _make_ultimate_core(file: File) -> Core:
    weights = ultimate_features.weights_of(file)
    return UltimateCore(Ultimate(), MEGABYTES, weights, exhaustive=True)


def _make_nineboard_core(file: File) -> Core:
    return NineBoardCore(NineBoard(), MEGABYTES, nineboard_features.weights_of(file))


PUPILS = {
    "ultimate": Pupil(
        Ultimate, _make_ultimate_core, UltimateFeatures, ultimate_weights.STEPS_PER_LOGIT
    ),
    "nineboard": Pupil(
        NineBoard, _make_nineboard_core, NineBoardFeatures, nineboard_weights.STEPS_PER_LOGIT
    ),
}
