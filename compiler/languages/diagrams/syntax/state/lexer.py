"""The lexer of state diagrams. Keywords are case-insensitive; of two rules that match, the first wins."""

import re
from collections import ChainMap
from collections.abc import Mapping

from compiler.languages.diagrams.syntax.shared.modes import (
    BLANKS,
    DIRECTION,
    INLINE_BLANKS,
    START,
    Mode,
    ModeLexer,
    compile_modes,
    rule,
)
from compiler.languages.diagrams.syntax.shared.text import JS_SPACE

# An id ends at a blank, `:`, `-`, `{` or `%%`. Any other character may be part of it, even `;` and quotes.
_ID = rf"(?:[^:\-{{%{JS_SPACE[1:-1]}]+|%(?!%))+"
_COMMENTS = (rule(None, r"#[^\n]*"), rule(None, r"%%(?!\{)[^\n]*"))
_STATEMENTS = (
    rule("_CLASSDEF", r"classDef{S}+", push="class_def"),
    rule("_CLASS", r"class{S}+", push="class"),
    rule("_STYLE", r"style{S}+", push="style"),
)
_STATE = rule(None, r"state{S}+", push="state")
_NOTE = rule("_NOTE", r"note{S}+", push="note")
_TRANSITIONS = (
    rule("START_OR_END", r"\[\*\]"),
    rule("ID", _ID),
    rule(None, r"%%"),
    # A text may hold `::`; a single `:` ends it.
    rule("TEXT", r"{S}*:(?:[^:\n;]+|:[^:\n;])+"),
    rule("_ARROW", r"-->"),
)
_MANY_WORDS = r"\w++{S}++\w[^\n\r\u2028\u2029{]"  # of no grammar: a state with a body has one word
_STATE_PARTS = (
    rule(None, r'"', push="state_string"),
    rule("_AS", r"{S}*as{S}+", push="state_id"),
    # Limited, because otherwise every word would be followed by a search to the end of its line.
    rule("MANY_WORDS", rf"{_MANY_WORDS}{{0,200}}(?=\{{)"),
    rule("NAME", rf"[^{{{JS_SPACE[1:-1]}]+", pops=1, push="state_rest"),
    rule(None, r"\n", pops=1),
    rule("_BODY_START", r"\{", pops=1, push="body"),
)
_NOTE_LINE = rule("NOTE_TEXT", r"{S}*:[^:\n;]+", pops=1)
_END_NOTE = re.compile(r"end note\b", re.ASCII | re.IGNORECASE)
_LINE = r"[^\n\r\u2028\u2029]*"

