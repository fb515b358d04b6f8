"""Traces links as Doorstop does: to which item each leads, and what was reviewed before it changed.

The fingerprint of an item is a hash of its id, its text, its references and the attributes that its document counts;
the one that its review keeps counts its links too. A link keeps the fingerprint that its item had when the link was
reviewed: it is suspect when that is another one now.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from compiler.languages.requirements.formats import codes
from compiler.languages.requirements.formats.records import Cited
from compiler.languages.requirements.formats.stated import MISSING, Stamp, StatedItem, StatedTag, Traced, TracedCitation
from compiler.model.diagnostics import Code, Diagnostic
from compiler.text.near_names import NearNames

_NUMBERED = re.compile(r"(.*?)[._-]?0*([0-9]+)")
_NOT_REVIEWED = ("", "null", "false")


def trace(items: Sequence[StatedItem], tags: Sequence[StatedTag]) -> Traced:
    """Trace the links of all items, and the files that items refer to, which are the tags."""
    traced = Traced()
    by_uid: dict[str, StatedItem] = {}
    for item in items:
        by_uid.setdefault(folded(item.item.id), item)
    near = NearNames([item.item.id for item in items])
    met: dict[str, dict[str, None]] = {}
    suspect: dict[str, list[str]] = {}
    for item in items:
        stamps = dict(item.item.details)
        for cited in item.item.cites:
            target = by_uid.get(folded(cited.target))
            if target is None:
                nearest = near.nearest(cited.target)
                traced.citations.append(TracedCitation(item, cited, cited.target, reason=MISSING, nearest=nearest))
                continue
            labels = [need.label for need in target.item.needs]
            is_needed = item.item.level in labels and item.item.status != "inactive"
            if is_needed:
                met.setdefault(target.id, {})[item.item.level] = None
            traced.citations.append(TracedCitation(item, cited, target.id, item.item.level if is_needed else ""))
            if item.item.status == "inactive":
                continue
            parent = stamps.get("parent", "")
            if parent and target.item.level != parent and target.item.status != "inactive":
                said = {"target": target.id, "level": target.item.level, "parent": parent}
                traced.findings.append(_at(codes.OTHER_DOCUMENT, item, cited, **said))
            if target.item.status != "active":
                traced.findings.append(
                    _at(codes.NOT_IN_FORCE, item, cited, target=target.id, status=target.item.status)
                )
            written = stamps.get(f"link {cited.target}", "")
            if written and written != fingerprint(target, with_links=False) and target.item.status != "inactive":
                suspect.setdefault(item.id, []).append(target.id)
                traced.findings.append(_at(codes.SUSPECT_LINK, item, cited, target=target.id))
    traced.citations += _files(tags, by_uid)
    traced.met = {key: tuple(labels) for key, labels in met.items()}
    traced.stamps = {item.id: _stamp(item) for item in items}
    traced.verdicts = {
        item.id: {
            "parent": dict(item.item.details).get("parent", ""),
            "suspect_links": suspect.get(item.id, []),
            "uncovered_needs": [need.label for need in item.item.needs if need.label not in met.get(item.id, {})],
        }
        for item in items
    }
    for item in items:
        _judge(traced, item)
    return traced


def _files(tags: Sequence[StatedTag], by_uid: Mapping[str, StatedItem]) -> Iterator[TracedCitation]:
    """Give what the files do that items refer to: a test verifies its item, other code implements it."""
    for tag in tags:
        if target := by_uid.get(folded(tag.tag.cited.target)):
            kind = "verifies" if tag.evidence == "test" else "implements"
            yield TracedCitation(tag, tag.tag.cited._replace(kind=kind), target.id)


def _judge(traced: Traced, item: StatedItem) -> None:
    """Add what is to be said of one item: it has changed, derives from nothing, or nothing derives from it."""
    if item.item.status != "inactive" and traced.stamps[item.id].state == "stale":
        traced.findings.append(codes.UNREVIEWED.at(item.line_span, id=item.id))
    if item.item.status != "active":
        return
    parent = dict(item.item.details).get("parent", "")
    if parent and not item.item.cites and "derived" not in dict(item.item.fields):
        traced.orphans[item.id] = parent
    if item.id not in traced.met:  # a link from one child document is enough for the program
        for need in item.item.needs:
            traced.findings.append(codes.UNCOVERED_NEED.at(need.place.span(item.path), id=item.id, label=need.label))


def folded(uid: str) -> str:
    """Return an id as it is compared: `req_1` is REQ001."""
    found = _NUMBERED.fullmatch(uid.lower())
    return f"{found[1]} {found[2]}" if found else uid.lower()


def fingerprint(item: StatedItem, *, with_links: bool) -> str:
    """Return the fingerprint of an item as it is now."""
    details = dict(item.item.details)
    values = [item.item.id, details.get("hashed text", ""), details.get("hashed ref", "")]
    values += [details["hashed references"]] if details.get("hashed references") else []
    values += sorted(cited.target for cited in item.item.cites) if with_links else []
    values += _counted(details)
    whole = sha256()
    for value in values:
        whole.update(value.encode("utf-8", "surrogatepass"))
    return urlsafe_b64encode(whole.digest()).decode()


def _counted(details: Mapping[str, str]) -> list[str]:
    """The attributes that count, in the order of their names."""
    names = sorted(filter(None, details.get("counted", "").split("\n")))
    text = f"\\T<class 'doorstop.core.types.Text'>\\V{details.get('hashed text', '')}"
    values = [
        text if name == "text" else details.get(f"standard {name}", details.get(f"attribute {name}")) for name in names
    ]
    return [value for value in values if value is not None]


def _stamp(item: StatedItem) -> Stamp:
    """What the review of an item is worth: right, stale (it has changed since), or missing."""
    written = dict(item.item.details).get("reviewed", "")
    right = fingerprint(item, with_links=True)
    if written.lower() in _NOT_REVIEWED:
        return Stamp(None, "missing", right)
    return Stamp(written, "right" if written == right else "stale", right)


def _at(code: Code, item: StatedItem, cited: Cited, **fields: Any) -> Diagnostic:
    return code.at(cited.place.span(item.path), source=item.id, **fields)
