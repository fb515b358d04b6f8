"""What in a text is written like a citation: words that may be ids, paths, links, and numbered decisions.

A token says how it is written, not whether anything has that name. Words of letters alone are no tokens, so that prose
costs little.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple
from urllib.parse import unquote

TokenKind = Literal["word", "path", "wiki", "url", "number", "ref"]

# Words before numbers, in any case: those of records that many projects keep.
SHORT_NOUNS = ("adr", "rfc", "rfd", "kep", "pep", "eip", "cep", "dep", "tep", "sep", "gep", "nep", "bip", "jep", "oep")
_SHORT = "|".join(f"[{noun[0].upper()}{noun[0]}]{noun[1:]}" for noun in SHORT_NOUNS)
_APART = r"(?:[ \t]+(?:[Nn](?:o|r|umber)\.?[ \t]+)?#?|#|:(?=\d))"
_BETWEEN = r"[ \t]?(?:,[ \t]?(?:and[ \t])?|and[ \t]|or[ \t]|&[ \t]?|/|[–—-])"
_TOKENS = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n|#]{1,200}+)[^\[\]\n]{0,200}+\]\]"
    r"|\]\((?P<link><[^>\n]{1,500}+>|[^()\s]{1,500})"
    r"|\b(?P<ref>[dfkmrsw]:[\w@/][\w@./:~#+-]*\w)"
    r"|(?P<url>\bhttps?://[^\s<>\"'`)\]}|]+)"
    rf"|\b(?P<noun>[A-Z]{{2,8}}|{_SHORT}|[Dd]ecision|[Tt]ask)"
    rf"(?:{_APART}(?P<number>\d{{1,6}})(?![\w-]|\.\d)|s{_APART}(?P<numbers>\d{{1,6}}(?:{_BETWEEN}#?\d{{1,6}}){{0,20}})"
    r"(?![\w-]|\.\d))"
    # Letters alone are no run. Of names with `_` those in capitals are (`REQ_012`, `REQ_LAMP`), and those with two in a
    # row (`req__lamp`). Other letters may stand behind a digit (`SYS2-LAMP-7`), and a word and a colon before all
    # (`@req:LAMP-7`).
    r"|(?<![\w/.@])(?<!\W:)(?<!\b\w:)(?P<run>"
    r"(?=[^\W\d_]*(?:[\d./@+~-][\w./@]|\d-\w)|[A-Z][A-Z0-9]{0,11}_[A-Z0-9]|[a-z][a-z0-9_]{0,24}__[a-z])"
    r"[\w.@/][\w.@+~%/-]*)"
)
_WORD = re.compile(r"@?[^\W_]\w*(?:[-.+]\w+)*")
_FILE_NAME = re.compile(r".*\.[A-Za-z]\w{0,9}")
ADDRESS = "address"
MAX_LENGTH = 600  # characters of a token; what is longer is data
_SEPARATORS = frozenset(" \t\r\n\"'`()[]{}<>|,;")
_PIECES = re.compile(r"(?<![\w@])@?[^\W_]\w*(?:[-.+_]\w+)*")


class Token(NamedTuple):
    """A piece of text from `start` to `end`. `text` is what it says: of a link its address, of a number its digits, of
    several (`RFCs 3 and 4`) all of them with what stands between. `noun` is the word before a number ("adr",
    "decision", "task", "rfc"), "address" for that of a markdown link, else ""."""

    kind: TokenKind
    text: str
    start: int
    end: int
    noun: str = ""


def matches(text: str, place: int, first: int, end: int) -> Iterator[re.Match[str]]:
    """Give what is written like a citation at a place of a text, for `token_of`: matches that do not overlap, from the
    begin of the word around the place to the first that ends behind it. None goes beyond the offsets `first` and
    `end`."""
    start = place
    while start > first and text[start - 1] not in _SEPARATORS:
        start -= 1
    for found in _TOKENS.finditer(text, start, end):
        yield found
        if found.end() > place:
            return


def run_of(found: re.Match[str]) -> str:
    """Return the text of a match that is a word or a path, "" for every other one."""
    return found[0].rstrip(".+~%/-") if found.lastgroup == "run" else ""


def token_of(found: re.Match[str]) -> Token:
    """Return the token of a match."""
    kind, start, end = found.lastgroup, *found.span()
    if kind == "run":
        text = run_of(found)
        is_word = _WORD.fullmatch(text) and not _FILE_NAME.fullmatch(text)
        return Token("word" if is_word else "path", text, start, start + len(text))
    if kind in ("number", "numbers"):
        return Token("number", found[kind], start, end, found["noun"].casefold())
    if kind == "wiki":
        return Token("wiki", found["wiki"].strip(), start, end)
    if kind == "url":
        text = found[0].rstrip(".,;:!?*_")
        return Token("url", text, start, start + len(text))
    return _link(found) if kind == "link" else Token("ref", found[0], start, end)


def _link(found: re.Match[str]) -> Token:
    """The address of a markdown link: a path, or a URL."""
    address = found["link"].strip("<>")
    kind: TokenKind = "url" if "://" in address else "path"
    start = found.start("link") + found["link"].startswith("<")
    return Token(kind, unquote(address), start, start + len(address), ADDRESS)


def pieces(token: Token) -> Iterator[Token]:
    """Give the words within a token that names nothing as a whole: `REQ-p00001/REQ-p00002`, `see:TASK-7`."""
    for found in _PIECES.finditer(token.text):
        yield Token("word", found[0], token.start + found.start(), token.start + found.end())
