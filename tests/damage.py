"""Good texts with a few places changed, for readers that must survive any of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

TOKEN = re.compile(r'"[^"]*"|[\w.+-]+|\S')
PIECES = (
    "1e999", "-1", "null", "true", "[]", "{}", "{", "}", "[", '"', "\\", "\n", "\x1b", "\u202e",
    "9" * 50, "x", "*", "",
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, good: Sequence[str]) -> str:
    """Draw one of the texts in which some words, or characters anywhere, are others."""
    text = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(1, 4))):
        tokens = [found.span() for found in TOKEN.finditer(text)] or [(0, 0)]
        begin, end = draw(st.sampled_from(tokens))
        if draw(st.booleans()):
            begin = draw(st.integers(0, len(text)))
            end = begin + draw(st.integers(0, 3) | st.integers(0, len(text)))
        text = text[:begin] + draw(st.sampled_from(PIECES)) + text[end:]
    return text
