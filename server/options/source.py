"""The options that say how SOURCE is compiled: `--revision`, `--as-of`, `--exclude`, `--beside`, `--require-signature`,
`--no-cache` and `--jobs`."""

import re
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from compiler.workspace.source_request import SourceRequest
from server.options.progress import CompilingBar

if TYPE_CHECKING:
    from compiler.store.snapshot import Snapshot
    from compiler.workspace.interface import Workspace
    from compiler.workspace.work_process import WorkProcess

_SOURCE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def _parse_named_paths(
    context: click.Context,  # noqa: ARG001
    option: click.Parameter,
    values: tuple[str, ...],
) -> tuple[tuple[str, str], ...]:
    """The names and paths of `NAME=PATH` values. Raises click.BadParameter."""
    paths: dict[str, str] = {}
    for value in values:
        name, sign, path = value.partition("=")
        if not sign or not path or not _SOURCE_NAME.fullmatch(name):
            problem = f"'{value}' is not NAME=PATH, with a NAME of letters, digits, '.', '_' and '-'."
            raise click.BadParameter(problem, param=option)
        if name in paths:
            raise click.BadParameter(f"'{name}' is given more than once.", param=option)
        paths[name] = path
    return tuple(paths.items())


_BUILD_OPTIONS = (
    click.option("--no-cache", is_flag=True, help="Compile without the cache: neither read it nor write to it."),
    click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        metavar="N",
        help="Parse with N processes; by default, with as many as make it faster.",
    ),
)
_BESIDE = click.option(
    "--beside",
    "other_sources",
    multiple=True,
    callback=_parse_named_paths,
    metavar="NAME=PATH",
    help="Another source to compare with, called source:NAME. May be repeated.",
)
_EXCLUDE = click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help="Do not read what PATTERN selects, as in a .gitignore. May be repeated.",
)
_SIGNED_BY = click.option(
    "--require-signature",
    "signed_by",
    type=click.Path(path_type=Path),
    metavar="KEY",
    help="Open only frozen files that are signed with the public key in the file KEY.",
)
_AS_OF = click.option(
    "--as-of", metavar="DATE", help='The reference time ("now"); by default, the newest time in SOURCE.'
)


def _revision(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """The revision, None for the files as they are."""
    from compiler.workspace.interface import WORKTREE

    return None if name == WORKTREE else name


_REVISION = click.option(
    "--revision",
    metavar="REV",
    callback=_revision,
    help="Compile SOURCE as it was: in a branch, tag or commit, or at a date.",
)


class SourceOptions(NamedTuple):
    """How a source is compiled. `other_sources` are the names and paths of sources to compare it with."""

    cache: bool = True
    jobs: int | None = None
    revision: str | None = None
    as_of: str | None = None
    other_sources: tuple[tuple[str, str], ...] = ()
    exclude: tuple[str, ...] = ()
    signed_by: Path | None = None

    def merged(
        self,
        *,
        no_cache: bool = False,
        jobs: int | None = None,
        revision: str | None = None,
        as_of: str | None = None,
        other_sources: tuple[tuple[str, str], ...] = (),
        exclude: tuple[str, ...] = (),
        signed_by: Path | None = None,
    ) -> "SourceOptions":
        """Return these options with those that are given replaced. Other sources and patterns are added."""
        return SourceOptions(
            self.cache and not no_cache,
            self.jobs if jobs is None else jobs,
            self.revision if revision is None else revision,
            self.as_of if as_of is None else as_of,
            self.other_sources + other_sources,
            self.exclude + exclude,
            signed_by or self.signed_by,
        )

    def request(self, source: str) -> SourceRequest:
        """Return how the source at a path is compiled."""
        return SourceRequest(source, self.revision, self.as_of, self.exclude, self.cache, self.signed_by)

    def open(self, source: str) -> "Workspace":
        """Compile a source and open it as a workspace, with the other sources beside it. Raises SourceError when one of
        them cannot be compiled."""
        return self.workspace_of(self._compile(self.request(source)), source)

    def workspace_of(self, snapshot: "Snapshot", source: str, process: "WorkProcess | None" = None) -> "Workspace":
        """Return the workspace of a compiled source. The other sources are compiled now, so that later changes of their
        files do not matter. `process`, by default a new one, compiles for threads. Raises SourceError, and then closes
        the snapshot."""
        from compiler.workspace.opening import workspace_of

        with ExitStack() as close_on_error:
            close_on_error.callback(snapshot.close)
            other_sources = {}
            for name, path in self.other_sources:
                other_sources[name] = self._compile(self.request(path)._replace(revision=None, exclude=()))
                close_on_error.callback(other_sources[name].close)
            workspace = workspace_of(snapshot, self.request(source), other_sources=other_sources, process=process)
            close_on_error.pop_all()
        return workspace

    def _compile(self, request: SourceRequest) -> "Snapshot":
        with CompilingBar() as bar:
            return request.compile(jobs=self.jobs, progress=bar)


def _together(_: click.Context, __: click.Parameter, paths: tuple[str, ...]) -> str | None:
    """What names all sources in the place of one path, None for none."""
    from compiler.workspace.workspace_file import together

    return together(paths) if len(paths) > 1 else next(iter(paths), None)


# One source, several that are served as one, or none, which is the project that the server is started in.
SOURCES = click.argument("source", type=click.Path(), nargs=-1, metavar="[SOURCE...]", callback=_together)

DEFAULT = SourceOptions()


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add all the options to a command, which gets them as `options: SourceOptions`."""
    return _with_options(command, (*_BUILD_OPTIONS, _EXCLUDE, _REVISION, _AS_OF, _BESIDE, _SIGNED_BY))


def source_options_without_revision(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options but `--revision` and `--as-of`, for a command that names its revisions itself."""
    return _with_options(command, (*_BUILD_OPTIONS, _EXCLUDE, _BESIDE, _SIGNED_BY))


def folder_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that compiles folders which it finds itself."""
    return _with_options(command, (*_BUILD_OPTIONS, _EXCLUDE))


def _with_options(
    command: Callable[..., Any], options: Sequence[Callable[[Callable[..., Any]], Callable[..., Any]]]
) -> Callable[..., Any]:
    @wraps(command)
    def run(
        *,
        no_cache: bool,
        jobs: int | None,
        exclude: tuple[str, ...],
        other_sources: tuple[tuple[str, str], ...] = (),
        signed_by: Path | None = None,
        revision: str | None = None,
        as_of: str | None = None,
        **rest: Any,
    ) -> Any:
        options = SourceOptions(not no_cache, jobs, revision, as_of, other_sources, exclude, signed_by)
        return command(options=options, **rest)

    return reduce(lambda decorated, option: option(decorated), reversed(options), run)
