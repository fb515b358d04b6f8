"""Python as text: read, never run."""

import ast
import warnings
from typing import Any


class PythonTextError(ValueError):
    """A text is no Python, or too deep to be read. `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__("it is no Python that can be read")
        self.line = line


def parse_module(text: str) -> ast.Module:
    """Return the tree of a module. Raise PythonTextError."""
    return _parsed(text, "exec")


def parse_expression(text: str) -> ast.Expression:
    """Return the tree of an expression. Raise PythonTextError."""
    return _parsed(text, "eval")


def _parsed(text: str, mode: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an odd escape would be printed, with the text
        try:
            return ast.parse(text, mode=mode)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise PythonTextError((error.lineno if isinstance(error, SyntaxError) else None) or 1) from error
