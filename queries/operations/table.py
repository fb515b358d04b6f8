"""The table of all operations, and of the writing tools of the seeds that are none."""

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module

from queries.errors.near import nearest
from queries.errors.query_error import QueryError
from queries.operations.operation import Operation, operations_in
from queries.tools.parameters import echoed

# The modules that declare the operations of each language, below `queries.operations.<language>`, in their order.
_MODULES = {
    "requirements": ("editing",),
    "diagrams": (
        *("flow", "apply_ops", "sequence_messages", "sequence_participants"),
        *("walkthroughs", "sessions"),
    ),
    "knowledge": ("creating", "updating", "renaming", "tasks", "superseding", "relating"),
    "memory": ("learned", "branches", "tasks", "consolidating", "talks", "handoffs"),
    "documents": ("renaming",),
    "world": ("renaming",),
}
LANGUAGES = tuple(_MODULES)
_OF_THE_SCREEN = "What an agent looks at is state of the program's screen and stands in no file."
_AS_TEXT = "Sections, journeys and marks are edited as text: propose_change takes the edits of their file."
# Writing tools of the seeds that are no edit of a text, each with the reason.
LEFT_OUT: Mapping[str, Mapping[str, str]] = {
    "requirements": {
        "undo_last_mutation": "Nothing was written: leave the operation out, or take its patch back with "
        "`git apply -R`.",
        "undo_to_mutation": "Nothing was written: leave the operations out, or take their patch back with "
        "`git apply -R`.",
        "get_mutation_log": "Nothing is kept between calls: the operations of a call are its log.",
        "save_mutations": "Nothing is written: apply the patch with `git apply`.",
        "list_safety_branches": "Nothing is written, so no branch is kept for safety: list_revisions lists branches.",
        "restore_from_safety_branch": "Nothing is written, so there is nothing to restore.",
        "mutate_rename_file": "Rename the file with `git mv`, and call refresh: ids do not depend on it.",
        **dict.fromkeys(
            (f"mutate_{verb}_declaration" for verb in ("add", "update", "rename", "delete")),
            "Settings are edited as text: propose_change takes the edits of their file.",
        ),
        **dict.fromkeys(
            (
                *(f"mutate_{verb}_remainder" for verb in ("add", "update", "delete")),
                *(
                    "mutate_add_journey",
                    "mutate_delete_journey",
                    "mutate_update_journey_field",
                    "mutate_journey_section",
                ),
                *("mutate_set_stereotype", "mutate_change_edge_targets"),
            ),
            _AS_TEXT,
        ),
        "mutate_move_node_to_file": "move_requirement moves a requirement to another file.",
        "transform_with_ai": "An operation states its edit: propose_change takes the transformed text as edits.",
    },
    "diagrams": {
        "attention_agent_clear": _OF_THE_SCREEN,
        "attention_agent_set": _OF_THE_SCREEN,
        "diagram_open": "session_set_active_diagram sets the active diagram.",
        "diagram_propose_ops": "propose_change is the dry run: give it diagram_apply_ops.",
        "follow_ai_set": "Whether the screen follows an agent is state of the program and stands in no file.",
        "walkthrough_open": "session_set_active_walkthrough sets the active walkthrough.",
    },
    "knowledge": {
        "entity_batch": "The list 'operations' is the batch: each operation is made on the source as the one before "
        "leaves it, and one that is refused refuses all."
    },
    "memory": {
        "memory_branch_switch": "It changes what a session writes to, and no file: name the 'branch' in each operation."
    },
}


class _Operations:
    """All operations. The modules that declare them are imported at the first use."""

    @cached_property
    def by_language(self) -> Mapping[str, tuple[Operation, ...]]:
        """The operations of each language, in the order of their modules."""
        return {
            language: operations_in(*(import_module(f"queries.operations.{language}.{name}") for name in names))
            for language, names in _MODULES.items()
        }

    @cached_property
    def by_name(self) -> Mapping[str, Operation]:
        """The operations by their names."""
        return {operation.name: operation for operations in self.by_language.values() for operation in operations}

    def named(self, name: object) -> Operation:
        """Return the operation of a name, which may be written with dots. Raises QueryError."""
        plain = str(name).replace(".", "_")
        found = self.by_name.get(plain)
        if found is None:
            for reasons in LEFT_OUT.values():
                if plain in reasons:
                    raise QueryError("unavailable", "This is no operation", op=plain, hint=reasons[plain])
            near = nearest(str(name)[:100], self.by_name, 3)
            raise QueryError("invalid_argument", "Unknown operation", op=echoed(str(name)), did_you_mean=near)
        return found


OPERATIONS = _Operations()
