"""Which directives are needs, with which ids, parts and links: by the settings of their project.

Where no settings are found, or cannot be read, a directive with an id and a status, tags or links is a need, and an
option at least half of whose members are ids of needs is a link. An export counts only if no directive states one of
its needs: otherwise it was made of them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha1

from compiler.languages.requirements.formats.records import INCLUDES, Cited, Item, ItemsFile, Need, Place, Unread
from compiler.languages.requirements.formats.roots import within_projects
from compiler.languages.requirements.formats.sphinx_needs.computed import computed
from compiler.languages.requirements.formats.sphinx_needs.directives import DEFAULT_TYPES, SHOWING
from compiler.languages.requirements.formats.sphinx_needs.docstrings import OF, Shown, chosen, shown_by
from compiler.languages.requirements.formats.sphinx_needs.extending import EXTEND, Extension, extended, extension
from compiler.languages.requirements.formats.sphinx_needs.imports import IMPORT, Import, imported
from compiler.languages.requirements.formats.sphinx_needs.items import COMPUTED, MAX_ID, place_of_role
from compiler.languages.requirements.formats.sphinx_needs.lists import LIST, expanded, linked_down, untitled
from compiler.languages.requirements.formats.sphinx_needs.needs_json import EXPORTED
from compiler.languages.requirements.formats.sphinx_needs.projects import (
    LINKS,
    PARENT,
    LinkType,
    Project,
    project_above,
    projects_of,
)

_MAKERS = {
    "needservice": "what a service tells is not read",
}
MANY_ELSEWHERE = 10  # names that nothing states: the needs of another project, where no settings say otherwise
MAX_FILTERS = 500  # each is asked of every need
_NO_SETTINGS = Project("", None, None)
_KINDS = (
    ("verifies", re.compile(r"verif|valid|test|check")),
    ("implements", re.compile(r"implement|reali[sz]|fulfil|satisf")),
    ("refines", re.compile(r"refin|deriv|detail|parent")),
)
_SENTENCE_END = re.compile(r"[.\n]")
_TEST = re.compile(r"test|verif|valid")


@dataclass(slots=True)
class _Settler:
    """Settles the files of a source. `ids` are those of all needs, `dropped` the lines of directives that are none."""

    projects: Mapping[str, Project]
    ids: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)  # of the ids
    # By the folder of their project: what changes needs, by their ids, and what changes those that a filter selects.
    extensions: dict[str, dict[str, list[Extension]]] = field(default_factory=dict)
    filters: dict[str, list[Extension]] = field(default_factory=dict)
    filter_count: int = 0
    imports: list[Import] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    needs: dict[str, dict[str, Item]] = field(default_factory=dict)  # by the folder of their project, and their id
    homes: dict[str, str] = field(default_factory=dict)  # the page that shows a file of Python, by its path
    guesses: dict[str, list[int]] = field(default_factory=dict)  # by option: how often it cites, and cites a need
    elsewhere: dict[str, set[str]] = field(default_factory=dict)  # by settings: what is named of other projects
    served: set[str] = field(default_factory=set)  # the folders of projects with needs of services
    taken_in: frozenset[str] = frozenset()  # pages that others include
    is_part: bool = False  # whether pages without settings name needs of other projects: `judge_roles`

    def project(self, path: str) -> Project:
        return project_above(self.homes.get(path, path), self.projects) or _NO_SETTINGS

    def is_inside(self, path: str) -> bool:
        """Whether a file, or the page that shows it, lies in the folder of its project."""
        return self.project(path).contains(self.homes.get(path, path))

    def root(self, path: str) -> str:
        """The folder of the project of a file, "" or ending with a slash."""
        folder = self.project(path).folder
        return f"{folder}/" if folder else ""

    def excludes(self, path: str) -> bool:
        """Whether the program reads a file neither for itself nor where another includes it."""
        return path not in self.taken_in and self.project(path).excludes(path)

    def directives(self, file: ItemsFile) -> tuple[ItemsFile, dict[int, str]]:
        """A file with the directives that are needs, and the needs that others stand in, by the lines of directives."""
        project = self.project(file.path)
        items: list[Item] = []
        unread = list(file.unread)
        owners: dict[int, str] = {}  # by line: the id of the need that a directive is or stands in
        loose: dict[str, list[Need]] = {}
        for item in self._with_lists(file, unread):
            said = dict(item.details)
            above = owners.get(int(said.get("parent", "0")), "")
            owners[item.first] = above
            if self.excludes(file.path) or (said.get("fence") == ":" and not project.reads_colons):
                continue
            if item.level in SHOWING:
                self.shown.append(shown_by(file.path, item))
            elif item.level in (EXTEND, IMPORT) or item.level in _MAKERS:
                self._maker(file.path, item, unread)
            elif not _is_type(item, project, is_inside=self.is_inside(file.path)):
                loose.setdefault(above, []).extend(item.needs)
            elif reason := said.get("problem") or _refused(item, project):
                unread.append(Unread(said.get("written", item.level), reason, Place(item.first, 1, 1)))
            else:
                titled = item._replace(title=item.title or _first_sentence(item, project))
                settled = untitled(titled._replace(id=item.id or _made_id(titled, project)))
                owners[item.first] = settled.id
                items.append(settled)
        items = linked_down(items)
        found = [item._replace(needs=(*item.needs, *loose.get(item.id, ()))) for item in items]
        self.ids |= {item.id for item in found}
        self.kinds |= {_kind_of(item.id) for item in found}
        parents = {line: owner for line, owner in owners.items() if owner}
        return file._replace(items=tuple(found), unread=tuple(unread), is_candidate=False), parents

    def _with_lists(self, file: ItemsFile, unread: list[Unread]) -> Iterator[Item]:
        """The directives of a file, and the needs of lists in place of the directives that state them."""
        project = self.project(file.path)
        for item in file.items:
            if item.level != LIST or self.excludes(file.path):
                yield item
                continue
            found, wrong = expanded(item, project.types)
            yield from found
            unread += wrong

    def _maker(self, path: str, item: Item, unread: list[Unread]) -> None:
        """Note what changes needs, or would make some."""
        place, written = Place(item.first, 1, 1), dict(item.details).get("written", item.level)
        if item.level == IMPORT:
            self.imports.append(Import(path, self.project(path).folder, item))
        elif item.level in _MAKERS:
            self.served.add(self.project(path).folder)
            unread.append(Unread(written, _MAKERS[item.level], place, is_limit=True))
        elif (found := extension(path, item)) is None:
            unread.append(Unread(written, "its filter is Python, which is never run", place, is_limit=True))
        elif found.target:
            self.extensions.setdefault(self.project(path).folder, {}).setdefault(found.target, []).append(found)
        elif self.filter_count < MAX_FILTERS:
            self.filters.setdefault(self.project(path).folder, []).append(found)
            self.filter_count += 1
        else:
            unread.append(Unread(written, f"no more than {MAX_FILTERS} filters are read", place, is_limit=True))

    def linked(self, file: ItemsFile, parents: Mapping[int, str]) -> ItemsFile:
        """A file whose needs have the links that they state, with the roles of the page that lead to nothing."""
        project, unread = self.project(file.path), list(file.unread)
        extensions, filters = self.extensions.get(project.folder, {}), self.filters.get(project.folder, ())
        needs = self.needs.get(project.folder, {})
        items = []
        for item in file.items:
            whole = computed(extended(item, file.path, extensions, filters), needs)
            said = dict(whole.details)
            above = parents.get(int(said.get("parent", "0")), "")
            types = {LINKS.option: LINKS} if EXPORTED in said else project.links
            found: list[tuple[Cited, LinkType]] = []
            for cited in whole.cites:
                is_other = not self.is_inside(file.path) and item.level not in (project.types or ())
                is_open = project.links is None or is_other
                kind = (types or {}).get(cited.kind) or self._guessed(cited.kind, said.get(EXPORTED), is_open=is_open)
                if kind is None:
                    continue
                if cited.target.find(COMPUTED) >= 0:
                    unread.append(Unread(cited.target[:MAX_ID], "the program computes it", cited.place, is_limit=True))
                    continue
                found.append((cited._replace(kind=edge_of(kind, whole.level)), kind))
                self._note(cited.target, project)
            if above:
                found.append((Cited("refines", above, Place(item.first, 1, 1)), PARENT))
            names = {kind.option for _, kind in found}
            items.append(
                whole._replace(
                    cites=tuple(cited for cited, _ in found),
                    fields=tuple(pair for pair in whole.fields if pair[0] not in names),
                    details=tuple(_link_details(found, has_external=self._has_external(project))),
                )
            )
        for name, value in file.settings:
            if name == "role":
                target, place = place_of_role(value)
                if not self._note(target, project):
                    unread.append(Unread(f":need:`{target}`", f"nothing states {target}", place))
        return file._replace(items=tuple(items), unread=tuple(unread))

    def judge_roles(self, files: Iterable[ItemsFile]) -> None:
        """Find out whether pages without settings, whose program an extension may load and configure, name needs of
        other projects: many names that nothing states, at least as many as are stated, or many of kinds of which the
        source states no need (`wp__plan` where all are `req__…`)."""
        roles = (
            (file.path, place_of_role(value)[0]) for file in files for name, value in file.settings if name == "role"
        )
        named = {target for path, target in roles if self.project(path) is _NO_SETTINGS}
        missing = {target for target in named if not self._is_need(target)}
        foreign = sum(_kind_of(target) not in self.kinds for target in missing)
        self.is_part = len(missing) >= MANY_ELSEWHERE and (len(missing) * 2 >= len(named) or foreign >= MANY_ELSEWHERE)

    def _is_need(self, target: str) -> bool:
        return target in self.ids or target.partition(".")[0] in self.ids

    def _has_external(self, project: Project) -> bool:
        return project.has_external or (self.is_part and project is _NO_SETTINGS)

    def _note(self, target: str, project: Project) -> bool:
        """Whether a name is that of a need, or may be of another project's: that is noted."""
        if self._is_need(target):
            return True
        if is_known := self._has_external(project):
            self.elsewhere.setdefault(project.settings, set()).add(target)
        return is_known

    def external(self, file: ItemsFile, *, settings: str | None = None) -> ItemsFile:
        """Settings that say how many names cannot be checked, since they may be of another project. Where there are no
        `settings`, a page says it."""
        names = self.elsewhere.get(file.path if settings is None else settings, ())
        reason = (
            f"needs of other projects are not read; {len(names)} {'name' if len(names) == 1 else 'names'} may be theirs"
        )
        found = (Unread("external_needs", reason, Place(1, 1, 1), is_limit=True),) if names else ()
        return file._replace(unread=(*file.unread, *found))

    def has_unread_needs(self, path: str) -> bool:
        """Whether the project of a file has needs that are not read: of other projects, or of a service."""
        project = self.project(path)
        return self._has_external(project) or project.folder in self.served

    def _guessed(self, option: str, exported: str | None, *, is_open: bool) -> LinkType | None:
        """A type of links that no settings state: certain in an export that says its fields; else an option at
        least half of whose members are needs, over all the source; those of kinds that nothing states, which may be of
        other projects, do not count."""
        guess = LinkType(option, option, f"{option} incoming")
        if exported == "sure":
            return guess
        if not is_open and exported is None:
            return None
        cites, hits = self.guesses.get(option, (0, 0))
        return guess if hits * 2 >= max(cites, 1) else None

    def keep(self, file: ItemsFile) -> None:
        """Keep the needs of a file for values that are computed of them."""
        known = self.needs.setdefault(self.project(file.path).folder, {})
        for item in file.items:
            known.setdefault(item.id, item)

    def count(self, file: ItemsFile) -> None:
        """Count how often each option cites a need."""
        for item in file.items:
            for cited in item.cites:
                counted = self.guesses.setdefault(cited.kind, [0, 0])
                counted[0] += _kind_of(cited.target) in self.kinds or self._is_need(cited.target)
                counted[1] += self._is_need(cited.target)


