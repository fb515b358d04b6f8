"""Which files are not the project: templates, fixtures, archives, examples and prompts. See `/docs/examples.md`.

Judged by the names of a file and its folders below the root of the source (`ExamplePaths`). The beginning of its text
is judged too (`compiler.text.example_texts`). No language has a list of its own.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from compiler.model.examples import Example
from compiler.text.comment_styles import comment_style
from compiler.text.markdown import SUFFIXES

PAGES = (*SUFFIXES, ".rst", ".adoc", ".asciidoc", ".mmd", ".mermaid")

_TEMPLATE_FOLDERS = frozenset(
    [
        "template",
        "templates",
        "_template",
        "_templates",
        ".template",
        ".templates",
        "archetypes",
        "boilerplate",
        "boilerplates",
        "issue_template",
        "pull_request_template",
    ]
)
_FORMS = frozenset(["issue_template", "pull_request_template"])  # templates whatever their suffix
_FIXTURE_FOLDERS = frozenset(
    [
        "fixture",
        "fixtures",
        "__fixtures__",
        "_fixtures",
        "testdata",
        "test-data",
        "test_data",
        "testfixtures",
        "test-fixtures",
        "test_fixtures",
        "__snapshots__",
        "__testdata__",
    ]
)
_HAS_FIXTURE = re.compile(r"(?<![^\W_])fixtures?(?![^\W_])")  # of a folder below tests: `mill_fixture`
_TEST_FOLDERS = frozenset(
    [
        "test",
        "tests",
        "__tests__",
        "e2e",
        "integration_test",
        "integration_tests",
        "integration-test",
        "integration-tests",
    ]
)
_DOCUMENTATION = frozenset(["doc", "docs", "document", "documents", "documentation"])
_PACKAGE_ROOTS = frozenset(["java", "kotlin", "scala", "groovy"])  # below a folder of tests
_FOLDERS_OF_TESTS = frozenset(
    [
        "data",
        "resources",
        "samples",
        "corpus",
        "golden",
        "goldens",
        "snapshots",
        "examples",
        "templates",
        "files",
        "assets",
        "inputs",
        "outputs",
        "expected",
    ]
)
_EXAMPLE_FOLDERS = frozenset(["example", "examples", "_examples", "sample", "samples", "demo", "demos"])
_ORDER = re.compile(r"^\d{1,3}[-_. ]+(?=[a-z_])")  # the number by which a vault orders its folders: `07_templates`
_ARCHIVE_FOLDERS = frozenset(["archive", "archives", "archived", "_archive", ".archive", "_archived"])
_SCRATCH_FOLDERS = frozenset(["tmp", "temp", ".tmp", ".temp", "_tmp"])  # copies that a tool made on its way
_TOOL_FOLDERS = frozenset(  # what a tool installs here
    [
        "_bmad",
        ".bmad",
        ".bmad-core",
        "bmad-core",
        ".bmad-method",
        ".aiox-core",
        ".aios-core",
        "gsd-core",
        "get-shit-done",
    ]
)
# What a tool writes into the folder that it installs: BMAD, whose folder may have any name.
_INSTALLED = ("_cfg/manifest.yaml", "_config/manifest.yaml")
_TOOL_PAGES = frozenset(["readme-task-master.md"])  # the manual that Task Master puts into a project
_TOOL_HOMES = frozenset([".taskmaster", ".beads"])  # folders of a tool: the README there is the tool's own
# Copies of other projects: a folder of each stands below. The second kind also holds documents on other projects, so
# that a licence in the folder must tell.
_COPY_FOLDERS = frozenset(["third_party", "thirdparty", "3rdparty", "3rd_party", "3pp"])
_MAYBE_COPY_FOLDERS = frozenset(["third-party", "3rd-party", "external", "externals", "extern", "deps", "subprojects"])
# What makes a folder below that of an agent (`.claude/loom/`) an installed program, with its own documents.
_PACKAGE_FILES = ("package.json", "pyproject.toml", "Cargo.toml", "go.mod")
_DOCUMENT_FOLDERS = frozenset(["docs", "doc", "documentation", "content", "guides", "website"])
_LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "COPYING", "license", "license.txt")
_SETTINGS_OF_DOCUMENTATION = "conf.py"  # of Sphinx
# `.beads-disabled`, `versioned_docs_archived`, `tasks-archive`. A program may be named `web-archive`.
_PUT_ASIDE = re.compile(
    r".+[-_.](?:disabled|bak|archived)|\..+[-_.]archive|(?:.+[-_.])?(?:docs?|documentation|notes|tasks|to-?dos?|tickets|issues|stories|epics"
    r"|backlog|plans?|specs?|changes|proposals|rfcs?|adrs?|decisions|reports?|old)[-_.]archive"
)
# What is archived in these folders is the project's: tasks of Backlog.md, which has a state for it, and decisions.
_OWN_ARCHIVES = re.compile(r"\.?backlog|(?:.*[-_ ])?(?:adrs?|decisions?)(?:[-_ ](?:records?|logs?))?|rf[cd]s?")
_PROMPT_FOLDERS = frozenset(["prompts", "skills"])
_PROMPT_FOLDERS_OF_AGENTS = frozenset(  # below a folder of an agent: `.claude/commands`, `.github/instructions`
    [
        "commands",
        "prompts",
        "agents",
        "skills",
        "rules",
        "workflows",
        "instructions",
        "chatmodes",
        "modes",
        "steering",
        "droids",
        "hooks",
    ]
)
_FOLDERS_OF_AGENTS = frozenset(
    [".claude", ".cursor", ".codex", ".gemini", ".qwen", ".opencode", ".windsurf", ".roo", ".agents", ".agent", ".kiro"]
)
_RULE_FOLDER = re.compile(r"\.(?:\w*rules(?:-\w+)?|ruler)")  # `.clinerules`, `.roo-rules`: rules stand in it directly
_PROMPT_NAMES = frozenset(["agents.md", "claude.md", "gemini.md", "qwen.md", "skill.md", "copilot-instructions.md"])
_PROMPT_SUFFIXES = (".prompt.md", ".chatmode.md", ".instructions.md", ".agent.md", ".mdc")


_NUMBERED = re.compile(r"(?:[A-Za-z]+[-_ ])?0*[1-9]\d*[-_. ]")  # a page about templates: `0007-use-a-template.md`
# Words of a sentence, as decisions are titled: `0000-use-a-template.md` is one, `0000-adr-template.md` none.
_SENTENCE = re.compile(
    r"(?:^|[-_. ])(?:use|using|adopt|adopting|add|choose|select|pick|create|introduce|write|keep|with|an?|the)[-_. ]"
    r"(?:.*[-_. ])?template",
    re.IGNORECASE,
)
_TEMPLATE_NAME = re.compile(r"(?:.*[-_. ])?template(?:[-_ ](?:bare|minimal|short|long|full|example))*", re.IGNORECASE)
_COPY_NAME = re.compile(r"(.+?)[-_. ](?:backup|bak|copy|old|orig)\d{0,2}(\.[a-z]+)", re.IGNORECASE)
_EXAMPLE_NAME = re.compile(r"EXAMPLES?(?:[-_ ].*)?")  # in capitals: `example-app.md` may be a page of the project
_NAME_PLACEHOLDER = re.compile(
    r"\{\{(?:(?!\{\{).)*?\}\}|\$\{\w+\}|\bYYYY-?MM(?:-?DD)?\b|\bNNNN?N?\b|\bXXXX?\b"
    r"|(?<![^\W_])\[[A-Z#][A-Z#_ -]*\]|<[\w -]+>"
)
_SMALL_PLACEHOLDER = re.compile(r"\[[a-z]\w*(?:[ -]\w+)*\]")  # `[change-id]`
# Folders in which `[slug]` is a part of an address that pages are served by.
_ROUTE_FOLDERS = frozenset(["app", "pages", "routes", "content", "src"])


class ExamplePaths:
    """Judges paths. A folder `examples` holds no examples if the source has nothing else: then it is the project."""

    def __init__(self, paths: Iterable[str], has_file: Callable[[str], bool] = lambda _: False) -> None:
        """`paths` are those of all files of the source that are read. `has_file` says whether it has any other."""
        folders = {path.rpartition("/")[0] for path in paths}
        self._has_file = has_file
        self._has_project = any(map(_is_elsewhere, folders))
        self._by_folder: dict[tuple[str, bool], Example | None] = {}  # by the folder, and whether a page stands in it

    def example(self, path: str) -> Example | None:
        """Return why a file is not the project, judged by its path; None if its path does not say so."""
        folder, _, name = path.rpartition("/")
        is_page = _is_page(name)
        key = folder, is_page
        if key not in self._by_folder:
            self._by_folder[key] = self._by_folders(folder.split("/"), is_page)
        return self._by_folder[key] or _by_name(folder, name) or self._as_copy(folder, name)

    def _as_copy(self, folder: str, name: str) -> Example | None:
        """Whether a page is an old copy of the one beside it: `tasks_backup.md`."""
        found = _COPY_NAME.fullmatch(name) if name.lower().endswith(SUFFIXES) else None
        original = f"{folder}/{found[1]}{found[2]}".lstrip("/") if found else ""
        is_copy = found is not None and self._has_file(original)
        return Example(f"it is a copy of '{original}', by its name") if is_copy else None

    def _by_folders(self, folders: list[str], is_page: bool) -> Example | None:
        words = [folder.lower() for folder in folders]
        for at, folder in enumerate(folders):
            if self._is_example_folder(folder, words[: at + 1], is_page):
                return Example(f"it is below '{folder}'")
            if is_page and self._is_of_copies(folders, at):
                return Example(f"it is of another project, below '{folder}'")
            if is_page and self._is_installed(folders, at):
                return Example(f"a tool has installed it, below '{folder}'")
            if at and self._is_built_by_tests(folders, at):
                return Example(f"it is documentation that tests build, below '{folder}'")
        return None

    def _is_example_folder(self, folder: str, words: list[str], is_page: bool) -> bool:
        """Whether a folder holds examples. `words` are it and the folders above, in lower case."""
        above, word = words[-2] if len(words) > 1 else "", _ORDER.sub("", words[-1])
        is_of_tests = word in _FOLDERS_OF_TESTS and _is_below_tests(words[:-1])
        if (
            word in _FIXTURE_FOLDERS
            or (_is_below_tests(words[:-1]) and _HAS_FIXTURE.search(word))
            or word in _FORMS
            or is_of_tests
            or (word in _EXAMPLE_FOLDERS and self._has_project)
        ):
            return True
        is_archive = (word in _ARCHIVE_FOLDERS and not _OWN_ARCHIVES.fullmatch(above)) or _PUT_ASIDE.fullmatch(word)
        is_of_skill = words[-3:-2] == ["skills"] and word == "assets"  # what the skill fills in and puts elsewhere
        is_other = (
            word in _TEMPLATE_FOLDERS or is_of_skill or word in _SCRATCH_FOLDERS or word in _TOOL_FOLDERS or is_archive
        )
        has_placeholder = _NAME_PLACEHOLDER.search(folder) or (
            _SMALL_PLACEHOLDER.fullmatch(folder) is not None and _ROUTE_FOLDERS.isdisjoint(words)
        )
        return is_page and bool(is_other or has_placeholder)

    def _is_of_copies(self, folders: list[str], at: int) -> bool:
        """Whether a folder holds copies of other projects, and the page stands in one of them. `folders` are all those
        of the page."""
        words = [folder.lower() for folder in folders[: at + 1]]
        if words[at] in _FOLDERS_OF_AGENTS:
            return self._is_of_program(folders, at)
        if at + 1 >= len(folders) or not _DOCUMENT_FOLDERS.isdisjoint(words[:at]):
            return False
        if words[at] not in _MAYBE_COPY_FOLDERS:
            return words[at] in _COPY_FOLDERS
        copies = ("/".join(folders[:end]) for end in range(at + 2, len(folders) + 1))  # `external/server/lib` too
        return any(self._has_file(f"{copy}/{licence}") for copy in copies for licence in _LICENCES)

    def _is_installed(self, folders: list[str], at: int) -> bool:
        """Whether a folder holds what a tool installed: the tool's list of its files stands there."""
        folder = "/".join(folders[: at + 1])
        return folder != "" and any(self._has_file(f"{folder}/{name}") for name in _INSTALLED)

    def _is_built_by_tests(self, folders: list[str], at: int) -> bool:
        """Whether a folder below one of tests has settings of a documentation of its own: `tests/doc_links/conf.py`."""
        return _is_below_tests([folder.lower() for folder in folders[:at]]) and self._has_file(
            "/".join([*folders[: at + 1], _SETTINGS_OF_DOCUMENTATION])
        )

    def _is_of_program(self, folders: list[str], at: int) -> bool:
        """Whether a page stands in a program that is installed below the folder of an agent."""
        if len(folders) <= at + 1 or folders[at + 1].lower() in (_PROMPT_FOLDERS | _PROMPT_FOLDERS_OF_AGENTS):
            return False
        inner = ("/".join(folders[:end]) for end in range(at + 2, len(folders) + 1))
        return any(self._has_file(f"{folder}/{name}") for folder in inner for name in _PACKAGE_FILES)


