"""Reads `spec.md`: the feature, its user stories with acceptance scenarios, `FR-001`, `SC-001`, and open questions."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.formats.outline import (
    Heading,
    headings_of,
    last_written,
    lines_within,
    outside_fences,
    place_in,
    place_of,
    section_text,
)
from compiler.languages.requirements.formats.records import Cited, Item, Need, Place
from compiler.text.html_comments import with_blank_html_comments

FEATURE, STORY, FUNCTIONAL, SUCCESS = "feature", "user story", "functional requirement", "success criterion"
EVIDENCE = "evidence"  # what a functional requirement needs: a task, a test or code that cites it
ID = r"(?:FR|NFR|SC)-(?:[A-Z]{1,12}-)?\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?"
_STATED = re.compile(
    rf"[ \t]*(?:[-*+][ \t]+(?:\[.\][ \t]+)?|\d{{1,4}}[.)][ \t]+|#{{3,6}}[ \t]+|\|[ \t]*)?(?:\*\*|__|`)?({ID})(?![\w-])"
    rf"([^:：|\n]{{0,80}})(?:[:：]|[ \t][—–-][ \t]|\|)[*_]{{0,2}}[ \t]*(.*)"
)
_STORY = re.compile(
    r"(?:[^\w\n]{0,6}|\d{1,3}\.[ \t]*)(?:User[ \t]+Story|Story|US)[ \t#-]*(\d{1,3})\b[ \t]*[:：.–—-]*[ \t]*(.*)",
    re.IGNORECASE,
)
_OTHER_STORY = re.compile(r"[^\d\n]{1,40}?(\d{1,3})[ \t]*[:：.–—-][ \t]*(.*)")  # in another language, with a priority
_PRIORITY = re.compile(r"[(（\[][^()（）\[\]\n]{0,40}\b(P\d)\b(?!-)[^()（）\[\]\n]{0,40}[)）\]]")
_FIELD = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\*\*([^*:：\n]{1,60})(?:[:：]\*\*|\*\*[ \t]*[:：])[ \t]*(.*)")
_ENTRY = re.compile(r"[ ]{0,3}(\d{1,3})[.)][ \t]+(.*)")
_OPEN = re.compile(r"\[NEEDS[ \t]CLARIFICATION(?::[ \t]*+([^\]\n]{0,500}))?\]")
_CODE = re.compile(r"`[^`\n]*`")
_PLACEHOLDER = re.compile(r"\[(?:FEATURE(?: NAME)?|FEATURE_NAME|###-feature-name)\]")
_TITLE = re.compile(r"(?:Feature[ \t]+)?Spec(?:ification)?[ \t]*[:：–—-][ \t]*", re.IGNORECASE)
_SCENARIOS = re.compile(
    r"scenari|escenario|cen[áa]rio|szenari|сценари|情境|情景|场景|場景|シナリオ|시나리오", re.IGNORECASE
)
_ACCEPTANCE = re.compile(r"accept", re.IGNORECASE)
BOLD_MARKS = 6  # of three bold words
_FIELDS = {"feature branch": "branch", "created": "created", "input": "input"}
INDEPENDENT_TEST = "independent_test"  # the field of a story that says how it is tested by itself
_OF_STORY = {"why this priority": "why", "independent test": INDEPENDENT_TEST}


def read_spec(text: str, feature: str) -> list[Item]:
    """Return the feature and all that its page states; nothing for a page that is still the template."""
    text = with_blank_html_comments(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    lines = text.split("\n")
    headings = headings_of(lines)
    top = next((heading for heading in headings if heading.level == 1), None)
    if _PLACEHOLDER.search(top.text if top else "") or _PLACEHOLDER.search("\n".join(lines[:12])):
        return []
    plain = list(outside_fences(lines))
    stories = list(_stories(lines, plain, headings, feature))
    stated = list(_statements(lines, plain, headings, feature))
    if not stories and not stated:
        return []
    whole = _feature(lines, plain, headings, feature, top, has_stories=bool(stories))
    found = [item._replace(status=whole.status) for item in sorted([*stories, *stated], key=lambda item: item.first)]
    return list(_with_questions([whole, *found], _questions(plain)))


def is_template(text: str) -> bool:
    """Whether a page is still the template."""
    first = text.split("\n")[:12]
    return any(_PLACEHOLDER.search(line) for line in first)


def _feature(
    lines: Sequence[str],
    plain: Sequence[tuple[int, str]],
    headings: Sequence[Heading],
    feature: str,
    top: Heading | None,
    *,
    has_stories: bool,
) -> Item:
    """The feature: its fields, and in the older template the acceptance scenarios."""
    second = next((heading.line for heading in headings if heading.level == 2), len(lines) + 1)
    said: dict[str, str] = {}
    for number, line in plain:
        if number < second and (found := _FIELD.match(line)):
            said.setdefault(found[1].strip().casefold(), found[2].strip().strip("`"))
    status = re.split(r"[\s(,;–—-]", said.get("status", ""), maxsplit=1)[0] or "Draft"
    needs: tuple[Need, ...] = ()
    if not has_stories and (own := next((heading for heading in headings if _ACCEPTANCE.match(heading.text)), None)):
        needs = tuple(_scenarios(lines, lines_within(plain, own.line, own.last)))
    last = last_written(lines, 1, min(second - 1, len(lines)))
    title = _TITLE.sub("", top.text, count=1) if top else feature
    return Item(
        feature,
        title.strip() or feature,
        FEATURE,
        status,
        section_text(lines, (top.line if top else 0) + 1, last),
        1,
        last,
        len(lines[last - 1].encode()) + 1,
        needs,
        fields=tuple((name, said[key]) for key, name in _FIELDS.items() if said.get(key)),
        details=(("number", ""),),
    )


def _stories(
    lines: Sequence[str], plain: Sequence[tuple[int, str]], headings: Sequence[Heading], feature: str
) -> Iterator[Item]:
    taken: set[str] = set()
    for heading in headings:
        priority = _PRIORITY.search(heading.text)
        found = _STORY.fullmatch(heading.text) or (_OTHER_STORY.fullmatch(heading.text) if priority else None)
        if heading.level < 2 or not found or found[1] in taken:
            continue
        if not priority and heading.level == 2:
            continue  # a part of the page about a story that stands elsewhere
        taken.add(found[1])
        below = lines_within(plain, heading.line, heading.last)
        said = {one[1].strip().casefold(): one[2].strip() for _, line in below if (one := _FIELD.match(line))}
        last = last_written(lines, heading.line, heading.last)
        while last > heading.line and lines[last - 1].strip() in ("", "---", "***"):
            last -= 1
        story = [line for _, line in below]
        end = next((at for at, line in enumerate(story) if _FIELD.match(line)), len(story))
        fields = [("priority", priority[1])] if priority else []
        fields += [(name, said[key]) for key, name in _OF_STORY.items() if said.get(key)]
        yield Item(
            f"{feature}/US{int(found[1])}",
            " ".join(_PRIORITY.sub("", found[2]).split()).strip(" *-–—"),
            STORY,
            "",
            "\n".join(story[:end]).strip(),
            heading.line,
            last,
            len(lines[last - 1].encode()) + 1,
            tuple(_scenarios(lines, below)),
            (Cited("refines", feature, place_of(lines, heading.line)),),
            tuple(fields),
            (("number", f"US{int(found[1])}"),),
        )


def _scenarios(lines: Sequence[str], below: Sequence[tuple[int, str]]) -> Iterator[Need]:
    """The acceptance scenarios among some lines: a numbered list behind a line that speaks of acceptance, if there is
    one, else entries with the bold words of the template in any language: **Given** …, **When** …, **Then** …. An entry
    with a number that is taken is counted on."""
    start = next(
        (at for at, (_, line) in enumerate(below) if _ACCEPTANCE.search(line) and not _ENTRY.match(line)), None
    )
    entries: list[tuple[int, str, list[str]]] = []
    for number, line in below[start or 0 :]:
        if found := _ENTRY.match(line):
            entries.append((number, found[1], [found[2].strip()]))
        elif entries and line[:1].isspace() and line.strip():
            entries[-1][2].append(line.strip())
        elif entries and line.strip():
            break
    if start is None:
        entries = [
            entry for entry in entries if "given" in entry[2][0].casefold() or entry[2][0].count("**") >= BOLD_MARKS
        ]
    labels = _Labels()
    for number, written, text in entries:
        yield Need(str(labels.of(int(written))), place_of(lines, number), "\n".join(text))


class _Labels:
    """The numbers of the entries of a list, each once."""

    def __init__(self) -> None:
        self._next: dict[int, int] = {}  # behind each number that is taken, one from which on some are free

    def of(self, number: int) -> int:
        """Take a number, or the first free one behind it."""
        passed = []
        while number in self._next:
            passed.append(number)
            number = self._next[number]
        self._next |= dict.fromkeys([*passed, number], number + 1)
        return number


def _statements(
    lines: Sequence[str], plain: Sequence[tuple[int, str]], headings: Sequence[Heading], feature: str
) -> Iterator[Item]:
    """The requirements and success criteria with ids. What another part of the page says of one states none, a heading
    `SC-01` in a part about scenarios is a scenario, and the row of a table is about what a list states."""
    sections = [heading for heading in headings if heading.level == 2]
    starts = [section.line for section in sections]
    part_of: dict[str, int] = {}
    matched = [(at, found) for at, (_, line) in enumerate(plain) if "-" in line and (found := _STATED.match(line))]
    outside_tables = {found[1] for _, found in matched if not _is_row(found)}
    for at, found in matched:
        number, line = plain[at]
        if _is_row(found) and found[1] in outside_tables:
            continue
        part = bisect_right(starts, number)
        if found[1].startswith("SC") and line.startswith("#") and part and _SCENARIOS.search(sections[part - 1].text):
            continue
        if part_of.setdefault(found[1], part) != part:
            continue
        text, last = [found[3].strip(" |")], number
        for below, more in (plain[at_line] for at_line in range(at + 1, len(plain))):
            if below != last + 1 or not more[:1].isspace() or not more.strip():
                break
            text.append(more.strip())
            last = below
        qualifier = found[2].strip(" *_`()[]")
        is_success = found[1].startswith("SC")
        start = line.index(found[1])
        place = place_in(line, number, start, start + len(found[1]))
        yield Item(
            f"{feature}/{found[1]}",
            _short(text[0]),
            SUCCESS if is_success else FUNCTIONAL,
            "",
            "\n".join(text),
            number,
            last,
            len(lines[last - 1].encode()) + 1,
            () if is_success else (Need(EVIDENCE, place, "It needs a task, a test or code that cites it."),),
            (Cited("refines", feature, place),),
            (("qualifier", qualifier),) if qualifier else (),
            (("number", found[1]),),
        )


def _is_row(found: "re.Match[str]") -> bool:
    """Whether a statement is the row of a table."""
    return found[0].lstrip().startswith("|")


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:119].rstrip() + "…"


def _questions(plain: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Place]]:
    for number, line in plain:
        if "[NEEDS" in line:
            shown = _CODE.sub(lambda found: " " * len(found[0]), line)
            for found in _OPEN.finditer(shown):
                yield (found[1] or "").strip(), place_in(line, number, *found.span())


def _with_questions(items: Sequence[Item], questions: Iterator[tuple[str, Place]]) -> Iterator[Item]:
    """The items, each with the questions that stand in it; the feature has all others."""
    owners: dict[int, int] = {}  # the first item that has a line, but for the feature
    for at, item in enumerate(items[1:], 1):
        for line in range(item.first, item.last + 1):
            owners.setdefault(line, at)
    asked: dict[int, list[tuple[str, Place]]] = {}
    for text, place in questions:
        asked.setdefault(owners.get(place.line, 0), []).append((text, place))
    for at, item in enumerate(items):
        found = asked.get(at, ())
        fields = (("open_questions", "\n".join(text or "?" for text, _ in found)),) if found else ()
        places = tuple(("question", f"{where.line} {where.column} {where.end} {text}") for text, where in found)
        yield item._replace(fields=(*item.fields, *fields), details=(*item.details, *places))
