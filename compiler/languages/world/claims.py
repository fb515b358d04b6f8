"""Which files are world files, by their names."""

SUFFIX = ".urd.md"
MAX_BYTES = 1024 * 1024  # of one file; a contract of the language


def claims(path: str) -> bool:
    """Whether the name of a file makes it a world file. Case does not matter."""
    return path[-len(SUFFIX) :].lower() == SUFFIX


def without_suffix(path: str) -> str:
    """The path of a world file without `.urd.md`."""
    return path[: -len(SUFFIX)] if claims(path) else path