def settle(files: Sequence[ItemsFile]) -> list[ItemsFile]:
    """Return the files with needs and settings, as the settings of their projects make them."""
    settler = _Settler(projects_of(files))
    settler.taken_in = frozenset(value for file in files for name, value in file.settings if name == INCLUDES)
    pages, exports, modules, others = [], [], [], []
    for file in files:
        kinds = dict(file.items[0].details) if file.items else {}
        if EXPORTED in kinds:
            exports.append(file)
        elif OF in kinds:
            modules.append(file)
        elif file.items or any(name == "role" for name, _ in file.settings):
            pages.append(settler.directives(file))
        else:
            others.append(file)
    for file, page in chosen(modules, settler.shown):
        settler.homes[file.path] = page
        pages.append(settler.directives(file))
    taken, not_taken = imported(exports, settler.imports)
    own: list[tuple[ItemsFile, dict[int, str]]] = [
        (taken.get(export.path, export), {})
        for export in exports
        if export.path in taken or not _is_made(export, pages, settler)
    ]
    settler.ids |= {item.id for file, _ in own for item in file.items}
    settler.judge_roles(file for file, _ in pages)
    for file, _ in (*pages, *own):
        settler.count(file)
        settler.keep(file)
    linked = [settler.linked(file, parents) for file, parents in (*pages, *own)]
    missing = _unmatched(settler)
    linked = [
        file._replace(unread=(*file.unread, *missing.get(file.path, ()), *not_taken.get(file.path, ())))
        for file in linked
    ]
    if settler.is_part:
        first = next(at for at, file in enumerate(linked) if settler.project(file.path) is _NO_SETTINGS)
        linked[first] = settler.external(linked[first], settings=_NO_SETTINGS.settings)
    order = {file.path: number for number, file in enumerate(files)}
    found = [file for file in (*linked, *map(settler.external, others)) if file.items or file.unread]
    found.sort(key=lambda file: order[file.path])
    return within_projects(found, settler.root)


