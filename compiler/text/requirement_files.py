"""Tables of values that hold requirements, or say what covers them, by their names."""

import re

_FOREIGN = re.compile(
    r"(?:^|/)\.rtmx/database\.csv$"
    r"|(?:requirements?|(?:^|[-_ /.])(?:reqs?|rtm|rvtm|vcrm|srs|trace(?:ability)?(?:[-_ ]?matrix)?))"
    r"[^/]{0,40}+(?<=\.[ct]sv)$",
    re.IGNORECASE,
)


def is_foreign(path: str) -> bool:
    """Whether a file is, by its name, a table of requirements or of what covers them."""
    return _FOREIGN.search(path) is not None
