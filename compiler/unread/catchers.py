"""The table of catchers: what looks like a thing, in which files, and what accounts for it.

All expressions take time that is linear in the length of a line. Each begins with a literal, or with the start of a
line, so that most texts are passed over quickly.
"""

import re

from compiler.text.agent_files import is_settings_of_agents
from compiler.unread.catcher import NO_STRUCTURE, WAITING, Catcher, lines
from compiler.unread.decision_catchers import RECORDS
from compiler.unread.link_catchers import LINKS, LONG_LINE
from compiler.unread.paths import (
    is_any,
    is_checklist,
    is_list_of_work,
    is_markdown,
    is_markup,
    is_named_checklist,
    is_of_memory_bank,
    is_other_page,
    is_page_of_open_work,
    is_rule_file,
    is_task_page,
    may_cite,
)
from compiler.unread.requirement_catchers import DECISIONS, TRACED, WORK
from compiler.unread.words import (
    DATE_WORDS,
    ORDER_WORDS,
    ORDERED,
    STATUS_VALUES,
    STATUS_WORDS,
    WAITING_NEEDLES,
    WAITING_WORDS,
)

_REQUIREMENTS = frozenset({"requirement", "assertion", "journey", "step"})
_WORK_ID = r"T\d{2,4}|US\d{1,3}|(?:Phase|Story)[ \t]\d{1,3}|(?-i:[A-Z][A-Z0-9]{0,9}-?[A-Z]{0,3}\d{1,5})"
# `**Depends on**: Phase 1, Phase 2`: a label of phases alone is read where tasks are, and what is done leaves no link.
_PHASES = (
    r"\W{0,8}depends[ \t]on\W{0,8}phases?[ \t]\d[\d.]{0,4}"
    r"(?:[ \t]?(?:,|&|and|-|–)[ \t]?(?:phases?[ \t])?\d[\d.]{0,4}){0,9}[ \t]*(?:\([^()\n]{0,120}\))?\W*$"
)

_ELSEWHERE = Catcher(
    "box elsewhere",
    "task",
    is_other_page,
    lines(
        rf"^[ \t>]*+(?:[-*+]|#{{2,6}}|\d{{1,4}}[.)])[ \t]*+\[[ xX~/]\][ \t](?!(?:{STATUS_VALUES})\b)\S[^\n]*$",
        re.IGNORECASE,
    ),
    "a box on a page that is not named after work: whether it is a task is not known",
    objects=WORK | DECISIONS,
    needles=("[ ]", "[x]", "[~]", "[/]"),
    at_start=True,
)

