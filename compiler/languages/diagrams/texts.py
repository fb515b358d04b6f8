"""Texts that diagrams of several kinds have."""

import re

from compiler.languages.diagrams.entities import decode
from compiler.languages.diagrams.scripts import JS_BLANKS, JS_SPACE

INDENTATION = re.compile(rf"\n{JS_SPACE}+")


def setting(key: str, value: str) -> str:
    """The value of `accTitle`, `accDescr` and the like; the lines of a description lose their indentation."""
    text = value.strip(JS_BLANKS)
    return decode(INDENTATION.sub("\n", text) if key == "acc_descr" else text)
