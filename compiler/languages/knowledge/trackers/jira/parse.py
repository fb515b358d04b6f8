"""Reads one file of Jira: a feed in XML, a table in CSV, or the answer of a search in JSON."""

from compiler.languages.knowledge.trackers.json_elements import elements, list_at
from compiler.languages.knowledge.trackers.places import Places
from compiler.languages.knowledge.trackers.records import Issue, IssueFile, Unread

_FEED = "its root is <rss>, and its items have a <key> with an id"
_SEARCH = "it lists objects with the key of an issue and its fields"


def parse(path: str, text: str) -> IssueFile | None:
    """The issues of a file; None if it is no export of Jira."""
    if path.lower().endswith(".xml"):
        return _feed(text)
    if path.lower().endswith(".csv"):
        from compiler.languages.knowledge.trackers.jira.table import read_table

        return read_table(text)
    if '"key"' not in text or '"fields"' not in text:
        return None
    at = list_at(text, "issues")
    at = list_at(text, "") if at is None else at
    return None if at is None else _search(text, at)


def _feed(text: str) -> IssueFile | None:
    if "<key id=" not in text:
        return None
    from compiler.languages.knowledge.trackers.jira import feed

    if not feed.is_feed(text):
        return None
    issues, unread = feed.read(text)
    return IssueFile(_FEED, tuple(issues), tuple(unread)) if issues else None


def _search(text: str, at: int) -> IssueFile | None:
    from compiler.languages.knowledge.trackers.jira import search

    found = list(elements(text, at, search.shape))
    if not any(search.shape(element.value) for element in found):
        return None
    places = Places(text)
    issues: list[Issue] = []
    unread: list[Unread] = []
    for element in found:
        place = places.place(element.start, element.end)
        if reason := element.reason or search.wrong_with(element.value):
            unread.append(Unread(place, reason))
        else:
            issues.append(search.issue(element.value, place))
    return IssueFile(_SEARCH, tuple(issues), tuple(unread))
