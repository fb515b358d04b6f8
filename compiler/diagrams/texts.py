"""Texts that diagrams of several kinds have."""

import re

from compiler.diagrams.entities import decode
from compiler.diagrams.scripts import JS_BLANKS, JS_SPACE

INDENTATION = re.compile(rf"\n{JS_SPACE}+")

WEB_ADDRESS = re.compile(r"(https?)://([^/?#:@\s]+)([/?#][^:]*|)", re.IGNORECASE)
SCRIPT = re.compile(r"\s*(?:javascript|data|vbscript):", re.IGNORECASE)


def setting(key: str, value: str) -> str:
    """The value of `accTitle`, `accDescr` and the like; the lines of a description lose their indentation."""
    text = value.strip(JS_BLANKS)
    return decode(INDENTATION.sub("\n", text) if key == "acc_descr" else text)


def link(url: str) -> str:
    """An address as Mermaid keeps it: the host of a web address is in small letters, and a path is there."""
    found = WEB_ADDRESS.fullmatch(url)
    if found is None:
        return "about:blank" if SCRIPT.match(url) else url
    scheme, host, path = found.groups()
    return f"{scheme.lower()}://{host.lower()}{path if path[:1] == '/' else f'/{path}'}"
