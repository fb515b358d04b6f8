"""The result of linking, as tests look at it."""

from compiler.model.facts import Link
from compiler.model.language import Linked


def whole(linked: Linked) -> Linked:
    """Make what comes later, and add it to the facts and links."""
    for one in linked.later:
        if isinstance(one, Link):
            linked.links.append(one)
        else:
            linked.facts.append(one)
    linked.later = ()
    return linked
