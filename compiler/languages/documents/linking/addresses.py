"""Where the address of a link leads, as far as the files of a source can tell.

A link is a finding only if it cannot be right: not if a site generator may serve what it names (`.html`, no extension,
absolute paths of a site), if it holds a placeholder, if it leaves the source, if git ignores what it names, if a page
that is not translated takes its place, or if the pages are a vault of notes, whose links may be mere names.
"""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from compiler.languages.documents.claims import PAGES, is_asciidoc, is_restructured
from compiler.languages.documents.linking.anchor_targets import TAKEN_IN_FOLDER, AnchorTargets
from compiler.languages.documents.linking.assets import has_asset, is_asset_name
from compiler.languages.documents.linking.changelogs import folder_of_changelog
from compiler.languages.documents.linking.components import Components
from compiler.languages.documents.linking.content import Content
from compiler.languages.documents.linking.cross_references import CrossReferences
from compiler.languages.documents.linking.near import NearFiles, with_scheme
from compiler.languages.documents.linking.other_places import OtherPlaces
from compiler.languages.documents.linking.own_addresses import OwnAddresses
from compiler.languages.documents.linking.page_names import INDEXES, PageNames
from compiler.languages.documents.linking.routes import PageRoutes
from compiler.languages.documents.linking.site_settings import Site, below
from compiler.languages.documents.linking.sites import Sites
from compiler.languages.documents.linking.target import NOWHERE, THERE, UNCHECKED, Target
from compiler.languages.documents.linking.translations import Translations
from compiler.languages.documents.linking.vault import Vault
from compiler.languages.documents.records import PageLink, PageOutline
from compiler.languages.documents.syntax.anchors import slug
from compiler.languages.documents.syntax.asciidoc import REFERENCE
from compiler.model.source import Source
from compiler.text.examples import is_prompt, is_read_at_the_root, is_readme
from compiler.text.shapes import folders_above

MEMORY_INDEX = "MEMORY.md"
_AT_HOME = ("index", "_index")
_README_AT_HOME = ("docsify", "jekyll", "vuepress")  # generators that may show a README at the root of their site
GENERATED = frozenset((".html", ".htm", ".xhtml", ".php", ".aspx", ".jsp", ".xml", ".pdf"))  # a site's own outputs

_EXTERNAL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|\\\\")
_PLACEHOLDER = re.compile(
    r"[{}<>$*|\\`]|\.\.\.|…|%[a-z(]|(?:^|/)(?:@|~)|(?:^|/)path/to(?:/|$)|yyyy|xxx|(?<![a-z])n{3,4}(?![a-z])"
    r"|(?:^|[/_.-])example\.\w+$|(?:^|/)\[[\w -]+\](?=/|$|\.)",
    re.IGNORECASE,
)
_PAGE_AND_SLASH = re.compile(r"(\.(?:mdx?|markdown|qmd|rst))/+$", re.IGNORECASE)
TEMPLATE_SUFFIXES = ("erb", "in", "tmpl", "tpl", "j2", "jinja", "liquid", "mustache", "hbs", "ejs", "njk", "template")
_NAME = re.compile(r"[A-Za-z_][\w-]*+(?:[.:][\w-]++)++")  # of an object of code, or a label with dots
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_LINE = re.compile(r":\d+(?:[:-]\d+)?$")
_OF_FORGE = re.compile(r"(?:\.\./)+(?:-/)?(?:blob|tree|raw|blame|edit)/[^/]+/")  # `../blob/main/a.py` in an issue
_HIDDEN_FIRST = re.compile(r"\.[A-Za-z0-9][^/]*/")


