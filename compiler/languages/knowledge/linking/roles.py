"""Pages that are knowledge because of settings elsewhere: notes of a vault, decisions in a folder that settings name.

The pipeline asks once all files are parsed: `outline` tells what the settings of each file declare, `further` which
pages are parsed again, and in which role.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler.languages.knowledge.claims import MARKDOWN, is_markdown, is_numbered
from compiler.languages.knowledge.records import Unit
from compiler.text.ignore_patterns import IgnorePatterns

Named = tuple[str, tuple[str, ...]]  # decisions or tasks, and the patterns of their files
# The vaults, the folders of decisions and the files that settings declare.
Outline = tuple[tuple[str, ...], tuple[str, ...], tuple[Named, ...]]


def outline(path: str, unit: Unit) -> Outline | None:  # noqa: ARG001
    """The vaults, folders of decisions and files that a file of settings declares; None when it declares none."""
    vaults = tuple(one.root for one in unit.settings if one.format == "obsidian")
    folders = tuple(folder for one in unit.settings for folder, _ in one.folders)
    named = tuple((named.kind, named.patterns) for one in unit.settings for named in one.named if named.patterns)
    return (vaults, folders, named) if vaults or folders or named else None


def further(paths: Iterable[str], outlines: Mapping[str, Outline | None]) -> Sequence[tuple[str, str]]:
    """The pages to parse in a role, as (path, role), in bytewise order of the paths.

    `paths` are all files that were read, `outlines` those that already gave a unit. A role is "page" (of a vault),
    "decision", or "decision page": a decision if it is one, else a page; "named decision" or "named task" of a file
    that the settings of the project name.
    """
    declared = [one for one in outlines.values() if one]
    if not declared:
        return ()
    vaults = [vault for found, _, _ in declared for vault in found]
    folders = {folder for _, found, _ in declared for folder in found}
    every = list(paths)
    found = list(_roles((one for one in every if one not in outlines), vaults, folders))
    for kind, patterns in (named for _, _, listed in declared for named in listed):
        selection = IgnorePatterns(patterns)
        chosen = [one for one in every if is_markdown(one) and selection.selects_file(one)]
        found += [(one, f"named {kind.removesuffix('s')}") for one in sorted(chosen, key=str.encode)]
    return found


def _roles(paths: Iterable[str], vaults: Sequence[str], folders: set[str]) -> Iterator[tuple[str, str]]:
    for path in sorted(paths, key=str.encode):
        if path.lower().endswith(MARKDOWN):
            is_decision = path.rpartition("/")[0] in folders and is_numbered(path)
            is_page = is_markdown(path) and vault_of(path, vaults) is not None
            if is_decision or is_page:
                yield path, " ".join(["decision"] * is_decision + ["page"] * is_page)


def vault_of(path: str, vaults: Iterable[str]) -> str | None:
    """The innermost vault that a file is in; None when it is in none."""
    around = [one for one in vaults if not one or path.startswith(f"{one}/")]
    return max(around, key=len, default=None)