def is_prompt(path: str) -> bool:
    """Return whether a page is written for an agent: a prompt, a command, a rule, a skill, any page in its folder."""
    folder, _, name = path.rpartition("/")
    is_of_agent = not _FOLDERS_OF_AGENTS.isdisjoint(folder.lower().split("/")) or _folder_of_prompts(folder) != ""
    return _is_prompt_name(name) or (name.lower().endswith(SUFFIXES) and is_of_agent)


def is_of_agent(path: str) -> bool:
    """Return whether a page stands in a folder of an agent (`.claude`) or of its program (`_bmad`), or is a prompt by
    its name. What such a page has in its front matter is for the agent."""
    folder, _, name = path.rpartition("/")
    return _is_prompt_name(name) or not (_FOLDERS_OF_AGENTS | _TOOL_FOLDERS).isdisjoint(folder.lower().split("/"))


def is_read_at_the_root(path: str) -> bool:
    """Return whether an agent reads a page at the root of the project, so that its links may lead from there: prompts,
    and the memory of spec-kit."""
    return is_prompt(path) or ".specify/memory/" in f"/{path}"


def is_readme(path: str) -> bool:
    """Return whether a page is the README of its folder."""
    return path.rpartition("/")[2].partition(".")[0].lower() == "readme"


def is_sentence(stem: str) -> bool:
    """Return whether the name of a page, which has the word "template", tells what is done with one: the page is about
    templates and none itself."""
    return _SENTENCE.search(stem) is not None


