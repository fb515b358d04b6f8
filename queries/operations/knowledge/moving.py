"""Links from one file to another, and files that get another name, which every link follows."""

import re
from collections.abc import Iterator

from compiler.languages.knowledge.facts import Entity
from queries.operations.arguments import unavailable
from queries.operations.draft import Draft
from queries.operations.knowledge.sections import lines_of_text, outside_code, sections_of
from queries.resources.uri import decoded

ADDRESS = re.compile(
    r"(?P<before>\]\([ \t]*|^ {0,3}\[[^\]\n]+\]:[ \t]*)"
    r"(?:<(?P<angled>[^<>\n]*)>|(?P<plain>(?:[^()\s<>]|\([^()\s]*\))+))"
)
_WIKILINK = re.compile(
    r"(?P<before>\[\[[ \t]*+)(?P<target>(?:[^\[\]|#\s]++(?:[ \t]++(?=[^\[\]|#\s]))?)++)"
    r"(?P<rest>[ \t]*+(?:[|#][^\[\]\n]*+)?\]\])"
)
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|#")
MARKDOWN = (".md", ".markdown", ".mdx", ".qmd")
_NOT_IN_WIKILINK = frozenset("[]|#^")
_QUOTED = re.compile(r"[ ()<>%#\[\]]")
_UNSAFE = re.compile(r"[\s()<>%#\[\]]")


def follow_file(draft: Draft, old: str, new: str) -> None:
    """Write the new path of a file in place of the old one in all links, and in the file itself make its own links
    right where it goes."""
    objects = draft.snapshot.objects(file=old)
    cited = draft.lines_of(link for object_ in objects for link in draft.snapshot.links(target=object_.ref))
    citing = (file for file, _ in cited if draft.snapshot.text(file) is not None)
    for file in sorted({*_files_naming(draft, old), *citing}):
        for number in lines_of_text(draft, file):
            line = draft.line(file, number)
            changed = outside_code(ADDRESS, lambda link, here=file: _address(link, here, (old, new)), line)  # type: ignore[misc]
            if changed != line:
                changed = changed.replace(f"[{_stem(old)}](", f"[{_stem(new)}](")
            if (file, number) in cited:
                changed = outside_code(_WIKILINK, lambda link: _wikilink(link, old, new), changed)
                changed = _path_in_text(changed, old, new)
            draft.set_line(file, number, changed)
    if old.rpartition("/")[0] != new.rpartition("/")[0]:
        _keep_own_links(draft, old, new)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def move_file(draft: Draft, old: str, new: str) -> None:
    """Give a file another path, with its text as it is in the draft's snapshot."""
    draft.create(new, draft.snapshot.text(old) or "")
    draft.delete(old)


def _files_naming(draft: Draft, path: str) -> Iterator[str]:
    """Give the pages of markdown whose text has the name of a file."""
    name = path.rpartition("/")[2]
    found = draft.snapshot.rows(
        "SELECT path FROM source_text WHERE instr(text, ?) OR instr(text, ?)", (name, quoted_path(name))
    )
    return (file for (file,) in found if file.lower().endswith(MARKDOWN))


def _address(link: re.Match[str], file: str, paths: tuple[str, str]) -> str:
    """Return an address that means the new file, if it means the old one."""
    old, new = paths
    written, sign, anchor = (link["angled"] or link["plain"] or "").partition("#")
    if SCHEME.match(written) or resolved(file, decoded(written)) != old:
        return link[0]
    path = f"/{new}" if written.startswith("/") else relative_path(file, new)
    if written.startswith("./") and not path.startswith("."):
        path = f"./{path}"
    return _with_path(link, path, sign + anchor)


def _with_path(link: re.Match[str], path: str, anchor: str) -> str:
    is_angled = link["angled"] is not None and not set("<>") & set(path)
    return f"{link['before']}{f'<{path}{anchor}>' if is_angled else quoted_path(path) + anchor}"


