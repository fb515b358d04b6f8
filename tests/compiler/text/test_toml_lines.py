"""The lines of the tables and keys of a TOML text."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from compiler.text.toml_lines import Key, line_of, toml_lines
from tests.compiler.tables import table

RULES = '''extend = [
  "recommended",
]

[[rule]]  # the first
code = "A1"
sql = """
[[rule]]
code = "no key"
"""

[[rule]]
"quoted" = 1
sql = 'x = 1'
message = "# no comment"
'''


@table(
    ("key", "line"),
    [
        (("extend",), 1),
        (("rule",), 5),
        (("rule", 0), 5),
        (("rule", 0, "code"), 6),
        (("rule", 0, "sql"), 7),
        (("rule", 1), 12),
        (("rule", 1, "sql"), 14),
        (("rule", 1, "message"), 15),
    ],
)
def test_toml_lines_of_tables_and_keys(key: Key, line: int) -> None:
    assert toml_lines(RULES)[key] == line


@table(
    ("key", "line"),
    [(("rule", 1, "quoted"), 12), (("rule", 7, "code"), 5), (("nothing",), 1), (("rule", 1, "nothing"), 12)],
)
def test_toml_line_of_unknown_key_is_that_of_the_table_around_it(key: Key, line: int) -> None:
    assert line_of(toml_lines(RULES), key) == line


@table(
    "text",
    [
        "a = [\n[1],\n[2]\n]\nb = 1",
        'a = """\nb = 2\n""""\nb = 1',
        "a = '''\nb = 2'\n''\n'''\nb = 1",
        'a = "\\"" # "\n# b = 2\n#\n\nb = 1',
        'a = { x = [\n1,\n2\n], y = "}" }\nb = 1',
        "a = 1\r\n# [[b]]\r\n\r\n\r\nb = 1\r\n",
    ],
)
def test_toml_lines_skip_what_only_looks_like_a_key(text: str) -> None:
    assert tomllib.loads(text)["b"] == 1
    assert toml_lines(text)["b",] == text.count("\n", 0, text.rindex("b = 1")) + 1


@given(st.text(alphabet="ab='\"\\#[]{},.\n -", max_size=60))
def test_toml_lines_of_any_text_are_lines_of_it(text: str) -> None:
    assert all(1 <= line <= text.count("\n") + 1 for line in toml_lines(text).values())
