"""Whether a page is not the project, judged by its text: placeholders in its front matter, its first heading and the
fields below, and what it says of itself. See `/docs/examples.md`.
"""

import re

from compiler.text.examples import is_readme
from compiler.text.markdown import SUFFIXES

HEAD_CHARACTERS = 8_000  # of a text, in which its front matter and first heading are looked for
FOLDER_OF_COPIES = "its folder says that it holds copies"  # why a README, and all below its folder, are not the project
MAX_VALUE = 300  # characters of a heading or value, in which a placeholder is looked for
MAX_FIELDS = 12  # lines below the first heading

# What a page says of itself in a line of its own: "> **Vendored copy.** The source is …".
_COPY = re.compile(
    r"^[>*_ \t!]{0,12}(?:vendored (?:copy\b|from\b)|(?:this|the) (?:file|page|document|folder|directory|readme|text) "
    r"(?:is|was) (?:an? )?(?:(?:vendored|verbatim|unmodified|exact|read-only) )*"
    r"(?:copy of|mirror of|copied from|vendored from|mirrored from)\b)",
    re.IGNORECASE | re.MULTILINE,
)
# What the README of a folder says of all files in it: "This directory contains automatically imported documentation".
_COPIES = re.compile(
    r"^[>*_ \t!]{0,12}(?:this|the) (?:folder|directory) (?:contains|holds) (?:only )?(?:automatically |auto-?)?"
    r"(?:imported|mirrored|vendored|synced|synchroni[sz]ed|copied)\b",
    re.IGNORECASE | re.MULTILINE,
)
COPY_CHARACTERS = 1_500  # of a text, in which it says that it is a copy

_FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(.*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([A-Za-z][\w -]*):[ \t]+(\S.*)")
_IN_VALUE = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|<%(?:(?!<%).)*?%>|\bYYYY-MM-DD\b|\$ARGUMENTS\b")
_WHOLE_VALUE = re.compile(
    r"\[[A-Z#][A-Z0-9# _/-]*\]|\{[^{}:,\"]*\}|<[^<>]+>|\{[^{}|]*\|[^{}]*\}|(?:DATE|STATUS|TITLE|NUMBER|NNNN)"
)
_WORD_IN_BRACES = re.compile(r"\{[\w-]+\}")
# Keys whose value is one text: `tags: [API]` is a list, `title: [FEATURE]` a placeholder.
_TEXT_KEYS = frozenset(["title", "name", "date", "created", "updated", "status", "id", "number", "feature", "branch"])

_COMMAND = re.compile(r"<%[-_*~+]?[ \t]*(?:tp\.|tR\b|await\b|const\b|let\b|if\b|for\b)[^%\n]{0,60}")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
# `Date: DATE` below the heading, as adr-tools' template has it. Words in brackets are a placeholder if they are in
# capitals, name what to fill in, or give a choice: people also write `Status: [accepted]`.
_BLANK_FIELD = re.compile(
    r"[-*+ \t]*(?:date|status|author|authors|created|updated|deciders|feature branch|owner)\**[ \t]*:\**[ \t]*"
    r"(?:DATE|STATUS|YYYY-MM-DD|\{\{.*\}\}|<[^<>@:/]+>"
    r"|`?\[(?=(?-i:[A-Z0-9# _/-]*+\])|#|[^\[\]|/]*+[|/]"
    r"|(?>[^\[\]]*?\b(?:your|names?|date|title|role|username|who|when|list|yyyy)\b))[A-Z#][^\[\]]*+\]`?)[ \t]*",
    re.IGNORECASE,
)
_HEADING_WORDS = "FEATURE|NAME|TITLE|PROJECT|DATE|NUMBER|COMPONENT|DESCRIPTION|TOPIC|TYPE"
_HEADING_PLACEHOLDER = re.compile(
    r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}"
    r"|\[(?=[A-Z0-9# _/-]*+\](?![(\[]))"
    rf"[A-Z0-9# _/-]*?(?<![A-Z0-9])(?:{_HEADING_WORDS})(?![A-Z0-9])[A-Z0-9# _/-]*+\]"
    r"|\[#[^\[\]]*\]|\bYYYY-MM-DD\b|\bNNNN\b|\bXXXX\b"
)
# `[short title]`, `{short title}`, `NUMBER. TITLE`; not `[Unreleased]` of a changelog, nor `<Button>` of a component.
_WHOLE_HEADING = re.compile(
    r"(?:[\w#-]+[.:][ \t]+)?(?:\[(?![Uu]nreleased)[A-Za-z][^\[\] \t]*+[ \t][^\[\]]*\]|\[[^\x00-\x7f][^\[\]]{5,}\]"
    r"|\{[^{}= \t]*+[ \t][^{}=]*\}"
    rf"|<[^<>/= \t]*+[ \t][^<>/=]*>)|(?:NUMBER|\d+)\.[ \t]+(?:{_HEADING_WORDS})"
)

