"""Whether an id that nothing has is a sample: shown to explain how ids look, not to cite.

Prose that explains a tool or a convention makes up ids. What surrounds them tells: quotation marks, words such as "for
example" before them, a heading that announces an example, a quotation, a number that nobody counted to.
"""

import re
from collections.abc import Sequence

from compiler.mentions.regions import code_style
from compiler.model.spans import Span
from compiler.text.markdown import SUFFIXES

_BACKTICKS = re.compile(r"`+")
_OPEN_QUOTES, _CLOSED_QUOTES = "\"'“‘«„", "\"'”’»“"
# What announces an example, up to the end of its sentence.
_INTRODUCED = re.compile(
    r"\be\.?g[.,]|\bfor (?:example|instance)\b|\bsuch as\b|\b(?:examples?|samples?)\b"
    r"|\b(?:match(?:es|ing)?|format|pattern|regex|syntax|notation)s?[ \t]*[:(=]"
    r"|\b(?:ids?|identifiers?|names?|looks?|something|keys?|references?|citations?|strings?|words?|values?) like\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<!\be\.g)(?<!\bi\.e)[.;!?][ \t]")
_ABOUT_EXAMPLES = re.compile(r"\b(?:examples?|samples?|conventions?|syntax|naming|cheat ?sheet)\b", re.IGNORECASE)
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_QUOTED = re.compile(r"[ \t]{0,3}>")
_ALERT = re.compile(r"[ \t]{0,3}>[ \t]*\[!\w+\]")
_NUMBER = re.compile(r"\d+")
_COUNTED = re.compile(r"1(?:23(?:4(?:5(?:6(?:7)?)?)?)?)?")
_ADDRESS = re.compile(r"https?://[^\s<>\"'`)\]]+", re.IGNORECASE)
_PREFIX_AND_NUMBER = re.compile(r"(?<![a-z])([a-z]+)[-_ #]*+0*([1-9]\d*|0)$", re.IGNORECASE)
_GENERATED = re.compile(
    r"\bdo not edit\b|@generated\b|\b(?:auto-?|automatically |code )generated (?:file|code|by|from)\b", re.IGNORECASE
)
# Words before an id of another project: `rope #39 / ADR-7`, `upstream ADR-7`, "the `rope` ADR-7".
_OF_ANOTHER = re.compile(
    r"(?:\b(?:upstream|cross-repo(?:sitory)?|sibling)(?:['’]s)?"
    r"|(?<![\w/.-])(?!(?:issue|pr|pull|bug|ticket|task|story|epic|step|phase|part|see|in|of|to|and|or|by|for|also"
    r"|closes|fixes|refs?)s?[ ]?#)[A-Za-z][\w./-]{0,60}[ ]?#\d{1,9}|\brepo(?:sitory)?(?:['’]s)?)"
    r"[ \t]{0,3}[:/,]?[ \t]{0,3}\(?$",
    re.IGNORECASE,
)
_NAMED_BEFORE = re.compile(r"(?:^|[^\w`])`[A-Za-z][\w-]{0,60}`(?:['’]s)? $")
_LINK_BEHIND = re.compile(r"[^\[\]]{0,200}\]\([^)\s]")
_PAST = re.compile(r"(?:^|/)(?:completed?|done|archived?|archives|legacy)/", re.IGNORECASE)
HEAD_CHARACTERS = 500  # of a file, in which it says that it is generated
MAX_BEFORE = 100  # characters before an id, in which another project is looked for
MAX_LINES = 400  # above a line, in which its headings are looked for
# Words right before an id, or before a list of ids, that say it is gone: "the former ADR 7 and ADR 8".
_GONE = frozenset({"former", "formerly", "withdrawn", "retired", "renumbered", "deleted", "removed"})
_OF_LISTS = frozenset({"and", "or", "as", "from", "adr", "adrs", "decision", "decisions", "the", "&", "/", ""})
MIN_NINES = 3  # digits: 99 may be the number of something


def is_generated(text: str) -> bool:
    """Return whether a program wrote a file, as its first lines say: what it cites stands in its source too."""
    return _GENERATED.search(text[:HEAD_CHARACTERS]) is not None


def is_of_the_past(path: str) -> bool:
    """Return whether a file tells of finished work, as its folders say: what it cites may have been removed since."""
    return _PAST.search(path) is not None


def addresses(text: str) -> str:
    """Return the addresses of the web that stand in a text, one a line, in small letters."""
    return "\n".join(_ADDRESS.findall(text)).casefold()


