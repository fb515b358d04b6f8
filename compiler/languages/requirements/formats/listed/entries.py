"""The table of forms in which a page states requirements outside of tables, and what finds them.

A form says where the id stands. What stands there is a requirement only on a page or in a section of requirements: on
other pages such lines cite.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from compiler.languages.requirements.formats.listed.ids import WRITTEN, is_id, is_of_requirement
from compiler.languages.requirements.formats.listed.words import obliges

_MARK = r"[*_`~\[(]{0,5}+"
_CLOSE = r"[*_`~\])]{0,5}+"
_SIGN = r"(?:[^\w\s*_`~\[(<>#|=-]{1,3}[ \t]{1,3})?"  # a mark of its state, such as an emoji
_NUMBER = r"(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?[ \t]+)?"  # of a heading
_STOP = r"[ \t]*+(?:::?|：|—|–|-{1,2}(?=[ \t])|→|\.(?=[ \t]|$)|\)(?=[ \t]))"
_ANCHOR = r"(?:<a [^<>\n]{1,80}>(?:</a>)?[ \t]*+|\[\[[^\[\]\n]{1,80}\]\][ \t]*+)?+"
HEAD = (
    rf"{_ANCHOR}(?P<open>{_MARK})(?:(?i:requirement|req)[.:]{{0,2}}[ \t]+{_MARK})?+(?P<id>{WRITTEN})(?P<close>{_CLOSE})"
    rf"(?P<up>\{{(?:\w[\w., \t-]{{0,300}}+)?+\}})?+"  # those above it: `[REQ-1]{SYS-1,SYS-2} It glows.`
    rf"(?P<note>[ \t]\([^()\n]{{1,40}}\)(?={_STOP}))?+(?P<stop>{_STOP})?+(?P<after>[*_]{{0,3}}+)"
)


_COLONS = (":", "::", "：")
_QUOTE = r"(?:>[ \t]?){0,3}"
# A quick check: signs, and a word in capitals with a digit in it, or two words in capitals.
_NAMED = (
    r"(?i:(?:requirement|req)[ \t_.-]?)?(?:ID|Id|id|Identifier|identifier|Number|No\.)"
    r"[*_]{0,3}[ \t]?[:：][*_]{0,3}[ \t]+"
)
_MAY_BEGIN = re.compile(
    rf"[^A-Za-z<\n]{{0,40}}+(?:(?:{_NAMED}|(?i:requirement|req)[.: ])[^A-Za-z\n]{{0,9}}+)?"
    r"(?:[xX]\][^A-Za-z\n]{0,10}+)?(?:<a [^<>\n]{1,80}>(?:</a>)?[^A-Za-z\n]{0,10}+)?"
    r"(?:[A-Z][A-Za-z_.-]{0,40}+\d|[A-Z]{3,12}-[A-Z]{3})"
)


class Form(NamedTuple):
    """A form of statement. `basis` is what shows it, for people. `ends` says how far it goes: to the next heading of
    its level (section), to the end of its entry in a list (entry), to the next statement or heading (block)."""

    basis: str
    pattern: re.Pattern[str]
    ends: str
    needs_mark: bool = True  # without bold, backticks, or a sign behind the id, the id is a word of a sentence
    needs_word: bool = False  # the id has to say that it names a requirement, or in brackets the text behind it


def _form(basis: str, lead: str, ends: str, *, needs_mark: bool = True, needs_word: bool = False) -> Form:
    pattern = re.compile(rf"(?P<lead>{lead}){HEAD}(?P<rest>.*)")
    return Form(basis, pattern, ends, needs_mark, needs_word)


FORMS = (
    _form("a named line with its id", rf"[ \t]{{0,3}}(?:[-*+][ \t]+)?[*_]{{0,3}}{_NAMED}", "block", needs_mark=False),
    _form("a heading with its id", rf"(?:#{{1,6}}|={{2,6}})[ \t]+{_NUMBER}{_SIGN}", "section", needs_mark=False),
    _form("an entry of a list", rf"[ \t]{{0,12}}(?:[-*+•]|\d{{1,3}}[.)])[ \t]+(?:\[[ xX~-]\][ \t]+)?{_SIGN}", "entry"),
    _form("a paragraph that begins with its id in bold", rf"{_QUOTE}(?=\*|__|~~)", "block"),
    _form("a paragraph that begins with its id", rf"{_QUOTE}(?=[A-Z\[(<])", "block", needs_mark=False, needs_word=True),
)
# Behind an id, how much it matters: `FR-1 (Must): It glows.`
_PRIORITY = re.compile(
    r"^[(\[](?:(?:must|should|could|won.?t)(?: have)?|may|p[0-5]|high|medium|low|critical|mandatory|optional|required"
    r"|[mscw])[)\]][ \t:]*",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"{_MARK}(?P<id>{WRITTEN}){_CLOSE}[ \t]*")
_HEADING = re.compile(rf"(?P<lead>#{{1,6}}|={{2,6}})[ \t]+{_NUMBER}")
_NUMBERING = re.compile(r"[A-Z](?:\.\d{1,3})+")  # of an appendix: `## A.1 Tables`
NAMED = FORMS[0]
BEHIND = Form("a heading that ends with its id", _HEADING, "section")
TERM = Form("a term with its definition", _ALONE, "block")
SECTION, ENTRY, BLOCK = "section", "entry", "block"


class Entry(NamedTuple):
    """A statement that a form found: its id, what stands behind it in the line, and how deep its heading or list is."""

    form: Form
    id: str
    rest: str
    line: int
    depth: int
    start: int
    is_bold_open: bool
    is_struck: bool = False
    up: tuple[int, int] | None = None  # where braces with those above it stand in the line


def entries_of(lines: Sequence[tuple[int, str]]) -> Iterator[Entry]:
    """Give the statements in some lines with their numbers."""
    for at, (number, line) in enumerate(lines):
        if behind := _behind(line, number):
            yield behind
            continue
        if _MAY_BEGIN.match(line) is None:
            continue
        if (alone := _ALONE.fullmatch(line)) and at + 1 < len(lines) and lines[at + 1][1].startswith((": ", ":\t")):
            if is_id(alone["id"]):
                yield Entry(TERM, alone["id"], "", number, 0, alone.start("id"), is_bold_open=False)
            continue
        for form in FORMS:
            found = form.pattern.match(line)
            if found and form.needs_word and (found["stop"] or "").strip() not in _COLONS and _goes_on(lines, at):
                continue
            if found and (entry := _entry(form, found, number)):
                yield entry
                break


def _goes_on(lines: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether a line goes on with the text of the line above, where an id may stand anywhere."""
    (before, above), (number, _) = lines[at - 1], lines[at]
    text = above.lstrip(" \t>")
    return at > 0 and before == number - 1 and text[:1].isalnum() and _MAY_BEGIN.match(above) is None