MODES = compile_modes(
    {
        START: (
            rule("_CLICK", r"click\b"),
            rule("_HREF", r"href\b"),
            rule("STRING", r'"[^"]*"'),
            rule("DEFAULT", r"default\b"),
            DIRECTION,
            rule("_NEWLINE", r"\n+"),
            BLANKS,
            *_COMMENTS,
            rule("SCALE", r"scale{S}+", push="scale"),
            rule("_ACC_TITLE", r"accTitle{S}*:{S}*", push="value"),
            rule("_ACC_DESCR", r"accDescr{S}*:{S}*", push="value"),
            rule(None, r"accDescr{S}*\{{S}*", push="value_block"),
            *_STATEMENTS,
            _STATE,
            rule("_BODY_START", r"\{", push="body"),
            _NOTE,
            rule("_STATE_DIAGRAM", r"stateDiagram(?:-v2)?{S}+"),
            rule("HIDE_EMPTY", r"hide empty description\b"),
            *_TRANSITIONS,
            rule("_STYLE_SEPARATOR", r":::"),
            rule("_NEWLINE", r"{Z}"),
        ),
        "body": (
            INLINE_BLANKS,
            *_COMMENTS,
            *_STATEMENTS,
            _STATE,
            DIRECTION,
            rule("BODY_STOP", r"\}", pops=1),
            rule(None, r"\n"),
            _NOTE,
            *_TRANSITIONS,
            rule("REGION", r"--"),
            rule("_STYLE_SEPARATOR", r":::"),
        ),
        "scale": (rule("WIDTH", r"[0-9]+"), rule(None, r"{S}+width\b", pops=1)),
        "value": (rule("VALUE", r"[^\n]*", pops=1),),
        "value_block": (rule(None, r"\}", pops=1), rule("ACC_DESCR_BLOCK", r"[^}]*")),
        "class_def": (
            rule("CLASS_DEFAULT", r"default{S}+", pops=1, push="styles"),
            rule("CLASS", r"\w+{S}+", pops=1, push="styles"),
        ),
        "class": (rule("IDS", r"\w+(?:,{S}*\w+)*", pops=1, push="styles"),),
        "style": (rule("IDS", r"[\w,]+{S}+", pops=1, push="styles"),),
        "styles": (rule("STYLES", r"[^\n]*", pops=1),),
        "state": (
            INLINE_BLANKS,
            *_COMMENTS,
            rule("FORK", rf"{_LINE}<<fork>>", pops=1),
            rule("JOIN", rf"{_LINE}<<join>>", pops=1),
            rule("CHOICE", rf"{_LINE}<<choice>>", pops=1),
            rule("FORK", rf"{_LINE}\[\[fork\]\]", pops=1),
            rule("JOIN", rf"{_LINE}\[\[join\]\]", pops=1),
            rule("CHOICE", rf"{_LINE}\[\[choice\]\]", pops=1),
            *_STATE_PARTS,
        ),
        # No `<<fork>>` can follow the first word: the mode before would have matched it.
        "state_rest": (INLINE_BLANKS, *_COMMENTS, *_STATE_PARTS),
        "state_string": (
            rule(None, r'"', pops=1),
            rule("DESCRIPTION", r'[^"]+(?=")'),
            rule("UNCLOSED", r"[^\n]*", pops=2),
        ),
        "state_id": (
            rule("ID", r"(?:(?!%%)[^\n{])+", pops=1),
            rule(None, r"%%[^\n{]*"),
            rule("ID", r"", pops=1),
        ),
        "note": (
            rule("LEFT_OF", r"left of\b", pops=1, push="note_id"),
            rule("RIGHT_OF", r"right of\b", pops=1, push="note_id"),
            rule(None, r'"', pops=1, push="floating_note"),
        ),
        "floating_note": (
            rule("_AS", r"{S}*as{S}*", pops=1, push="floating_note_id"),
            rule(None, r'"'),
            rule("NOTE_TEXT", r'[^"]*'),
        ),
        "floating_note_id": (rule("ID", r"[^\n]*", pops=1),),
        "note_id": (rule("ID", rf"{{S}}*(?:[^:\-%{JS_SPACE[1:-1]}]+|%(?!%))+|{{S}}+(?=%%)", pops=1, push="note_text"),),
        "note_text": (
            _NOTE_LINE,
            rule("NOTE_TEXT", r"(?:[^\n]*\n{S}*+(?!end note\b)|(?!))*+[^\n]*\n{S}*+end note\b", pops=1),
        ),
        "note_line": (_NOTE_LINE,),
    },
    any_case=True,
    fragile=("scale", "class_def", "class", "style", "note", "note_id", "note_text"),
)


class StateLexer(ModeLexer):
    modes = MODES

    def modes_for(self, code: str) -> Mapping[str, Mode]:
        """Behind the last `end note`, a note without an end is not looked through to the end of the text."""
        last = max((found.start() for found in _END_NOTE.finditer(code)), default=-1)
        block, line = MODES["note_text"], MODES["note_line"]

        def match(code: str, at: int) -> re.Match[str] | None:
            return (block if at <= last else line).match(code, at)

        return ChainMap({"note_text": block._replace(match=match)}, MODES)