_IN_BRACES = re.compile(r"\{\{[^{}\n]{0,80}\}\}")
_WORD = re.compile(r"[a-z]{2}")
_OWN_NUMBER = re.compile(r"(?:^|/)(?:[A-Za-z]{1,12}[-_ ])?0*[1-9]\d*[-_. ][^/]*$")
_TO_FILL_IN = re.compile(
    r"\b(?:title|name|short|feature|your|number|topic|description|summary|insert|proposal|decision)\b", re.IGNORECASE
)


def example_by_text(path: str, text: str) -> str:
    """Return why a page is not the project, judged by placeholders in its front matter, its first heading and the
    fields below, and by what it says of itself; "" if nothing tells."""
    if not path.lower().endswith(SUFFIXES):
        return ""
    head = text[:HEAD_CHARACTERS]
    if "/" in path and is_readme(path) and (found := _COPIES.search(head, 0, COPY_CHARACTERS)):
        return f"{FOLDER_OF_COPIES}: '{_short(found[0].strip('>*_! '))}'"
    if found := _COPY.search(head, 0, COPY_CHARACTERS):
        return f"it says that it is a copy: '{_short(found[0].strip('>*_! '))}'"
    matter, has_number = _FRONT_MATTER.match(head), _OWN_NUMBER.search(path) is not None
    for line in matter[1].split("\n") if matter else ():
        found = _ENTRY.fullmatch(line[:MAX_VALUE].rstrip())
        is_left = has_number and found is not None and found[1].lower() not in ("title", "name", "status")
        if found and not is_left and _is_placeholder(path, found[1].lower(), found[2].strip("\"'")):
            return f"its front matter has the placeholder '{_short(found[2])}'"
    heading, fields = _first_heading(head[matter.end() if matter else 0 :])
    is_whole = _WHOLE_HEADING.fullmatch(heading) is not None and not _is_own_title(path, heading)
    without_braces = _IN_BRACES.sub("", heading)  # `# {{on}} modifier` of a numbered page is a title
    judged = without_braces if has_number and _WORD.search(without_braces) else heading
    if _HEADING_PLACEHOLDER.search(judged) or is_whole:
        return f"its heading has a placeholder: '{_short(heading)}'"
    if "<%" in head and (command := _command(head)):
        return f"it has a command of a template: '{_short(command)}'"
    blank = "" if has_number else next((field for field in fields if _BLANK_FIELD.fullmatch(field)), "")
    return f"it has the placeholder '{_short(blank.strip())}'" if blank else ""


def _is_own_title(path: str, heading: str) -> bool:
    """Whether a heading in brackets is the title of a record that kept the brackets of its template: the page has a
    number, and the heading no word for what to fill in."""
    return _OWN_NUMBER.search(path) is not None and not _TO_FILL_IN.search(heading)


def _command(text: str) -> str:
    """Return a command of Templater that stands outside of code, "" if there is none: the page is a template that
    writes notes."""
    is_code = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code and "<%" in line and (found := _COMMAND.search(_CODE_SPAN.sub("", line))):
            return found[0]
    return ""


def _is_placeholder(path: str, key: str, value: str) -> bool:
    if key not in _TEXT_KEYS or _IN_VALUE.search(value) or not _WHOLE_VALUE.fullmatch(value):
        return _IN_VALUE.search(value) is not None
    is_own = _WORD_IN_BRACES.fullmatch(value) is not None and value != f"{{{key}}}" and _is_own_title(path, value)
    return not is_own  # `status: {proposed}`


def _first_heading(text: str) -> tuple[str, list[str]]:
    """Return the first heading outside of code blocks and HTML comments, "" if there is none, and the lines below it,
    up to the next heading."""
    fence, is_comment, heading = "", False, ""
    below: list[str] = []
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if fence or opened:
            is_end = fence != "" and opened is not None and opened[1].startswith(fence)
            fence = "" if is_end else fence or (opened[1] if opened else "")
        elif is_comment or line.lstrip().startswith("<!--"):
            is_comment = "-->" not in line
        elif line.startswith(("# ", "## ")):
            if heading:
                break
            heading, below = line[:MAX_VALUE].lstrip("#").strip().rstrip("#").strip(), []
        elif line and (not heading or len(below) < MAX_FIELDS):
            below.append(line[:MAX_VALUE])
        elif line:
            break
    return heading, below[:MAX_FIELDS]


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
