"""Which files may hold knowledge, judged by their paths alone.

No file is read here. The path of a markdown file gives a `PathHint`: the format that the file probably has. The parser
decides by the content.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from compiler.languages.knowledge import tracker_registry as trackers
from compiler.model.language import InFolder
from compiler.text.decision_files import IN_OTHER_LANGUAGES, is_log_of_decisions
from compiler.text.examples import is_sentence
from compiler.text.markdown import SUFFIXES, is_markdown

MAX_BYTES = 64 * 1024 * 1024  # of one file; an export of tasks is a single file

MARKDOWN = SUFFIXES
ASCIIDOC = (".adoc", ".asciidoc")
OTHER_MARKUP = (*ASCIIDOC, ".rst", ".org")  # which a decision is read in as in markdown

BEADS_FILES = ("issues.jsonl", "beads.jsonl", "bd.jsonl")  # the first that exists in a project counts
BEADS_SETTINGS = ("config.yaml", "metadata.json")
BEADS_DELETIONS = "deletions.jsonl"
BACKLOG_SETTINGS = ("config.yml", "backlog.config.yml")
ADR_FOLDER_FILE = ".adr-dir"
LOG4BRAINS_FILE = ".log4brains.yml"
KEP_FILE = "kep.yaml"
WORKSPACE_FILE = "workspace.json"  # of Structurizr
TASK_MASTER_FILE = "tasks.json"
TASK_MASTER_FOLDER = ".taskmaster"
JSON_LISTS = ("prd.json", "feature_list.json")  # of loops in which an agent does one thing after the other
TASK_MASTER_SETTINGS = ("state.json", "config.json")  # the first names the current tag, the second its default
SPRINT_STATUS = ("sprint-status.yaml", "sprint-status.yml")  # of BMAD
VAULT_FOLDER = ".obsidian"
TASKS_PLUGIN = ".obsidian/plugins/obsidian-tasks-plugin/data.json"  # the settings of Obsidian's Tasks
MEDULLA_STORE = "loro.db"  # a binary file
MEDULLA_FOLDER = ".medulla"

# A folder of decisions, by its name; with one more folder below it for categories.
_DECISION_FOLDER = re.compile(
    r"(?:^|/)\.?(?:(?:(?:arch(?:itectur(?:e|al))?|design|tech(?:nical)?|key|project)[-_ ])?(?:adrs?|decisions?)"
    rf"(?:[-_ ]?(?:records?|logs?|docs|architecture))?|{IN_OTHER_LANGUAGES})(?:/[^/]+)?/[^/]*$",
    re.IGNORECASE,
)
# A folder beside decisions for what led to them. Its pages have the numbers of their decisions.
_BESIDE_DECISIONS = re.compile(
    r"/(?:considerations?|rationales?|analys[ie]s|research|discussions?|evidence|appendi(?:x|ces)|attachments|assets"
    r"|reviews?|critiques?|debates?)/[^/]*$",
    re.IGNORECASE,
)
# A page about a decision, by the last word of its name. In a folder of decisions it may be a decision about reviews.
_ABOUT_DECISION = re.compile(
    r"[-_ ](?:debate|critique|review|findings|assessment|audit|validation)(?:[-_ ](?:log|notes?|summary|report))?"
    r"(?:[-_ ]\d{4}-\d\d-\d\d)?\.[a-z]+$",
    re.IGNORECASE,
)
# `0003-x.md`, `ADR-12.md`, `[ADR-12] x.md`, `ODH-ADR-MS-0003-x.md`: words before the number only beside `adr`.
_NUMBERED = re.compile(
    r"\[?(?:(?:[a-z]{1,12}[-_ ]){0,2}(?:adr|decision)[-_ #]{0,3}(?:[a-z]{1,6}[-_ ]){0,2})?"
    r"(\d{1,8})(?=[-_ .\]]|$)",
    re.IGNORECASE,
)
_OF_FEATURES = re.compile(r"(?:^|/)(?:features?|specs|changes|epics|modules|packages)/?$", re.IGNORECASE)
_SERIES = re.compile(r"[a-z]{1,3}[ei]p[-_]?\d{1,6}[-_.]", re.IGNORECASE)
_NAMED = re.compile(r"\[?adr[-_ ]?\d+[-_ .\]]", re.IGNORECASE)
# A quick test: nearly all markdown has none of these words in its path.
_ANY_HINT = re.compile(
    r"adr|decis|décision|entscheidung|beslissing|decyzj|решения|决策|決策|決定|設計判断|backlog|kanban|medulla|kiro|openspec|specs/|task|to-?do|roadmap|milestone|implementation|note|zettel|vault|journal|brain|logseq|conductor",
    re.IGNORECASE,
)
_BACKLOG = re.compile(
    r"(?:^|/)(\.?backlog)/(tasks|completed|archive/(?:tasks|drafts|milestones)|drafts|decisions|docs|milestones)/"
)
_MEDULLA = re.compile(r"(?:^|/)(\.medulla/snapshot)/")
_NOTES = re.compile(r"(?:^|/)(?:notes?|zettelkasten|zettel|vault|journal|second-brain|logseq/pages)/", re.IGNORECASE)
_DATED = r"(?:[-_ ](?:\d{4}|q[1-4]|v\d[\d.]{0,8})){0,3}"
_TASK_LISTS = re.compile(
    rf"(?:^|/)(?:tasks?|to-?dos?|backlog|kanban|roadmap{_DATED}|milestones|implementation[-_ ]?plan|conductor/tracks)"
    r"\.(?:md|markdown|mdx|qmd)$",
    re.IGNORECASE,
)
_PLANS = re.compile(
    r"(?:^|/)(?:(?:task[-_ ])?plan|progress)\.(?:md|markdown)$|(?:^|/)plans?/(?:[^/]+/)?[^/]+\.(?:md|markdown)$",
    re.IGNORECASE,
)
_DESIGN = re.compile(r"(?:^|/)specs/(?:[^/]+/)?plan\.md$")  # of spec-kit: its boxes are gates
# `SECURITY_TASKS.md`, `ROADMAP_2026_Q1.md`, `TODO-docs.md`, `NEW_ROADMAP_OF_MAY.md`: of what is no decision and no
# note. `todo-app.md` may be about an application.
_NAMED_LISTS = re.compile(
    rf"[-_ .](?i:(?:tasks|to-?dos?|backlog|roadmap{_DATED})\.(?:md|markdown|mdx|qmd))$"
    r"|(?:^|/)(?=[^/]*\.(?i:md|markdown|mdx|qmd)$)(?:[^/]*[-_ ])?(?:TODOS?|ROADMAP)[-_ ]"
)
_KIRO = re.compile(r"(?:^|/)\.kiro/specs/[^/]+/tasks\.md$")
_OPENSPEC = re.compile(r"(?:^|/)openspec/changes/(?:archive/)?[^/]+/tasks\.md$")
_AGENT_OS = re.compile(r"(?:^|/)\.?agent-os/specs/[^/]+/tasks\.md$")
_SPEC_KIT = re.compile(r"(?:^|/)specs/\d+-[^/]+/tasks\.md$")
# Proposals that are no markdown: `peps/pep-0008.rst`, `nep-0001-process.rst`, `pep-0008.txt`, `APE12.rst`.
_PROPOSAL_TEXT = re.compile(
    r"(?:^|/)(?:[a-z]{1,4}p-)?\d{1,6}[-_][^/]*\.rst$|(?:^|/)[a-z]{2,5}-?\d{1,6}(?:[-_][^/]*)?\.(?:rst|txt|mediawiki)$"
    r"|(?:^|/)(?:proposals?|rfcs?|drafts?|accepted|final|rejected|superseded|withdrawn|deferred|text)/[^/]*\.rst$",
    re.IGNORECASE,
)
# Proposals in AsciiDoc: `rfd/0012/README.adoc`, `jep/15/README.adoc`, `rfcs/0003-locks.adoc`.
_PROPOSAL_ASCIIDOC = re.compile(
    r"(?:^|/)(?:[a-z]{1,3}[ei]ps?|rf[cd]s?|proposals?|enhancements)/(?:[^/]+/){0,2}"
    r"(?:\d{1,6}[^/]*/(?:readme|index)|(?:[a-z]{1,5}[-_]?)?\d{1,6}(?:[-_][^/]*)?)\.a(?:scii)?doc$"
    r"|(?:^|/)rf[cd][-_]?\d{1,5}[-_][^/]*\.a(?:scii)?doc$",
    re.IGNORECASE,
)
# The page of a folder that is named by the id of a series: `ITE/1/README.adoc`, `slep012/proposal.rst`.
PAGE_OF_SERIES = re.compile(
    r"(?:^|/)([a-z]{2,6})[-_/]?0*(\d{1,6})/(?:readme|index|proposal)\.(?:md|markdown|rst|txt|a(?:scii)?doc)$",
    re.IGNORECASE,
)
_TEMPLATES = r"(?:template|plantilla|vorlage|szablon|sjabloon|шаблон|模板|範本|テンプレート|템플릿)"
_TEMPLATE = re.compile(
    # With words behind it, at most one stands before: `multiple-pod-template-support.md` is about templates.
    rf"(?:(?:[a-z]+0*|0+)[-_])*{_TEMPLATES}\.|(?:(?:[a-z]+0*|0+)[-_])?{_TEMPLATES}[-_].*\."
    rf"|\d+[-_](?:proposal|rf[cd]|adr|kep|design|decision|enhancement)[-_]{_TEMPLATES}\."
    # A word for models too: `modele-adr.md` is a template, `modele-de-donnees.md` a decision.
    r"|(?:0+[-_])?(?:(?:adr|decision|décision)[-_]mod[eèé]l[eo]|mod[eèé]l[eo][-_](?:(?:de|d)[-_])?(?:adr|decision|décision))\.",
    re.IGNORECASE,
)
_OWN_PAGE = re.compile(r"(?:index|readme)\.(?:md|markdown)", re.IGNORECASE)
# What is written about all records of a folder, and rules for agents.
_INDEX = re.compile(
    r"(?:0+[-_])?(?:(?:adrs?|decisions?)[-_ ])?(?:index|readme|contributing|changelog|process|glossary"
    r"|guide(?:lines)?|faq|how[-_ ]?to(?:[-_ ][^.]*)?|claude|agents|gemini|skill)\.",
    re.IGNORECASE,
)


class PathHint(NamedTuple):
    """What a markdown file probably is, judged by its path.

    `kind` is backlog, medulla, kiro, openspec, agent-os, spec-kit, tasks, decisions, notes, or "" when the path says
    nothing. `folder` is the folder inside a backlog or a Medulla snapshot (`tasks`). `root` is the folder at
    which the format begins.
    """

    kind: str
    folder: str = ""
    root: str = ""


_NO_HINT = PathHint("")


def claims(path: str) -> bool:
    """Whether a file may hold knowledge or its settings."""
    if is_markdown(path) or path.endswith(".org") or is_decision_in_other_markup(path) or is_proposal_in_asciidoc(path):
        return True
    folder, _, name = path.rpartition("/")
    parent = folder.rpartition("/")[2]
    if name == MEDULLA_STORE:
        return is_store(path)
    if name.endswith(".jsonl"):
        if parent == ".beads":
            return name in (*BEADS_FILES, BEADS_DELETIONS)
        # Below `.beads` there are backups, one file per table.
        return name == BEADS_FILES[0] and not f"/{folder}/".count("/.beads/")
    if name.endswith(".json"):
        return (
            name in (TASK_MASTER_FILE, WORKSPACE_FILE, *JSON_LISTS)
            or parent == VAULT_FOLDER
            or path.endswith(TASKS_PLUGIN)
            or (parent == ".beads" and name in BEADS_SETTINGS)
            or (parent == TASK_MASTER_FOLDER and name in TASK_MASTER_SETTINGS)
            or trackers.claims(path)
        )
    if parent == ".beads":
        return name in BEADS_SETTINGS
    if name in SPRINT_STATUS:
        return True
    if name in BACKLOG_SETTINGS:
        return name == BACKLOG_SETTINGS[1] or parent in ("backlog", ".backlog")
    is_named = name in (ADR_FOLDER_FILE, LOG4BRAINS_FILE, KEP_FILE) or _PROPOSAL_TEXT.search(path) is not None
    return is_named or PAGE_OF_SERIES.search(path) is not None or trackers.claims(path)


def may_be_named(path: str) -> bool:
    """Whether a file can be read as decisions or tasks if the settings of a project say that it holds some."""
    return is_markdown(path) or trackers.may_be_export(path)


def is_asciidoc(path: str) -> bool:
    """Whether a file is written in AsciiDoc."""
    return path.lower().endswith(ASCIIDOC)


def is_decision_in_other_markup(path: str) -> bool:
    """Whether a page in AsciiDoc, reStructuredText or Org may hold decisions: its folder is one of decisions, by its
    name, or its own name is that of one or of a log of them."""
    is_named = is_named_decision(path) or is_log_of_decisions(path)
    return path.lower().endswith(OTHER_MARKUP) and (is_named or path_hint(path).kind == "decisions")


def is_named_decision(path: str) -> bool:
    """Whether the name of a page begins with `adr` and a number: `adr-007-graphql.md`, in whatever folder."""
    return _NAMED.match(path.rpartition("/")[2]) is not None


def is_named_proposal(path: str) -> bool:
    """Whether a page is named by a series of improvement proposals, `oep-0003-tasks.rst`, also in a folder of
    decisions."""
    return _SERIES.match(path.rpartition("/")[2]) is not None


def is_proposal_in_asciidoc(path: str) -> bool:
    """Whether a file may be a proposal in AsciiDoc: a numbered page, or a page of a numbered folder, in a folder of
    proposals or of a series."""
    return _PROPOSAL_ASCIIDOC.search(path) is not None or (
        is_asciidoc(path) and PAGE_OF_SERIES.search(path) is not None
    )


def is_store(path: str) -> bool:
    """Whether a file may be the store of Medulla: `loro.db` in `.medulla`, or at the root of the source."""
    folder, _, name = path.rpartition("/")
    return name == MEDULLA_STORE and (not folder or is_in_medulla_folder(path))


def is_in_medulla_folder(path: str) -> bool:
    """Whether the folder of a file is `.medulla`."""
    return path.rpartition("/")[0].rpartition("/")[2] == MEDULLA_FOLDER


def snapshot_folder_of(store: str) -> str:
    """The folder of the snapshot that Medulla writes beside a store: `.medulla/snapshot`."""
    folder = store.rpartition("/")[0]
    return f"{folder}/snapshot".lstrip("/")


def path_hint(path: str) -> PathHint:
    """What a markdown file probably is, judged by its path."""
    if not _ANY_HINT.search(path):
        return _NO_HINT
    if found := _BACKLOG.search(path):
        return PathHint("backlog", found[2], path[: found.end(1)])
    if found := _MEDULLA.search(path):
        return PathHint("medulla", path[found.end() :].partition("/")[0], path[: found.end(1)])
    if _KIRO.search(path):
        return PathHint("kiro")
    if _OPENSPEC.search(path):
        return PathHint("openspec")
    if _AGENT_OS.search(path):
        return PathHint("agent-os")
    if _SPEC_KIT.search(path):
        return PathHint("spec-kit")
    if _TASK_LISTS.search(path):
        return PathHint("tasks")
    if (found := _DECISION_FOLDER.search(path)) and not _OF_FEATURES.search(path[: found.start() + 1]):
        return PathHint("decisions")  # `features/decision-log/` is a feature
    if _NOTES.search(path):
        return PathHint("notes")
    return PathHint("tasks") if _NAMED_LISTS.search(path) else _NO_HINT


def is_plan(path: str) -> bool:
    """Whether the boxes of a page are work by its name, if it is nothing else: `PLAN.md`, `docs/plans/hoist.md`."""
    return _PLANS.search(path) is not None and _DESIGN.search(path) is None


def is_numbered(path: str) -> bool:
    """Whether a file is numbered as decisions are: `0003-use-valkey.md`, `ADR-12.md`, `20240220-use-b.md`."""
    return _NUMBERED.match(path.rpartition("/")[2]) is not None


def number_in_name(path: str) -> str:
    """The digits of the number in the name of a decision, "" without one: `0003` of `ACME-ADR-MS-0003-tenancy.md`."""
    found = _NUMBERED.match(path.rpartition("/")[2])
    return found[1] if found else ""


def record_path(path: str) -> str:
    """The path that names a decision: of one with a folder of its own, `adr/0003-hoist/README.md`, that of its folder
    as a page, `adr/0003-hoist.md`. A folder that has only a number, such as a year, is none of one decision."""
    folder, _, name = path.rpartition("/")
    own = folder.rpartition("/")[2]
    found = _NUMBERED.match(own) if _OWN_PAGE.fullmatch(name) else None
    return f"{folder}.md" if found and any(map(str.isalpha, own)) else path


def is_beside_decisions(path: str) -> bool:
    """Whether a file in a folder of decisions stands in one for what led to them: `adr/research/0003-costs.md`."""
    return _BESIDE_DECISIONS.search(path) is not None


def is_about_decision(path: str) -> bool:
    """Whether a page outside of a folder of decisions is about a decision, by its name: `ADR-007-review-summary.md`."""
    return _ABOUT_DECISION.search(path) is not None


def is_template(path: str) -> bool:
    """Whether a file is a template of decisions, by its name: `adr-template-bare.md`, `0000-template.md`. With a number
    of its own, or a sentence for a name, it is a decision about templates: `0007-template-engine.md`,
    `0000-use-a-template.md`."""
    name = path.rpartition("/")[2]
    return _TEMPLATE.match(name) is not None and not is_sentence(name)


def is_template_or_index(path: str) -> bool:
    """Whether a file in a folder of decisions is a template or an index, by its name."""
    return is_template(path) or _INDEX.match(path.rpartition("/")[2]) is not None


def is_checklist(path: str) -> bool:
    """Whether a page stands in a folder of checklists, in which spec-kit keeps what is to be checked, and no work."""
    return "/checklists/" in f"/{path}"


def settings_near(path: str, unit: object) -> Iterable[InFolder]:  # noqa: ARG001
    """The settings in the folder of a single file."""
    folder, _, name = path.rpartition("/")
    of_beads = (*BEADS_SETTINGS, BEADS_DELETIONS)
    expected = of_beads if name in BEADS_FILES else (ADR_FOLDER_FILE, LOG4BRAINS_FILE)
    return (InFolder(folder, expected.__contains__),)
