"""Fuzzed calls of a server over HTTP: `python -m harness.fuzz.calls --calls 200000 --seed 1`. Needs /proc.

A round compiles a source of mutated files, serves it with the explorer's pages, and has some clients send what is
drawn: calls of every tool with odd arguments, mutated statements in SQL, mutated messages, and mutated requests. Each
gets an answer in time that is no failure of the server, and afterwards the server holds no more threads and descriptors
than before. The exit status is 1 if anything else happens; what was sent is printed then.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic

import orjson

import queries
from compiler import compile_source
from compiler.store.snapshot import Snapshot
from harness.benchmarks.endurance import state
from harness.fuzz.asking import Arguments
from harness.fuzz.building import put
from harness.fuzz.mutations import mutated
from harness.fuzz.run import source_files
from server.explorer.pages import PAGES
from server.explorer.site.addresses import ServedAddresses
from server.protocol.calls import INTERNAL_FAILURE
from tests.server.web import JSON, Answer, WebServer, exchange, modern

ROUND = 10_000  # calls of one source
CLIENTS, WARM_UP = 6, 120
PATIENCE = 60.0  # seconds for an answer: a statement in SQL may take 20, behind others
OBJECTS = 400  # of a source, whose pages are asked for
SETTLED = 24  # threads and descriptors that may come and go: of workers, statements and connections
SHOWN = 300  # letters of what was sent
TOKENS = re.compile(r"\w+|\s+|.", re.DOTALL)
STATEMENTS = (
    "SELECT id, title, status FROM task WHERE is_ready AND priority = 1 ORDER BY id LIMIT 5",
    "WITH RECURSIVE t(n, x) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, x || x FROM t WHERE n < 12) SELECT max(x) FROM t",
    "SELECT r.id, count(m.ref) OVER (PARTITION BY r.level) FROM requirement r LEFT JOIN mention m ON m.target = r.ref",
    "SELECT ref, snippet(search, 1, '<', '>', '…', 9), rank FROM search WHERE search MATCH 'gate NEAR lock'",
    "SELECT value ->> '$.id', json_patch('{\"a\":1}', value) FROM json_each(json_array(1, x'00', NULL, 'a'))",
    "SELECT date(decided), printf('%s%c%08.3f', kind, 65, 1.5), substr(hex(ref), 2, 3) FROM decision GROUP BY 1",
    "SELECT file, line, end_line, text FROM unread WHERE text LIKE '%a_b%' ESCAPE '\\' OR text GLOB '[a-z]*'",
    "SELECT name FROM pragma_table_info('object') UNION SELECT sql FROM sqlite_master",
    "SELECT loop(diagram, id), CAST(label AS BLOB) COLLATE NOCASE FROM node INTERSECT SELECT 1, 2",
)
ODD_TOKENS = (
    "NULL", "x'252e39'", "1e999", "-9223372036854775808", "''", "'\0'", "zeroblob(1000000000)", "(", ")", ",", "--",
    "/*", "base.task", "*", "||", "randomblob(9)", "load_extension('a')", "char(0, 1114111)", "OVER ()", "ORDER BY 1",
    "LIMIT -1", "UNION ALL", "AS MATERIALIZED", ":a", "?", "?999999", "printf('%.*c', 1000000000, 'a')", "likely(1)",
    "json_group_array(ref)", "replace(text, 'a', text)", "WINDOW w AS ()", "(VALUES (1), (2))", "IS NOT DISTINCT FROM",
)  # fmt: skip
OTHER_PATHS = ("/", "/mcp", "/explore/static/style.css", "/favicon.ico", "/.well-known/mcp")
ADDRESSES = ServedAddresses("/explore")
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT")
PROTOCOL = ("tools/list", "resources/list", "resources/read", "resources/templates/list", "prompts/list", "ping",
            "prompts/get", "completion/complete", "logging/setLevel", "server/discover", "initialize")  # fmt: skip

Send = Callable[[HTTPConnection], Answer]


class Calls:
    """What one client sends about a snapshot."""

    def __init__(self, snapshot: Snapshot, choice: Random) -> None:
        self._arguments = Arguments(snapshot, choice)
        self._choice = choice
        self._objects = choice.sample(listed := snapshot.objects(), min(OBJECTS, len(listed)))
        self._tools = [tool for _, tool in queries.TOOLS.items()]

    def draw(self) -> tuple[str, str, Send]:
        """Return the kind of a call, how it is shown, and what sends it."""
        kind, drawn = self._choice.choice(
            (("tool", self._tool), ("SQL", self._sql), ("message", self._message), ("request", self._request))
        )
        shown, send = drawn()
        return kind, shown, send

    def _tool(self) -> tuple[str, Send]:
        tool = self._choice.choice(self._tools)
        return self._call(tool.name, self._arguments.of(tool))

    def _sql(self) -> tuple[str, Send]:
        tokens = TOKENS.findall(self._choice.choice(STATEMENTS))
        for _ in range(self._choice.randrange(5)):
            at = self._choice.randrange(len(tokens))
            donor = TOKENS.findall(self._choice.choice(STATEMENTS))
            tokens[at : at + self._choice.randrange(4)] = self._choice.choice(
                ([self._choice.choice(ODD_TOKENS)], self._choice.sample(donor, 3), tokens[:at], [])
            )
            tokens = tokens[:4_000] or ["SELECT"]
        given = {"parameters": self._choice.choice(({"a": [1]}, [None], ["\ud800"], {}))}
        return self._call("query_facts", {"sql": "".join(tokens), **(given if self._choice.random() < 0.1 else {})})

    def _call(self, name: str, arguments: object) -> tuple[str, Send]:
        try:
            body, headers = modern("tools/call", {"name": name, "arguments": arguments})
            data = orjson.dumps(body)
        except TypeError:  # half of a surrogate pair, or a number that JSON has and the encoder has not
            data = repr(arguments).encode(errors="replace")
        return f"{name} {arguments!r}", lambda connection: exchange(connection, data, headers)

    def _message(self) -> tuple[str, Send]:
        method = self._choice.choice(("tools/call", *PROTOCOL))
        params = self._choice.choice(
            ({"name": "get_object", "arguments": {"id": "ADR-0001"}}, {"uri": "frieze://info"}, {"cursor": "a"}, {},
             {"ref": {"type": "ref/prompt", "name": "a"}, "argument": {"name": "id", "value": "A"}})
        )  # fmt: skip
        body, headers = modern(method, params)
        data = orjson.dumps(body)
        for _ in range(self._choice.randrange(3)):
            data = mutated(data, lambda: b'"arguments":{"ref":"a:b"}', self._choice)
        if self._choice.random() < 0.2:
            headers = {name: text[: self._choice.randrange(len(text) + 1)] for name, text in headers.items()}
        return f"{headers} {data!r}", lambda connection: exchange(connection, data, headers)

    def _request(self) -> tuple[str, Send]:
        method = self._choice.choice(METHODS)
        known = self._choice.choice(self._objects)
        given = dict.fromkeys(("q", "name", "world", "base", "page", "relation"), known.id)
        given |= {"ref": known.ref, "kind": known.kind, "path": known.file, "file": known.file}
        pages = [ADDRESSES.page(page, given) for page in PAGES]
        path = self._choice.choice((*pages, *OTHER_PATHS))
        if self._choice.random() < 0.5:
            path = mutated(path.encode(), lambda: b"/%2e%2e/x%00", self._choice).decode("latin-1")
            path = "/" + re.sub(r"[^!-~]", lambda odd: f"%{ord(odd[0]):02X}", path).lstrip("/")
        headers = {"Host": "localhost"} if self._choice.random() < 0.05 else {}

        def send(connection: HTTPConnection) -> Answer:
            connection.request(method, path, headers={**JSON, **headers})
            return Answer(connection.getresponse())

        return f"{method} {path} {headers}", send


class Round:
    """Some thousand calls of one server, and what is wrong with their answers."""

    def __init__(self, source: Path, seed: str) -> None:
        self.failures: list[str] = []
        self.kinds: Counter[str] = Counter()
        self._source, self._seed = source, seed

    def run(self, count: int) -> None:
        """Send so many calls."""
        with closing(compile_source(self._source)) as snapshot:
            first, *drawn = [Calls(snapshot, Random(f"{self._seed} {number}")) for number in range(1 + CLIENTS)]
        with WebServer(self._source, "--explorer") as web:
            self._send(web, first, WARM_UP)
            before = state(web.process.pid)
            clients = [Thread(target=self._send, args=(web, calls, count // CLIENTS), daemon=True) for calls in drawn]
            for client in clients:
                client.start()
            for client in clients:
                client.join()
            after = state(web.process.pid) if web.process.poll() is None else None
            if after is None:
                self.failures.append("the server has ended")
            elif (after.threads, after.descriptors) > (before.threads + SETTLED, before.descriptors + SETTLED):
                self.failures.append(f"the server holds more: {before} before, {after} after")
            print(f"{self._seed}: {dict(self.kinds)}; before {before}; after {after}", flush=True)

    def _send(self, web: WebServer, calls: Calls, count: int) -> None:
        connection = web.connection()
        for _ in range(count):
            kind, shown, send = calls.draw()
            self.kinds[kind] += 1
            started = monotonic()
            try:
                answer = send(connection)
                problem = problem_of(answer)
            except (OSError, HTTPException) as error:
                problem = f"no answer: {type(error).__name__} {error}"
            if monotonic() - started > PATIENCE:
                problem = f"took {monotonic() - started:.0f} seconds"
            if problem:
                self.failures.append(f"{problem}: {shown[:SHOWN]}")
            if problem or "close" in answer.headers.get("connection", ""):
                connection.close()
                connection = web.connection()
        connection.close()


def problem_of(answer: Answer) -> str:
    """Return what is wrong with an answer, "" if nothing is."""
    if answer.status >= 500 and answer.status != 503:  # it is busy
        return f"status {answer.status}"
    if INTERNAL_FAILURE.encode() in answer.body or b"Traceback" in answer.body:
        return "an internal failure"
    if answer.headers.get("content-type", "").startswith("application/json"):
        with suppress(ValueError):
            json.loads(answer.body or b"null")  # an id of 400 digits comes back, which orjson does not read
            return ""
        return "no JSON"
    return ""


def main() -> int:
    """Run, print what was wrong, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.fuzz.calls", description=__doc__)
    parser.add_argument("--calls", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failures: list[str] = []
    kinds: Counter[str] = Counter()
    for number in range(-(-given.calls // ROUND)):
        seed = f"{given.seed}-{number}"
        with tempfile.TemporaryDirectory(prefix="frieze-calls-") as folder:
            put(Path(folder), source_files(Random(seed)))
            made = Round(Path(folder), seed)
            made.run(min(ROUND, given.calls))
        failures += made.failures
        kinds += made.kinds
        for failure in made.failures:
            print(failure, flush=True)
    print(f"{sum(kinds.values()):,} calls ({dict(kinds)}), {len(failures)} failures", flush=True)
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
