"""The formats of instructions: which files they are, by their paths, and which programs read them where.

A format is one line of `FORMATS`, and a line of `place_of`. `/docs/instructions.md` says what each means.
"""

from typing import Literal, NamedTuple

from compiler.text.agent_files import is_other_rule_file, is_settings_of_agents

Mode = Literal["always", "glob", "description", "request", "unstated", "import", "never"]

EVERY_AGENT = ("codex", "cursor", "copilot", "windsurf", "amp")  # read AGENTS.md in any folder
AT_THE_ROOT = ("cline", "kiro")  # read that of the root alone


class Format(NamedTuple):
    """A format of instructions.

    `tools` are the programs that read it. `rank` orders files of one folder as they are read: what weighs more comes
    later. `patterns` names the fields of front matter with patterns of paths. In a format with `names_anywhere`, a
    pattern without a slash is the name of a file in any folder. `has_imports`: `@path` takes in another file.
    """

    name: str
    tools: tuple[str, ...]
    rank: int
    patterns: tuple[str, ...] = ()
    names_anywhere: bool = False
    has_imports: bool = False


class Place(NamedTuple):
    """Where a file of instructions stands: its format, and the folder that it is for, "" for the root. `tools` are the
    programs of the folder that it stands in, where its format has none. `is_offered`: it is in no folder of a program,
    so that only a plugin in `folder` makes it one; a skill is one anyway, to be installed by whoever wants it."""

    format: str
    folder: str
    tools: tuple[str, ...] = ()
    is_offered: bool = False


_ALL = (
    Format("agents", EVERY_AGENT, 0),
    Format("agents_override", ("codex",), 1),
    Format("agent", ("amp",), 0),
    Format("claude", ("claude",), 0, has_imports=True),
    Format("claude_folder", ("claude",), 1, has_imports=True),
    Format("claude_rule", ("claude",), 2, ("paths",), has_imports=True),
    Format("claude_local", ("claude",), 3, has_imports=True),
    Format("gemini", ("gemini",), 0, has_imports=True),
    Format("copilot", ("copilot",), 1),
    Format("copilot_path", ("copilot",), 2, ("applyTo",)),
    Format("cursor_file", ("cursor", "cline"), 1),
    Format("cursor_rule", ("cursor",), 2, ("globs",), names_anywhere=True),
    Format("windsurf_file", ("windsurf", "cline"), 1),
    Format("windsurf_rule", ("windsurf",), 2, ("globs",), names_anywhere=True),
    Format("cline_rule", ("cline",), 2, ("paths",)),
    Format("memory_bank", ("cline",), 3),
    Format("kiro", ("kiro",), 2, ("fileMatchPattern",), names_anywhere=True),
    # What a program offers, and reads when somebody or it chooses it. Which program does depends on the folder.
    Format("skill", (), 5),
    Format("subagent", (), 5),
    Format("command", (), 5),
    Format("imported", (), 4, has_imports=True),
    Format("misnamed", (), 4),
    Format("foreign", (), 4),
)
FOREIGN = "foreign"  # the format of a file that is read to be told of: it makes no facts
FORMATS = {format_.name: format_ for format_ in _ALL}
TOOLS = tuple(sorted({tool for format_ in _ALL for tool in format_.tools} | set(AT_THE_ROOT)))
CHOSEN = frozenset(["skill", "subagent", "command"])
# Folders of programs, and which programs read what is chosen from them.
_CHOOSERS = {
    ".agents": ("amp", "codex"),
    ".claude": ("claude",),
    ".clinerules": ("cline",),
    ".codex": ("codex",),
    ".cursor": ("cursor",),
    ".gemini": ("gemini",),
    ".github": ("copilot",),
    ".kiro": ("kiro",),
    ".windsurf": ("windsurf",),
}
_CHOSEN_IN: dict[str, tuple[str, str]] = {
    "skills": ("skill", "SKILL.md"),
    "agents": ("subagent", ".md"),
    "chatmodes": ("subagent", ".chatmode.md"),
    "commands": ("command", ".md"),
    "prompts": ("command", ".prompt.md"),
    "workflows": ("command", ".md"),
}

