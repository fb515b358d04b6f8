"""Which files a catcher looks at, by their paths."""

import re

from compiler.text.agent_files import is_other_rule_file
from compiler.text.decision_files import IN_OTHER_LANGUAGES
from compiler.text.requirement_files import is_foreign

_MARKUP = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".txt", ".mdc", ".org", ".erb", ".qmd")
_FOLDER = re.compile(
    rf"^(?:.*[-_ ])?(?:adrs?|rfcs?|decisions?|{IN_OTHER_LANGUAGES}|proposals?|enhancements?|sdds?|rfds?"
    r"|dips?|(?!tip|dip|rip|zip|hip|lip|nip)[a-z][ei]ps?"
    r"|accepted|final|drafts?|withdrawn|rejected|superseded|deprecated|decision[-_ ]?(?:records?|logs?))(?:[-_ ].*)?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^(?:[A-Za-z]{1,12}[-_ .]){0,4}\d{2,8}(?:[-_ .:]|$)|^\d{1,8}(?:[-_ .:]|$)")
_KEP = "kep.yaml"
_NAMED = re.compile(r"^(?:adr|rfc|kep|cep|dep|pep|rfd|eip|sep|otep|tep|cip|nep|gep|sip)[-_ ]?\d{1,6}\b", re.IGNORECASE)
# Words of improvement and enhancement proposals: `oep-0002-metadata.rst`. `tip-01.md` and `mip-01.md` are left out.
_PROPOSAL = re.compile(r"^(?!tip|dip|rip|zip|mip)[a-z][ei]p[-_ ]?\d{2,6}\b", re.IGNORECASE)
_NO_RECORD = re.compile(
    r"template|readme|(?<![a-z])index(?![a-z])|example|(?:^|[-_])x{2,}|^0{3,}[-_.]?(?:template|$)", re.IGNORECASE
)
_STATES = frozenset({"accepted", "rejected", "withdrawn", "superseded"})
_PROPOSALS = re.compile(rf"rfcs|proposals|adrs?|decisions|decision-records|{IN_OTHER_LANGUAGES}", re.IGNORECASE)
# What is written about all of them.
_ABOUT_RECORDS = re.compile(
    r"process|glossary|guide|overview|summary|changelog|contributing|license|conduct|security|lifecycle|status|roadmap"
    r"|to-?do|faq|about|^_|how-?to|style|workflow|agents|claude|tasks?|list|log\b",
    re.IGNORECASE,
)
_TRACKER = re.compile(
    r"d[ée]cision|decisi[óo]n|decis[õo]es|entscheidung|beslissing|решени|决策|決策|\badrs?\b", re.IGNORECASE
)
_PUT_AWAY = re.compile(r"(?:^|/)(?:completed?|done|finished|archived?)/", re.IGNORECASE)
_WORK = re.compile(
    r"(?:^|[-_ /.])(?:tasks?|todos?|backlog|roadmap|stor(?:y|ies)|epics?|sprint|issues?|milestones?)"
    r"(?:[-_ /.]|$)",
    re.IGNORECASE,
)
_WORK_FOLDER = re.compile(
    r"[._]?(?:tasks?|todos?|backlog|stor(?:y|ies)|epics?|sprints?|issues?|milestones?)", re.IGNORECASE
)
# A list of work by its name, in any markup: `TODO.org`, `ferry-roadmap.md`, `plan-2026-hoist.md`, `plans/hoist.md`.
_LIST_OF_WORK = re.compile(
    r"(?:^|/)(?:(?:(?:[^/]*[-_ ])?(?i:to-?dos?|backlog|roadmap|(?:implementation|project|work)[-_ ]?plan)"
    r"|(?i:tasks|progress|(?:task[-_ ])?plan(?:[-_ ][^/]*)?)|(?<=plans/)[^/]*(?<!design))"
    r"(?i:\.(?:md|markdown|rst|adoc|org|txt))|TODOS?|BACKLOG|(?:prd|feature_list)\.json)$"
)
_CHECKLIST = re.compile(r"check-?list", re.IGNORECASE)
_TICKED_AGAIN = re.compile(
    r"template|contributing|(?:^|/)\.(?!medulla)|(?:^|/)(?:skills|commands|prompts|agents)/", re.IGNORECASE
)
_REQUIREMENTS = re.compile(
    r"requirement|requisito|exigence|anforderung|требовани|需求|要求|要件"
    r"|(?:^|[-_ /.])(?:reqs?|specs?|srs|prd|trace(?:s|ability)?|rtm)(?:[-_ /.]|$)",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"(?:^|/)(?:CLAUDE|AGENTS?|GEMINI|WARP|QWEN|CRUSH|CONVENTIONS)(?:\.local|\.override)?\.md$"
    r"|^(?i:claude|agents|gemini)\.md$|(?:^|/)SKILL\.md$|(?:^|/)\.cursor/[^/]+\.mdc$"
    r"|(?:^|/)\.(?:cursorrules|windsurfrules|clinerules)$"
    # In the hidden folder of any program.
    r"|(?:^|/)\.(?:clinerules|idx|[a-z][\w-]{1,30}/(?:rules[^/]*|steering|guidelines|microagents|droids|agents?|commands?"
    r"|prompts))/(?:[^/]+/){0,9}[^/]+\.(?:md|mdc)$"
    r"|(?:^|/)\.github/(?:copilot-instructions\.md|(?:[^/]+/){0,9}[^/]+\.instructions\.md)$"
    r"|(?:^|/)\.junie/guidelines\.md$"
)