def _is_made(export: ItemsFile, pages: Sequence[tuple[ItemsFile, dict[int, str]]], settler: _Settler) -> bool:
    """Whether an export was made of directives: those of its project state one of its needs."""
    project = settler.project(export.path)
    ids = {item.id for file, _ in pages if settler.project(file.path) is project for item in file.items}
    return not ids.isdisjoint(item.id for item in export.items)


def _unmatched(settler: _Settler) -> dict[str, list[Unread]]:
    """The directives that extend a need that nothing states, by file."""
    found: dict[str, list[Unread]] = {}
    for target, every in (pair for by_id in settler.extensions.values() for pair in by_id.items()):
        for directive in every if target not in settler.ids else ():
            is_limit = settler.has_unread_needs(directive.path)
            reason = f"nothing states {target}{', which may be of a need that is not read' if is_limit else ''}"
            found.setdefault(directive.path, []).append(
                Unread(directive.written, reason, Place(directive.line, 1, 1), is_limit)
            )
    return found


def _is_type(item: Item, project: Project, *, is_inside: bool) -> bool:
    """Whether a directive is of a type of needs. A file outside of the project may be of another one, whose settings
    are not there."""
    if project.types is not None and (is_inside or item.level in project.types):
        return item.level in project.types
    names = {name for name, _ in item.fields} | {cited.kind for cited in item.cites}
    return bool(item.id) and (item.level in DEFAULT_TYPES or bool(item.status or names))