class Addresses:
    """The files and anchors of one source."""

    def __init__(self, source: Source, pages: Mapping[str, PageOutline | None]) -> None:
        """`pages` are the outlines of all pages; None for other files that are known by their refs."""
        self._source, self._pages = source, pages
        self._names = PageNames(pages)
        self._near_files = NearFiles(source.files)
        self._vault = Vault(source, pages)
        self._folders: set[str] = set()
        inside: dict[str, set[str]] = {}  # the names of the folders in a folder
        self._sites = Sites(source, pages)
        self._references = CrossReferences(pages, self._sites)
        routes = PageRoutes(pages)
        self._own = OwnAddresses(source, pages, self._sites, routes)
        self._content = Content(routes, self._sites)
        self._elsewhere = OtherPlaces(source)
        self._anchors = AnchorTargets(pages, self._sites, self._elsewhere.is_generated)
        self._components = Components(source, pages)
        for path in source.files:
            folder = path.rpartition("/")[0]
            while folder and folder not in self._folders:
                self._folders.add(folder)
                above, _, name = folder.rpartition("/")
                inside.setdefault(above, set()).add(name)
                folder = above
        self._translations = Translations(source, inside)

    def target(self, page: str, link: PageLink) -> Target:
        """Return where a link of a page leads."""
        if link.form == "wiki":
            return self._wikilink(page, link.address)
        address = link.address.strip()
        if "{" in address and is_asciidoc(page):
            address = self._components.resolved(page, address)
        if "{{<" in address or "{{%" in address or (is_asciidoc(page) and REFERENCE.search(address)):
            return UNCHECKED  # what a shortcode of Hugo or an attribute stands for is not known
        address = self._sites.from_root(page, address)
        if link.form == "component":
            return self._of_component(page, address)
        if link.form in ("document", "label", "any", "pattern"):
            return self._cross_reference(page, link.form, address)
        if not address or _EXTERNAL.match(address):
            # To MyST `guide:ropes` is a label: it knows few schemes of addresses.
            is_name = "//" not in address and _NAME.fullmatch(address) and self._references.is_known(page)
            labelled = self._cross_reference(page, "label", address) if is_name else NOWHERE
            return labelled if labelled.ref else self._on_own_host(page, address)
        if link.form == "content":
            return self._in_content(page, address)
        found = self._path(page, address)
        if found == UNCHECKED and (route := self._content.by_route(page, address.partition("#")[0])):
            by_route = self._anchors.target(page, route, address.partition("#")[2])
            return Target(f"f:{route}") if by_route.is_dead and route != page else by_route
        if found.ref and not found.is_dead:
            return found
        # A forge shows the tags of HTML as they are written; a site may serve what they name.
        is_shown = link.form == "tag" and self._sites.of(page) is None and not page.lower().endswith(".mdx")
        if link.form in ("tag", "attribute") and not (is_shown and found.is_dead):
            inside = self._in_content(page, address) if "/" in address or "." in address else NOWHERE
            return inside if inside.ref else UNCHECKED if found.is_dead else found
        if not self._references.is_known(page):
            return found
        named = self._cross_reference(page, "any", address)
        is_name = self._is_name(address, found) and not found.suggestion
        return named if named.ref else UNCHECKED if is_name and self._references.knows_names(page) else found

    def _is_name(self, address: str, found: Target) -> bool:
        """Whether a dead address may be the name of a label or an object of code: an anchor of the page itself, or a
        word with dots, which ends like no file of the source (`settings.port`)."""
        if found.problem == "anchor":
            return address.startswith("#")
        return _NAME.fullmatch(address) is not None and posixpath.splitext(address)[1].lower() not in self._suffixes

    @cached_property
    def _suffixes(self) -> frozenset[str]:
        """The suffixes of pages, and of all files that were read."""
        return frozenset((*PAGES, *(posixpath.splitext(path)[1].lower() for path in self._source.files)))

    def _of_component(self, page: str, address: str) -> Target:
        """Where a page of Antora that names its component stands."""
        written, _, anchor = address.partition("#")
        path = self._components.page(written) if self._source.entry is None else None
        if path is None:
            return UNCHECKED
        found = self._anchors.target(page, path, anchor)
        return Target(f"f:{path}") if found.is_dead else found

    def _in_content(self, page: str, address: str) -> Target:
        """Where the name of a page in the content of its site leads."""
        if self._source.entry is not None:
            return NOWHERE
        written, _, anchor = address.partition("#")
        path = self._content.page(page, written.partition("?")[0]) if written else page
        if path is None:
            return UNCHECKED
        found = self._anchors.target(page, path, anchor)
        return (Target(f"f:{path}") if path != page else UNCHECKED) if found.is_dead else found

    def _on_own_host(self, page: str, address: str) -> Target:
        """Where an address of the internet leads in the source. Anchors are those of the page as it is served."""
        path = self._own.page(address) if "://" in address and self._source.entry is None else None
        if path is None or path == page:
            return NOWHERE
        found = self._anchors.target(page, path, address.partition("#")[2])
        return Target(f"f:{path}") if found.is_dead else found

    def _path(self, page: str, address: str) -> Target:
        """Where an address leads that is a path, with or without an anchor."""
        written, _, anchor = address.partition("#")
        with_line = _PAGE_AND_SLASH.sub(r"\1", written.partition("?")[0])
        written = _LINE.sub("", with_line)
        if not written:
            return self._anchors.target(page, page, anchor)
        if self._source.entry is not None:  # the other files were not looked for
            return NOWHERE
        if not written.strip("/") and (site := self._sites.of(page)) is not None:
            return self._home(page, site)
        there = (path for path in self._candidates(page, written) if path in self._source.files)
        anchor = anchor if written.strip("/") else ""  # what is shown at the root is not known
        found = [self._anchors.target(page, path, anchor) for path in dict.fromkeys(there)]
        if found:  # which of several pages a site serves is not known either
            return next((target for target in found if target.problem in ("", "there")), found[0])
        if _PLACEHOLDER.search(written) or _OF_FORGE.match(written) or TAKEN_IN_FOLDER.search(page):
            return NOWHERE
        return self._missing(page, written, anchor, is_of_editor=written != with_line)

    def _home(self, page: str, site: Site) -> Target:
        """What a site shows at its root: the page that states it, or the index in the folder of the site. Of most
        sites the content stands further down, and the README in their folder is none of their pages."""
        names = INDEXES if site.generator in _README_AT_HOME else _AT_HOME
        beside = (f"{site.folder}/{name}{suffix}".lstrip("/") for name in names for suffix in PAGES[:3])
        home = self._sites.page(page, "/") or next((path for path in beside if path in self._pages), None)
        if home is None:
            return THERE if self._sites.has_page_of_code(page, "/") else UNCHECKED
        return self._anchors.target(page, home, "")

    def _cross_reference(self, page: str, form: str, address: str) -> Target:
        """Where a cross-reference of Sphinx or MyST leads. Those that lead nowhere may be of another project, whose
        labels are known too."""
        if self._source.entry is not None:
            return NOWHERE
        if address.startswith("#"):  # a name of the page itself, if anything
            own = self._references.own(page, address[1:])
            if own is not None or is_restructured(page):
                return self._anchors.target(page, page, own) if own is not None else NOWHERE
            labelled = self._references.label(page, address[1:])  # MyST knows those of all pages
            return self._anchors.target(page, labelled.path, labelled.anchor) if labelled else NOWHERE
        if form == "pattern":
            refs = [self._anchors.target(page, path, "").ref for path in self._references.matching(page, address)]
            return Target(refs[0], others=tuple(refs[1:])) if refs else UNCHECKED
        if form != "label":
            written, _, anchor = address.partition("#")
            if written and (path := self._references.document(page, written)) is not None:
                return self._anchors.target(page, path, anchor)
        if form != "document" and (found := self._references.label(page, address)) is not None:
            return self._anchors.target(page, found.path, found.anchor)
        return UNCHECKED

    def _candidates(self, page: str, written: str) -> Iterator[str]:
        """The paths that an address may mean, the likeliest first."""
        for base in self._bases(page, written):
            yield base
            plain, suffix = posixpath.splitext(base)
            is_readme_there = base.endswith("/index.md") and self._sites.is_of(page, "mdbook")
            is_text = suffix == ".md" and self._sites.is_of(page, "mintlify")  # it serves that of each page
            is_served = is_readme_there or is_text or suffix.lower() in (".html", ".htm")
            stems = [base, *([plain] if is_served else [])]
            for stem in stems:
                yield from (stem + suffix for suffix in PAGES)
                inside = posixpath.dirname(stem) if posixpath.basename(stem) == "index" else stem
                yield from (f"{inside}/{name}{suffix}".lstrip("/") for name in INDEXES for suffix in PAGES[:3])

    def _bases(self, page: str, written: str) -> Iterator[str]:
        """The paths below the root that an address may stand for: from the folder of its page, from the page itself as
        sites serve it (`guide/` for `guide.md`), from the root of a vault, from the root of its site or a folder above,
        in a prompt from the root, where its agent works, or in a part of a changelog from where that stands."""
        if written.startswith("/"):
            site = self._sites.of(page)
            roots = (site.folder if site else "", "", *folders_above(self._sites.in_last_version(page)))
            yield from (below(root, written.strip("/")) for root in roots)
            return
        starts = [posixpath.dirname(page)]
        if not written.lower().endswith(PAGES):
            starts.append(posixpath.splitext(page)[0])
        if self._vault.holds(page):
            starts.append(self._vault.root_of(page))
        if is_read_at_the_root(page):
            starts.append("")
        if (whole := folder_of_changelog(page)) is not None:
            starts.append(whole)
        yield from filter(None, (_joined(start, written) for start in starts))

    def _missing(self, page: str, written: str, anchor: str, *, is_of_editor: bool) -> Target:
        """What is said of an address that no file that was read has: what the first rule that fits says."""
        folder = posixpath.dirname(page)
        root = self._sites.root_of_files(page) if written.startswith("/") else folder
        path = _joined(root, written.lstrip("/")) if root is not None else ""
        said = next(filter(None, self._rules(page, written, path, anchor, is_of_editor=is_of_editor)), None)
        if said is not None:
            return said
        near = with_scheme(written, self._suffixes) or self._near_files.nearest(folder, path)
        return Target(f"f:{path}{'#' if anchor else ''}{anchor}", "file", path, anchor, near)

    def _rules(self, page: str, written: str, path: str, anchor: str, *, is_of_editor: bool) -> Iterator[Target | None]:
        """Give what each rule says of such an address, None where it says nothing."""

        def on(found: str | None) -> Target | None:
            return None if found is None else self._anchors.target(page, found, anchor)

        is_page = written.lower().endswith(PAGES)
        suffix = _SUFFIX.search(path)
        yield on(self._sites.page(page, written))
        yield self._redirected(page, written, anchor)
        yield THERE if path in self._folders else None
        is_file_of_site = written.startswith("/") and _SUFFIX.search(written) is not None
        yield NOWHERE if is_file_of_site and has_asset(self._source, page, written) else None
        yield THERE if path and (path in self._source.problems or self._source.exists(path)) else None
        yield THERE if self._sites.has_page_of_code(page, written) else None
        is_generated = suffix is not None and suffix[0].lower() in GENERATED
        yield UNCHECKED if is_generated or (not suffix and not self._is_shown_as_written(page, path)) else None
        yield NOWHERE if self._elsewhere.holds(page, path) else None
        original = self._sites.original(path)
        yield UNCHECKED if original == "" else on(original)
        yield NOWHERE if self._is_elsewhere(page, written, path, is_of_editor=is_of_editor) else None
        yield NOWHERE if self._is_served(page, written, path) else None
        yield on(self._from_assembled(page, path))
        for of_site in self._sites.from_content(page, written) if is_page else ():
            yield on(of_site) if of_site in self._pages else None
            yield NOWHERE if self._source.is_ignored(of_site) else None
        yield UNCHECKED if is_page and self._sites.may_make(page, path) else None
        if self._is_known_by_name(page, written):
            yield on(self._names.nearest(page, written))
            yield NOWHERE if "/" not in written and self._vault.has_file(written) else None
        yield UNCHECKED if not is_page and self._sites.is_of_own_address(page) else None

    def _is_shown_as_written(self, page: str, path: str) -> bool:
        """Whether nothing can serve a page at a path without a suffix: the site makes none but those of files, and the
        path leads among its pages; or no site is known, and the page is a README, which a forge shows, or the folder
        that the path leads into holds code alone."""
        folder, _, name = path.rstrip("/").rpartition("/")
        if name == "broken-reference":  # of GitBook, in place of a page that is gone
            return True
        if path and self._sites.root_of_files(page) is not None:
            return folder in self._folders_of_pages
        if not path or self._sites.of(page) is not None or self._vault.holds(page):
            return False
        return is_readme(page) or (folder in self._folders and folder not in self._folders_of_pages)

    @cached_property
    def _folders_of_pages(self) -> frozenset[str]:
        """The folders with a page in them."""
        return frozenset(page.rpartition("/")[0] for page, outline in self._pages.items() if outline is not None)

    def _redirected(self, page: str, written: str, anchor: str) -> Target | None:
        """Where an address leads that the settings of a site send to another one."""
        new = self._sites.redirect(page, written)
        if new is None:
            return None
        if "://" in new:
            return UNCHECKED
        path, _, own = new.partition("#")
        there = next((candidate for candidate in self._candidates(page, path) if candidate in self._source.files), None)
        return UNCHECKED if there is None else self._anchors.target(page, there, own or anchor)

    def _from_assembled(self, page: str, path: str) -> str | None:
        """The page of a site that stands at `path` for a page which the site takes in from another folder: a mount of
        Hugo, a copy that a build makes. Then the site has the folder of the page too: `site/content/geps` beside
        `geps`."""
        own = page.partition("/")[0]
        found = self._near_files.ending(path) if "/" in path and own != page else ()
        for path_there in found:
            root = path_there.removesuffix(f"/{path}")
            if f"{root}/{own}" in self._folders and self._sites.of(path_there) is not None:
                return path_there
        return None

    def _is_known_by_name(self, page: str, written: str) -> bool:
        """Whether a program that serves the page may find another one by its name: a vault of notes, also by its name
        and the last of its folders; ExDoc, which puts all pages into one folder."""
        if self._vault.holds(page):
            return not written.startswith(".")
        return "/" not in written and written.lower().endswith(PAGES) and self._sites.is_of(page, "exdoc")

    def _is_elsewhere(self, page: str, written: str, path: str, *, is_of_editor: bool) -> bool:
        """Whether a file that is not at `path` may be there for readers: a build makes it, a page of another language
        is shown in its place, or the link to code, or to a line (`docs/plan.md:7`, which only an editor opens), is
        written from the root, as editors and agents write it. What
        begins with a hidden folder (`.cursor/rules/a.mdc`) is so written in a prompt, often as a sample."""
        if self._source.is_ignored(path):
            return True
        if _HIDDEN_FIRST.match(written) and is_prompt(page):
            return True
        from_root = "" if written.lower().endswith(PAGES) and not is_of_editor else _joined("", written)
        if from_root and from_root != path and self._source.exists(from_root):
            return True
        bases = dict.fromkeys((path, *self._bases(page, written)))
        return any(self._translations.has(page, base) for base in bases)

    def _is_served(self, page: str, written: str, path: str) -> bool:
        """Whether a site may serve a file that is not at `path`: it stands where the page is served from (`guide/` for
        `guide.md`), a build makes it of a file with one suffix more (`a.csv.erb`), or it is an image with a folder
        that a folder of assets has."""
        if any(map(self._source.exists, self._bases(page, written))):
            return True
        if any(self._source.exists(f"{path}.{suffix}") for suffix in TEMPLATE_SUFFIXES):
            return True
        bases = self._bases(page, written)
        if any(self._source.exists(static) for base in bases for static in self._sites.static(page, base)):
            return True
        return is_asset_name(written) and has_asset(self._source, page, written)

    def _wikilink(self, page: str, address: str) -> Target:
        """The page or section that a wikilink names: `Note`, `folder/Note`, `Note#Heading`, `#Heading`."""
        name, _, heading = address.partition("#")
        path = page if not name else self._names.nearest(page, name.strip())
        if path is None:
            return NOWHERE
        outline = self._pages[path]
        last = heading.rpartition("#")[2].strip()  # `Note#Chapter#Section`
        if not last or outline is None:
            return Target(f"f:{path}") if path != page else NOWHERE
        section = self._anchors.section(path, outline, last if last.startswith("^") else slug(last))
        if section is None:  # programs have anchors of their own
            return Target(f"f:{path}", UNCHECKED.problem)
        return Target(f"f:{path}#{section}" if section else f"f:{path}")


def _joined(folder: str, written: str) -> str:
    """A relative path from a folder, below the root; "" if it leaves the root, or is the root."""
    path = posixpath.normpath(posixpath.join(folder, written))
    return "" if path.startswith("..") or path == "." else path


def targets(addresses: Addresses, page: str, links: Sequence[PageLink]) -> tuple[Target, ...]:
    """Return where the links of a page lead, in their order. Those of a memory's index that lead nowhere are reported
    by its language; those of AsciiDoc and reStructuredText depend on attributes, modules and labels that only
    their sites know."""
    found = (addresses.target(page, link) for link in links)
    if is_asciidoc(page) or is_restructured(page):
        return tuple(UNCHECKED if target.is_dead else target for target in found)
    if page.rpartition("/")[2] == MEMORY_INDEX:
        return tuple(NOWHERE if target.is_dead else target for target in found)
    return tuple(found)
