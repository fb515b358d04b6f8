"""Makes items of directives: what one says, its parts, and what it may link to.

Options are citations by their own names until `settling` knows which of them are link types.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import sha1

from compiler.languages.requirements.formats.records import Cited, Item, Need, Place
from compiler.languages.requirements.formats.sphinx_needs.directives import Directive, Page, Row, joined, members

NAME = "sphinx-needs"
MAX_ID = 200  # characters of what an option may cite
MAX_COMPUTED = 2_000  # characters of a value that the program computes
PART_HASH = 3  # digits of the id of a part that has none
# Options of the program that never cite.
_PLAIN_NAMES = """
id status tags style layout template pre_template post_template hide collapse delete color
"""
_PLAIN = frozenset(_PLAIN_NAMES.split())
_ID = re.compile(r"[\w.-]+")
_LITERAL = re.compile(r"``(?:[^`\n]|`(?!`))*``")
_PART = re.compile(r"(?::(?:need_part|np):|\{(?:need_part|np)\})`([^`]*)`")
_ROLE = re.compile(r"(?::need:|\{need\})`([^`]*)`")
_NUMBERED = re.compile(r"\(([\w-]+)\)(.*)", re.DOTALL)
_TITLED = re.compile(r"<([^<>]*)>\s*$")
COMPUTED = "[["  # begins a value that the program computes


def item_of(page: Page, directive: Directive) -> Item:
    """Return a directive as an item; `settling` decides whether it is a need."""
    said = {option.name: option for option in directive.options}
    status = said["status"].value if "status" in said else ""
    return Item(
        said["id"].value if "id" in said else "",
        directive.title,
        directive.name,
        status,
        joined(directive.content),
        directive.first,
        directive.last,
        len(page.lines[directive.last - 1].encode("utf-8", "surrogatepass")) + 1,
        tuple(parts_of(page, directive.prose)),
        tuple(_cites(page, directive)),
        tuple((option.name, option.value) for option in directive.options if option.name not in ("id", "status")),
        tuple(_details(page, directive)),
    )


def _details(page: Page, directive: Directive) -> Iterator[tuple[str, str]]:
    if directive.parent:
        yield "parent", str(directive.parent)
    if directive.fence:
        yield "fence", directive.fence
    if directive.problem:
        yield "problem", directive.problem
    if directive.content:
        yield "content", str(directive.content[0].number)
    yield "written", page.lines[directive.first - 1].strip()[:80]


def is_link_option(name: str) -> bool:
    """Whether an option may cite needs."""
    return name.lstrip("+-") not in _PLAIN


def _cites(page: Page, directive: Directive) -> Iterator[Cited]:
    for option in directive.options:
        if not is_link_option(option.name):
            continue
        if COMPUTED in option.value:
            yield Cited(option.name, option.value[:MAX_COMPUTED], page.place(option.first, ""))
            continue
        found = list(members(option.value))
        if any(_ID.fullmatch(target) for target in found):
            for target in found:
                yield Cited(option.name, target[:MAX_ID], page.find(option, target))


def parts_of(page: Page, prose: Sequence[Row]) -> Iterator[Need]:
    """The parts of a need. Of several with one id the first counts; the id of one without is made of its text."""
    taken: set[str] = set()
    for written, row in _found(_PART, prose):
        numbered = _NUMBERED.fullmatch(written)
        label = numbered[1] if numbered else sha1(written.encode()).hexdigest().upper()[:PART_HASH]
        if label not in taken:
            taken.add(label)
            text = " ".join((numbered[2] if numbered else written).split())
            yield Need(label, page.place(row.number, written.partition("\n")[0]), text)


def roles_of(page: Page, prose: Sequence[Row]) -> Iterator[tuple[str, Place]]:
    """The needs that roles name, and where."""
    for written, row in _found(_ROLE, prose):
        titled = _TITLED.search(written)
        target = (titled[1] if titled else written).strip()
        if _ID.fullmatch(target):
            yield target, page.place(row.number, target)


def role_targets(text: str) -> Iterator[str]:
    """The needs that roles in the content of a need name."""
    for found in _ROLE.finditer(_LITERAL.sub("", text)):
        titled = _TITLED.search(found[1])
        yield (titled[1] if titled else found[1]).strip()


def _found(pattern: "re.Pattern[str]", prose: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """What a role says, and the row in which it begins. Literal text has no roles."""
    text = "\n".join(row.text for row in prose)
    if "`" not in text:
        return
    text = _LITERAL.sub(lambda found: " " * len(found[0]), text)
    line, seen = 0, 0
    for found in pattern.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        yield found[1], prose[line]


def place_of_role(value: str) -> tuple[str, Place]:
    """What a role names, and its place, of a setting of a page."""
    line, column, end, target = value.split(" ", 3)
    return target, Place(int(line), int(column), int(end))
