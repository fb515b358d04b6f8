"""The resources of walkthroughs: all of them, and a whole one."""

from queries.resources.resource import answered, ids_of
from queries.tools.paging import CURSOR, limit_of

walkthroughs = answered(
    "frieze://walkthroughs",
    "walkthroughs",
    "All walkthroughs",
    "walkthrough_list",
    "The walkthroughs of the source, each with its title and how many steps it has.",
    query=(limit_of(50), CURSOR),
)

walkthrough = answered(
    "frieze://walkthrough/{walkthrough}",
    "walkthrough",
    "A walkthrough",
    "walkthrough_get",
    "One walkthrough by its id: its steps, and what each of them shows.",
    query=(limit_of(200, 2000), CURSOR),
    takes={"walkthrough": "walkthrough_id"},
    complete=ids_of("walkthrough"),
)
