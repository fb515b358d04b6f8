"""The declaration of Kiro."""

from compiler.languages.requirements.formats.format import Format
from compiler.model.language import imported

_FOLDER = "compiler.languages.requirements.formats.kiro"

KIRO = Format(
    name="kiro",
    title="Kiro",
    files=".kiro/specs/*/{requirements,bugfix,design,tasks}.md",
    detection="a requirement of a feature in .kiro/specs",
    parse=imported(f"{_FOLDER}.parse:parse"),
    settle=imported(f"{_FOLDER}.settling:settle"),
    trace=imported(f"{_FOLDER}.tracing:trace"),
    roles={"in force": "active", "to be fixed": "retired"},
    words={
        "requirement": "requirement",
        "property": "requirement",
        "acceptance criterion": "assertion",
        "Validates": "implements",
    },
    separator=".",
    covers_whole=True,
    is_test=lambda kind: kind == "cites",
    sample="kite-loft",
    oracle="",
)
