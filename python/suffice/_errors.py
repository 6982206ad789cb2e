"""The one exception of the engine."""

from __future__ import annotations


class Error(ValueError):
    """What is wrong, where, and what to do next.

    Attributes
    ----------
    code : str
        'usage', 'bad_data' or 'bad_model'.
    where : str
        A place to go to: a column, a class, a file.
    """

    def __init__(self, message: str, code: str = "usage", where: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.where = where

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str]]:
        return type(self), (str(self), self.code, self.where)


Error.__module__ = "suffice"