_NO_RULES = re.compile(r"/(?:workflows|hooks)/|/README\.md$", re.IGNORECASE)


def is_markup(path: str) -> bool:
    """Whether a file is a page in any markup."""
    return path.lower().endswith(_MARKUP)


def is_asciidoc(path: str) -> bool:
    """Whether a page is written in AsciiDoc."""
    return path.lower().endswith((".adoc", ".asciidoc"))


def is_markdown(path: str) -> bool:
    """Whether a page is written in markdown."""
    return path.lower().endswith((".md", ".mdx", ".markdown"))


def has_wikilinks(path: str) -> bool:
    """Whether `[[name]]` in a page is a link. In AsciiDoc it is an anchor."""
    return is_markup(path) and not is_asciidoc(path)


def is_any(path: str) -> bool:  # noqa: ARG001
    """Whether a file is looked at that may be of any kind."""
    return True


def is_code(path: str) -> bool:
    """Whether a file is no page."""
    return not is_markup(path)


def may_cite(path: str) -> bool:
    """Whether a file may cite ids of requirements: a table of them states its own."""
    return not is_foreign(path)


def is_decision_page(path: str) -> bool:
    """Whether a page has a number or date in its name, in a folder or under a name for decisions."""
    folder, _, name = path.rpartition("/")
    if name.lower().startswith(("readme.", "index.", "design.")):  # of a folder that is a record
        folder, _, name = folder.rpartition("/")
    if not path.lower().endswith((*_MARKUP, ".html", ".htm")) or _NO_RECORD.search(name):
        return False
    if _NAMED.match(name) or _PROPOSAL.match(name):
        return True
    if name.lower().startswith(("proposal.", "rfc.")) and _NUMBERED.match(folder.rpartition("/")[2]):
        return True  # `029-across/proposal.md`
    return bool(_NUMBERED.match(name)) and any(_FOLDER.match(part) for part in folder.split("/")[-3:])


def is_page_of_proposals(path: str) -> bool:
    """Whether a page is not named as a decision and stands right in a folder of proposals, under a name of its own; in
    one that is named after a state of them (`accepted/2024/`); or anywhere under one that begins with `rfc-`."""
    folder, _, name = path.rpartition("/")
    is_own = not (_NO_RECORD.search(name) or _ABOUT_RECORDS.search(name) or is_decision_page(path))
    near = folder.lower().split("/")[-3:]
    is_there = _PROPOSALS.fullmatch(near[-1]) is not None or name.lower().startswith("rfc-")
    is_there = is_there or not _STATES.isdisjoint(near)
    return is_markup(path) and is_own and is_there


def stated_beside(path: str) -> str:
    """The file that states the decision whose text a page is: `kep.yaml` beside `README.md`; "" of other pages."""
    folder, _, name = path.rpartition("/")
    return f"{folder}/{_KEP}" if folder and name.lower() == "readme.md" else ""


def text_beside(path: str) -> str:
    """The page with the text of the decision that a file states, the other way round."""
    return f"{path.removesuffix(_KEP)}README.md" if path.endswith(f"/{_KEP}") else ""


