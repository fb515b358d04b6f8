"""The errors of revisions, in a module of their own: a server knows them before it reads a repository."""

from compiler.model.source import SourceError


class UnknownRevisionError(SourceError):
    """No revision has this name."""


class NoHistoryError(UnknownRevisionError):
    """The source has no revisions: it is in no repository, or in one without commits."""