def resolved(file: str, written: str) -> str:
    """Return the path below the root that an address in a file means, "" if it leaves the root."""
    parts = [] if written.startswith("/") else file.split("/")[:-1]
    for part in written.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _wikilink(link: re.Match[str], old: str, new: str) -> str:
    """Return a wikilink to the new page, written as the old one was: its name, or a path with folders."""
    target, suffix = link["target"], ""
    if target.lower().endswith(MARKDOWN):
        target, _, suffix = target.rpartition(".")
        suffix = f".{suffix}"
    stem = old.rpartition(".")[0]
    if not f"/{stem}".casefold().endswith(f"/{target.lstrip('/').casefold()}"):
        return link[0]
    folders = target.lstrip("/").count("/")
    before = stem.split("/")[: len(stem.split("/")) - folders - 1]
    parts = new.rpartition(".")[0].split("/")
    kept = parts[len(before) :] if folders and parts[: len(before)] == before else parts[-1:] if not folders else parts
    return f"{link['before']}{'/'.join(kept)}{suffix}{link['rest']}"


def _path_in_text(line: str, old: str, new: str) -> str:
    """Return a line with the new path, or the new name of the file, where the old one stands as a whole word."""
    for before, after in ((old, new), (old.rpartition("/")[2], new.rpartition("/")[2])):
        pattern = re.compile(rf"(?<![\w/.%-]){re.escape(before)}(?![\w/-])")
        line = pattern.sub(lambda _, text=after: text, line)  # type: ignore[misc]
    return line


def _keep_own_links(draft: Draft, old: str, new: str) -> None:
    """Make the addresses in a file that goes to another folder right there."""
    for number in lines_of_text(draft, old):
        draft.rewrite(old, number, lambda line: outside_code(ADDRESS, lambda link: _own_address(link, old, new), line))


def _own_address(link: re.Match[str], old: str, new: str) -> str:
    written, sign, anchor = (link["angled"] or link["plain"] or "").partition("#")
    target = resolved(old, decoded(written)) if written and not SCHEME.match(written) else ""
    if not target or written.startswith("/"):
        return link[0]
    return _with_path(link, relative_path(new, new if target == old else target), sign + anchor)


def relative_path(file: str, target: str) -> str:
    """Return the path of a file as a link in another file has it."""
    here, there = file.split("/")[:-1], target.split("/")
    shared = 0
    while shared < len(here) and shared < len(there) - 1 and here[shared] == there[shared]:
        shared += 1
    return "/".join([*[".."] * (len(here) - shared), *there[shared:]])


def decision_link(draft: Draft, file: str, target: Entity) -> str:
    """Return the link to a decision as its template writes it: `[2. Use a ledger](0002-use-a-ledger.md)`,
    `[ADR-0002](0002-buy-a-press.md)`. One whose file no link can name is named by its number."""
    path = relative_path(file, target.span.file)
    name = decision_name(target)
    if _UNSAFE.search(path):
        return name
    text = heading_of(draft, target) if target.format == "adr-tools" else name
    return f"[{name if '[' in text or ']' in text else text}]({path})"


def page_link(source: Entity, target: Entity) -> str:
    """Return a link from one page to another: a wikilink in a vault, else one with the path of the file. Raises
    QueryError if the target has no page of its own."""
    if target.kind == "task" and target.format != "backlog":
        raise unavailable("A task of a list has no page that a link could name", ref=target.ref)
    path = relative_path(source.span.file, target.span.file)
    name = target.span.file.rpartition("/")[2].rpartition(".")[0]
    if source.format == "obsidian" and target.format == "obsidian" and not _NOT_IN_WIKILINK & {*name}:
        return f"[[{name}]]"
    text = target.name if not {*"[]"} & {*target.name} else name
    return f"[{text}]({quoted_path(path)})"


def quoted_path(path: str) -> str:
    """Return a path as the address of a link in markdown."""
    return _QUOTED.sub(lambda sign: f"%{ord(sign[0]):02X}", path)


def decision_name(decision: Entity) -> str:
    """Return the name of a decision in a sentence: `ADR-0002`, `20250101-use-a-log`, `decision-1`."""
    if decision.format == "backlog":
        return decision.native_id
    if decision.sequence_number is not None:
        return f"ADR-{decision.sequence_number:04}"
    return decision.span.file.rpartition("/")[2].rpartition(".")[0]


def heading_of(draft: Draft, entity: Entity) -> str:
    """Return the first heading of the file of an entity, its title if there is none."""
    return next((section.title for section in sections_of(draft, entity.span.file) if section.level == 1), entity.name)