def is_of_tests(path: str) -> bool:
    """Return whether a file belongs to tests, by the folders that it stands in. Below a folder of documentation, pages
    tell of tests and are no input of any."""
    folders = path.lower().split("/")[:-1]
    at = next((at for at, folder in enumerate(folders) if folder in _TEST_FOLDERS), None)
    return at is not None and _DOCUMENTATION.isdisjoint(folders[:at])


def is_fixture(path: str) -> bool:
    """Return whether a file is an input of tests, by the folders that it stands in."""
    return not _FIXTURE_FOLDERS.isdisjoint(path.lower().split("/")[:-1])


def _is_below_tests(words: list[str]) -> bool:
    """Whether the last of some folders holds what tests use. Below `test/java` folders are packages of the tests."""
    at = next((at for at, word in enumerate(words) if word in _TEST_FOLDERS), None)
    return at is not None and _PACKAGE_ROOTS.isdisjoint(words[at + 1 : at + 2])


def _is_elsewhere(folder: str) -> bool:
    """Whether a folder is neither the root, nor hidden, nor one of examples."""
    return folder != "" and not folder.startswith(".") and not _EXAMPLE_FOLDERS.intersection(folder.lower().split("/"))


@lru_cache(maxsize=20_000)  # each build asks again
def _by_name(folder: str, name: str) -> Example | None:
    """Return why a file is not the project, judged by its name; None if that does not say so."""
    if _is_page(name) and _is_template_name(name.rpartition(".")[0]):
        return Example(f"its name is '{name}'")
    if name.lower() in _TOOL_PAGES:
        return Example(f"'{name}' is put there by a tool")
    home = folder.rpartition("/")[2]
    if home.lower() in _TOOL_HOMES and is_readme(name):
        return Example(f"it is the README of a tool, in '{home}'")
    return _of_work_only(folder, name)


