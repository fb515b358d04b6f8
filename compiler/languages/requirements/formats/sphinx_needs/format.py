"""The declaration of Sphinx-Needs."""

import re

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.sphinx_needs"
_FENCE = re.compile(r"(?:```|~~~|:::)[ ]*\{")  # of a directive of MyST
_EXPORT = re.compile(r"(?:[^/]*[_.-])?needs(?:[_.-][^/]*)?\.json", re.IGNORECASE)


def claims(path: str) -> bool:
    """Whether a file is read for Sphinx-Needs alone: an export of its program."""
    return path[-5:].lower() == ".json" and bool(_EXPORT.fullmatch(path.rpartition("/")[2]))


def owns(path: str) -> bool:
    """Whether what is wrong with a file is said even if no need is read: exports, and the settings that say what is a
    need. Those of a project without Sphinx-Needs are not parsed."""
    return claims(path) or path.rpartition("/")[2] == "conf.py"


def is_promising(path: str, text: str) -> bool:
    """Whether a file is an export, settings that may be of Sphinx-Needs, a page with a directive or role, or Python
    with a directive in a docstring."""
    lower = path.lower()
    if lower.endswith((".md", ".markdown")):
        has_signs = "{" in text and ("```{" in text or "``` " in text or ":::" in text or "~~~" in text)
        return (has_signs and _FENCE.search(text) is not None) or "{need}`" in text or ":need:`" in text
    if lower.endswith(".rst"):
        return "::" in text or ":need:`" in text
    if lower.endswith(".py") and not lower.endswith("conf.py"):
        return ":id:" in text and ".. " in text
    is_settings = (lower.endswith(".toml") and "needs" in text) or (
        lower.endswith("conf.py") and "sphinx_needs" in text
    )
    return is_settings or claims(path)


SPHINX_NEEDS = Format(
    name="sphinx-needs",
    title="Sphinx-Needs",
    files="directives in *.rst and *.md, exports needs.json, settings in conf.py and ubproject.toml",
    detection="a directive of a type of needs, with an id",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    words={
        "need": "requirement",
        "type": "level",
        "need_part": "assertion",
        "link type": "implements, verifies, refines or depends_on",
    },
    claims=claims,
    owns=owns,
    is_promising=is_promising,
    takes_citations=True,
    sample="glass-organ",
    oracle="harness.oracles.sphinx_needs",
)
