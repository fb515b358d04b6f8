"""What is said of names that are not known."""

import pytest

from queries.errors.query_error import QueryError
from queries.lookup.by_name import check_kinds


def test_unknown_kind_is_told_the_nearest_known_one() -> None:
    with pytest.raises(QueryError) as raised:
        check_kinds(["taskz", "node"], ["task", "tasks", "node"], "object")
    assert raised.value.fields["kinds"] == ["taskz"]
    assert len(raised.value.fields["did_you_mean"]) == 1
