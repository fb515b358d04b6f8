"""Reads what code and tests say of requirements by their ids: `Implements: BELL-12`, `@req BELL-12`,
`verifies("BELL-12")`."""

import re

from compiler.languages.requirements.formats.outline import place_in
from compiler.languages.requirements.formats.records import Cited, Tag
from compiler.languages.requirements.formats.reqif.format import SIGNS

_PAGES = (".md", ".markdown", ".mdx", ".qmd", ".rst", ".txt", ".json", ".xml", ".yml", ".yaml", ".html", ".toml")
_WORDS = "implements|satisfies|realizes|fulfils|verifies|validates|tests|requirements?|reqs?"
_VERIFYING = frozenset(["verifies", "validates", "tests"])
_ID = r"\w[\w./-]{0,120}"
_LISTED = rf"[\"']?{_ID}[\"']?(?:[ \t]?,[ \t]?[\"']?{_ID}[\"']?){{0,30}}"
_CITING = re.compile(
    rf"(?<![\w@])(?:@?(?P<word>{_WORDS})(?:[ \t]?:[ \t]?|\()|@(?P<tag>{_WORDS})[ \t])[ \t]?(?P<list>{_LISTED})",
    re.IGNORECASE,
)
_ONE = re.compile(_ID)
_SIGN = re.compile("|".join(map(re.escape, SIGNS)))


def read_citations(path: str, text: str) -> tuple[Tag, ...]:
    """Return the citations of a file of code. Whether the words are ids, other files decide."""
    if path.lower().endswith(_PAGES):
        return ()
    tags = []
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        if not _SIGN.search(line):
            continue
        for found in _CITING.finditer(line):
            word = (found["word"] or found["tag"]).lower()
            kind = "verifies" if word in _VERIFYING else "implements"
            for match in _ONE.finditer(line, found.start("list"), found.end("list")):
                name = match[0].rstrip("./-")
                place = place_in(line, number, match.start(), match.start() + len(name))
                tags.append(Tag("cites", "", Cited(kind, name, place)))
    return tuple(tags)
