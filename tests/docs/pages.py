"""Reads a page of `docs/diagnostics/`: its front matter, the message templates and the examples."""

import re
from dataclasses import dataclass, field
from functools import cache

from tests.paths import ROOT

FOLDER = ROOT / "docs" / "diagnostics"
SECTIONS = ("Message", "Why", "Example", "Corrected")
DEFAULT_FILES = {"urd": "example.urd.md", "mmd": "example.mmd"}

FENCE = re.compile(r"^(?P<marks>`{3,})(\w+)((?: [^\n]*)?)\n(.*?)^(?P=marks)$", re.MULTILINE | re.DOTALL)


@dataclass(slots=True)
class Example:
    """The files to compile by path, or the name of a `setup`. `raises` are the expected codes; None for a setup.

    If the first file is a world file, it is the entry; other files are compiled as a folder.
    """

    raises: frozenset[str] | None = None
    setup: str | None = None
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `templates` are the blocks under Message; `why` is the text under Why."""

    frontmatter: dict[str, str]
    sections: tuple[str, ...]
    templates: tuple[str, ...]
    why: str
    examples: tuple[Example, ...]
    corrected: tuple[Example, ...]


def page_codes() -> list[str]:
    """The codes that have a page."""
    return sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")


@cache
def read_page(code: str) -> Page:
    """The page of a code. Raises FileNotFoundError, or ValueError when the page has no front matter."""
    _, frontmatter, body = (FOLDER / f"{code}.md").read_text("utf-8").split("---\n", 2)
    parts = re.split(rf"^## ({'|'.join(SECTIONS)})$", body, flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    return Page(
        frontmatter=dict(line.split(": ", 1) for line in frontmatter.splitlines()),
        sections=tuple(sections),
        templates=tuple(text.rstrip("\n") for _, _, _, text in FENCE.findall(sections["Message"])),
        why=sections["Why"].strip(),
        examples=_examples(sections["Example"]),
        corrected=_examples(sections["Corrected"]),
    )


def _examples(section: str) -> tuple[Example, ...]:
    """A block with `raises=` or `setup=` begins an example; a block with only `file=` adds a file to it.

    Without `file=`, the language of the block gives the file name: `urd` a world file, `mmd` a diagram.
    """
    examples: list[Example] = []
    for _, language, info, text in FENCE.findall(section):
        named = dict(word.split("=", 1) for word in info.split())
        if "setup" in named:
            examples.append(Example(setup=named["setup"]))
            continue
        if "raises" in named:
            examples.append(Example(raises=frozenset(named["raises"].split(",")) - {"none"}))
        examples[-1].files[named.get("file") or DEFAULT_FILES[language]] = text
    return tuple(examples)
