"""Which files are world files."""

SUFFIX = ".urd.md"
MAX_BYTES = 1024 * 1024  # of one file; a contract of the language


def claims(path: str) -> bool:
    """Whether the name of a file makes it a world file."""
    return path.endswith(SUFFIX)
