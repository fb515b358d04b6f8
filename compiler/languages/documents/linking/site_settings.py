"""Which programs make pages for readers of the pages of a folder: told by the settings files that they need.

Some settings say more: that a build makes pages which no file has, or serves them at other paths.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from compiler.languages.documents.claims import SITE_SETTINGS
from compiler.languages.documents.linking.permalinks import Patterns, patterns_in
from compiler.model.source import Source

_SCRIPTS = ("js", "ts", "mjs", "mts", "cjs", "cts")
_SETTINGS: dict[str, tuple[str, ...]] = {
    "docusaurus": tuple(f"docusaurus.config.{script}" for script in _SCRIPTS),
    "vitepress": tuple(f".vitepress/config.{script}" for script in _SCRIPTS),
    "vuepress": tuple(f".vuepress/config.{script}" for script in _SCRIPTS),
    "astro": tuple(f"astro.config.{script}" for script in _SCRIPTS),
    "eleventy": (".eleventy.js", *(f"eleventy.config.{script}" for script in _SCRIPTS)),
    "next": tuple(f"next.config.{script}" for script in _SCRIPTS),
    "gatsby": tuple(f"gatsby-config.{script}" for script in _SCRIPTS),
    "hugo": tuple(f"hugo.{suffix}" for suffix in ("toml", "yaml", "yml", "json")),
    "hugo or zola": ("config.toml", "config/_default/hugo.toml", "config/_default/config.toml"),
    "jekyll": ("_config.yml", "_config.yaml"),
    "mkdocs": ("mkdocs.yml", "mkdocs.yaml"),
    "mdbook": ("book.toml",),
    "mintlify": SITE_SETTINGS,
    "sphinx": ("conf.py",),
    "myst": ("myst.yml", "_toc.yml"),
    "quarto": ("_quarto.yml", "_quarto.yaml"),
    "bookdown": ("_bookdown.yml",),
    "docfx": ("docfx.json",),
    "gitbook": (".gitbook.yaml", ".gitbook.yml"),
    "docsify": ("_sidebar.md",),
    "exdoc": ("mix.exs",),
    "doxygen": ("Doxyfile", "Doxyfile.in", "doxygen.cfg"),
}
_BY_FILE = {file: generator for generator, files in _SETTINGS.items() for file in files}
_FOLDERS_OF_SETTINGS = ("", ".vitepress", ".vuepress", "config/_default")
# Programs that read the comments of code, and pages by the way: their settings stand beside those of a site.
OF_CODE = frozenset({"exdoc", "doxygen"})
# What must stand in a settings file whose name says little.
_PROOFS = {
    "next": re.compile(r"nextra|fumadocs|@next/mdx|contentlayer"),
    "sphinx": re.compile(r"^(?:extensions|html_theme|master_doc|root_doc|project)\s*=", re.MULTILINE),
    "exdoc": re.compile(r"\bextras:|\bex_doc\b"),
}
# Plugins and settings by which pages are made while a site is built.
_MAKES_PAGES = {
    "mkdocs": re.compile(
        r"^[ \t]*-[ \t]*[\"']?(?:gen-files|monorepo|multirepo|mkdoxy|api-autonav|autoapi|mkapi|gallery)\b|^hooks:",
        re.MULTILINE,
    ),
    "docusaurus": re.compile(r"typedoc|openapi-docs|remote-content|graphql-markdown|protobuffet"),
    "vitepress": re.compile(r"typedoc"),
    "mintlify": re.compile(r"openapi|asyncapi|\$ref", re.IGNORECASE),
    "sphinx": re.compile(r"\b(?:autoapi|autosummary|apidoc|autodoc2|sphinx_gallery|exhale)\b"),
    "hugo": re.compile(r"\bmounts\b|\bimports\b"),
    "hugo or zola": re.compile(r"\bmounts\b|\bimports\b"),
    "docfx": re.compile(r""),
}
# Where a site is served, as generators call it.
_SERVED_AT = re.compile(
    r"^[ \t]*[\"']?(?:baseURL|base_url|(?:ogp_)?site_url|siteUrl|html_baseurl|url|site|hostname)"
    r"[\"']?[ \t]*[:=][ \t]*[\"']?https?://(?:www\.)?([\w.-]+)",
    re.MULTILINE | re.IGNORECASE,
)
_KNOWS_NAMES = {
    "sphinx": re.compile(r"\b(?:intersphinx|autodoc2?|autoapi|apidoc|autosummary|breathe|sphinxcontrib)\b"),
    "myst": re.compile(r"^[ \t]*references:", re.MULTILINE),
}
_LAST_VERSION = re.compile(r"\blastVersion[\"']?\s{0,9}:\s{0,9}[\"']([^\"'\n]{1,60})[\"']")  # of Docusaurus
_MOVES_PAGES = {"vitepress": re.compile(r"\brewrites\b")}

_QUOTED = r"""["'](/[^"'\n]{0,300})["']"""
_FROM = rf"""["']?\b(?:source|from)["']?[ \t]{{0,4}}[:=]\s{{0,20}}(?:\[\s{{0,20}})?{_QUOTED}"""
_TO = r"""["']?\b(?:destination|to)["']?[ \t]{0,4}[:=]\s{0,20}["']((?:https?:/)?/[^"'\n]{0,300})["']"""
# `{"source": "/old", "destination": "/new"}` of Mintlify, `{from: '/old', to: '/new'}` of Docusaurus, in either order.
_REDIRECT = re.compile(rf"{_FROM}(?:\s{{0,20}}\])?,\s{{0,40}}{_TO}|{_TO},\s{{0,40}}{_FROM}")
_REDIRECT_MAP = re.compile(r"^[ \t]{0,40}redirect_maps:[ \t]*\n((?:[ \t]+[^\n]*\n|\n)++)", re.MULTILINE)  # of MkDocs
_MAPPED = re.compile(r"""^[ \t]+["']?([^\s"':]{1,200})["']?:[ \t]+["']?([^\s"']{1,200})""", re.MULTILINE)


class Site(NamedTuple):
    """The root of a site, its generator, whether pages may be there that no file has, and whether they may be served
    at paths that are not those of their files. `host` is where it is served, "" if its settings do not say.
    `knows_names`: links may name objects of code, or labels of other projects. `redirects` are addresses from its root
    that are gone, each with the one that took its place. `permalinks` are patterns of addresses, by section.
    `last_version` is the version that addresses without one lead to, "" if the settings do not say."""

    folder: str
    generator: str
    makes_pages: bool
    moves_pages: bool
    host: str = ""
    knows_names: bool = False
    redirects: tuple[tuple[str, str], ...] = ()
    permalinks: Patterns = ()
    last_version: str = ""


def sites_in(source: Source, root: str, folder: str) -> Iterator[Site]:
    """Give the sites with their root in `root` whose settings stand in `folder`. That belongs to the identity of the
    source."""
    for settings_folder in _FOLDERS_OF_SETTINGS:
        there = below(folder, settings_folder)
        for name in source.names(there):
            generator = _BY_FILE.get(below(settings_folder, name))
            if generator is None:
                continue
            path = below(there, name)
            source.present.add(path)
            text = source.files[path].text if path in source.files else ""
            if generator in _PROOFS and not _PROOFS[generator].search(text):
                continue
            makes, moves = _says(_MAKES_PAGES, generator, text), _says(_MOVES_PAGES, generator, text)
            served = _SERVED_AT.search(text)
            host = served[1].casefold() if served else ""
            knows = _says(_KNOWS_NAMES, generator, text)
            redirects, permalinks = tuple(_redirects(text)), patterns_in(generator, text)
            last = _LAST_VERSION.search(text) if generator == "docusaurus" else None
            last_version = last[1] if last else ""
            yield Site(root, generator, makes, moves, host, knows, redirects, permalinks, last_version)


def _redirects(text: str) -> Iterator[tuple[str, str]]:
    """Give the addresses that a settings file sends elsewhere, and where: `/old`, or `/old/:slug*` for all below."""
    if "redirect" not in text.casefold():
        return
    for found in _REDIRECT.finditer(text):
        yield (found[1], found[2]) if found[1] else (found[4], found[3])
    for block in _REDIRECT_MAP.finditer(text):
        yield from (("/" + old, "/" + new) for old, new in _MAPPED.findall(block[1]) if "://" not in new)


def _says(patterns: dict[str, re.Pattern[str]], generator: str, text: str) -> bool:
    return generator in patterns and patterns[generator].search(text) is not None


def below(folder: str, name: str) -> str:
    """Return the path of a name in a folder."""
    return f"{folder}/{name}".strip("/")
