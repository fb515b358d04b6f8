"""The catchers of decisions: their pages, headings, rows of indexes, statuses, and what they replace."""

import re

from compiler.text.decision_files import is_log_of_decisions
from compiler.unread.catcher import NO_STRUCTURE, Catcher, lines
from compiler.unread.paths import (
    is_decision_page,
    is_index_of_records,
    is_markup,
    is_other_place,
    is_page_of_proposals,
    is_place_of_records,
    is_readme_elsewhere,
    is_tracker_page,
)
from compiler.unread.requirement_catchers import DECISIONS, WORK
from compiler.unread.words import DECIDED_VALUES, STATUS_NEEDLES, STATUS_VALUES, STATUS_WORDS

RECORDS = (
    Catcher(
        "decision page",
        "decision",
        is_decision_page,
        None,
        "a page with a number or date in its name, in a folder or under a name for decisions: nothing in it was read"
        " as a decision",
        objects=DECISIONS | {"task"},  # a page that is a task: `drafts/draft-7.md`
    ),
    Catcher(
        "page of proposals",
        "decision",
        is_page_of_proposals,
        None,
        "a page without a number in a folder of proposals: nothing in it was read as one",
        objects=DECISIONS,
    ),
    Catcher(
        "decision heading",
        "decision",
        is_markup,
        lines(
            r"^(?:#{2,4}|={2,5}|\*{1,4})[ \t]+(?=\S*[A-Z])"
            r"(?:(?:ADR|RFC|DD|AD|D|DEC|DECISION|Decision)[-_ #]?)(?P<id>\d{1,5})\b[^\n]*$"
            r"|^#{2,4}[ \t]+(?:\[?\d{4}-\d{2}-\d{2}\]?)[ \t]*[-:—–][^\n]*(?:decision|decid|ADR)[^\n]*$"
        ),
        "a heading with the number of a decision inside a page: it was not read as a decision",
        objects=DECISIONS,
        starts=True,
        needles=("##", "==", "* "),
        at_start=True,
    ),
    Catcher(
        "section of decisions",
        "decision",
        is_markup,
        lines(
            r"^(?:#{2,4}|={2,5}|\*{1,4})[ \t]+[^\n]{0,40}?\b(?:decision|adr)s?[- ](?:log|register)\b[^\n]*$",
            re.IGNORECASE,
        ),
        "a heading that names a log of decisions: below it none was read",
        objects=DECISIONS,
        starts=True,
        near=9,
        links=NO_STRUCTURE,
        below=9,
        needles=("decision log", "decision register", "decisions log", "adr log", "decision-log"),
        at_start=True,
    ),
    Catcher(
        "log of decisions",
        "decision",
        is_log_of_decisions,
        lines(
            r"^(?:#{2,4}|={3,5}|\*{1,3})[ \t]+(?!\S*\d)\w[^\n]*$|^(?:[-*+]|\d{1,3}[.)])[ \t]+\*\*(?!\S*\d)\w[^\n]*$"
            r"|^\*\*(?!\S*\d)\w(?![^\n]{0,80}\*\*[ \t]*$)[^\n]*$"
        ),
        "a page that is named as a log of decisions: what stands here was not read as one",
        objects=DECISIONS,
        starts=True,
        near=10**6,  # one decision says that the page was read
        links=NO_STRUCTURE,
        needles=("#", "==", "*"),
        at_start=True,
    ),
    Catcher(
        "row of an index",
        "decision",
        is_index_of_records,
        lines(
            rf"^[ \t]*+\|(?=[^|\n]*\d)[^\n]*\|[ \t*_`\[]*(?:{STATUS_VALUES})\b[^\n]*$"
            rf"|^[ \t]*+[-*+][ \t]++[*_`]{{0,3}}+(?:[A-Za-z]{{2,12}}[-_ #]{{0,2}})?+\d{{1,6}}\b"
            rf"[^\n]{{0,300}}?[(\[,;:–—-][ \t*_`]*(?:{STATUS_VALUES})\b[^\n]{{0,60}}$",
            re.IGNORECASE,
        ),
        "a row of an index with a number and a status, of which no page was read",
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("|", "- ", "* ", "+ "),
        at_start=True,
    ),
    Catcher(
        "row of proposals",
        "decision",
        is_readme_elsewhere,
        lines(
            rf"^[ \t]*+\|[ \t*_`]*+(?:ADR|RF[CD]|[A-Z]{{0,3}}[EI]P)[-_ #]{{0,2}}\d{{1,6}}\b[^\n]*\|[ \t*_`\[]*"
            rf"(?i:{STATUS_VALUES})\b[^\n]*$"
        ),
        "a row with the number of a proposal and a status, of which no page was read",
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("|",),
        at_start=True,
    ),
    Catcher(
        "supersession",
        "citation",
        is_place_of_records,
        lines(
            r"^[ \t>|*_+-]{0,12}(?:(?:status|related[\w ()]{0,12})[*_ \t]{0,4}[:|][ \t*_|]{0,8})?"
            r"(?:supersedes|replaces|obsoletes"
            r"|(?:superseded|replaced|obsoleted)[ _-]?by)\b"
            r"(?:(?=[^\n]*?(?:\b(?:ADR|RF[CD]|[A-Z]{1,4}P)[-_ #]{0,2}\d|[:|][ \t*_|]{0,8}https?:))"
            r"(?=[^\n]*?/(?:pull|issues|merge_requests)/\d)"
            r"|(?:(?<=by)[ \t]++|[ \t*_]*+[:|][ \t*_|]*+)"
            r"(?!(?:none|n/?a|null|tbd|nothing|nobody|no|yes|the)(?![A-Za-z]))"
            r"(?=[\"'*_]{0,3}[^\W\d_])(?![^\n]*(?:[\d<>\[]|\bpart(?:ly|ially)?\b)))[^\n]*$",
            re.IGNORECASE,
        ),
        "a line that says what replaces what: no decision of this source was found in it",
        links=frozenset({"supersedes"}),
        needles=("supersed", "superced", "replace", "obsolete"),
        at_start=True,
    ),
    Catcher(
        "entry of a log of decisions",
        "decision",
        is_tracker_page,
        lines(
            r"^#{2,3}[ \t]+(?:\d{1,4}[.):]|\[?\d{4}-\d{2}-\d{2}\]?)[ \t]+\S[^\n]*$"
            rf"|^(?:\d{{1,3}}[.)]|[-*+])[ \t]+\S[^\n]{{0,300}}?[(,;–—-][ \t]*(?:{STATUS_VALUES})\b[^\n]*$",
            re.IGNORECASE,
        ),
        "a numbered or dated heading, or an item with a status, in a page that is named after decisions: it was not"
        " read as a decision",
        objects=DECISIONS,
    ),
    *(
        Catcher(
            name,
            "status",
            takes,
            lines(
                rf"^[ \t>|*_+:\-#]{{0,12}}(?:{STATUS_WORDS})[ \t]*+[*_]{{0,2}}+[ \t]*+[:|：\]][ \t*_:|`\[x\]]{{0,12}}"
                rf"(?:{values})\b[^\n]*$",
                re.IGNORECASE,
            ),
            "a line that gives a status, in a place where no object was read",
            objects=DECISIONS | WORK | {"note", "component", "memory_fact", "memory_branch", "remainder"},
            needles=STATUS_NEEDLES,
            at_start=True,
        )
        for name, takes, values in (
            ("status", is_place_of_records, STATUS_VALUES),
            ("status elsewhere", is_other_place, DECIDED_VALUES),
        )
    ),
    Catcher(
        "ticked status",
        "status",
        is_markup,
        lines(rf"^[ \t]*[-*+][ \t]+\[[xX]\][ \t]+[*_]{{0,2}}(?:{STATUS_VALUES})\b[^\n]{{0,60}}$", re.IGNORECASE),
        "a ticked box beside a word for a status",
        objects=WORK,
        starts=True,
        needles=("[x]",),
        at_start=True,
    ),
)