CATCHERS = (
    LONG_LINE,
    *RECORDS,
    Catcher(
        "box",
        "task",
        is_task_page,
        lines(
            r"^[ \t>]*+(?:[-*+](?![*+-])|#{2,6}|\d{1,4}[.)])?+[ \t]*+[*_`]{0,4}+\[[ xX~/!>?-]\][*_`]{0,4}+"
            r"[ \t]?\S[^\n]*$"
            r"|^[ \t]*+[-*+|]?+[ \t]*+[☐☑☒][^\n]*$"
            r"|^[ \t]*+(?:[-*+]|\d{1,4}[.)])[ \t]*+[⬜🔲🔳][^\n]*$|^\*\*(?:Task|TASK)[ \t]\d{1,3}\b[^\n]*$"
        ),
        "a box in a list of work: it was not read as a task",
        objects=WORK,
    ),
    Catcher(
        "list of work",
        "task",
        is_list_of_work,
        None,
        "a page that is named after a list of work: nothing in it was read as a task",
        objects=WORK | DECISIONS,
    ),
    Catcher(
        "keyword of a list item",
        "task",
        is_markdown,
        lines(
            r"^[ \t]*+[-*+][ \t]++(?:TODO|DOING|LATER|NOW|WAITING|WAIT|IN-PROGRESS|DONE|CANCELL?ED)[ \t]++"
            r"(?:\[#[A-C]\][ \t]+)?\w[^\n]*$|^[ \t]*+[-*+][ \t]++TODO[:(][^\n]*$"
        ),
        "an item of a list with a word for the state of a task, as in Logseq: it was not read as a task",
        objects=WORK,
        needles=("todo", "doing", "later", "now ", "wait", "in-progress", "done", "cancel"),
        at_start=True,
    ),
    _ELSEWHERE,
    # Its pages are for an agent to read, and say how far the work is.
    _ELSEWHERE._replace(name="box of a memory bank", takes=is_of_memory_bank, objects=WORK - {"instruction"}),
    Catcher(
        "ticked checklist",
        "task",
        is_named_checklist,
        lines(r"^[ \t>]*+(?:[-*+]|\d{1,4}[.)])[ \t]*+\[[xX~/]\][ \t]\S[^\n]*$"),
        "a ticked box of a checklist: whether it is a task is not known",
        objects=WORK | DECISIONS,
        needles=("[x]", "[~]", "[/]"),
        at_start=True,
    ),
    Catcher(
        "heading of work",
        "task",
        is_markdown,
        lines(
            r"^#{2,5}[ \t]+[*_]{0,2}(?:user[ \t]+)?(?:story|task|ticket)[ \t]+"
            r"#?(?-i:[A-Z]{1,8}-?)?\d{1,4}(?:[.-]\d{1,3}){0,3}[*_]{0,2}[ \t]*[:.—–-][^\n]+$",
            re.IGNORECASE,
        ),
        "a heading that names a piece of work with its number: it was not read as a task",
        objects=WORK | DECISIONS,
        needles=("story", "task", "ticket"),
        at_start=True,
    ),
    Catcher(
        "table of tasks",
        "task",
        is_markup,
        lines(
            r"^(?=[^\n]*?\|[ \t]*+(?:status|state|progress|completed?)[ \t]*+(?:\||$))"
            r"(?=[^\n]*?\|[ \t]*+(?:tasks?|work items?|tickets?|to-?dos?|milestones?)(?: (?:id|no|#|name))?[ \t]*+\|)"
            r"[^\n]++$",
            re.IGNORECASE,
        ),
        "a table with columns for a task and its status: its rows were not read as tasks",
        objects=WORK,
        starts=True,  # of its first row
        needles=("task", "work item", "ticket", "todo", "to-do", "milestone"),
        at_start=True,
    ),
    Catcher(
        "checklist",
        "task",
        is_checklist,
        lines(r"^[ \t]*[-*+][ \t]+\[ \][ \t]+\S[^\n]*$"),
        "an open box of a page of checks: whether it is work is not known",
    ),
    Catcher(
        "waiting",
        "dependency",
        is_page_of_open_work,
        lines(
            rf"^(?!stepsCompleted:|{_PHASES})[^#\n][^\n]*?(?:{WAITING_WORDS})[^\n]{{0,80}}?\b(?:{_WORK_ID})\b[^\n]*$"
            rf"|^(?!stepsCompleted:)[^#\n]*?\b(?:{_WORK_ID})\b[^\n]{{0,120}}?(?:(?:{WAITING_WORDS})[^\n]{{0,80}}?"
            rf"|(?:{ORDER_WORDS}){ORDERED})\b(?:{_WORK_ID})\b[^\n]*$",
            re.IGNORECASE,
        ),
        "a sentence with a word of waiting beside an id: no dependency was read from it",
        links=WAITING,
        needles=WAITING_NEEDLES,
        at_start=True,
    ),
    Catcher(
        "drawn graph",
        "dependency",
        is_page_of_open_work,
        lines(r"^(?=[^\n]*[├└┬┐┘┴┼])[^\n]*?\b(?:T\d{2,4}|US\d{1,3}|Phase[ \t]\d{1,3})\b[^\n]*$"),
        "a line of a drawn graph that names work: which of it waits is not read",
        links=WAITING,
        in_fences=True,
        needles=("├", "└", "┬", "┐", "┘", "┴", "┼"),
    ),
    Catcher(
        "diagram",
        "diagram",
        is_markup,
        lines(
            r"^[ \t>]*+(?:`{3,}+|~{3,}+|:{3,}+|#\+(?i:begin_src))[ \t]*+\{?+[ \t]*+\.?"
            r"(?:mermaid(?:js)?|mmd|plantuml|puml|graphviz|dot|d2|ditaa|c4plantuml|structurizr|bpmn|nomnoml|vega|wavedrom|svgbob)\b[^\n]*$"
            r"|^[ \t]*\.\.[ \t]+(?:mermaid|uml|graphviz|digraph|graph|plantuml)::[^\n]*$"
            r"|<(?:Mermaid|mermaid|PlantUML)\b[^\n]*|<(?:div|pre|script)[^>\n]{0,80}\bmermaid\b[^\n]*"
            r"|\{(?:\{[<%]|%-?)[ \t]*/?(?:mermaid|plantuml|graphviz)\b[^\n]*|^\[(?:mermaid|plantuml|graphviz)\b[^\n]*$",
        ),
        "a fence or tag with the name of a diagram language: no diagram was read from it",
        objects=frozenset({"diagram"}),
        starts=True,
        in_fences=True,
        needles=(
            *(
                "#+begin_src",
                "```",
                "~~~",
                ":::",
                ".. ",
                "..\t",
                "{{",
                "{%",
                "<mermaid",
                "<plantuml",
                "<div",
                "<pre",
                "<script",
            ),
            *("[mermaid", "[plantuml", "[graphviz"),
        ),
    ),
    *TRACED,
    Catcher(
        "id of a scheme",
        "citation",
        may_cite,
        lines(r"(?<![\w/~.#-])(?P<id>(?:[A-Z]{1,10}[-_ #]{1,2}[A-Z]{0,5}-?\d{1,5}|[A-Z]\d{1,4}))(?![\w/-])"),
        "a word that is written like the ids of this project: it cites no object that was read",
        objects=DECISIONS | WORK,  # which has the id in its own title
        starts=True,
        near=0,
        links=NO_STRUCTURE,
        by_mention=True,
        needs_scheme=True,
    ),
    Catcher(
        "traced tag",
        "citation",
        is_any,
        lines(r"(?<![\w~])[a-z]{2,6}~[\w.\-]{2,100}~\d{1,4}\b"),
        "an id of a requirement with a name and a revision: nothing that was read has it here",
        objects=_REQUIREMENTS,
        links=NO_STRUCTURE,
        by_mention=True,
        needles=("~",),
    ),
    Catcher(
        "page name",
        "citation",
        is_any,
        lines(
            r"(?<![\w/.(\[@-])(?:\.{0,2}/)?(?:[\w.-]{1,60}/){1,8}[\w.-]{1,80}\.(?:md|mdx|mdc|rst|adoc)\b"
            r"|`[\w.-]{1,80}\.(?:md|mdx|mdc|rst|adoc)`"
        ),
        "the name of a page of this source in a text: it is not a link, and no citation was read from it",
        needs_page=True,
        links=NO_STRUCTURE,
        by_mention=True,
        needles=(".md", ".rst", ".adoc"),
    ),
    *LINKS,
    Catcher(
        "rules for agents",
        "instruction",
        is_rule_file,
        None,
        "a file with the name of rules for agents: no instruction was read from it",
        objects=frozenset({"instruction"}),
    ),
    Catcher(
        "settings of agents",
        "instruction",
        is_settings_of_agents,
        lines(r"^[^\n]*?(?:\"(?:contextFileName|fileName|instructions)\"[ \t]*:|\bread:)[^\n]*$"),
        "settings that name rules for an agent: they are not followed",
        needles=("contextfilename", "filename", "instructions", "read:"),
        at_start=True,
    ),
)
BY_NAME = {catcher.name: catcher for catcher in CATCHERS}

