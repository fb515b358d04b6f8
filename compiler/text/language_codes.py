"""The codes of languages that sites are translated into, as names of folders: `de`, `pt-br`, `zh_Hant`."""

import re

_FOLDER = re.compile(r"([A-Za-z]{2})(?:[-_][A-Za-z]{2,4})?")
# Those of ISO 639-1 that occur. Not all: `io`, `os` and `ts` are rather folders of code.
_CODES = (
    " af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km "
    "kn ko ku ky lb lo lt lv mg mk ml mn mr ms my nb ne nl nn no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te tg "
    "th tk tl tr uk ur uz vi yo zh zu "
)


def is_language(folder: str) -> bool:
    """Return whether a folder's name is the code of a language, perhaps with a region or script."""
    found = _FOLDER.fullmatch(folder)
    return found is not None and f" {found[1].lower()} " in _CODES
