"""`frieze export`: the pages of the explorer as files, for the artefacts of CI and for reading offline.

With --parquet, the relations as Parquet files instead, for engines that read columns.
"""

import gc
import json
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from compiler.disk.regular_file import read_regular, write_regular
from compiler.model.source import SourceError
from queries.errors.query_error import QueryError
from server.commands.dump import refuse_inside
from server.commands.opened_source import opened
from server.commands.output import NoOutputError
from server.options.editor import EDITOR_OF_SITE, editor_of
from server.options.source import SourceOptions, source_options

if TYPE_CHECKING:
    from server.explorer.page import Ask
    from server.explorer.site.export import Exported

MARK = "frieze-site.json"  # in a folder that an export made: the files that it wrote
MAX_MARK_BYTES = 64 << 20
MAX_PAGES = 20_000


@click.command(short_help="Write the explorer's pages as a static site, or the relations as Parquet.")
@click.argument("source", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder of the site: a new or empty one, or one of an export before.",
)
@click.option(
    "--parquet",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the relations as Parquet files into this folder, and no site. Needs the extra frieze[parquet].",
)
@click.option(
    "--max-pages",
    type=click.IntRange(1, 200_000),
    default=MAX_PAGES,
    show_default=True,
    help="The most pages to write; a page says which are left out.",
)
@click.option("--base", metavar="REV", help="Write what changed since this revision too, diagrams side by side.")
@EDITOR_OF_SITE
@source_options
def export(
    source: str,
    output: Path | None,
    parquet: Path | None,
    max_pages: int,
    base: str | None,
    editor: str | None,
    options: SourceOptions,
) -> None:
    """Write the pages of `frieze explore` into DIR, for the artefacts of CI and for reading offline; or with --parquet
    the relations, for DuckDB, Polars, Spark and others.

    The pages need no server: open DIR/index.html. What is left out is said on standard error and on a page; with --base
    REV, a branch, a tag or a commit, the pages of what changed since are there. DIR may not be inside SOURCE.
    """
    if (output is None) == (parquet is None):
        raise click.UsageError("Give the folder of the site (-o DIR), or that of the relations (--parquet DIR).")
    if parquet is not None:
        if base is not None or editor is not None:
            raise click.UsageError("--base and --editor go with -o: relations have no pages.")
        _export_relations(source, parquet, options)
    elif output is not None:
        _export_site(source, output, max_pages, base, editor, options)


def _export_relations(source: str, folder: Path, options: SourceOptions) -> None:
    """Write the relations as Parquet files. Raises click.ClickException."""
    from compiler.store.parquet.writer import write_parquet
    from compiler.store.select.pool import declared_relations

    refuse_inside(folder, source)
    with opened(source, options) as workspace:
        try:
            manifest = write_parquet(workspace.snapshot, declared_relations(), folder)
        except SourceError as error:
            raise NoOutputError(str(error)) from None
    rows = sum(file.rows for file in manifest.files)
    told = f"{rows:,} rows of {len(manifest.columns)} relations in {len(manifest.files):,} files written to {folder}"
    click.echo(told, err=True)


def _export_site(
    source: str, output: Path, max_pages: int, base: str | None, editor: str | None, options: SourceOptions
) -> None:
    """Write the pages of the explorer. Raises click.ClickException."""
    from server.explorer.site.asking import ask_often
    from server.explorer.site.export import Exported

    refuse_inside(output, source)
    earlier = _earlier_files(output)
    gc.enable()  # many pages are made one after another
    with opened(source, options) as workspace:
        ask = ask_often(workspace)
        _check_base(ask, base)
        editor_address = editor_of(editor, source, options.revision)
        exported = Exported(ask, editor_address, max_pages, base=base or "", jobs=options.jobs)
        try:
            written = _write(exported, output, earlier)
        except OSError as error:
            raise NoOutputError(f"Cannot write '{output}': {error.strerror}") from None
    click.echo(f"{exported.pages:,} pages and {written - exported.pages:,} other files written to {output}", err=True)
    for name, count in exported.left_out.items():
        click.echo(f"Left out: {count:,} pages of {name}", err=True)
    for file in exported.broken:
        click.echo(f"An error is all that is in {file}", err=True)


def _check_base(ask: "Ask", base: str | None) -> None:
    """Raise click.UsageError for a revision that nothing can be compared with."""
    if base is None:
        return
    try:
        ask("compare_revisions", base=base, limit=1)
    except QueryError as error:
        raise click.UsageError(f"--base {base}: {error.error}") from None


def _earlier_files(output: Path) -> list[str]:
    """The files of an export before. Raises click.UsageError for a folder that is no such and not empty."""
    if not output.exists() or not any(output.iterdir()):
        return []
    try:
        files = json.loads(read_regular(output / MARK, MAX_MARK_BYTES, follow=False))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        files = None
    if not isinstance(files, list) or not all(isinstance(file, str) and _is_below(file) for file in files):
        raise click.UsageError(f"'{output}' is neither empty nor of an export before, so nothing is written there.")
    return files


def _is_below(file: str) -> bool:
    """Whether a name is one that an export writes: a file, or one in a folder."""
    parts = PurePosixPath(file).parts
    return 1 <= len(parts) <= 2 and ".." not in parts and not file.startswith("/") and os.sep not in "".join(parts)


def _write(exported: "Exported", output: Path, earlier: list[str]) -> int:
    """Write the files, and remove those that an export before wrote and this one does not. Return how many there are.
    Raises OSError."""
    written: list[str] = []
    output.mkdir(parents=True, exist_ok=True)
    write_regular(output / MARK, _mark(earlier), follow=False)  # what is cut off can be written again
    for file in exported.files():
        _make_folder((output / file.path).parent)
        write_regular(output / file.path, file.content, follow=False)
        written.append(file.path)
    for path in _stale(output, set(earlier) - set(written)):
        path.unlink(missing_ok=True)
    write_regular(output / MARK, _mark(written), follow=False)
    return len(written)


def _make_folder(folder: Path) -> None:
    """Make a folder if it is not there. Raises OSError for a link, which may lead out of the site."""
    folder.mkdir(exist_ok=True)
    if folder.is_symlink():
        raise NotADirectoryError(20, f"'{folder.name}' is a link", str(folder))


def _stale(output: Path, files: set[str]) -> Iterator[Path]:
    for file in sorted(files):
        if not (output / file).parent.is_symlink() or (output / file).parent == output:
            yield output / file


def _mark(files: list[str]) -> bytes:
    return json.dumps({"made_by": "frieze export", "files": sorted(files)}, indent=1).encode() + b"\n"
