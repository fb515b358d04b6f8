"""The wheel is the whole product: built from the source distribution, installed into a fresh environment."""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from compiler import VERSION
from tests.packaging.build import pip
from tests.packaging.conftest import Built, Installed
from tests.packaging.handshake import handshake
from tests.paths import ROOT
from tests.server.processes import frieze
from tests.server.results import answer

pytestmark = [pytest.mark.registry, pytest.mark.timeout(600)]

PACKAGES = ("compiler", "queries", "server")
PAGES = {f"server/diagnostics/{path.name}": path for path in (ROOT / "docs" / "diagnostics").glob("*.md")}


EXTENSION = ROOT / "server" / "lsp" / "vscode"  # a package of its own, which `make vsix` makes


def product_files() -> set[str]:
    """Every file of the three packages: modules, grammars and others."""
    files = (path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file())
    own = (path for path in files if "__pycache__" not in path.parts and EXTENSION not in path.parents)
    return {path.relative_to(ROOT).as_posix() for path in own}


def test_wheel_has_product_packages_grammars_and_pages_only(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
        assert {name: wheel.read(name) for name in PAGES} == {name: page.read_bytes() for name, page in PAGES.items()}
    about = f"frieze-{VERSION}.dist-info/"
    assert {name for name in names if not name.startswith(about)} == product_files() | PAGES.keys()
    assert any(name.endswith(".lark") for name in names)


def test_wheel_metadata_names_version_and_commands(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        about = f"frieze-{VERSION}.dist-info/"
        metadata = wheel.read(f"{about}METADATA").decode()
        commands = wheel.read(f"{about}entry_points.txt").decode()
        assert f"{about}licenses/LICENSE" in wheel.namelist()
    assert f"\nVersion: {VERSION}\n" in metadata
    assert "\nRequires-Python: >=3.11\n" in metadata
    assert "\n# Frieze\n" in metadata
    assert commands.split() == [
        "[console_scripts]",
        *("frieze", "=", "server.cli:main"),
        *("server", "=", "server.__main__:main"),
    ]


def test_sdist_has_no_tests_and_no_samples(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        below = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "constraints.txt", "LICENSE", "README.md", "CHANGELOG.md", *product_files()} <= below
    assert {name.split("/")[0] for name in below} & {"tests", "worlds", "harness", ".ci"} == set()
    pages = {f"docs/diagnostics/{path.name}" for path in PAGES.values()}
    assert {name for name in below if name.startswith("docs/") and name.endswith(".md")} == pages


def test_build_leaves_tree_unchanged(built: Built) -> None:
    assert {path for path in built.left_behind if path.name != "__pycache__"} == set()


@pytest.mark.parametrize(
    "command", [["frieze"], ["server"], ["python", "-m", "server"], ["python", "-m", "server.cli"]]
)
def test_installed_commands_print_version_and_usage(installed: Installed, command: list[str]) -> None:
    version = installed.run(*command, "--version")
    assert (version.stdout.decode(), version.returncode) == (f"frieze, version {VERSION}\n", 0)
    assert b"Usage:" in installed.run(*command, "--help").stdout


def test_installed_packages_are_pinned(installed: Installed) -> None:
    frozen = installed.run("python", "-P", "-m", "pip", "freeze", "--exclude", "frieze").stdout.decode().split()
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().split()
    assert [pin for pin in frozen if pin.lower() not in pins] == []


def test_installed_query_answers_as_checkout(installed: Installed, tmp_path: Path) -> None:
    for world in ("locked-garden", "checkout-session", "traced-kettle"):
        copied = shutil.copytree(ROOT / "worlds" / world, tmp_path / world)
        answered = installed.run("frieze", "query", copied, "get_snapshot_info")
        assert (answered.stderr, answered.returncode) == (b"", 0)
        assert answered.stdout == frieze("query", copied, "get_snapshot_info").stdout


def test_installed_explain_prints_pages_of_checkout(installed: Installed) -> None:
    explained = installed.run("frieze", "explain", "MMD103")
    assert (explained.stderr, explained.returncode) == (b"", 0)
    assert explained.stdout == frieze("explain", "MMD103").stdout


def test_installed_server_answers_a_client(installed: Installed, tmp_path: Path) -> None:
    copied = shutil.copytree(ROOT / "worlds" / "locked-garden", tmp_path / "world")
    initialized, called = handshake([installed.script("server"), str(copied)], cwd=installed.away, env=installed.env)
    assert (initialized["serverInfo"]["name"], initialized["serverInfo"]["version"]) == ("frieze", VERSION)
    assert answer(called)["schema_version"] == "1"


def test_installed_config_names_installed_server(installed: Installed, tmp_path: Path) -> None:
    printed = installed.run("frieze", "config", "claude", tmp_path)
    entry = json.loads(printed.stdout)["mcpServers"]["frieze"]
    assert entry == {"command": installed.script("server"), "args": [str(tmp_path)]}


def other_wheel(folder: Path, version: str, *modules: str) -> Path:
    """A wheel of another package, whose module `server` has the given files."""
    about = f"other-{version}.dist-info"
    path = folder / f"other-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name in modules:
            wheel.writestr(f"server/{name}", "OTHER = True\n")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: other\nVersion: {version}\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        files = [
            *(f"server/{name}" for name in modules),
            *(f"{about}/{name}" for name in ("METADATA", "WHEEL", "RECORD")),
        ]
        wheel.writestr(f"{about}/RECORD", "".join(f"{name},,\n" for name in files))
    return path


def test_another_package_with_a_module_server_shares_the_folder(
    built: Built, installed: Installed, tmp_path: Path
) -> None:
    """What docs/install.md says of a shared environment."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    scripts = tmp_path / "venv" / "bin"
    [packages] = (tmp_path / "venv" / "lib").glob("*/site-packages")
    [dependencies] = (installed.scripts.parent / "lib").glob("*/site-packages")
    (packages / "dependencies.pth").write_text(f"{dependencies}\n")  # behind the folder itself

    def install(wheel: Path) -> None:
        pip("install", "--no-deps", "--ignore-installed", str(wheel), python=scripts / "python")

    def version() -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([scripts / "frieze", "--version"], capture_output=True, cwd=tmp_path, check=False)

    install(built.wheel)
    install(other_wheel(tmp_path, "1", "__init__.py"))
    assert (packages / "server" / "__init__.py").read_text() == "OTHER = True\n"  # without a word
    assert version().returncode == 0
    install(other_wheel(tmp_path, "2", "__init__.py", "cli.py"))
    assert b"cannot import name 'main'" in version().stderr