def is_explained(listed: str, text: str) -> bool:
    """Return whether one of the listed `addresses` has an id as well: the id is then that of another project, such as
    `ADR 21` beside `https://forge.example/o/r/docs/adr-021-routing.md`."""
    found = _PREFIX_AND_NUMBER.search(text.casefold())
    return bool(listed and found and re.search(rf"(?<![a-z0-9]){found[1]}[-_]?0*{found[2]}(?!\d)", listed))


def is_of_another_project(lines: Sequence[str], span: Span) -> bool:
    """Return whether the words right before an id say that another project has it."""
    before = lines[span.start_line - 1].encode()[: span.start_col - 1].decode(errors="replace")
    last = before[-MAX_BEFORE:]
    is_decision = lines[span.start_line - 1].encode()[span.start_col - 1 :][:3].lower() == b"adr"
    return _OF_ANOTHER.search(last) is not None or (is_decision and _NAMED_BEFORE.search(last) is not None)


def is_said_to_be_gone(lines: Sequence[str], span: Span) -> bool:
    """Return whether the words before an id say that nothing has it any more."""
    before = lines[span.start_line - 1].encode()[: span.start_col - 1].decode(errors="replace")
    words = (word.strip("()[],*_`").casefold() for word in reversed(before[-MAX_BEFORE:].split(" ")))
    last = next((word for word in words if word not in _OF_LISTS and not any(map(str.isdigit, word))), "")
    return last in _GONE


def is_text_of_link(lines: Sequence[str], span: Span) -> bool:
    """Return whether an id stands in the text of a markdown link, `[ADR-7](adr/0007.md)`: the address says what is
    meant, and a broken one is reported itself."""
    encoded = lines[span.start_line - 1].encode()
    before = encoded[: span.start_col - 1].decode(errors="replace")
    after = encoded[span.end_col - 1 :].decode(errors="replace")
    return before.rfind("[") > before.rfind("]") and _LINK_BEHIND.match(after) is not None


def is_sample(lines: Sequence[str], span: Span, text: str) -> bool:
    """Return whether what is written at a span of a file is a sample. `lines` are those of the file."""
    encoded = lines[span.start_line - 1].encode()
    before = encoded[: span.start_col - 1].decode(errors="replace")
    after = encoded[span.end_col - 1 :].decode(errors="replace")
    if len(_BACKTICKS.findall(before)) % 2 == 1 or _is_quoted(before, after) or _is_introduced(before):
        return True
    if _is_sample_number(text):
        return True
    is_page = span.file.lower().endswith(SUFFIXES) and code_style(span.file) is None
    return is_page and (_is_quotation(lines, span.start_line) or _is_below_examples(lines, span.start_line))


def _is_quoted(before: str, after: str) -> bool:
    """Whether quotation marks begin right before a word: `"REQ-p00019"`, `"REQ-p00019: Title"`."""
    return before[-1:] in _OPEN_QUOTES and before != "" and any(quote in after for quote in _CLOSED_QUOTES)


def _is_introduced(before: str) -> bool:
    """Whether words announce an example in the sentence that ends before it."""
    ends = list(_SENTENCE_END.finditer(before))
    return _INTRODUCED.search(before, ends[-1].end() if ends else 0) is not None


def _is_sample_number(text: str) -> bool:
    """Whether the number in an id is 999, 9999, 123, 1234, and so on."""
    found = _NUMBER.search(text)
    digits = found[0].lstrip("0") if found else ""
    if len(digits) < MIN_NINES:
        return False
    return not digits.strip("9") or _COUNTED.fullmatch(digits) is not None


def _is_quotation(lines: Sequence[str], number: int) -> bool:
    """Whether a line of a page quotes somebody: it stands behind `>`, and its block is no alert (`> [!NOTE]`)."""
    first = number
    while first >= 1 and number - first < MAX_LINES and _QUOTED.match(lines[first - 1]):
        first -= 1
    return first < number and not any(_ALERT.match(line) for line in lines[first:number])


def _is_below_examples(lines: Sequence[str], number: int) -> bool:
    """Whether one of the headings around a line of a page announces examples."""
    level = 7
    for at in range(number - 1, max(number - 1 - MAX_LINES, -1), -1):
        found = _HEADING.match(lines[at])
        if found and len(found[1]) < level:
            level = len(found[1])
            if level > 1 and _ABOUT_EXAMPLES.search(found[2]):
                return True
    return False
