"""Diagrams of the types without a grammar here (gantt charts, mind maps, pie charts, …): type, title and text.

Every text is accepted. Titles are found line by line, in the forms that these types share: `title …` as a statement or
after the header, `accTitle: …`, `accDescr: …` and `accDescr { … }`.
"""

import re
from collections.abc import Iterator
from typing import Any

from compiler.languages.diagrams import codes
from compiler.languages.diagrams.syntax.shared.prepare import Prepared
from compiler.languages.diagrams.syntax.shared.text import decode, setting_text, show_entities
from compiler.model.diagnostics import Diagnostic

PLUGINS = {"zenuml": "@mermaid-js/mermaid-zenuml"}  # the types that are no part of Mermaid
TITLE = re.compile(r"^(?:pie\b)?[ \t]*+(?:showData\b[ \t]*+)?title:?[ \t]+([^\n]+)$", re.MULTILINE)
ACC_TITLE = re.compile(r"^[ \t]*accTitle[ \t]*:[ \t]*([^\n]*)$", re.MULTILINE)
ACC_DESCR = re.compile(r"^[ \t]*accDescr[ \t]*(?::[ \t]*([^\n]*)|\{([^}]*+))", re.MULTILINE)


def parse(prepared: Prepared) -> tuple[dict[str, Any], list[Diagnostic]]:
    """`{diagram_type, title?, acc_title?, acc_descr?, text}`, and whether a plugin is needed. Never raises."""
    code = prepared.code
    title, acc_title, acc_descr = TITLE.search(code), ACC_TITLE.search(code), ACC_DESCR.search(code)
    # A title in the diagram comes before one in its front matter.
    texts = {
        "title": unquoted(decode(title[1].strip())) if title else decode(prepared.title or ""),
        "acc_title": setting_text("acc_title", acc_title[1]) if acc_title else "",
        "acc_descr": setting_text("acc_descr", acc_descr[1] or acc_descr[2] or "") if acc_descr else "",
    }
    tree = {"diagram_type": prepared.diagram_type, **{key: text for key, text in texts.items() if text}}
    return {**tree, "text": show_entities(code)}, [*plugin_finding(prepared)]


def plugin_finding(prepared: Prepared) -> Iterator[Diagnostic]:
    """Yield the finding that the type of a diagram is a plugin's."""
    plugin = PLUGINS.get(prepared.diagram_type)
    if plugin:
        code = prepared.code
        start = len(code) - len(code.lstrip())
        span = prepared.span(start, start + len(prepared.diagram_type))
        yield codes.PLUGIN_TYPE.at(span, type=prepared.diagram_type, plugin=plugin)


def unquoted(text: str) -> str:
    """The text without quotes around it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
