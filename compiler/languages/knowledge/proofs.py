"""What proves each format of knowledge, for people. A file whose entity says it itself has its own reason."""

from compiler.languages.knowledge.tracker_registry import TRACKERS

PROOFS = {
    "adr-tools": "a page in a folder of decisions, or with the sections Status and Decision",
    "madr": "a page in a folder of decisions, or with Context and Problem Statement and another section of MADR",
    "log4brains": "a page YYYYMMDD-name.md among decisions",
    "kep": "kep.yaml has a title and a status",
    "pep": "a header has the number of a proposal and a status",
    "eip": "front matter has the number of a proposal and a status",
    "sep": "a preamble, front matter or a title has the number of a SEP, and a status stands below",
    "otep": "a numbered page in a folder oteps, or in text and about OpenTelemetry",
    "rfc": "a numbered page in a folder of RFCs has a key of RFCs",
    "structurizr": "the documentation of a workspace has decisions",
    "y-statement": "sentences begin 'In the context of', and decide",
    "arc42": "headings stand below section 9, Architecture Decisions",
    "backlog": "a page in a folder of Backlog.md, or with the front matter of a task",
    "beads": "each line is an issue with an id, in .beads or issues.jsonl",
    "task-master": "tasks.json has lists of tasks with ids and titles",
    "org": "headings of an Org file have a word for a state, such as TODO",
    "json-list": "prd.json, feature_list.json or tasks.json has lists of objects with a text and a state",
    "spec-kit": "tasks.md stands in specs/NNN-name, and has boxes with ids",
    "openspec": "tasks.md stands in openspec/changes/name",
    "agent-os": "tasks.md stands in .agent-os/specs/name",
    "kiro": "tasks.md stands in .kiro/specs/name, or numbers its boxes",
    "task-list": "boxes have ids such as T023",
    "task-page": "a page in a folder of tasks, tickets or issues states its status",
    "checkbox": "the name of the page says that its boxes are tasks, or frieze.toml does",
    "medulla": "loro.db or a snapshot of Medulla",
    "obsidian": "a page below a folder with .obsidian",
    "note": "a page in a folder of notes, or with tags, aliases or wikilinks",
    **{tracker.name: tracker.detection for tracker in TRACKERS},
}
