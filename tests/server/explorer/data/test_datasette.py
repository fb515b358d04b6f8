"""Datasette over the relations: tables, filters, facets, SQL, CSV and JSON, and nothing but the relations."""

import json
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from server.explorer.data.mount import data_app
from server.transport.pages import MOUNT
from tests.server.explorer.hostile_source import hostile_files
from tests.server.explorer.reading import Seen, client_of, sample, workspace_of_files

pytest.importorskip("datasette", reason="no Datasette: make test-extras installs the extra, and these tests run")

DATA = f"{MOUNT}/data"
TABLES = f"{DATA}/relations"


@pytest.fixture(scope="module")
def client() -> TestClient:
    return client_of(sample("cider-mill"), data_app)


def page(client: TestClient, address: str) -> Seen:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return Seen(answer.text)


def asked(client: TestClient, sql: str, **parameters: str) -> Any:
    """The answer to a statement, as JSON."""
    query = urlencode({"sql": sql, "_shape": "objects", **parameters})
    return client.get(f"{TABLES}.json?{query}").json()


def test_data_leads_to_the_list_of_relations(client: TestClient) -> None:
    for address in (DATA, f"{DATA}/"):
        assert client.get(address).headers["location"] == TABLES
    links = page(client, TABLES).addresses
    assert {f"{TABLES}/task", f"{TABLES}/decision", f"{TABLES}/mention", f"{MOUNT}/"} <= set(links)


def test_relation_shows_its_meaning_and_that_of_each_column(client: TestClient) -> None:
    text = page(client, f"{TABLES}/task").text
    assert "A task of any format." in text
    assert "1 when something unfinished holds it up" in text


def test_relation_is_filtered_and_counted_by_value(client: TestClient) -> None:
    shown = page(client, f"{TABLES}/task?_facet=status&status=done")
    assert "4 rows where status = " in shown.text
    counts = client.get(f"{TABLES}/task.json?_facet=status").json()["facet_results"]["status"]["results"]
    assert {one["value"]: one["count"] for one in counts}["done"] == 4


def test_relation_goes_on_at_the_next_page(client: TestClient) -> None:
    first = client.get(f"{TABLES}/task.json?_size=5").json()
    second = client.get(first["next_url"].removeprefix("http://127.0.0.1")).json()
    assert len(first["rows"]) == len(second["rows"]) == 5
    assert first["rows"] != second["rows"]


@pytest.mark.parametrize("address", ["", "/task?_facet=status&_size=3", "/link", "?sql=select+id,ref+from+decision"])
def test_no_link_of_a_table_is_dead(client: TestClient, address: str) -> None:
    links = {one.removeprefix("http://127.0.0.1") for one in page(client, TABLES + address).addresses}
    inner = {unescape(one) for one in links if one.startswith(MOUNT)}
    assert len(inner) > 4
    dead = {one for one in inner if client.get(one.partition("#")[0]).status_code not in (200, 307)}
    assert dead == set()


def test_ids_and_files_lead_to_the_pages_of_the_explorer(client: TestClient) -> None:
    shown = page(client, f"{TABLES}/task?id=MILL-4")
    assert shown.links["MILL-4"] == f"{MOUNT}/object?id=k%3Atask%2FMILL-4"
    assert shown.links["backlog/tasks/mill-4.md"] == f"{MOUNT}/source?file=backlog%2Ftasks%2Fmill-4.md#L1"
    link = page(client, f"{TABLES}/link?_size=1").addresses
    assert sum(one.startswith(f"{MOUNT}/object") for one in link) == 2


def test_statement_is_answered_with_the_functions_of_the_relations(client: TestClient) -> None:
    found = asked(client, "select id, dependents(ref) as who from decision where id = :id", id="ADR-0005")
    assert "k:note/notes/press-day" in json.loads(found["rows"][0]["who"])
    assert asked(client, "select count(*) n from search where search match 'press'")["rows"][0]["n"] > 0


def test_statement_is_given_as_csv(client: TestClient) -> None:
    answer = client.get(f"{TABLES}.csv?{urlencode({'sql': 'select id, status from task order by id limit 2'})}")
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.text.splitlines()[0] == "id,status"
    assert len(answer.text.splitlines()) == 3


@pytest.mark.parametrize(
    "sql",
    [
        "select * from sqlite_master",
        "select * from object_row",
        "select * from fact_task",
        "select * from pragma_table_info('object_row')",
        "select random()",
        "select load_extension('x')",
        "with task as (select * from object_row) select * from task",
        "delete from task",
        "attach 'x.db' as x",
        "pragma query_only = off",
        "select 1; select 2",
    ],
)
def test_statement_reads_nothing_but_the_relations(client: TestClient, sql: str) -> None:
    answer = client.get(f"{TABLES}.json?{urlencode({'sql': sql})}")
    assert answer.status_code == 400
    assert not answer.json().get("rows")


def test_statement_without_end_is_stopped(client: TestClient, capfd: pytest.CaptureFixture[str]) -> None:
    endless = "with recursive n(i) as (values (1) union all select i + 1 from n) select sum(i) from n"
    answer = client.get(f"{TABLES}?{urlencode({'sql': endless})}")
    assert answer.status_code == 400
    assert "takes too long" in answer.text
    assert capfd.readouterr().out == ""


def test_statement_of_many_rows_says_that_it_is_cut(client: TestClient) -> None:
    found = asked(
        client, "with recursive n(i) as (values (1) union all select i + 1 from n where i < 5000) select i from n"
    )
    assert len(found["rows"]) == 1_000
    assert found["truncated"] is True


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/-/permissions",
            "/-/settings",
            "/-/messages",
            "/-/auth-token",
            "/-/logout",
            "/-/plugins",
            "/-/databases.json",
        ),
        *("/_internal", "/_internal/tables", "/_memory", "/relations.db", "/relations/task/1", "/-/static/../app.py"),
        *("/-/static/%2e%2e/app.py", "/relations/%2e%2e", "/relations/object_row", "/relations/sqlite_master"),
    ],
)
def test_no_other_page_of_datasette_is_served(client: TestClient, path: str) -> None:
    assert client.get(DATA + path).status_code in (400, 404)


def test_data_is_only_read(client: TestClient) -> None:
    assert client.post(TABLES).status_code in (403, 405)
    assert "set-cookie" not in client.get(f"{TABLES}/task").headers


def test_data_runs_no_script(client: TestClient) -> None:
    for address in (TABLES, f"{TABLES}/task", f"{TABLES}?sql=select+1"):
        answer = client.get(address)
        assert "script" not in Seen(answer.text).tags
        assert "script-src" not in answer.headers["content-security-policy"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert client.get(f"{DATA}/-/static/app.css").headers["content-type"].startswith("text/css")


def test_texts_of_a_source_stay_texts_in_its_tables(tmp_path: Path) -> None:
    client = client_of(workspace_of_files(tmp_path, hostile_files()), data_app)
    for table in ("object", "task", "decision", "mention", "link", "node", "diagnostic"):
        html = client.get(f"{TABLES}/{table}?_size=max&_facet=file").text
        tags = Seen(html).tags
        assert not {"script", "xowned", "iframe", "object", "embed", "img"} & set(tags), table
        assert "javascript:" not in {one.partition(":")[0] + ":" for one in Seen(html).addresses}
