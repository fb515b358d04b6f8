"""The files of docs/deploy: their options are the server's, and their ports, paths and volumes fit each other."""

from collections.abc import Sequence
from typing import Any

import pytest
import yaml

from server.__main__ import main
from server.transport.probes import HEALTH, READINESS
from tests.paths import ROOT

DEPLOY = ROOT / "docs" / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DEPLOYMENT, SERVICE = yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())
POD = DEPLOYMENT["spec"]["template"]["spec"]
CONTAINER = POD["containers"][0]
COMPOSED = COMPOSE["services"]["frieze"]


def parsed(words: Sequence[str]) -> dict[str, Any]:
    """What the server takes from a command line. Raises click.UsageError for an option that it does not have."""
    return main.make_context("server", list(words), resilient_parsing=False).params


@pytest.mark.parametrize("words", [CONTAINER["args"], COMPOSED["command"]], ids=["kubernetes", "compose"])
def test_options_are_those_of_the_server(words: list[str]) -> None:
    given = parsed(words)
    assert given["source"] == "/frozen/project.frieze"
    assert given["address"] == "0.0.0.0:8931"
    assert given["workers"] > 1
    assert given["token_file"] is not None  # without one the server does not listen there


def test_kubernetes_probes_and_ports_fit() -> None:
    (port,) = CONTAINER["ports"]
    assert port["containerPort"] == 8931
    probes = {name: CONTAINER[name]["httpGet"] for name in ("startupProbe", "readinessProbe", "livenessProbe")}
    assert {one["port"] for one in probes.values()} == {port["name"]}
    assert [one["path"] for one in probes.values()] == [READINESS, READINESS, HEALTH]
    (served,) = SERVICE["spec"]["ports"]
    assert served["targetPort"] == port["name"]
    labels = DEPLOYMENT["spec"]["template"]["metadata"]["labels"]
    assert SERVICE["spec"]["selector"] == DEPLOYMENT["spec"]["selector"]["matchLabels"] == labels
    assert f"{SERVICE['metadata']['name']}:{served['port']}" in parsed(CONTAINER["args"])["names"]


def test_kubernetes_mounts_what_the_server_reads_and_lets_it_write_nothing() -> None:
    volumes = {one["name"] for one in POD["volumes"]}
    mounts = {one["mountPath"]: one for one in CONTAINER["volumeMounts"]}
    assert {one["name"] for one in mounts.values()} == volumes
    assert all(one["readOnly"] for one in mounts.values())
    given = parsed(CONTAINER["args"])
    assert {str(given["token_file"]).rpartition("/")[0], given["source"].rpartition("/")[0]} == mounts.keys()
    assert CONTAINER["securityContext"]["readOnlyRootFilesystem"]
    assert f"USER {POD['securityContext']['runAsUser']}:{POD['securityContext']['runAsGroup']}" in DOCKERFILE


def test_compose_mounts_what_the_server_reads() -> None:
    given = parsed(COMPOSED["command"])
    assert COMPOSED["volumes"][0]["target"] == given["source"].rpartition("/")[0]
    assert f"/run/secrets/{COMPOSED['secrets'][0]}" == str(given["token_file"])
    assert COMPOSED["secrets"] == [*COMPOSE["secrets"]]
    assert READINESS in COMPOSED["healthcheck"]["test"][-1]
    assert COMPOSED["ports"] == ["127.0.0.1:8931:8931"]
    assert COMPOSED["read_only"]
