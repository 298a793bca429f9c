"""Frozen records: what `@dataclass(frozen=True)` gives, at no cost when the engine starts.

Importing `dataclasses` and building the records of this project with it takes longer than all
the rest of the engine's start-up (`make bench` has the figures); type checkers cannot tell the
difference. A record lists its fields as annotations, with defaults as class attributes.
"""

from __future__ import annotations

TYPE_CHECKING = False  # checkers read it as true; `typing` itself is slow to import
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform

    record_base = dataclass_transform(frozen_default=True)
else:

    def record_base(cls):
        return cls


@record_base
class Record:
    """Fields by position or by name; equal to a record of the same class with equal fields."""

    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = [name for name in cls.__annotations__ if name not in cls._fields]
        cls._fields = (*cls._fields, *own)

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.__dict__
        fields.update(zip(self._fields, values, strict=False))
        for name in named:
            if name not in self._fields or name in fields:
                raise TypeError(f"{type(self).__name__}: unexpected field {name!r}")
        fields.update(named)
        missing = [name for name in self._fields if not hasattr(self, name)]
        if missing or len(values) > len(self._fields):
            raise TypeError(f"{type(self).__name__} has fields {self._fields}; missing {missing}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some fields changed."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | changes)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"
