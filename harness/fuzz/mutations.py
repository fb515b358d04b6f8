"""Mutations of a file: of its bytes, tokens, lines and blocks, with pieces of other files in any language."""

import random
import re
from collections.abc import Callable

MAX_BYTES = 20_000  # of a mutated file
WINDOW = 1_000  # bytes of a seed that are mutated, from its first lines and a place within
ROUNDS = (1, 1, 1, 2, 2, 3, 5)  # mutations of one file

_TOKEN = re.compile(rb"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]+")
_DIGITS = re.compile(rb"\d+")
_NAMES = re.compile(rb"[\w./-]+")
_NUMBERS = (
    b"0", b"-1", b"00000000000000000001", b"9" * 19, b"9" * 40, b"9" * 400, b"1" * 5000, b"1e999", b"NaN",
    b"-Infinity", b"2147483648", b"18446744073709551616", b"\xd9\xa1\xd9\xa2", b"\xc2\xb2", b"0x10", b"1_000", b"1.5",
    b"-0",
)  # fmt: skip
_ODD = (
    b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xe2\x81\xa6", b"\xe2\x80\xa8", b"\xc2\x85",
    b"\x0b", b"\x0c", b"\r", b"\r\n", b"\t", b"\x1a", b"\x1b[31m", b"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x94\xa7",
    b"e\xcc\x81", b"\xef\xbf\xbd", b"\xef\xbf\xbf", b"\xf4\x8f\xbf\xbf", b"\xc2\xa0", b"\xe2\x80\x8b", b"\\u0000",
    b"\\ud800", b"&#x0;", b"&#1114112;", b"&amp;", b"%00", b"%2e%2e%2f", b"\xc4\xb0", b"\xc3\x9f", b"\xe1\xba\x9e",
)  # fmt: skip
_CONSTRUCTS = (
    b"---\n", b"```", b"```mermaid\n", b"~~~", b"<!--", b"-->", b"[[", b"]]", b"[", b"](", b"{", b"}", b"(", b")",
    b"<", b">", b'"', b"'", b"|", b"# ", b"## ", b"> ", b"- ", b"- [ ] ", b"1. ", b"    ", b"\n\n", b"*", b"**", b"_",
    b"`", b":", b"::", b"end\n", b"subgraph ", b"-->", b"->", b"==", b"@", b"@{", b"~", b"%%{init: {", b"}%%", b"&a ",
    b"*a", b"<<: ", b"!!python/", b"null", b"true", b"[]", b"{}", b"[[rules]]\n", b"REQ-p00001", b"ADR-0001",
    b"task-1", b"T001", b"\\", b"/", b"../", b"$", b"^", b"#", b",", b";", b"=", b"<![CDATA[",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"import ", b"WITH RECURSIVE a AS (", b"..", b"~/",
)  # fmt: skip
OUTSIDE = (b"../outside/secret.md", b"../../outside/secret.md", b"/etc/passwd", b"../outside/", b"file:///etc/passwd")

Donor = Callable[[], bytes]
Mutation = Callable[[bytes, Donor, random.Random], bytes]


def mutated(content: bytes, donor: Donor, choice: random.Random) -> bytes:
    """Return a mutated file. `donor` gives another file, of any language, to take pieces from."""
    if len(content) > WINDOW:
        content = _window(content, choice)
    for _ in range(choice.choice(ROUNDS)):
        content = choice.choice(MUTATIONS)(content, donor, choice)
    return content[:MAX_BYTES]


