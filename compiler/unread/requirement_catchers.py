"""The catchers of requirements, and of what says that it implements or tests them."""

import re

from compiler.text.requirement_files import is_foreign
from compiler.unread.catcher import COVERAGE, WAITING, Catcher, lines
from compiler.unread.paths import is_any, is_below_requirements, is_code, is_markdown, is_markup, is_requirement_page

WORK = frozenset({"task", "memory_task", "assertion", "requirement", "instruction", "prompt", "step", "journey"})
DECISIONS = frozenset({"decision"})
_ID_CELL = r"\"?[A-Z]{1,10}[-_](?:[A-Z]{1,5}-)?\d{1,5}\"?[,;\t]"  # the first cell of a row of a table of values
TRACED = (
    Catcher(
        "requirement id",
        "requirement",
        is_requirement_page,
        lines(
            r"^(?:[^\w\n<]|<[a-z][^<>\n]{0,80}>){0,16}(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)]?[ \t]+)?[^\w\n]{0,8}"
            r"(?:\[[xX]\][ \t]+)?[*_`\[]{0,3}"
            r"(?P<id>(?!(?:SCRAM|SHA|UTF|ISO|AES|TLS|SSL|HTTP|CVE|IEEE|ECMA|CRC|PKCS|RFC)[-_])"
            r"[A-Z]{2,10}[-_](?:[A-Z]{0,4}[-_]?|(?:[A-Z0-9]{1,6}[-_]){1,4})\d{1,5}(?:\.\d{1,4})?|(?:RN?F|N?FR|RNF|REQ|SRS|[USB]R)\d{1,4}|[a-z]{2,6}~[\w.\-]{1,80}~\d{1,4})\b[^\n]*$"
            r"|^#{1,6}[ \t]+Requirement[ \t]+\d{1,3}\b[^\n]*$"
            r"|^(?=[^\n]*\b(?:[Ss]hall|SHALL|must|MUST|should|SHOULD)\b)[^\n]*[\[(][*_`]{0,3}"
            r"[A-Z]{2,10}[-_](?:[A-Z]{0,4}[-_])?\d{1,5}[*_`]{0,3}[\])][ \t.]*$"
            # Names in place of numbers: `[FR-Discovery] Finding pages`, `**REQ-LOGIN**: …`.
            r"|^(?:#{1,6}[ \t]+|[-*+][ \t]+)?[*_`]{0,3}"
            r"(?:\[[A-Z]{2,10}(?:[-_][A-Za-z][A-Za-z0-9]{1,30}){1,4}\][*_`]{0,3}[ \t]+\w"
            r"|(?:REQ|N?FR|SRS|[HL]LR|SWR)(?:[-_][A-Za-z][A-Za-z0-9]{1,30}){1,4}[*_`]{0,3}[ \t]*[:–—])[^\n]*$"
        ),
        "an id at the head of a line in a page of requirements: it was not read as a requirement",
        objects=WORK | DECISIONS,
        by_mention=True,
    ),
    Catcher(
        "heading with a requirement",
        "requirement",
        is_markup,
        lines(
            # By its id, or by a label above the id of each: `**Requirement ID:** UR-001`.
            r"^(?:#{1,6}|={2,6})[ \t]++[*_`\[]{0,3}+"
            r"(?:REQ|N?FR|SRS|URS|SYSREQ|SWREQ)[-_](?:[A-Z]{1,6}[-_])?\d{1,5}\b[^\n]*+$"
            r"|^[ \t>|*_+-]{0,8}+Req(?:uirement)?\.?[ \t](?:ID|Id|No\.?|Number)[*_]{0,2}+[ \t]*+[:|][*_`| \t]*+"
            r"[A-Z]\w*+(?:[-_.]\w++){0,3}+[^\n]*+$"
        ),
        "an id of a requirement in a heading, or behind a label: it was not read as a requirement",
        objects=WORK | DECISIONS,
        by_mention=True,
        needles=("req", "fr-", "fr_", "srs", "urs"),
        at_start=True,
    ),
    Catcher(
        "requirements without ids",
        "requirement",
        is_markdown,
        lines(
            r"^#{2,6}+[ \t]++(?:\d[\d.]{0,6}+[ \t]++)?(?:non[- ]?)?functional requirements?[ \t]*+\n(?:[ \t]*+\n){0,3}+"
            r"(?:[-*+]|\d{1,2}[.)])[ \t]++(?!\[[ x]\])\w[^\n]*+$",
            re.IGNORECASE,
        ),
        "a list below a heading of requirements: its entries have no ids, and none was read as a requirement",
        objects=WORK | DECISIONS,
        starts=True,
        near=4,
        needles=("functional requirement",),
        at_start=True,
    ),
    Catcher(
        "numbered section that says what shall be",
        "requirement",
        is_requirement_page,
        lines(
            r"^#{1,6}+[ \t]++\d{1,3}+(?:\.\d{1,3}+){1,5}+\.?[ \t]++\w[^\n]*+\n(?:[ \t]*+\n){0,2}+"
            r"(?=[^\n]*?\b(?:shall|SHALL)\b)[^\n#|][^\n]*+$"
        ),
        "a numbered section that says what shall be: it was not read as a requirement",
        objects=WORK | DECISIONS,
        starts=True,
        near=4,
        needles=("#",),
        at_start=True,
    ),
    Catcher(
        "page of a requirement",
        "requirement",
        is_below_requirements,
        lines(
            r"^(?:uid|id|identifier)[ \t]*+:[ \t]*+[\"']?(?=[^\n]{0,80}?[A-Z\d])[A-Za-z]\w*+(?:[.-]\w++){1,9}+"
            r"[\"']?[ \t]*+$"
        ),
        "an id in front matter, on a page below a folder of requirements: it was not read as a requirement",
        objects=WORK | DECISIONS,
        needles=("id:", "identifier:"),
        at_start=True,
    ),
    Catcher(
        "requirement of another tool",
        "requirement",
        is_markup,
        lines(
            # A heading with a number alone, a requirement of the Open Geospatial Consortium, and a rule of Tracey and
            # of mdbook-spec. Tools that are known by their files: `compiler.unread.files`.
            r"^#{1,6}+[ \t](?:Requirement|Condition)[ \t]\d{1,3}+(?:\.\d{1,3}+){1,5}+[ \t]{0,9}+$"
            r"|^[|^ \t*`]{0,9}+/(?:req|rec|per|conf)/[a-z][\w-]*+(?:/[\w-]++){1,9}+[ \t*`]{0,9}+$"
            r"|^[^\n|]*+\|[^\n|]*+\|[*_`]{0,3}+/(?:req|rec|per)/[a-z][\w-]*+(?:/[\w-]++){1,9}+[ \t*`]{0,9}+$"
            r"|^(?:>[ \t]?)?r\[[a-z][a-z0-9_-]*+(?:\.[a-z0-9_-]++){1,9}+(?:\+\d{1,6}+)?\][ \t]{0,9}+$"
        ),
        "a statement as another tool for requirements has it (OpenFeature, OGC, Tracey)",
        objects=WORK,
        needles=("r[", "requirement ", "condition ", "/req/", "/rec/", "/per/"),
        at_start=True,
    ),
    Catcher(
        "item of mlx.traceability",
        "requirement",
        is_markup,
        lines(r"^[ \t]*+(?:\.\. item::|```\{item\})[ \t]++[\w.-]++(?:[ \t][^\n]*+)?\n[ \t]*+:\w++:[^\n]*+"),
        "an item of mlx.traceability, whose format is not read",
        objects=WORK,
        in_fences=True,
        needles=(".. item::", "```{item}"),
        at_start=True,
    ),
    Catcher(
        "table of rules",
        "requirement",
        is_markdown,
        lines(
            r"^\|[ \t]*+(?:<a [^<>|\n]{1,80}+>)?[*_`]{0,3}+(?:[A-Z]{2,6}+-?)?\d{1,4}+(?:\.\d{1,4}+){0,4}+[*_`]{0,3}+"
            r"(?:</a>)?[ \t]*+\|(?=[^|\n]*?\b(?:MUST|SHALL)\b)[^\n]*+$"
        ),
        "a row of a table that has an id and says what must be: it was not read as a requirement",
        objects=WORK | DECISIONS,
        by_mention=True,
        needles=("must", "shall"),
        at_start=True,
    ),
    Catcher(
        "table of requirements",
        "requirement",
        is_foreign,
        lines(
            # Its rows, whose ids tell how the project writes them; or its head, where they begin with none.
            rf"^{_ID_CELL}[^\n]*+$"
            r"|^(?:(?=[^\n]*?\b(?:req(?:uirement)?s?[ _-]?(?:id|no|number|key)|srs[ _-]?id)\b)[^\n]{0,200}?[,;\t]"
            r"|\"?(?:id|key|uid)\"?[,;\t][^\n]*?\b(?:requirement|shall|statement|description)\b)[^\n]*+$"
            rf"(?!\n{_ID_CELL})",
            re.IGNORECASE,
        ),
        "a table of values with the ids of requirements: none of them was read",
        objects=WORK,
        starts=True,
    ),
    Catcher(
        "coverage",
        "coverage",
        is_any,
        lines(
            r"^[^\n]{0,120}(?:\b|@)(?:Validates|Verifies|Verified|Implements|Implemented|Covers|Satisfies"
            r"|Requirements?|REQUIREMENTS?|Refs?|Traces?)"
            r"(?:[ \t]+by)?[ \t]*[*_]{0,2}[:(\[][ \t*_\[(`\"']*(?:Requirements?[ \t]+)?"
            r"(?:\d{1,3}\.\d{1,3}|[A-Z]{2,10}-[A-Z]{0,12}-?\d{1,5}|[a-z]{2,6}~)[^\n]*$"
            # A tag with an id of any form, which names no interface as `@implements` does.
            r"|^[^\n@]{0,120}@(?:requirement|satisfies-requirement|req)\b[ \t:]*+[^\w\s]{0,3}+[ \t]*+"
            r"[A-Za-z]\w*+(?:[.-]\w++){1,6}+[^\n]*$"
            # A need in one line of code: `// @ title, IMPL_1, impl, [REQ_1]`.
            r"|^[ \t]*+(?://|#|--) @[^,\n]{1,80},[ \t]*+[A-Z][A-Z0-9_-]{3,60},[^\[\n]{0,40}"
            r"\[[A-Z][^\]\n]{2,200}\]",
        ),
        "a statement that names what it covers: no link was read from it",
        links=COVERAGE | WAITING,
        by_mention=True,
        needs_scheme=False,
        needles=(
            *("validates", "verifi", "implement", "covers", "satisfies", "requirement"),
            *("refs", "ref:", "trace", "// @", "# @", "-- @"),
        ),
        at_start=True,
    ),
    Catcher(
        "need in code",
        "requirement",
        is_code,
        lines(r"^[ \t#/*!]*+:id:[ \t]+(?![0-9a-f]{8}-)[A-Za-z][\w.-]{0,60}\d[ \t]*$"),
        "a need of Sphinx in a comment or a docstring, which its build takes from there: it was not read",
        objects=WORK,
        needles=(":id:",),
        at_start=True,
    ),
    Catcher(
        "parent",
        "coverage",
        is_requirement_page,
        lines(
            r"^(?:[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}(?:parents?|derive[sd]?(?: from)?|refines|traces? to|up-?links?)"
            r"[*_]{0,3}[ \t]*:[*_]{0,3}[ \t]*[`\[]{0,2}|[^\n>]*>\[)[A-Z]{2,10}[-_][A-Z0-9_-]{0,12}\d[^\n]*$",
            re.IGNORECASE,
        ),
        "a field that names what a requirement comes from: no link was read from it",
        links=COVERAGE,
        by_mention=True,
        needles=("parent", "derive", "refines", "trace", "uplink", "up-link", ">["),
        at_start=True,
    ),
    Catcher(
        "table of tests",
        "coverage",
        is_markup,
        lines(
            r"^(?=[^\n]*(?:\btest|\bstep\b))\|[^\n]*\|[ \t*]*(?:req|requirement)s?[ _-]?(?:ids?|nos?)[ \t*]*\|[^\n]*$",
            re.IGNORECASE,
        ),
        "a table of tests with a column of requirements: no test was read from it",
        links=COVERAGE,
        below=30,
        needles=("req",),
        at_start=True,
    ),
)
