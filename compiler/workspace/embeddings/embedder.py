"""The embedder of this installation: what makes the vector of a text, when the extra `semantic` is installed."""

from functools import cache

from compiler.store.vectors import Embedder
from compiler.workspace.embeddings import wordllama


@cache
def installed() -> Embedder | None:
    """Return the embedder, None when the extra is not installed. Its model is loaded at its first vector."""
    return wordllama.found()