def _behind(line: str, number: int) -> Entry | None:
    """The statement of a heading that ends with the id of a requirement in brackets: `### 5.1 Lamps (FR-LAMP-001)`."""
    text = line.rstrip(" \t#=*:") if line[:1] in ("#", "=") else ""
    at = max(text.rfind("("), text.rfind("["), text.rfind("（")) if text[-1:] in (")", "]", "）") else -1
    word = text[at + 1 : -1]
    heading = _HEADING.match(text) if at >= 0 and is_of_requirement(word) and is_id(word) else None
    if heading is None or heading.end() >= at:
        return None
    rest = text[heading.end() : at].strip()
    return Entry(BEHIND, word, rest, number, len(heading["lead"]), at + 1, is_bold_open=False)


def _entry(form: Form, found: re.Match[str], number: int) -> Entry | None:
    """The statement, None if the line only cites: an id in a sentence, or the text of a link."""
    if not is_id(found["id"]) or (form.ends == SECTION and _NUMBERING.fullmatch(found["id"])):
        return None
    pair = found["open"][-1:] + found["close"][:1]
    if found["close"][:1] in tuple(")]") and pair not in ("()", "[]"):
        return None  # the end of what the line above begins
    is_enclosed = pair in ("[]", "()") and not found["rest"].startswith(("(", "["))
    is_marked = bool(found["open"].strip("([")) or found["stop"] is not None or is_enclosed
    rest = _PRIORITY.sub("", f"{found['note'] or ''}{found['rest']}".strip())
    if form.needs_mark and not is_marked and not (is_of_requirement(found["id"]) and rest[:1].isupper()):
        return None
    # A sentence that begins with an id cites it; one behind an id begins with a capital letter.
    is_apart = (found["stop"] or "").strip() in _COLONS or is_enclosed or rest[:1].isupper()
    is_plain = is_of_requirement(found["id"]) or (pair == "[]" and is_enclosed and obliges(rest))
    if form.needs_word and not (is_plain and is_apart):
        return None
    if "[" in found["open"] and rest.startswith("("):
        return None
    up = found.span("up") if found["up"] else None
    bold = found["open"].replace("`", "").replace("~", "").strip("([")
    is_bold_open = bool(bold) and bold[:2] not in found["close"] + found["after"]
    lead = found["lead"]
    depth = len(lead.strip()) if form.ends == SECTION else len(lead) - len(lead.lstrip())
    return Entry(form, found["id"], rest, number, depth, found.start("id"), is_bold_open, "~~" in found["open"], up)
