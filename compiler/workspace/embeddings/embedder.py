"""What makes the vector of a text, when the extra `semantic` is installed."""

from functools import cache
from typing import Protocol

from compiler.model.source import SourceError


class EmbedderError(SourceError):
    """The extra is installed and cannot be used. The message says why, and what to do."""


class Embedder(Protocol):
    """A model whose weights are on this machine.

    `name` and `version` say which; vectors of two models cannot be compared. `looks` changes when its files do, and is
    had without loading it.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def looks(self) -> str: ...

    def vector(self, text: str) -> bytes | None:
        """The direction in which a text points: signed bytes, as many for every text. None when nothing can be said.

        The same text has the same vector, whatever was asked before and on whichever machine. Raises EmbedderError.
        """


@cache
def installed() -> Embedder | None:
    """The embedder of this installation. It loads at its first vector."""
    from compiler.workspace.embeddings import wordllama

    return wordllama.found()
