"""The documents pack: pages, their sections, and their text."""

from queries.documents.outline import document_outline
from queries.documents.text import document_get

__all__ = ["document_get", "document_outline"]
