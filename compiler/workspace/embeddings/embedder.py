"""What makes the vector of a text, when the extra `semantic` is installed."""

from functools import cache

from compiler.model.source import SourceError
from compiler.store.vectors import Embedder

__all__ = ["Embedder", "EmbedderError", "installed"]


class EmbedderError(SourceError):
    """The extra is installed and cannot be used. The message says why, and what to do."""


@cache
def installed() -> Embedder | None:
    """The embedder of this installation. It loads at its first vector."""
    from compiler.workspace.embeddings import wordllama

    return wordllama.found()
