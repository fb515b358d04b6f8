"""Texts as Mermaid reads them: white space of JavaScript, entity codes, `<br/>`.

Before a grammar runs, `#quot;` becomes an opaque atom of the same length, so that its `#` and `;` neither end a
message nor begin a comment, and are no part of an id. `decode` turns a label into the text that a reader sees.
"""

import re
from html.entities import html5

from compiler.text.entities import unescape

# Mermaid's `\s` and `\w` are JavaScript's, which differ from Python's.
_WIDE_BLANKS = "\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
JS_BLANKS = "\t\n\v\f\r " + _WIDE_BLANKS
JS_SPACE = r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"  # `\s`
JS_INLINE_SPACE = r"[\t\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"  # `\s` but the line feed

# Noncharacters: Unicode reserves them for use inside a program, so no text holds them.
OPEN, CLOSE = "\ufdd0", "\ufdd1"

CODE = re.compile(r"#([A-Za-z0-9_]+);")
HIDDEN = re.compile(f"{OPEN}([A-Za-z0-9_]+){CLOSE}")
ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")
LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
SLASHED_BREAK = re.compile(r"</br\s*/?>", re.IGNORECASE)
INDENTATION = re.compile(rf"\n{JS_SPACE}+")


def hide_entities(text: str) -> str:
    """Write each `#name;` as `name` between OPEN and CLOSE. The length stays."""
    return CODE.sub(rf"{OPEN}\1{CLOSE}", text) if "#" in text else text


def show_entities(text: str) -> str:
    """The reverse of `hide_entities`: the text as written."""
    return HIDDEN.sub(r"#\1;", text) if OPEN in text else text


def decode(text: str) -> str:
    """A label as a reader sees it: `<br/>` is a line break and entity codes are characters. Other tags stay."""
    if "<" in text:  # before the entity codes: `#lt;br#gt;` is text, not a line break
        text = LINE_BREAK.sub("\n", text)
    return decode_entities(text)


def shown(text: str) -> str:
    """A decoded text as a browser shows it: `</br>`, which Mermaid's own trees keep, is a line break too."""
    return SLASHED_BREAK.sub("\n", text) if "</" in text else text


def decode_entities(text: str) -> str:
    """The text with characters for its entity codes. `<br/>` stays."""
    if OPEN in text:
        text = HIDDEN.sub(lambda code: f"&#{code[1]};" if code[1].isdigit() else f"&{code[1]};", text)
    return ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    name = entity[0][1:]
    return unescape(entity[0]) if name[0] == "#" or name in html5 else entity[0]


def setting_text(key: str, value: str) -> str:
    """The value of `accTitle`, `accDescr` and the like. The lines of a description lose their indentation."""
    text = value.strip(JS_BLANKS)
    return decode(INDENTATION.sub("\n", text) if key == "acc_descr" else text)
