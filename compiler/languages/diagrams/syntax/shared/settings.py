"""Settings and strings of the languages that Mermaid reads with Langium: git graphs and architecture diagrams."""

import re

from compiler.languages.diagrams.syntax.shared.lexing import Token
from compiler.languages.diagrams.syntax.shared.statements import Setting

ESCAPE = re.compile(r"\\([\s\S])")
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}


def text_of(token: Token) -> str:
    """The text of a name, or of a string without its quotes and escapes."""
    if token.type != "STRING":
        return token.value
    return ESCAPE.sub(lambda found: ESCAPES.get(found[1], found[1]), token.value[1:-1])


def setting_of(token: Token) -> Setting:
    """The setting of a line: `title Shop`, `accTitle: Shop`, `accDescr { … }`."""
    text = token.value
    if text.startswith("title"):
        return Setting("title", text[5:])
    key = "acc_title" if text.startswith("accTitle") else "acc_descr"
    value = text[8:].lstrip()
    return Setting(key, value[1:-1] if value.startswith("{") else value[1:])
