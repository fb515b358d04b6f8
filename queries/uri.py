"""URI templates: `frieze://object/{ref}` as it is listed, filled in, and matched against what a client asks for.

Of RFC 6570 the two forms that resources need: `{name}` in the path and `{?name,name}` at the end. Filling in
percent-encodes whatever is not unreserved, so a ref with `/`, `@` and `:` stands in one segment. Reading is more
lenient, because many clients paste values in as they are: the last variable of a path takes all that is left,
slashes too.
"""

import re
from collections.abc import Iterable, Mapping

UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_VARIABLE = re.compile(r"\{([a-z_]+)\}")
_ESCAPE = re.compile(r"((?:%[0-9A-Fa-f]{2})+)")


class UriTemplate:
    """The path of a resource or of a family of them. `variables` are the names in it, in order.

    Among templates that fit the same URI the one with the higher `precision` is meant: the one that says more of it
    itself.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        parts = _VARIABLE.split(text)
        self.variables = tuple(parts[1::2])
        self.precision = sum(map(len, parts[::2]))
        last = len(parts) - 2 if parts[-1] == "" else -1
        pattern = "".join(_piece(at, part, at == last) for at, part in enumerate(parts))
        self._pattern = re.compile(pattern, re.DOTALL)

    def __repr__(self) -> str:
        return f"UriTemplate({self.text})"

    def match(self, path: str) -> dict[str, str] | None:
        """The values of the variables when a path (`split_uri`) fits; None when it does not."""
        found = self._pattern.fullmatch(path)
        return None if found is None else dict(zip(self.variables, map(decoded, found.groups()), strict=True))

    def fill(self, values: Mapping[str, str]) -> str:
        """The URI with these values. Example: `frieze://object/w%3Agarden%2Fentity%2F%40warden`."""
        return _VARIABLE.sub(lambda variable: encoded(values[variable[1]]), self.text)


def _piece(at: int, part: str, is_last: bool) -> str:
    if at % 2 == 0:
        return re.escape(part)
    return "(.+)" if is_last else "([^/]+)"


def split_uri(uri: str) -> tuple[str, dict[str, str]]:
    """The path of a URI, with its scheme in small letters, and the values of its query, the last of each name."""
    path, _, query = uri.partition("?")
    scheme, colon, rest = path.partition(":")
    pairs = (pair.partition("=") for pair in query.split("&") if pair)
    return scheme.lower() + colon + rest, {decoded(name): decoded(value) for name, _, value in pairs}


def with_query(uri: str, values: Iterable[tuple[str, str]]) -> str:
    """The URI with these values behind it."""
    query = "&".join(f"{encoded(name)}={encoded(value)}" for name, value in values)
    return f"{uri}?{query}" if query else uri


def encoded(value: str) -> str:
    """The value as it stands in a URI: every byte that is not unreserved as `%XX`."""
    raw = value.encode(errors="replace")
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in raw)


def decoded(value: str) -> str:
    """A part of a URI as it was meant. An escape that is none stays as it is; bytes that are no UTF-8 are replaced."""
    return _ESCAPE.sub(lambda escapes: bytes.fromhex(escapes[1].replace("%", "")).decode(errors="replace"), value)