def _refused(item: Item, project: Project) -> str:
    """Why the program makes no need of a directive, "" if it does."""
    said = dict(item.fields)
    if said.get("delete", "false").lower() in ("", "true", "yes", "1"):
        return "it is deleted"
    if not item.id and project.requires_id:
        return "it has no id, which the project requires"
    if item.id and item.level in (project.types or ()) and not project.is_id(item.id):
        return f"its id does not begin as {project.regex} asks"
    return ""


def _first_sentence(item: Item, project: Project) -> str:
    """The title that the program takes from the content where a directive or the project asks for it; "" if not."""
    is_asked = project.titles_content or "title_from_content" in dict(item.fields)
    return _SENTENCE_END.split(item.text.strip(), maxsplit=1)[0].strip() if is_asked else ""


def _made_id(item: Item, project: Project) -> str:
    """The id that the program makes of the title, or of the content without one."""
    digits = sha1((item.title or item.text).encode("utf-8", "surrogatepass")).hexdigest().upper()
    return (project.types or {}).get(item.level, "") + digits[: project.id_length]


def edge_of(kind: LinkType, level: str) -> str:
    """The kind of link that a type of links is, by its words, then by those of the other direction (`tested by`); plain
    links of a test verify, others implement."""
    words = f"{kind.option} {kind.outgoing}".lower()
    for edge, pattern in _KINDS:
        if pattern.search(words) or (edge in ("verifies", "implements") and pattern.search(kind.incoming.lower())):
            return edge
    if kind.option != LINKS.option:
        return "depends_on"
    return "verifies" if _TEST.search(level.lower()) else "implements"


def _kind_of(id: str) -> str:
    """What the ids of one kind of needs begin with: `wp` of `wp__plan`, `REQ_A` of `REQ_A_12`."""
    kind, sign, _ = id.partition("__")
    return kind if sign else id.rstrip("0123456789").rstrip("_-.")


def _link_details(found: Sequence[tuple[Cited, LinkType]], *, has_external: bool) -> Iterator[tuple[str, str]]:
    """What `trace` needs of each link, in order: its option, its names in both directions, whether it may be dead."""
    for _, kind in found:
        how = "dead" if kind.allows_dead else "external" if has_external else "link"
        yield how, f"{kind.option}\n{kind.outgoing}\n{kind.incoming}"