# What is doubted of decisions that were read.
UNSTATED_STATUS = "the decision states no status that is understood: the one in answers is that of its format"
# A word for status before a sign or at the end of a line, or a status at the beginning of a line or of brackets in a
# heading.
STATUS_LINE = lines(
    rf"^[^\w\n]{{0,12}}(?:[\w'-]{{1,20}}[ \t]){{0,2}}(?:{STATUS_WORDS})(?:[ \t]of[ \t]th(?:is|e)[ \t]\w{{1,20}})?"
    r"[ \t]*+[*_]{0,2}+[ \t]*+(?:[:：|=]|\](?!\()|$)"
    r"|^(?::[a-z_]{1,20}:|[^\w\n]){0,12}this[ \t](?:adr|rf[cd]|[a-z]{1,4}p|proposal|decision|document)[ \t]"
    rf"(?:has[ \t]been|was|is)[ \t](?:now[ \t])?(?:{STATUS_VALUES})\b"
    rf"|^[^\w\n#]{{0,12}}(?:{STATUS_VALUES})\b[ \t]*+(?:[(.,;:–—*_\]|-]|\d|(?:by|on|in|since)\b|$)"
    rf"|^#{{1,2}}[^\n(\[]{{1,200}}+[(\[](?:{STATUS_VALUES})\b",
    re.IGNORECASE,
)
UNREAD_DATE = "the decision states no date that is understood, and its page has a line with a date"
DATE_OF_TWO_READINGS = (
    "a date of which nothing says whether the day comes first: its first number was taken for the day"
)
DATE_IN_NUMBERS = lines(
    rf"^(?:[^\n]{{0,60}}\b(?:{DATE_WORDS})\b[^\n\d]{{0,20}}|[ \t]{{0,8}}\|[^\n\d]{{0,60}})"
    r"(?P<day>0?[1-9]|1[0-2])(?P<sign>[/-])(?!(?P=day)(?P=sign))"
    r"(?:0?[1-9]|1[0-2])(?P=sign)\d{2}(?:\d{2})?\b",
    re.IGNORECASE,
)
DATED_LINE = lines(
    rf"^[^\n]{{0,60}}\b(?:{DATE_WORDS})\b[^\w\n-]{{0,8}}(?:(?:on|at|am|le|el|em)[ \t]+)?(?:[^\W\d]{{3,10}}\.?[ \t]+)?\d"
    r"|^[^\w\n]{0,12}(?:19|20)\d\d-\d\d-\d\d\b[^\n]{0,60}$"
    r"|^[^\n]{0,60}\b(?:19|20)\d\d-\d\d-\d\d\W{0,6}(?:\||$)",
    re.IGNORECASE,
)
