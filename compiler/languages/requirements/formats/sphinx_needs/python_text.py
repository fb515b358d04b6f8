"""Python as text: read, never run."""

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


class PythonTextError(ValueError):
    """A text is no Python, or too deep to be read. `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__("it is no Python that can be read")
        self.line = line


def parse_module(text: str) -> ast.Module:
    """Return the tree of a module. Raise PythonTextError."""
    with _quiet():
        return ast.parse(text)


def parse_expression(text: str) -> ast.Expression:
    """Return the tree of an expression. Raise PythonTextError."""
    with _quiet():
        return ast.parse(text, mode="eval")


@contextmanager
def _quiet() -> Iterator[None]:
    """Raise PythonTextError for what cannot be parsed. An odd escape is no warning, which would print the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise PythonTextError((error.lineno if isinstance(error, SyntaxError) else None) or 1) from error
