"""`frieze config CLIENT --write`: puts the entry into the user's own file of a client, or takes it out again."""

import os
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

import click

from compiler.disk.regular_file import create_new, read_regular
from server.commands.client_config import CLIENTS, NAME, ClientConfig, Start, shown_path, start_for, start_of
from server.commands.json_members import JsonTextError, with_member, without_member

MAX_BYTES = 64 * 1024 * 1024  # Claude Code keeps its history beside the entry
SUFFIX = ".before-frieze"  # of the copy beside a file


class ClientFileError(click.ClickException):
    """A file of a client that cannot be changed. The message says why, and what would be right."""

    exit_code = 2


class Change(NamedTuple):
    """A change of a client's file. `before` is None for a file that is not there."""

    path: Path
    before: str | None
    after: str

    @property
    def difference(self) -> str:
        """The changed lines alone, since others may hold secrets; "" if nothing changes."""
        name = shown_path(self.path)
        lines = unified_diff((self.before or "").splitlines(), self.after.splitlines(), name, name, lineterm="", n=0)
        return "\n".join(lines)


def changed_clients(client: str | None, source: Path | None, *, is_removed: bool) -> Iterator[str]:
    """Change the file of a client, or of each that is on this machine, and give what is said of it: the difference,
    then what was done. Raises ClientFileError, and NoSourceError for a source that is not there."""
    given = None if source is None or is_removed else start_for(source)
    for name in [client] if client else [name for name in CLIENTS if _is_here(CLIENTS[name])]:
        start = given or (None if is_removed else _start_of_any_project(name))
        if start is None and not is_removed:
            problem = f"{name} does not start servers in a project: name SOURCE."
            if client:
                raise ClientFileError(problem)
            yield problem
            continue
        change = change_of(name, start)
        shown = shown_path(change.path)
        if not change.difference:
            yield f"{shown} has no entry for {NAME}." if is_removed else f"{shown} has the entry already."
            continue
        yield from change.difference.split("\n")
        copy = write(change)
        yield f"{shown} is written." if copy is None else f"{shown} is written; as it was: {shown_path(copy)}"


def _is_here(config: ClientConfig) -> bool:
    """Whether a client has been used on this machine, by its file or the folder of that."""
    path = config.own_file()
    return path.exists() or (path.parent != Path.home() and path.parent.exists())


def _start_of_any_project(client: str) -> Start | None:
    project = CLIENTS[client].project
    return None if project is None else start_of(project)


def change_of(client: str, start: Start | None) -> Change:
    """Return what puts the entry of a start into the file of a client; None takes it out. Raises ClientFileError."""
    config = CLIENTS[client]
    path = config.own_file()
    path = path.resolve() if path.is_symlink() else path  # a link stays one
    before = _text(path)
    try:
        if config.is_toml:
            return Change(path, before, _toml_after(before or "", config, start))
        if start is None:
            return Change(path, before, without_member(before or "", config.key, NAME))
        return Change(path, before, with_member(before or "", config.key, NAME, config.entry(start)))
    except JsonTextError as error:
        raise ClientFileError(f"{shown_path(path)}:{error.line}: {error.problem}. Nothing was written.") from None


def write(change: Change) -> Path | None:
    """Write a change, whole or not at all. Return the copy of the file as it was, None of a new one."""
    copy = None
    change.path.parent.mkdir(parents=True, exist_ok=True)
    if change.before is not None:
        copy = change.path.with_name(change.path.name + SUFFIX)
        _replace(copy, change.before, change.path)
    _replace(change.path, change.after, change.path)
    return copy


def _text(path: Path) -> str | None:
    try:
        return read_regular(path, MAX_BYTES).decode()
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise ClientFileError(f"{shown_path(path)} is not UTF-8. Nothing was written.") from None


def _replace(path: Path, text: str, like: Path) -> None:
    """Put a text into the place of a file, with the permissions of another, at once."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    mode = like.stat().st_mode & 0o777 if like.exists() else 0o600
    try:
        with create_new(draft, mode=mode) as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(mode)  # whatever the umask says
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _toml_after(text: str, config: ClientConfig, start: Start | None) -> str:
    import tomlkit
    from tomlkit.exceptions import ParseError, TOMLKitError

    try:
        document = tomlkit.parse(text)
        servers = document.get(config.key)
        if start is None:
            if servers is None or NAME not in servers:
                return text
            del servers[NAME]
        else:
            if servers is None:
                servers = document[config.key] = tomlkit.table(is_super_table=True)
            servers[NAME] = config.entry(start)
        return tomlkit.dumps(document)
    except ParseError as error:
        problem = f"It is no TOML at line {error.line}"
    except (TOMLKitError, TypeError, AttributeError):
        problem = f"'{config.key}' is no table"
    raise ClientFileError(f"{shown_path(config.own_file())}: {problem}. Nothing was written.")
