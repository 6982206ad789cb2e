"""The one exception of the engine."""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """What is wrong, where, and what to do next.

    Attributes
    ----------
    code : str
        'usage', 'bad_data' or 'bad_model'.
    where : str
        A place to go to: a column, a class, a file.
    remedies : list of (parameter, value)
        Any one of them helps.
    """

    def __init__(self, message: str, code: str = "usage", where: str = "", remedies: Any = ()) -> None:
        super().__init__(message)
        self.code = code
        self.where = where
        self.remedies = list(remedies)

    def said_to(self, parameters: dict[str, Any]) -> str:
        """The message, with the remedies that are among these parameters."""
        words = []
        for name, value in self.remedies:
            if name in parameters:
                solver = "solver='eigen', " if name == "shrinkage" and "solver" in parameters else ""
                words.append(f"{solver}{name}={value!r}")
        return f"{self}: {' or '.join(dict.fromkeys(words))}" if words else str(self)

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.code, self.where, self.remedies)


Error.__module__ = "suffice"
