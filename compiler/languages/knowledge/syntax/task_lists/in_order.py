"""Completes the tasks of a list with what they wait for by the words of the page, and by the order of spec-kit.

`ordering` reads the lines outside of tasks. Here are read the lines of the tasks themselves: `T002 blocks T003`,
`(after T010)`, `Blocked by: T004`; and what says that a task is set aside.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import orjson

from compiler.languages.knowledge.records import EntityRecord, Reference
from compiler.languages.knowledge.syntax.task_lists.dependencies import DEPENDS, SAYS_NONE, TASK_ID
from compiler.languages.knowledge.syntax.task_lists.lines import Section, TaskBlock
from compiler.languages.knowledge.syntax.task_lists.ordering import BY_PARTS, Ordering
from compiler.languages.knowledge.syntax.task_lists.phases import STORY_FLAG, Member, Phases, number_of_phase
from compiler.languages.knowledge.syntax.task_lists.unread_waits import is_waiting_word
from compiler.languages.knowledge.syntax.task_lists.waiting import MAY_WAIT, Name, Waiting, said_by

DEFERRED = "deferred"
_Line = tuple[int, str]  # its number, and its text

_ASIDE_WORDS = (
    r"deferred|postponed|superseded|obsolete|skip(?:ped)?|cancelled|canceled|dropped|descoped|on[ \t-]+hold|parked"
    r"|paused"
    r"|out[ \t]+of[ \t]+scope|won['’]?t[ \t]*(?:do|fix)|not[ \t]+(?:needed|applicable)|no[ \t]+longer[ \t]+needed"
    # the same in other languages
    r"|annul[ée]e?s?|abandonn[ée]e?s?|report[ée]e?s?|verworfen|abgebrochen|zurückgestellt|entfällt|gestrichen"
    r"|cancelad[oa]s?|descartad[oa]s?|aplazad[oa]s?|adiad[oa]s?|annullat[oaie]|rinviat[oaie]|geannuleerd|vervallen"
    r"|отменен[оа]?|отменён|отложен[оа]?|已?取消|已?推迟|已?延期|已?放弃|キャンセル|中止|취소됨?"
    r"|abandoned|n/a|moved(?=[ \t]+to)|replaced(?=[ \t]+by)|duplicate(?=[ \t]+of[ \t]+\[?(?:#|[a-z]{0,8}-?\d))"
)
# Behind such a word: it is about the task, while `(cancelled orders too)` is about orders.
_OF_TASK = (
    r"(?=[*_]{0,3}[ \t]*(?:$|[^\w \t*]|\d|(?:by|to|until|till|for|in|on|of|since|due|because|as|after|per|with|from|at"
    r"|and|see|any|indefinitely)\b))"
)
# `(Deferred to #12)`, `[SKIPPED]`, `**Deferred**`, `— superseded by T040`, `Deferred: …`, `WONTFIX …`.
_SET_ASIDE = re.compile(
    rf"(?:[(\[（]|\*\*|[-–—❌⏸]\uFE0F?[ \t]|^)[ \t*_]{{0,4}}(?:{_ASIDE_WORDS})\b{_OF_TASK}"
    r"|^(?-i:WONTFIX|WON'T (?:DO|FIX)|CANCELL?ED|DEFERRED|SKIPPED|OBSOLETE|POSTPONED)\b",
    re.IGNORECASE,
)
# A line below a task that says nothing else: `- Deferred until spring`, `- ⏸️ On hold`
NOTE_ASIDE = re.compile(
    rf"[ \t>*_-]{{0,12}}(?:[❌⏸🧊]\uFE0F?[ \t]*)?(?:{_ASIDE_WORDS})"
    r"(?:[ \t]+(?:un)?til[ \t][^\n]{1,60})?[*_.!]{0,3}$",
    re.IGNORECASE,
)
_T_ID = re.compile(rf"{TASK_ID}$")
_ID = r"(?:T|[A-Z]{1,8}-)\d[\w.]*"
_LISTED = rf"(?:\[#\d+\]\([^()\s]{{1,200}}\)|#?\d[\w.]*|{_ID})"
_WAITS = (
    r"(?:depends[ \t]+on|gated[ \t]+(?:by|on)|must[ \t]+follow"
    r"|blocked[ \t]+(?:by|on|until)|blocked(?=:)|wait(?:s|ing)[ \t]+(?:for|on)"
    # the same in other languages: `— bloqué par la grue`, `(wartet auf den Kran)`
    r"|bloqu[ée]e?s?[ \t]+par|en[ \t]+attente[ \t]+d[eu]|d[ée]pend[ \t]+d[eu]|bloquead[oa]s?[ \t]+por"
    r"|depende[ \t]+d[eo]|(?:en[ \t]+espera|à[ \t]+espera|aguardando)(?:[ \t]+d[eo])?|blockiert[ \t]+(?:durch|von)"
    r"|wartet[ \t]+auf|abhängig[ \t]+von|requiere|dipende[ \t]+da|afhankelijk[ \t]+van|zależy[ \t]+od"
    r"|hängt[ \t]+ab[ \t]+von|bloccat[oa][ \t]+da|in[ \t]+attesa[ \t]+di|geblokkeerd[ \t]+door"
    r"|wacht[ \t]+op|жд[её]т|ожидает|зависит[ \t]+от|等待|依赖于?|依賴於?)(?:[ \t:：]|(?<=[待赖賴于於]))"
)
# A dependency in brackets or behind a label, whatever it names.
_NAMED_WAIT = re.compile(
    rf"[(（\[][ \t]*{_WAITS}([^()（）\[\]\n]{{1,200}})[)）\]]"
    # `(T002 must be merged first)`, `(once legal has signed)`
    r"|\([ \t]*([^()\n]{1,100}?)[ \t](?:must|has[ \t]to|have[ \t]to|needs?[ \t]to)[ \t](?:be[ \t])?\w+[ \t]first\b"
    rf"|\([ \t]*({_LISTED})[ \t]+first[ \t]*\)"
    r"|\([ \t]*(?:once|until)[ \t](?!(?:per|an?|every|each|only|again|more|daily|now|in)\b)([^()\n]{1,160})\)"
    # `(needs 1.2 and 1.3)`, `(after #12)`: nothing but ids, for "(needs tests)" says what the work is
    rf"|\([ \t]*(?:needs|requires|after|once|nach|après|después[ \t]de|dopo|после)[ \t:]+"
    rf"((?:tasks?[ \t]+)?{_LISTED}(?:(?:[ \t]*[,;&+/–-][ \t]*|[ \t]+)"
    rf"(?:(?:and|or|to)[ \t]+)?{_LISTED}){{0,20}})[ \t]*\)"
    # `blocked-by:t002,t003`
    r"|(?<![\w:-])(?:blocked-by|depends(?:-on)?|deps?|after|needs|requires):"
    r"(?:[ \t](?=[A-Z]{1,8}-?\d|\d+\.\d))?([\w.-]{1,60}(?:,[\w.-]{1,60}){0,20})"
    # `Splice ⬅️ T001`, at the end
    rf"|(?:[⬅←⛔🔒]\uFE0F?|<[-=])[ \t]*({_ID}(?:[ \t]*[,&+][ \t]*{_ID}){{0,20}})[ \t]*[)\]]?$"
    # `Press — blocked by the weather`, `Ship, depends on T004`, `Pack **Blocked by:** legal review`
    r"|(?:[—–,;⏳🚧⛔🛑🚫⏸]|[ \t]-(?=[ \t]))[ \t]{0,4}(?:[^\w\s]{1,3}[ \t]{1,2})?(?:(?:still|currently)[ \t])?"
    rf"{_WAITS}([^\n]{{1,200}})"
    # At the beginning: `Waiting on legal`, `> This waits for legal`
    rf"|^[ \t>*_-]{{0,12}}(?:(?:this|it)[ \t]+(?:is[ \t]+)?)?{_WAITS}([^\n]{{1,200}})"
    r"|\*\*(?:depends[ \t]+on|dependencies|blocked[ \t]+(?:by|on)|waits[ \t]+for|waiting[ \t]+(?:for|on))"
    r"[ \t]{0,4}:?[ \t]{0,4}\*\*[ \t]{0,4}:?([^\n]{1,200})",
    re.IGNORECASE,
)
# A label at the beginning, or in brackets: `Upstream: T002`, `[deps: T002]`, `(dependsOn:: T002)`.
_LABELLED = re.compile(
    r"(?:^[ \t>*_`-]{0,12}|[(\[（][ \t]*)([^\W\d_]+(?:[ \t_-][^\W\d_]+){0,3})[ \t*_`]{0,4}[:：]{1,2}[ \t*_`]{0,4}"
    r"(?:([^()\[\]（）\n]{1,200})[)\]）]|([^\n]{1,200})$)"
)
_LABEL = re.compile(
    r"blocked|deps?|after|gate|upstream|follows|start[ \t]after|pre-?reqs?|pre(?=$)|needs|preconditions?", re.IGNORECASE
)
# Behind these stand tools, skills and addresses, too, so that only ids, phases and what people must say count.
_OF_ANYTHING = re.compile(r"after|follows|upstream|needs|requi\w+|pre(?!condition).*|voraus.*", re.IGNORECASE)
_ID_OR_PHASE = re.compile(
    rf"{_LISTED}|(?:tasks?|phase|stage|step|sprint|milestone)[ \t]+\d"
    r"|(?:[\w'’-]+[ \t]+){0,3}(?:approval|sign-?off|decision|review|permission|consent|go-?ahead|confirmation)\b",
    re.IGNORECASE,
)
# `[blocked]`, `**Blocked**`, `🚧 blocked`, `#blocked`, and at the end `BLOCKED`: by what is not said.
_SAYS_BLOCKED = re.compile(
    r"(?<!`)[(\[（][ \t]{0,4}(?i:blocked|waiting|bloqu[ée]e?|blockiert|bloquead[oa]|bloccat[oa]|geblokkeerd|gesperrt"
    r"|保留中?|заблокирован[оа]?|被?阻塞|ブロック中|en[ \t]attente|en[ \t]espera)[ \t]{0,4}[)\]）]"
    r"|(?<!\S)[#@](?i:blocked|waiting|on-?hold)\b|\U0001F512|\u26D4\uFE0F?[ \t]*$"
    r"|^[ \t>*_-]{0,12}(?i:do[ \t]not[ \t]start|don['’]t[ \t]start|not[ \t]before[ \t](?=\d{4}))\b"
    r"|\*\*(?i:blocked)[:.!]?\*\*(?![ \t]*[Bb]y\b)"
    r"|[\U0001F6A7\u26D4\U0001F6D1\U0001F6AB\u23F8\u23F3]\uFE0F?[ \t]{0,4}(?i:blocked)\b|(?<!\S)BLOCKED[.!]?$"
    r"|[\w)][ \t]*[,—–][ \t]+(?i:blocked)[.!]?$"
)
_OF_PACKAGES = re.compile(r"[\w\]](?:[<>=~!]=|@[\^~]?)\d")  # `click>=8.1`, `zod@3`: what is installed, and no work
_GROUP = re.compile(r"\*\*[^*\n]{1,200}\*\*[ \t]*(?:$|[*_]?\()")  # `**Install**`, `**Install** *(later)*`
_WORD = re.compile(r"[A-Za-z0-9][\w.-]{0,60}")
_ISSUE = re.compile(r"(?<![\w/&])#(\d{1,7})\b")


def is_set_aside(title: str) -> bool:
    """Whether the title of a task says that it is put off, replaced or given up."""
    return _SET_ASIDE.search(title) is not None


def in_order(
    records: Sequence[EntityRecord],
    blocks: Mapping[int, TaskBlock],
    sections: Sequence[Section],
    lines: Sequence[str],
    *,
    has_order: bool,
) -> list[EntityRecord]:
    """The records with the references that follow from the page. `blocks` are the tasks by their first line;
    `has_order`: spec-kit runs the list."""
    ids = {record.native_id for record in records}
    texts = _texts(records, blocks)
    said = [_said(lines_of_task) for lines_of_task in texts]
    own = [list(_own_waits(record, said[at], ids)) for at, record in enumerate(records)]
    issues = _issues(records, texts)
    undecided: dict[int, str] = {}
    for at, record in enumerate(records):
        in_words, unknown = _waits_in_words(record, texts[at], (*record.references, *own[at]), issues, ids)
        own[at] += in_words
        undecided |= {at: unknown} if unknown else {}
    members = [_member(record, bool(waits)) for record, waits in zip(records, own, strict=True)]
    task_lines = {line for record in records for line in range(record.line, record.last_line + 1)}
    phases = Phases(members, sections, len(lines))
    ordering = Ordering(phases, lines, sections, task_lines)
    of_phases = [(waiting, at) for at, record in enumerate(records) for waiting in _said_of_phases(record, said[at])]
    further: dict[int, list[Reference]] = {at: waits for at, waits in enumerate(own) if waits}
    for at, waits in _waits_for_parts(records, blocks):
        further.setdefault(at, []).append(waits)
    for wait in ordering.read(of_phases, _known_waits(records, own), has_order=has_order):
        target = records[wait.target].native_id
        further.setdefault(wait.waiter, []).append(Reference("blocks", True, wait.word, target, wait.line))
    for said_wait in ordering.undecided:
        undecided.setdefault(
            said_wait.waiter,
            f"line {said_wait.line} says that it waits for {said_wait.text}, and nothing has that name",
        )
    for at in phases.below_ticked():
        undecided.setdefault(at, "the box of its phase is ticked, and its own is open")
    return [_completed(record, further.get(at, []), undecided.get(at, "")) for at, record in enumerate(records)]


def _known_waits(records: Sequence[EntityRecord], own: Sequence[Sequence[Reference]]) -> Iterator[tuple[int, int]]:
    """What the tasks themselves say that waits for what, as the places of both."""
    places = {record.native_id: at for at, record in enumerate(records)}
    for at, record in enumerate(records):
        for reference in (*record.references, *own[at]):
            if reference.relation == "blocks" and reference.target in places:
                yield (at, places[reference.target]) if reference.is_reversed else (places[reference.target], at)


def _waits_for_parts(
    records: Sequence[EntityRecord], blocks: Mapping[int, TaskBlock]
) -> Iterator[tuple[int, Reference]]:
    """Give the groups among the tasks, whose text is in bold type, with their open parts: a group is no work besides
    these."""
    groups = {
        record.native_id: at
        for at, record in enumerate(records)
        if record.line in blocks and record.native_id.startswith("#") and _GROUP.match(blocks[record.line].text)
    }
    for record in records:
        for reference in record.references:
            if (
                reference.relation == "belongs_to"
                and reference.target in groups
                and record.status not in ("done", "archived")
            ):
                yield groups[reference.target], Reference("blocks", True, BY_PARTS, record.native_id, record.line)


def _completed(record: EntityRecord, further: Iterable[Reference], undecided: str) -> EntityRecord:
    known = {(reference.relation, reference.is_reversed, reference.target) for reference in record.references}
    fresh = tuple(
        reference for reference in further if (reference.relation, reference.is_reversed, reference.target) not in known
    )
    if undecided and record.scheduling:
        undecided = record.scheduling.undecided or undecided
        record = record._replace(scheduling=record.scheduling._replace(undecided=undecided))
    return record._replace(references=(*record.references, *fresh)) if fresh else record


def _member(record: EntityRecord, has_own: bool) -> Member:
    assert record.scheduling
    native = orjson.loads(record.native)
    flags = native.get("flags", [])
    stories = tuple(found[1] for flag in flags if (found := STORY_FLAG.match(flag)))
    return Member(
        record.native_id,
        record.line,
        record.status in ("done", "archived"),
        record.scheduling.state == DEFERRED,
        "P" in flags,
        stories,
        has_own
        or any(
            name.casefold() in DEPENDS and not _OF_PACKAGES.search(value)
            for name, value in native.get("fields", {}).items()
        )
        or any(reference.relation == "blocks" for reference in record.references),
        any(reference.relation == "belongs_to" for reference in record.references),
        number_of_phase(record.name),
    )


def _texts(records: Sequence[EntityRecord], blocks: Mapping[int, TaskBlock]) -> list[list[_Line]]:
    """The lines that say something of each task: its own, and those below that are indented further. A line between
    the parts of a task is one of the whole."""
    found: list[list[_Line]] = [[] for _ in records]
    around: list[tuple[int, int]] = []  # the indentation and place of the tasks around
    for at, record in enumerate(records):
        block = blocks.get(record.line)
        if block is None:
            around = []
            continue
        around = [*(outer for outer in around if outer[0] < block.indent), (block.indent, at)]
        found[at].append((block.line, block.text))
        for number, text in enumerate(block.details, start=block.line + 1):
            indent = len(text) - len(text.lstrip())
            owner = next((place for depth, place in reversed(around) if depth < indent), at)
            found[owner].append((number, text))
    return found


def _said(texts: Iterable[_Line]) -> list[tuple[int, Waiting]]:
    """What the lines of a task say about waiting, with their numbers."""
    return [
        (line, waiting)
        for line, text in texts
        if MAY_WAIT.search(text)
        for waiting in said_by(text, has_arrows=False).waiting
    ]


def _own_waits(record: EntityRecord, said: Iterable[tuple[int, Waiting]], ids: set[str]) -> Iterator[Reference]:
    """What the lines of a task say that it waits for, or that waits for it."""
    for line, waiting in said:
        waiters, targets = (_ids(names, ids) for names in waiting)
        if not waiters - {record.native_id} and (not waiting.waiters or waiters):
            yield from (
                Reference("blocks", True, "depends on", target, line) for target in sorted(targets - {record.native_id})
            )
        elif targets == {record.native_id}:
            yield from (Reference("blocks", False, "blocks", waiter, line) for waiter in sorted(waiters))


def _ids(names: Iterable[Name], ids: set[str]) -> set[str]:
    """The ids of tasks among names: those of the list, and all that are written as those of spec-kit."""
    return {
        value for name in names if name.kind == "tasks" for value in name.values if value in ids or _T_ID.match(value)
    }


def _said_of_phases(record: EntityRecord, said: Iterable[tuple[int, Waiting]]) -> Iterator[Waiting]:
    """What the lines of a task say that it waits for, where that is a phase or a story."""
    for _, waiting in said:
        targets = tuple(target for target in waiting.targets if target.kind in ("phases", "stories", "all_stories"))
        if targets and all(waiter.kind == "tasks" for waiter in waiting.waiters):
            yield Waiting((Name("tasks", (record.native_id,)),), targets)


def _issues(records: Sequence[EntityRecord], texts: Sequence[Sequence[_Line]]) -> dict[str, str]:
    """The ids of the tasks by the issues of a tracker that one of them alone names: `#548`."""
    owners: dict[str, set[int]] = {}
    for at, lines in enumerate(texts):
        for _, text in lines:
            if "#" in text and not _NAMED_WAIT.search(text):
                for number in _ISSUE.findall(text):
                    owners.setdefault(number, set()).add(at)
    return {number: records[min(at)].native_id for number, at in owners.items() if len(at) == 1}


def _waits_in_words(
    record: EntityRecord,
    texts: Iterable[_Line],
    known: Iterable[Reference],
    issues: Mapping[str, str],
    ids: Collection[str],
) -> tuple[list[Reference], str]:
    """What a task says in brackets or behind a label that it waits for, beside what is `known`: the tasks of the list
    by their `ids`, those of issues, and the first text that names no task, "" if there is none."""
    found: list[Reference] = []
    unknown = ""
    if record.status in ("done", "archived"):
        return found, unknown
    lines = {reference.line for reference in known if reference.relation == "blocks"}
    for line, text in texts:
        named = _NAMED_WAIT.search(text)
        written = _behind_label(text) or (next(filter(None, named.groups()), "").strip(" \t*_`.") if named else "")
        if not written and not named and _SAYS_BLOCKED.search(text):
            unknown = unknown or "it says that it is blocked, and not by what"
        if not written or line in lines or SAYS_NONE.match(written) or _OF_PACKAGES.search(written):
            continue
        absent = [word for word in _WORD.findall(written) if _T_ID.match(word) and word not in ids]
        words = [word for word in _WORD.findall(written) if word in ids and word != record.native_id]
        numbers = _ISSUE.findall(written)
        own = [issues[number] for number in numbers if issues.get(number, record.native_id) != record.native_id]
        found += (Reference("blocks", True, "depends on", id_, line) for id_ in dict.fromkeys([*words, *own]))
        if absent or len(own) < max(len(numbers), 0 if words else 1):
            unknown = unknown or f"it waits for something that is no task here: {written[:80]}"
    return found, unknown


def _behind_label(text: str) -> str:
    """What stands behind a label that says that a task waits, "" without one."""
    for found in _LABELLED.finditer(text):
        label, written = found[1].replace("_", " "), (found[2] or found[3]).strip(" \t*_`.[]")
        if is_waiting_word(label) or _LABEL.fullmatch(label):
            return "" if _OF_ANYTHING.fullmatch(label) and not _ID_OR_PHASE.match(written) else written
    return ""
