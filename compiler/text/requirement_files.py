"""Files that hold requirements in a language that is not read: Frieze tells of them only."""

import re

_FOREIGN = re.compile(
    r"\.trlc$|(?:^|/)\.rtmx/database\.csv$"
    r"|(?:requirements?|(?:^|[-_ /.])(?:reqs?|rtm|srs|trace(?:ability)?(?:[-_ ]?matrix)?))[^/]{0,40}+(?<=\.[ct]sv)$",
    re.IGNORECASE,
)


def is_foreign(path: str) -> bool:
    """Whether a file has, by its name, requirements in TRLC or in a table of values."""
    return _FOREIGN.search(path) is not None
