"""From the text of a Cynefin diagram to the model to draw."""

import re

from queries.diagrams.charts.statements import chart_of, setting, unquoted, untitled
from queries.drawing.charts.cynefin import DOMAINS, CynefinModel, Transition

MAX_ITEMS, MAX_TRANSITIONS = 200, 40
_HEADER = re.compile(r"cynefin-beta(?![\w-]):?")
_DOMAIN = "|".join(DOMAINS)
_STRING = r"""(?:"[^"\n]*+"|'[^'\n]*+')"""
_ITEMS = re.compile(rf"(?P<domain>{_DOMAIN})?(?P<items>(?:\s*+{_STRING})*+)\s*+")
_TRANSITION = re.compile(rf"(?P<from>{_DOMAIN})\s*-->\s*(?P<to>{_DOMAIN})(?:\s*:\s*(?P<label>{_STRING}))?")


def cynefin_model(source: str) -> CynefinModel | None:
    """Return the items of each domain and the transitions; None where the text has anything that is not known of
    Cynefin diagrams, or too much. A transition from a domain to itself is passed over, as in Mermaid; several from one
    to another are one, with all their labels."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    items: dict[str, list[str]] = {name: [] for name in DOMAINS}
    labels, current = dict[tuple[str, str], list[str]](), ""
    for line in untitled(chart.lines):
        found, listed = _TRANSITION.fullmatch(line), _ITEMS.fullmatch(line)
        if found:
            if found["from"] != found["to"]:
                labels.setdefault((found["from"], found["to"]), []).append(unquoted(found["label"] or ""))
            current = ""
        elif listed and (listed["domain"] or current):
            current = listed["domain"] or current
            items[current] += map(unquoted, re.findall(_STRING, listed["items"]))
        else:
            return None
    if sum(map(len, items.values())) > MAX_ITEMS or sum(map(len, labels.values())) > MAX_TRANSITIONS:
        return None
    transitions = (Transition(*ends, ", ".join(filter(None, own))) for ends, own in labels.items())
    described = setting(source, "showDomainDescriptions").lower() != "false"
    return CynefinModel({name: tuple(own) for name, own in items.items()}, tuple(transitions), described)
