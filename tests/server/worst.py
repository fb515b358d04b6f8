"""The worst arguments known for each tool, built from its schema: long, many, deep, and costly to understand."""

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
Call = tuple[str, Json]

DEEP: Any = 0
for _ in range(90):  # two levels each; the parser takes some 200
    DEEP = {"a": [DEEP]}

PATTERNS = (
    "(a?){1000}(a?){400}z",
    "((((a?){10}){10}){10})z",
    "(?i)(.*a){60}x",
    "(x+x+)+y",
    "[^a]{900}\\p{Greek}",
    "(.?.?.?.?.?.?.?){120}$",
    "|".join(f"{n}.*z" for n in range(160)),
)
SQL = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 900) SELECT count(*) FROM n a, n b, n c, n d",
    "SELECT a.ref || b.ref || c.ref FROM object a, object b, object c, object d ORDER BY 1 DESC",
    "SELECT hex(zeroblob(1000000000))",
    "SELECT " + "(" * 900 + "1" + ")" * 900,
    "SELECT " + " + ".join(["1"] * 4_000),
    "WITH RECURSIVE n(s) AS (SELECT 'a' UNION ALL SELECT s || s FROM n) SELECT length(s) FROM n",
    "SELECT count(*) FROM object WHERE title LIKE '%a%b%c%d%e%f%g%h%i%j%k%l%m%n%o%p%'",
    "SELECT group_concat(a.title) FROM object a, object b, object c",
)
TEXTS = (
    "a " * 500,
    '"' * 999,
    " ".join(f"w{n}" for n in range(250)),
    "-a " * 330,
    "title:" * 160,
    "é" * 1_000,
    "\u202e" * 1_000,
    "../" * 300,
    "%00" * 300,
    "(" * 1_000,
    "a AND " * 160,
    "*" * 1_000,
)


def worst_calls(name: str, schema: Json, plain: Json) -> Iterator[Call]:
    """Calls of a tool by its input schema. `plain` are arguments that it answers."""
    properties: Mapping[str, Json] = schema["properties"]
    largest = {one: declared["maximum"] for one, declared in properties.items() if "maximum" in declared}
    yield name, plain
    yield name, {**plain, **largest}
    yield name, {**plain, **{f"unknown_{n:06}": n for n in range(20_000)}}
    yield name, {**plain, "x" * 500_000: "y" * 400_000}
    yield name, {**plain, "deep": DEEP}
    for one, declared in properties.items():
        for value in _worst_values(one, declared):
            yield name, {**plain, **largest, one: value}
    if "regex" in properties or "regex" in properties.get("mode", {}).get("enum", ()):
        switch = {"regex": True} if "regex" in properties else {"mode": "regex"}
        text = next(one for one in ("query", "needle", "pattern") if one in properties)
        for pattern in PATTERNS:
            yield name, {**plain, **largest, **switch, text: pattern}


def _worst_values(name: str, declared: Json) -> Iterator[Any]:
    kind = declared["type"]
    if name == "sql":
        yield from SQL
    if kind == "string":
        yield "x" * 900_000
        longest = declared.get("maxLength", 1_000)
        for text in TEXTS:
            yield (text * (longest // len(text) + 1))[:longest]
    elif kind == "array":
        most = declared.get("maxItems", 100)
        yield [f"{n:03}" + "é" * 900 for n in range(most)]
        yield [f"field_{n}" for n in range(most)]
        yield ["x"] * 200_000
    elif kind == "object":
        yield {f"k{n}": "v" * 50 for n in range(1_500)}
        yield {f"k{n}": n for n in range(50_000)}
        yield DEEP
    elif kind in ("integer", "number"):
        yield 10**18
        yield declared.get("maximum", 2**63 - 1)
        yield declared.get("minimum", -(2**63))
