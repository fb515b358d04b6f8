"""Pages that are knowledge because of other files: notes of a vault, decisions in a folder that settings name, and
pages that are named as the proposals beside them.

The pipeline asks once all files are parsed: `further` says by the outlines of all files which pages are parsed again,
and in which role.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from compiler.languages.knowledge.claims import MARKDOWN, is_numbered, is_template_or_index
from compiler.text.ignore_patterns import IgnorePatterns
from compiler.text.markdown import is_markdown

MIN_BESIDE = 5  # proposals of a folder that show how a proposal is named there
SHARE_NUMBERED, SHARE_NAMED = 3, 10  # how often a proposal must stand beside a page that is named so and read as none
_NUMBERED = re.compile(r"([a-z]{1,20}[-_ ]?)?\d{2,6}(?=[-_. ])", re.IGNORECASE)
_WORD = re.compile(r"([A-Z]{2,8})-\d{1,6}(?=[-_. ])")
_OF_PROPOSALS = re.compile(r"(?:^|/)(?:rf[cd]s?|[a-z-]*proposals?|enhancements)$", re.IGNORECASE)
_DIGITS = re.compile(r"\d")
_OWN_FOLDER = re.compile(r"(?:^|/)\d{2,6}-[^/]*$")  # of one proposal: `28-hoists/hoists.md`
_IN_OWN_FOLDER = "0/"  # the shape of the names of such pages
Named = tuple[str, tuple[str, ...]]  # decisions or tasks, and the patterns of their files


class Outline(NamedTuple):
    """What the settings in a file declare: vaults, folders of decisions, and files; and what its references ask: the
    names of files (`page_names.names_in`), and whether one may be the page of a tag; `series` is the format and the
    prefix of the proposal that the file is."""

    vaults: tuple[str, ...]
    folders: tuple[str, ...]
    named: tuple[Named, ...]
    names: tuple[str, ...]
    has_tag_pages: bool
    series: str = ""


def further(paths: Iterable[str], outlines: Mapping[str, Outline | None]) -> Sequence[tuple[str, str]]:
    """The pages to parse in a role, as (path, role), in bytewise order of the paths.

    `paths` are all files that were read, `outlines` those that already gave a unit. A role is "page" (of a vault),
    "decision", or "decision page": a decision if it is one, else a page; "named decision" or "named task" of a file
    that the settings of the project name; "record eip MPS" of a page beside proposals of this format and prefix.
    """
    beside = list(_beside_proposals(paths, outlines))
    declared = [
        outline for outline in outlines.values() if outline and (outline.vaults or outline.folders or outline.named)
    ]
    if not declared:
        return beside
    vaults = [vault for outline in declared for vault in outline.vaults]
    folders = {folder for outline in declared for folder in outline.folders}
    every = list(paths)
    found = list(_roles((path for path in every if path not in outlines), vaults, folders))
    found += (page for page in beside if page[0] not in dict(found))
    for kind, patterns in (named for outline in declared for named in outline.named):
        selection = IgnorePatterns(patterns)
        chosen = [path for path in every if is_markdown(path) and selection.selects_file(path)]
        found += [(path, f"named {kind.removesuffix('s')}") for path in sorted(chosen, key=str.encode)]
    return found


def _beside_proposals(paths: Iterable[str], outlines: Mapping[str, Outline | None]) -> Iterator[tuple[str, str]]:
    """Yield the pages without a unit whose folder has proposals with names of the same shape, and hardly another page
    with such a name. Where names have no number, the folder must be one of proposals, too. Where names begin with the
    word of the series, `FS-1018-scopes.md`, a page of such a name is one in any folder."""
    named: Counter[str] = Counter()  # the series, by pages whose names begin with its word
    series: dict[tuple[str, str], Counter[str]] = {}
    for path, outline in outlines.items():
        if outline and outline.series and is_markdown(path):
            series.setdefault(_shape(path), Counter())[outline.series] += 1
            named[outline.series] += _word(path) in outline.series.split(" ")
    by_word = {meant.partition(" ")[2]: meant for meant, count in sorted(named.items()) if count >= MIN_BESIDE}
    known = {shape for shape, counted in series.items() if counted.total() >= MIN_BESIDE}
    others: dict[tuple[str, str], list[str]] = {}
    pages_of_folders = Counter(path.rpartition("/")[0] for path in outlines) if known else Counter()
    for path in paths if known else ():
        if path not in outlines and is_markdown(path) and not is_template_or_index(path) and _shape(path) in known:
            others.setdefault(_shape(path), []).append(path)
            pages_of_folders[path.rpartition("/")[0]] += 1
    unread = (path for path in paths if path not in outlines) if by_word else ()
    of_words = {path: by_word[_word(path)] for path in unread if _is_of(path, by_word)}
    yield from ((path, f"record {of_words[path]}") for path in sorted(of_words, key=str.encode))
    for shape, pages in sorted(others.items()):
        pages = [page for page in pages if page not in of_words]
        share = SHARE_NUMBERED if shape[1] else SHARE_NAMED
        if shape[1] == _IN_OWN_FOLDER:
            pages, share = [page for page in pages if pages_of_folders[page.rpartition("/")[0]] == 1], 1
        if series[shape].total() >= share * len(pages) and (shape[1] or _OF_PROPOSALS.search(shape[0])):
            word = max(sorted(series[shape]), key=series[shape].__getitem__)
            yield from ((path, f"record {word}") for path in sorted(pages, key=str.encode))


def _word(path: str) -> str:
    """The word in capitals with which the name of a page begins, before its number; "" without one."""
    found = _WORD.match(path.rpartition("/")[2])
    return found[1] if found else ""


def _is_of(path: str, words: Collection[str]) -> bool:
    return _word(path) in words and is_markdown(path) and not is_template_or_index(path)


def _shape(path: str) -> tuple[str, str]:
    """The folder of a page, and the beginning of its name with a zero for each digit of its number: `mps-0000`. In a
    folder of proposals the word before the number may be that of a topic."""
    folder, _, name = path.rpartition("/")
    found = _NUMBERED.match(name)
    if not found and _OWN_FOLDER.search(folder):
        return folder.rpartition("/")[0], _IN_OWN_FOLDER
    word = "" if _OF_PROPOSALS.search(folder) else (found and found[1]) or ""
    return folder, f"{word.lower()}{_DIGITS.sub('0', found[0].removeprefix(found[1] or ''))}" if found else ""


def _roles(paths: Iterable[str], vaults: Sequence[str], folders: set[str]) -> Iterator[tuple[str, str]]:
    for path in sorted(paths, key=str.encode):
        if path.lower().endswith(MARKDOWN):
            is_decision = path.rpartition("/")[0] in folders and is_numbered(path)
            is_page = is_markdown(path) and _is_in_vault(path, vaults)
            if is_decision or is_page:
                yield path, " ".join(["decision"] * is_decision + ["page"] * is_page)


def _is_in_vault(path: str, vaults: Sequence[str]) -> bool:
    """Whether Obsidian shows a page in a vault: it passes over hidden folders."""
    vault = vault_of(path, vaults)
    return vault is not None and "/." not in f"/{path[len(vault) :].lstrip('/')}"


def vault_of(path: str, vaults: Iterable[str]) -> str | None:
    """The innermost vault that a file is in; None when it is in none."""
    around = [vault for vault in vaults if not vault or path.startswith(f"{vault}/")]
    return max(around, key=len, default=None)
