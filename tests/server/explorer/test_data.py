"""The page of the data counts the objects, and says how the relations are asked."""

from server.transport.pages import MOUNT
from tests.server.explorer.reading import Seen, client_of, sample, seen


def test_page_of_data_counts_objects_and_says_how_to_ask() -> None:
    client = client_of(sample("cider-mill"))
    page = Seen(client.get(f"{MOUNT}/data").text)
    assert "frieze freeze SOURCE" in page.text
    assert ["knowledge", "task", "24"] in page.tables["What is there"]
    assert client.get(f"{MOUNT}/data/relations/task").status_code == 404


def test_menu_leads_to_the_data() -> None:
    assert seen("cider-mill", "/").links["Data"] == f"{MOUNT}/data"
