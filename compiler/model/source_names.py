"""The names of the sources of a workspace file, and what they are put before.

A ref of the source `api` is `api::k:decision/12`, a path of it `api/docs/adr/12.md`. A ref of a source alone has one
colon behind its first letter (`k:decision/12`), and that of a source with a name of one letter has two.
"""

import re

SOURCE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
NAME_RULE = "1 to 64 letters, digits, '.', '_' and '-', the first one a letter or a digit"
SEPARATOR = "::"  # between the name of a source and a ref of it
COLUMN = "source_name"  # of every relation of a merged snapshot


def is_source_name(text: object) -> bool:
    """Whether a value may be the name of a source."""
    return isinstance(text, str) and SOURCE_NAME.fullmatch(text) is not None


def qualified_ref(name: str, ref: str) -> str:
    """Return a ref of a source as the merged snapshot has it: `api::k:decision/12`."""
    return f"{name}{SEPARATOR}{ref}"


def qualified_path(name: str, path: str) -> str:
    """Return a path of a source as the merged snapshot has it: `api/docs/adr/12.md`; `api/` for the whole source."""
    return f"{name}/{path}"


def split_ref(ref: str) -> tuple[str, str]:
    """Return the name of the source of a ref, "" for a ref of a source alone, and the ref without it."""
    if ref[1:2] == ":" and ref[1:3] != SEPARATOR:
        return "", ref
    name, separator, plain = ref.partition(SEPARATOR)
    is_qualified = bool(separator) and is_source_name(name) and plain[1:2] == ":"
    return (name, plain) if is_qualified else ("", ref)


def source_of_path(path: str) -> str:
    """Return the name of the source of a path of a merged snapshot; "" for the workspace file itself."""
    return path.partition("/")[0] if "/" in path else ""