def _window(content: bytes, choice: random.Random) -> bytes:
    """Return the first lines of a long file, and some from another place: what stands at the top gives the format."""
    head = content[: WINDOW // 2].rpartition(b"\n")
    at = content.find(b"\n", choice.randrange(len(content)))
    return head[0] + head[1] + content[at + 1 : at + 1 + WINDOW // 2]


def _change_bytes(content: bytes, _: Donor, choice: random.Random) -> bytes:
    at = choice.randrange(len(content) + 1)
    change = choice.randrange(3)
    if change == 0:
        return content[:at] + content[at + choice.randrange(1, 9) :]
    if change == 1:
        return content[:at] + bytes([choice.randrange(256)]) + content[at + 1 :]
    return content[:at] + choice.randbytes(choice.randrange(1, 4)) + content[at:]


def _insert(pieces: tuple[bytes, ...]) -> Mutation:
    def insert(content: bytes, _: Donor, choice: random.Random) -> bytes:
        at = choice.randrange(len(content) + 1)
        return content[:at] + choice.choice(pieces) + content[at:]

    return insert


def _cut(content: bytes, _: Donor, choice: random.Random) -> bytes:
    return content[: choice.randrange(len(content) + 1)]


def _change_token(content: bytes, donor: Donor, choice: random.Random) -> bytes:
    """Drop, double, repeat or replace a token."""
    found = list(_TOKEN.finditer(content))
    if not found:
        return choice.choice(_CONSTRUCTS)
    one = choice.choice(found)
    others = _TOKEN.findall(donor())
    new = choice.choice(
        (
            b"",
            one[0] * 2,
            one[0] * choice.choice((3, 30, 300)),
            choice.choice(found)[0],
            choice.choice(others or [b""]),
            choice.choice(_CONSTRUCTS),
            one[0].swapcase(),
        )
    )
    return content[: one.start()] + new + content[one.end() :]


def _change_number(content: bytes, _: Donor, choice: random.Random) -> bytes:
    found = list(_DIGITS.finditer(content))
    if not found:
        return content + choice.choice(_NUMBERS)
    one = choice.choice(found)
    return content[: one.start()] + choice.choice(_NUMBERS) + content[one.end() :]


def _change_lines(content: bytes, _: Donor, choice: random.Random) -> bytes:
    """Drop, double, swap, join, indent or repeat lines."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    at = choice.randrange(len(lines))
    end = at + choice.choice((1, 1, 2, 5))
    block = lines[at:end]
    match choice.randrange(7):
        case 0:
            lines[at:end] = []
        case 1:
            lines[at:end] = block * choice.choice((2, 2, 20))
        case 2:
            to = choice.randrange(len(lines))
            lines[at:end] = []
            lines[to:to] = block
        case 3:
            lines[at:end] = [one.rstrip(b"\r\n") for one in block]
        case 4:
            lines[at:end] = [choice.choice((b"  ", b"\t", b"    ", b"> ", b"- ")) + one for one in block]
        case 5:
            lines[at:end] = [one.lstrip() for one in block]
        case _:
            choice.shuffle(block)
            lines[at:end] = block[::-1]
    return b"".join(lines)


def _splice(content: bytes, donor: Donor, choice: random.Random) -> bytes:
    """Put lines of another file between those of this one, or in place of some."""
    lines, others = content.splitlines(keepends=True), donor().splitlines(keepends=True)
    start, at = choice.randrange(len(others) + 1), choice.randrange(len(lines) + 1)
    lines[at : at + choice.choice((0, 0, 1, 4))] = others[start : start + choice.choice((1, 3, 10))]
    return b"".join(lines)


def _nest(content: bytes, _: Donor, choice: random.Random) -> bytes:
    """Open the same construct many times before a place."""
    at = choice.randrange(len(content) + 1)
    piece, count = choice.choice(_CONSTRUCTS), choice.choice((5, 50, 400))
    return content[:at] + piece * count + content[at:]


def _end_lines(content: bytes, _: Donor, choice: random.Random) -> bytes:
    """Use other line ends, in the whole file."""
    return content.replace(b"\n", choice.choice((b"\r\n", b"\r", b"\n\n", b"\xe2\x80\xa8", b"\x0c\n", b"")))


def _point_outside(content: bytes, _: Donor, choice: random.Random) -> bytes:
    """Name a path that leads out of the source: in place of another path, or as a link."""
    path = choice.choice(OUTSIDE)
    found = [name for name in _NAMES.finditer(content) if b"." in name[0]]
    if found and choice.random() < 0.7:
        one = choice.choice(found)
        return content[: one.start()] + path + content[one.end() :]
    return content + choice.choice((b"\n[x](%s)\n", b"\n[[%s]]\n", b"\nimport %s\n", b'\nx: "%s"\n')) % path


MUTATIONS: tuple[Mutation, ...] = (
    _change_bytes,
    _change_token,
    _change_token,
    _change_number,
    _change_lines,
    _change_lines,
    _splice,
    _splice,
    _insert(_ODD),
    _insert(_CONSTRUCTS),
    _nest,
    _end_lines,
    _cut,
    _point_outside,
)