_BY_NAME = {
    "AGENTS.md": "agents",
    "AGENTS.override.md": "agents_override",
    "AGENT.md": "agent",
    "CLAUDE.md": "claude",
    "CLAUDE.local.md": "claude_local",
    "GEMINI.md": "gemini",
    ".cursorrules": "cursor_file",
    ".windsurfrules": "windsurf_file",
    ".clinerules": "cline_rule",
}
# Folders of rules, with the ends of the names of their files.
_FOLDERS = (
    ((".claude", "rules"), "claude_rule", (".md",)),
    ((".github", "instructions"), "copilot_path", (".instructions.md",)),
    ((".cursor", "rules"), "cursor_rule", (".mdc", ".md")),
    ((".windsurf", "rules"), "windsurf_rule", (".md",)),
    ((".clinerules",), "cline_rule", (".md", ".txt")),
    ((".kiro", "steering"), "kiro", (".md",)),
    (("memory-bank",), "memory_bank", (".md",)),
)
_OTHER_FOLDERS = frozenset(["workflows", "hooks", "skills"])  # of Cline, beside its rules
_NOT_RULES = frozenset(["readme.md"])  # in folders of rules
HOMES = frozenset([".claude", ".gemini", ".codex", ".cursor", ".windsurf", ".kiro", ".github", ".agents", ".agent"])
# Folders in which a plugin says what it is, and the programs that install it. What it offers stands beside.
MANIFESTS = {".claude-plugin": "claude", ".codex-plugin": "codex", ".cursor-plugin": "cursor"}
AT_ROOT_ONLY = frozenset(["copilot", "copilot_path", "cursor_file", "windsurf_file"])


def place_of(path: str) -> Place | None:
    """Return where a file of instructions stands, by its path; None if it is none."""
    *folders, name = path.split("/")
    if found := _of_folder(folders, name) or _chosen(folders, name):
        return found
    above = folders[-1] if folders else ""
    if name == "CLAUDE.md" and above == ".claude":
        return Place("claude_folder", "/".join(folders[:-1]))
    if name == "copilot-instructions.md":
        return Place("copilot", "/".join(folders[:-1] if above == ".github" else folders))
    kind = _BY_NAME.get(name)
    return Place(kind, "/".join(folders)) if kind and above not in HOMES else _offered(folders, name)


def tools_of(place: Place) -> tuple[str, ...]:
    """Return the programs that read a file at its place, in the order of their names."""
    at_root = AT_THE_ROOT if place.format == "agents" and not place.folder else ()
    return tuple(sorted({*FORMATS[place.format].tools, *at_root, *place.tools}))


def claims(path: str) -> bool:
    """Return whether a file is one of instructions, by its path, or one that is read to be told of: in it stand, or it
    names, rules of a program whose rules are not known."""
    return place_of(path) is not None or is_other_rule_file(path) or is_settings_of_agents(path)


def _of_folder(folders: list[str], name: str) -> Place | None:
    """The place of a file in a folder of rules, at any depth."""
    for wanted, kind, suffixes in _FOLDERS:
        at = _position(folders, wanted)
        if at < 0 or not name.endswith(".md" if kind == "copilot_path" else suffixes):
            continue
        if name.lower() in _NOT_RULES or (kind == "cline_rule" and not _OTHER_FOLDERS.isdisjoint(folders[at + 1 :])):
            return None
        return Place(kind if name.endswith(suffixes) else "misnamed", "/".join(folders[:at]))
    return None


def _chosen(folders: list[str], name: str) -> Place | None:
    """The place of a skill, an agent or a command in a folder of a program, at any depth."""
    at = next((at for at, folder in enumerate(folders) if folder in _CHOOSERS), -1)
    kind, suffix = _CHOSEN_IN.get(folders[at + 1] if 0 <= at < len(folders) - 1 else "", ("", ""))
    is_of_forge = folders[at : at + 2] == [".github", "workflows"]
    if not kind or is_of_forge or not name.endswith(suffix) or name.lower() in _NOT_RULES:
        return None
    return Place(kind, "/".join(folders[:at]), _CHOOSERS[folders[at]])


def _offered(folders: list[str], name: str) -> Place | None:
    """The place of a skill, an agent or a command that a plugin may offer: `hull/skills/caulk/SKILL.md`."""
    kinds = ("skills",) if name == "SKILL.md" else ("agents", "commands")
    at = next((at for at in range(len(folders) - 1, -1, -1) if folders[at] in kinds), -1)
    if at < 0 or not name.endswith(".md") or name.lower() in _NOT_RULES or not HOMES.isdisjoint(folders):
        return None
    return Place(_CHOSEN_IN[folders[at]][0], "/".join(folders[:at]), is_offered=True)


def _position(folders: list[str], wanted: tuple[str, ...]) -> int:
    """Where these folders stand in a path, -1 if they do not."""
    size = len(wanted)
    return next((at for at in range(len(folders) - size + 1) if tuple(folders[at : at + size]) == wanted), -1)