def is_index_of_records(path: str) -> bool:
    """Whether a page is the index of a folder for decisions."""
    folder, _, name = path.rpartition("/")
    return is_markup(path) and name.lower().startswith(("readme.", "index.")) and _is_of_records(folder)


def is_readme_elsewhere(path: str) -> bool:
    """Whether a page is the README of a folder that is not named after decisions, or of the whole source."""
    folder, _, name = path.rpartition("/")
    return is_markup(path) and name.lower().startswith("readme.") and not _is_of_records(folder)


def _is_of_records(folder: str) -> bool:
    return bool(_FOLDER.match(folder.rpartition("/")[2]))


def is_place_of_records(path: str) -> bool:
    """Whether a page may be a record by its place: it has a number in its name or its folder, or is named after
    records."""
    folders, _, name = path.rpartition("/")
    near = folders.split("/")[-2:]
    is_named = any(map(_FOLDER.match, near)) or bool(_FOLDER.match(name.partition(".")[0]))
    return is_markup(path) and (is_named or any(map(str.isdigit, f"{near[-1]}/{name}")))


def is_other_place(path: str) -> bool:
    """Whether a page stands where no records do."""
    return is_markup(path) and not is_place_of_records(path)


def is_tracker_page(path: str) -> bool:
    """Whether a page is named after decisions, so that its headings may be decisions."""
    name = path.rpartition("/")[2]
    return is_markup(path) and bool(_TRACKER.search(name)) and not any(map(str.isdigit, name))


def is_task_page(path: str) -> bool:
    """Whether a page is named after work."""
    return is_markup(path) and bool(_WORK.search("/".join(path.split("/")[-2:]))) and not is_checklist(path)


def is_page_of_open_work(path: str) -> bool:
    """Whether a page, or its folder and no more, is named after work that is not put away as done: what that waited for
    holds up nothing. Below `sprint-3` stands also what is written about the work."""
    folder, _, name = path.rpartition("/")
    is_named = _WORK.search(name) is not None or _WORK_FOLDER.fullmatch(folder.rpartition("/")[2]) is not None
    return is_named and is_task_page(path) and not _PUT_AWAY.search(path)


def is_list_of_work(path: str) -> bool:
    """Whether a file is a list of work, by its name alone. The plan of a spec is its design."""
    is_design = path.endswith("/plan.md") and "specs/" in path
    is_other = is_design or is_checklist(path) or _PUT_AWAY.search(path) or _NO_RECORD.search(path.rpartition("/")[2])
    return _LIST_OF_WORK.search(path) is not None and not is_other


def is_other_page(path: str) -> bool:
    """Whether a page is not named after work, and is none that people or programs fill in or tick again and again."""
    return _is_of_one_use(path) and not _CHECKLIST.search(path) and not is_of_memory_bank(path)


def is_of_memory_bank(path: str) -> bool:
    """Whether a page stands in a folder in which an agent keeps what it has to know of the project."""
    return is_markup(path) and "/memory-bank/" in f"/{path}"


def is_named_checklist(path: str) -> bool:
    """Whether a page is named as a checklist. Who ticks it again and again leaves it without a tick in the source."""
    return _is_of_one_use(path) and _CHECKLIST.search(path) is not None and not is_checklist(path)


def _is_of_one_use(path: str) -> bool:
    is_work = _WORK.search("/".join(path.split("/")[-2:])) is not None
    return is_markup(path) and not is_work and not _TICKED_AGAIN.search(path)


def is_checklist(path: str) -> bool:
    """Whether a page stands in a folder of checklists."""
    return "/checklists/" in f"/{path}"


def is_requirement_page(path: str) -> bool:
    """Whether a page is named after requirements."""
    return is_markup(path) and bool(_REQUIREMENTS.search("/".join(path.split("/")[-2:]))) and not is_checklist(path)


def is_below_requirements(path: str) -> bool:
    """Whether a page stands below a folder of requirements, at any depth."""
    return is_markup(path) and "/requirements/" in f"/{path.lower()}" and not is_checklist(path)


def is_rule_file(path: str) -> bool:
    """Whether a file has the name of rules for agents."""
    return is_other_rule_file(path) or (bool(_RULES.search(path)) and not _NO_RULES.search(path))
