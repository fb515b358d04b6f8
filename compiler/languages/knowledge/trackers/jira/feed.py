"""Issues as Jira exports them in XML: a feed in RSS whose items have keys.

The XML is not trusted: nothing is fetched, and entities are not expanded. If the file as a whole is not well-formed,
each item is read by itself.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from compiler.languages.knowledge.trackers.dates import iso_day, iso_time
from compiler.languages.knowledge.trackers.jira.meanings import KEY, UNRESOLVED, Status, link, number_in
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueLink, Json, Place, Unread
from compiler.model.reasons import words_of

_ITEM = re.compile(r"<item(?=[\s>])")
_END = re.compile(r"</item\s{0,9}>")
_OPAQUE = re.compile(r"<!\[CDATA\[|<!--")
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"<(?:br|/p|/li|/div|/h[1-6]|/tr|/pre)\b[^<>]*>", re.IGNORECASE)
_BLANK = re.compile(r"\s+")
_CATEGORIES = {"1": "", "2": "new", "3": "done", "4": "indeterminate"}  # by id, where there is no key


class Item(NamedTuple):
    """The text of one item, and where it stands."""

    text: str
    start: int
    end: int


def is_feed(text: str) -> bool:
    """Whether a text is a feed with the keys of issues: what its head and one item say."""
    head = text[:4000]
    return "<rss" in head and "<channel" in text[:8000] and "<key id=" in text and "<item" in text


def read(text: str) -> tuple[list[Issue], list[Unread]]:
    """The issues of a feed in the order of the file, and the items that are none."""
    issues: list[Issue] = []
    unread: list[Unread] = []
    places = Places(text)
    for item in _items(text):
        place = places.place(item.start, item.end)
        element, reason = _parsed(item.text)
        if element is None:
            unread.append(Unread(place, reason))
        elif not KEY.fullmatch(_text(element, "key")):
            unread.append(Unread(place, "it has no key"))
        else:
            issues.append(_issue(element, place))
    return issues, unread


def _items(text: str) -> Iterator[Item]:
    """The items of a feed. Each reaches to its end, or to where the next one begins."""
    opaque = _opaque(text)
    starts = [match.start() for match in _ITEM.finditer(text) if not _is_inside(opaque, match.start())]
    for start, following in zip(starts, [*starts[1:], len(text)], strict=True):
        ends = [match.end() for match in _END.finditer(text, start, following) if not _is_inside(opaque, match.start())]
        end = ends[-1] if ends else following
        yield Item(text[start:end], start, end)


def _opaque(text: str) -> list[int]:
    """The offsets at which CDATA and comments begin and end, in turn. One that would reach over the end of its item
    into another is not closed, and holds nothing."""
    edges: list[int] = []
    at = 0
    while found := _OPAQUE.search(text, at):
        closing = "]]>" if found[0] != "<!--" else "-->"
        opened = text.find(found[0], found.end())
        end = text.find(closing, found.end(), opened if opened >= 0 else len(text))
        if end < 0:
            at = found.end()
            continue
        edges += (found.start(), end)
        at = end
    return edges


def _is_inside(edges: list[int], offset: int) -> bool:
    return bisect_right(edges, offset) % 2 == 1


def _parsed(text: str) -> tuple[Element | None, str]:
    try:
        found: Element = fromstring(text)
    except ParseError as error:
        return None, f"it is not well-formed XML ({words_of(str(error)).partition(':')[0]})"
    except (DefusedXmlException, ValueError):
        return None, "it is not XML that can be read"
    return found, ""


def _issue(item: Element, place: Place) -> Issue:
    key = _text(item, "key")
    status = _status(item)
    meaning = status.meaning
    return Issue(
        id=key,
        name=key,
        number=number_in(key),
        title=_text(item, "summary") or _text(item, "title").removeprefix(f"[{key}]").strip() or key,
        place=place,
        state=meaning.state,
        word=status.word,
        is_known=meaning.is_known,
        priority=_text(item, "priority"),
        due=iso_day(_text(item, "due")),
        created=iso_time(_text(item, "created")),
        updated=iso_time(_text(item, "updated")),
        times=tuple(filter(None, (iso_time(_text(item, "resolved")),))),
        assignee=_person(item, "assignee"),
        author=_person(item, "reporter"),
        labels=tuple(filter(None, (_own(element) for element in item.findall("labels/label")))),
        content=_plain(_text(item, "description")),
        native=_native(item, status),
        links=tuple(_links(item)),
    )


def _own(element: Element | None) -> str:
    return "".join(element.itertext()).strip() if element is not None else ""


def _text(item: Element, name: str) -> str:
    return _own(item.find(name))


def _person(item: Element, name: str) -> str:
    """The name of a person; "" for nobody, which Jira writes as `Unassigned` of the account -1."""
    element = item.find(name)
    is_nobody = element is None or "-1" in (element.get("username"), element.get("accountid"))
    return "" if is_nobody else _own(element)


def _status(item: Element) -> Status:
    category = item.find("statusCategory")
    key = "" if category is None else category.get("key") or _CATEGORIES.get(category.get("id") or "", "")
    return Status(_text(item, "status"), "" if key == "undefined" else key, _text(item, "resolution"))


def _native(item: Element, status: Status) -> dict[str, Json]:
    resolution = status.resolution
    project = item.find("project")
    fields = {
        _text(element, "customfieldname"): [
            found for value in element.iter("customfieldvalue") if (found := _own(value))
        ]
        for element in item.findall("customfields/customfield")
    }
    return {
        "issue_type": _text(item, "type"),
        "status_category": status.category,
        "resolution": "" if resolution.casefold() in UNRESOLVED else resolution,
        "project": (project.get("key") or "") if project is not None else "",
        "components": [_own(element) for element in item.findall("component")],
        "fix_versions": [_own(element) for element in item.findall("fixVersion")],
        "parent": _text(item, "parent"),
        "url": _text(item, "link"),
        "fields": {
            name: values[0] if len(values) == 1 else values for name, values in fields.items() if name and values
        },
    }


def _links(item: Element) -> Iterator[IssueLink]:
    for kind in item.findall("issuelinks/issuelinktype"):
        for name in ("outwardlinks", "inwardlinks"):
            for side in kind.findall(name):
                phrase = side.get("description") or _text(kind, "name")
                for element in side.findall("issuelink/issuekey"):
                    if KEY.fullmatch(_own(element)):
                        yield link(phrase, _own(element), "")
    for element in item.findall("subtasks/subtask"):
        if KEY.fullmatch(_own(element)):
            yield IssueLink("belongs_to", True, "subtask", _own(element), is_quiet=True)
    above = _text(item, "parent") or _epic(item)
    if KEY.fullmatch(above):
        yield IssueLink("belongs_to", False, "parent", above, is_quiet=True)


def _epic(item: Element) -> str:
    """The key of the epic, which older versions keep in a field of its own."""
    for element in item.findall("customfields/customfield"):
        if _text(element, "customfieldname") in ("Epic Link", "Parent Link"):
            return next((_own(value) for value in element.iter("customfieldvalue")), "")
    return ""


def _plain(markup: str) -> str:
    """The text of a description, which is HTML."""
    text = unescape(_TAG.sub("", _BREAK.sub("\n", markup)))
    return _BLANK.sub(lambda found: "\n\n" if found[0].count("\n") > 1 else found[0], text).strip()
