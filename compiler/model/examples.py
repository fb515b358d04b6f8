"""Files that are not the project: templates, fixtures, archives, examples and prompts.

`compiler.text.examples` says which files these are, and why. An object in such a file is kept and marked; it is no
work, covers nothing, and no finding is reported about it.
"""

from typing import NamedTuple

# What a prompt, or a page among tests, only seems to state. Its links, diagrams and decisions are the project's.
WORK_KINDS = ("task", "requirement", "assertion", "journey", "step")


class Example(NamedTuple):
    """Why a file is not the project. `reason` is for people: "it is below 'templates'".

    Of some pages only what states work is an example (`only_work`): a prompt tells an agent what to do, so its
    checklist is no work of the project, but it is a page of the project.
    """

    reason: str
    only_work: bool = False

    def marks(self, kind: str) -> bool:
        """Whether an object of this kind in the file is an example."""
        return not self.only_work or kind in WORK_KINDS
