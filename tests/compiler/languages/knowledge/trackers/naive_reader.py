"""A second reader of exports, as short as one can be: whole files by the libraries of Python, no recovery, no prose.

It shares nothing with the compiler. What it says of an issue is compared with what the compiler says.
"""

import csv
import json
import re
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree


class Seen(NamedTuple):
    """What a reader says of an issue. `waits_for` are the issues that its fields say it waits for."""

    title: str
    is_done: bool
    assignee: str
    due: str
    waits_for: frozenset[str] = frozenset()


def read_github(path: Path) -> dict[str, Seen]:
    found = {}
    for one in json.loads(path.read_text("utf-8")):
        match = re.match(r"https://github.com/(.*)/issues/(\d+)$", one["url"])
        if match and "number" in one:
            due = ((one.get("milestone") or {}).get("dueOn") or "")[:10]
            people = ", ".join(person["login"] for person in one.get("assignees", []))
            nodes = one.get("blockedBy", {}).get("nodes", [])
            waits = {node["url"].removeprefix("https://github.com/").replace("/issues/", "#") for node in nodes}
            found[f"{match[1]}#{match[2]}"] = Seen(
                one["title"], one["state"] == "CLOSED", people, due, frozenset(waits)
            )
    return found


def with_held(found: dict[str, Seen], held: list[tuple[str, str]]) -> dict[str, Seen]:
    """The issues with what others say of them: pairs of an issue and of one that holds it up."""
    for waiting, holder in held:
        if waiting in found:
            found[waiting] = found[waiting]._replace(waits_for=found[waiting].waits_for | {holder})
    return found


def read_search(path: Path) -> dict[str, Seen]:
    found: dict[str, Seen] = {}
    held: list[tuple[str, str]] = []
    for one in json.loads(path.read_text("utf-8"))["issues"]:
        fields = one["fields"]
        waits = {link["inwardIssue"]["key"] for link in fields.get("issuelinks", []) if "inwardIssue" in link}
        is_done = fields["status"]["statusCategory"]["key"] == "done"
        assignee = (fields.get("assignee") or {}).get("displayName", "")
        found[one["key"]] = Seen(fields["summary"], is_done, assignee, fields.get("duedate") or "", frozenset(waits))
        held += [
            (link["outwardIssue"]["key"], one["key"]) for link in fields.get("issuelinks", []) if "outwardIssue" in link
        ]
    return with_held(found, held)


def read_feed(path: Path) -> dict[str, Seen]:
    """The issues of a feed, after an `&` that stands alone is written as XML wants it."""
    text = re.sub(r"&(?!\w+;)", "&amp;", path.read_text("utf-8"))
    found: dict[str, Seen] = {}
    held: list[tuple[str, str]] = []
    for item in ElementTree.fromstring(text).iter("item"):
        identifier = item.findtext("key") or ""
        category = item.find("statusCategory")
        is_done = category.get("key") == "done" if category is not None else item.findtext("status") == "Resolved"
        assignee = (item.findtext("assignee") or "").replace("Unassigned", "")
        written = item.findtext("due")
        due = parsedate_to_datetime(written).strftime("%Y-%m-%d") if written else ""
        waits = set()
        for side in (*item.iter("inwardlinks"), *item.iter("outwardlinks")):
            keys = {key.text or "" for key in side.iter("issuekey")}
            if side.get("description") == "blocks":
                held += [(key, identifier) for key in keys]
            else:
                waits |= keys
        found[identifier] = Seen(item.findtext("summary") or "", is_done, assignee, due, frozenset(waits))
    return with_held(found, held)


def read_table(path: Path) -> dict[str, Seen]:
    found: dict[str, Seen] = {}
    held: list[tuple[str, str]] = []
    with path.open(encoding="utf-8", newline="") as file:
        for one in csv.DictReader(file):
            is_done = bool(one["Completed"] or one["Canceled"])
            waits = frozenset(filter(None, (one["Blocked by"] or "").split(", ")))
            title = one["Title"].removeprefix("'")
            found[one["ID"]] = Seen(title, is_done, one["Assignee"] or "", one["Due Date"] or "", waits)
            held += [(waiting, one["ID"]) for waiting in filter(None, (one["Blocks"] or "").split(", "))]
    return with_held(found, held)
