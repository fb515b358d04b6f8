"""Which fields of facts hold refs and paths, so that the name of the source can be put before them.

A field is named here by its table and its name, `*` for every table. A test compares the list with the facts of all
sample sources: a value that is the ref of an object stands in one of these fields, or in a text.
"""

from collections.abc import Mapping

from compiler.model.facts import Fact

REFS: Mapping[str, tuple[str, ...]] = {
    "*": ("ref", "site"),
    "mention_found": ("source", "target"),
    "instruction_place": ("instruction",),
    "instruction_pattern": ("instruction",),
    "instruction_path": ("instruction",),
    "diagram_session": ("selected",),
    "diagram_xref": ("from_ref", "to_ref"),
    "diagram_walkthrough_node": ("refs",),
    "knowledge_relation": ("source", "target"),
    "knowledge_blocker": ("blocker",),
    "memory_observation": ("message",),
    "memory_message": ("conversation",),
    "memory_verification": ("target",),
    "memory_conversation_part": ("conversation", "origin"),
}
PATHS: Mapping[str, tuple[str, ...]] = {
    "*": ("path",),
    "world": ("files",),
    "instruction_pattern": ("paths",),
    "requirement_project": ("config_files",),
    "knowledge_collection": ("name",),
    **dict.fromkeys(
        (
            *("knowledge_decision", "knowledge_task", "knowledge_note", "knowledge_prompt", "knowledge_component"),
            *("knowledge_link", "knowledge_work"),
        ),
        ("collection",),
    ),
}


def ref_fields(fact_class: type[Fact]) -> frozenset[str]:
    """Return the fields of a fact class that hold refs."""
    return frozenset((*REFS["*"], *REFS.get(fact_class.table, ())))


def path_fields(fact_class: type[Fact]) -> frozenset[str]:
    """Return the fields of a fact class that hold paths, beside the file of its span."""
    return frozenset((*PATHS["*"], *PATHS.get(fact_class.table, ())))
