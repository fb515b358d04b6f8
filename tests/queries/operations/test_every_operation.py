"""Every operation is tried by a test of this folder, and not only refused."""

import re
from pathlib import Path

from queries.operations.table import OPERATIONS

REFUSED = re.compile(r"^REFUSED\b.*?(?=^(?:def|@))", re.MULTILINE | re.DOTALL)  # a table of what is refused


def test_every_operation_is_tried() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    tried = set(re.findall(r"^\w+|(?<=\")\w+(?=[\" ])", REFUSED.sub("", "".join(texts)), re.MULTILINE))
    assert sorted(OPERATIONS.by_name.keys() - tried) == []
