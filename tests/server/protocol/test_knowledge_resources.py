"""Resources of knowledge through the SDK's own client, under both schemes: subscriptions, and what is not there."""

import pytest
from mcp import Client

from tests.compiler.samples import sample
from tests.server.in_memory import ERAS, refused, with_client


@pytest.mark.parametrize("scheme", ["frieze", "medulla"])
@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
def test_subscription_is_by_type_of_entity_and_refused_for_an_unknown_type(scheme: str) -> None:
    async def use(client: Client) -> None:
        await client.session.subscribe_resource(f"{scheme}://entities/task")
        refusal = await refused(client.session.subscribe_resource(f"{scheme}://entities/widget"))
        assert (refusal["code"], refusal["type"]) == ("invalid_argument", "widget")
        await client.session.unsubscribe_resource(f"{scheme}://entities/task")

    with_client(sample("cider-mill"), "legacy", use)


@ERAS
def test_resource_that_is_not_there_is_an_error_with_its_uri(mode: str) -> None:
    async def use(client: Client) -> None:
        for uri in ("medulla://nothing", "medulla://entity/nonexistent-id"):
            refusal = await refused(client.read_resource(uri))
            assert (refusal["code"], refusal["uri"]) == ("not_found", uri)
        refusal = await refused(client.read_resource("medulla://tasks/due/soon"))
        assert (refusal["code"], refusal["date"]) == ("invalid_argument", "soon")

    with_client(sample("cider-mill"), mode, use)