@lru_cache(maxsize=20_000)
def _is_page(name: str) -> bool:
    """Whether a file is no code: a folder `templates` of code is the project's."""
    return name.lower().endswith(PAGES) or comment_style(name) is None


def _is_template_name(stem: str) -> bool:
    is_template = _TEMPLATE_NAME.fullmatch(stem) and not _NUMBERED.match(stem) and not is_sentence(stem)
    return bool(is_template or _EXAMPLE_NAME.fullmatch(stem) or _NAME_PLACEHOLDER.search(stem))


def _of_work_only(folder: str, name: str) -> Example | None:
    """A prompt, or a page among tests. Its tasks and requirements are not those of the project."""
    if _is_prompt_name(name):
        return Example(f"'{name}' is a prompt", only_work=True)
    if not name.lower().endswith(SUFFIXES):
        return None
    if prompts := _folder_of_prompts(folder):
        return Example(f"it is a prompt, below '{prompts}'", only_work=True)
    tests = next((part for part in folder.split("/") if part.lower() in _TEST_FOLDERS), "")
    return Example(f"it is a page of tests, below '{tests}'", only_work=True) if tests else None


def _is_prompt_name(name: str) -> bool:
    return name.lower() in _PROMPT_NAMES or name.lower().endswith(_PROMPT_SUFFIXES)


@lru_cache(maxsize=1_000)
def _folder_of_prompts(folder: str) -> str:
    """The folder of prompts in a path of folders, with the folder of the agent around it; "" if there is none."""
    folders = folder.split("/")
    words = folder.lower().split("/")
    for at, word in enumerate(words):
        if word in _PROMPT_FOLDERS or _RULE_FOLDER.fullmatch(word):
            return folders[at]
        if at and words[at - 1].startswith(".") and word.split("-")[0] in _PROMPT_FOLDERS_OF_AGENTS:
            return f"{folders[at - 1]}/{folders[at]}"
    return ""
