"""URI templates such as `frieze://object/{ref}`: filled with values, and matched against URIs from clients.

Two forms of RFC 6570 are supported: `{name}` in the path and `{?name,name}` at the end. Filling percent-encodes all but
unreserved characters, so a ref with `/`, `@` and `:` is one segment. Matching is more lenient, because many clients do
not encode values: the last variable of a path takes the whole rest, slashes too.
"""

import re
from collections.abc import Iterable, Mapping

UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_VARIABLE = re.compile(r"\{([a-z_]+)\}")
_ESCAPE = re.compile(r"((?:%[0-9A-Fa-f]{2})+)")


class UriTemplate:
    """The path of a resource or of a family of resources. `variables` are the names in it, in order.

    `precision` is the number of literal characters. If several templates match a URI, the most precise one counts.
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
        """Return the values of the variables if a path (see `split_uri`) matches, else None."""
        found = self._pattern.fullmatch(path)
        return None if found is None else dict(zip(self.variables, map(decoded, found.groups()), strict=True))

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the URI with these values, such as `frieze://object/w%3Agarden%2Fentity%2F%40warden`."""
        return _VARIABLE.sub(lambda variable: encoded(values[variable[1]]), self.text)


def _piece(at: int, part: str, is_last: bool) -> str:
    if at % 2 == 0:
        return re.escape(part)
    return "(.+)" if is_last else "([^/]+)"


def split_uri(uri: str) -> tuple[str, dict[str, str]]:
    """Return the path of a URI, with its scheme in small letters, and its query. Of repeated names the last counts."""
    path, _, query = uri.partition("?")
    scheme, colon, rest = path.partition(":")
    pairs = (pair.partition("=") for pair in query.split("&") if pair)
    return scheme.lower() + colon + rest, {decoded(name): decoded(value) for name, _, value in pairs}


def with_query(uri: str, values: Iterable[tuple[str, str]]) -> str:
    """Return a URI with a query of these values."""
    query = "&".join(f"{encoded(name)}={encoded(value)}" for name, value in values)
    return f"{uri}?{query}" if query else uri


def encoded(value: str) -> str:
    """Percent-encode a value: every byte that is not unreserved becomes `%XX`."""
    raw = value.encode(errors="replace")
    return "".join(chr(byte) if byte in UNRESERVED else f"%{byte:02X}" for byte in raw)


def decoded(value: str) -> str:
    """Decode a part of a URI. Malformed escapes stay as they are; bytes that are not UTF-8 are replaced."""
    return _ESCAPE.sub(lambda escapes: bytes.fromhex(escapes[1].replace("%", "")).decode(errors="replace"), value)
