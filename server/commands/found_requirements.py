"""What `frieze init` writes of requirements: the shape of their ids, levels, folders, and words of unknown statuses."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from compiler.languages.requirements.facts import Requirement, RequirementProject
from compiler.store.snapshot import Snapshot

MAX_WORDS = 10
MAX_FOLDERS = 5
_KNOWN = ("active", "draft", "proposed", "deprecated", "superseded", "rejected", "roadmap", "future", "idea", "unknown")


def requirement_table(snapshot: Snapshot) -> Iterator[str]:
    """The lines of `[requirements.specifications]`, each a comment. Without requirements whose ids were inferred, and
    without a table of the project's own, they are an example."""
    yield "# [requirements.specifications]\n"
    projects = snapshot.facts(RequirementProject)
    inferred = projects[0].inferred[0] if projects and projects[0].inferred else None
    if inferred is None:
        yield '# id = "LH-{level}{number}"\n# levels = { "Customer" = "c", "System" = "s" }\n'
        yield '# status = { "Agreed" = "active" }\n'
        return
    own = [
        requirement
        for requirement in snapshot.facts(Requirement)
        if requirement.requirement.startswith(f"{inferred['prefix']}-")
    ]
    levels: Mapping[str, str] = inferred["levels"]
    yield f"# paths = [{', '.join(map(_quoted, _folders(own)))}]\n"
    yield f"# id = {_quoted(_shape(inferred['prefix'], inferred['id_pattern'], [*levels.values()]))}\n"
    if levels:
        yield f"# levels = {_table(levels)}\n"
    words = [requirement.status for requirement in own if requirement.status.casefold() not in _KNOWN]
    if words:
        yield f"# status = {_table(dict.fromkeys(list(dict.fromkeys(words))[:MAX_WORDS], 'active'))}\n"


def _folders(requirements: Sequence[Requirement]) -> list[str]:
    """The folders that hold requirements, as patterns; pages at the root by their names."""
    files = dict.fromkeys(requirement.span.file for requirement in requirements)
    places = dict.fromkeys(f"/{file.partition('/')[0]}{'/' if '/' in file else ''}" for file in files)
    return list(places)[:MAX_FOLDERS] if len(places) <= MAX_FOLDERS else ["*.md"]


def _shape(prefix: str, example: str, letters: Sequence[str]) -> str:
    """The shape of ids that look like an example: `HAR-{level}{number:5}` of `HAR-d00001`."""
    rest = example.removeprefix(f"{prefix}-")
    letter = next((letter for letter in letters if letter and rest.startswith(letter)), "")
    level = "{level}" if letter else ""
    rest = rest.removeprefix(letter)
    if rest.lstrip("-") == "name":
        return f"{prefix}-{level}{'-' if rest.startswith('-') else ''}{{name}}"
    is_padded = re.fullmatch("0+1", rest) is not None and rest != "001"  # which also stands for several widths
    return f"{prefix}-{level}{{number:{len(rest)}}}" if is_padded else f"{prefix}-{level}{{number}}"


def _table(values: Mapping[str, str]) -> str:
    """A table of TOML in one line."""
    return f"{{ {', '.join(f'{_quoted(name)} = {_quoted(value)}' for name, value in values.items())} }}"


def _quoted(text: Any) -> str:
    """The text as a TOML string, which is written as one of JSON."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
