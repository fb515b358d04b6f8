"""Fixtures of all tests: a cache directory for the session, no embedder, and snapshots that are closed."""

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from compiler.pipeline import failures
from compiler.workspace.embeddings import embedder
from tests.closing import close_all, closing_what_is_opened
from tests.paths import ROOT
from tests.posix import modules_that_need_posix

# The two suites of the Makefile differ in how many examples a property gets, and in the tests marked `long`. A busy
# machine is no failure: what takes long is measured by benchmarks.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("test", _PATIENT, max_examples=25, derandomize=True, database=None)
settings.register_profile("test-all", _PATIENT, max_examples=500)
settings.load_profile("test")

collect_ignore = [str(path) for path in modules_that_need_posix()] if os.name == "nt" else []


def pytest_report_header() -> list[str]:
    """Say what this system lacks."""
    return [f"NOT RUN: {len(collect_ignore)} modules of tests, which need what is not on Windows"] * bool(
        collect_ignore
    )


def pytest_collection(session: pytest.Session) -> None:
    """Let every second worker of a whole run import the modules from the last on. pytest compiles each of them when it
    is first imported, and keeps that: so two workers compile half of them each, and not all of them twice."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if int(worker.removeprefix("gw")) % 2 and session.config.args == session.config.getini("testpaths"):
        for path in sorted(ROOT.glob("tests/**/test_*.py"), reverse=True):
            if str(path) not in collect_ignore:
                with suppress(Exception, pytest.skip.Exception):  # told when the module is collected
                    import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse a test that is marked `long` and does not say why."""
    for item in items:
        for marker in item.iter_markers("long"):
            if not (marker.args and str(marker.args[0]).strip()):
                raise pytest.UsageError(f"{item.nodeid}: pytest.mark.long needs a reason")


def pytest_collection_finish() -> None:
    """Put what the tests are made of out of the sight of the garbage collector, which builds call: it would look at all
    of it again and again. It looks at the rest seldom, since a build leaves many objects and few cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="module", autouse=True)
def kept_objects_are_out_of_sight() -> Iterator[None]:
    """Put what the tests of a module leave, such as samples that others share, out of the sight of the garbage
    collector too: builds of workspaces call it for each source, which took most of the time of their tests."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_embedder() -> Iterator[None]:
    """Compile without vectors, even if the extra `semantic` is installed. Tests of vectors choose an embedder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedder, "installed", lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def cache_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    before = os.environ.get("XDG_CACHE_HOME")
    folder = tmp_path_factory.mktemp("cache")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    yield folder
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture(scope="session", autouse=True)
def no_configuration_of_git(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let no file that whoever runs the tests has git ignore change what is read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@pytest.fixture(autouse=True)
def failures_are_raised(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what Frieze fails at end a test, instead of becoming a finding that the test may not look at."""
    if request.node.get_closest_marker("failures_are_findings") is None:
        monkeypatch.setattr(failures, "OF_THE_BUILD", (Exception,))


@pytest.fixture(scope="session", autouse=True)
def closed_at_the_end() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture(autouse=True)
def closed_after_the_test() -> Iterator[None]:
    with closing_what_is_opened():
        yield
