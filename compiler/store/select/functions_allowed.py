"""The functions that a guarded SELECT may call, and what a call of each costs.

The result of each depends on the arguments and the snapshot alone: nothing here knows the clock, chance, the machine or
the state of the connection. Nor does a call take more than its cost says: SQLite looks at no bound while a function
runs. `json_patch`, `highlight` and `snippet` would, and are left out; others are replaced (`tamed_functions`).
"""

from collections.abc import Mapping
from typing import Literal

Cost = Literal["arguments", "row", "words", "links"]
"""What the time of a call grows with, at most in proportion: the length of its arguments; that for each row of an
aggregate or window; the words of the texts times those that MATCH looks for; the links or nodes that a walk meets."""

_ARGUMENTS = """
abs ceil ceiling char coalesce concat concat_ws date datetime exp floor format glob hex ifnull iif instr json json_array
json_array_length json_extract json_insert json_object json_quote json_remove json_replace json_set json_type json_valid
julianday length like likelihood likely ln log log10 log2 lower ltrim max min mod nullif octet_length pow power printf
quote regexp replace round rtrim sign sqrt strftime substr substring subtype time trim trunc typeof unhex unicode
unixepoch unlikely upper -> ->>
"""
_ROW = """
avg count cume_dist dense_rank first_value group_concat json_group_array json_group_object lag last_value lead nth_value
ntile percent_rank rank row_number string_agg sum total
"""

FUNCTIONS: Mapping[str, Cost] = {
    **dict.fromkeys(_ARGUMENTS.split(), "arguments"),
    **dict.fromkeys(_ROW.split(), "row"),
    **dict.fromkeys(("match", "bm25"), "words"),
    **dict.fromkeys(("dependents", "dependencies", "reachable", "loop"), "links"),
}
