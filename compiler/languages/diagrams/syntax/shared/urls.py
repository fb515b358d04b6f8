"""The URLs of `click` and `link` as Mermaid keeps them: without scripts, and normalized as by a browser."""

import re
from urllib.parse import quote, unquote

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, decode, decode_entities

BLANK = "about:blank"
MAX_LAYERS = 100  # of encodings within encodings; each takes a pass over the whole text
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2000-\u200d\ufeff]")
ENTITY = re.compile(r"&#([A-Za-z0-9_]+);?")
CONTROL_ENTITY = re.compile(r"&(?:newline|tab);", re.IGNORECASE)
ESCAPED_BLANK = re.compile(r"(?:\\|%5[cC])(?:%(?:6[eE]|72|74)|[nrt])")
SCHEME = re.compile(r".+(?::|&colon;)", re.IGNORECASE)  # up to the last colon of the first line
UNSAFE = re.compile(r"[^A-Za-z0-9_]*(?:javascript|data|vbscript)", re.IGNORECASE)
WEB = re.compile(r"(https?):/*(?:([^/?#]*)@)?([^/?#]*)([^?#]*)((?:\?[^#]*)?)(.*)", re.IGNORECASE | re.DOTALL)
SURROGATE = re.compile("[\\ud800-\\udfff]")
BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
BAD_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
DOTS = {".": "", "%2e": "", "..": "..", ".%2e": "..", "%2e.": "..", "%2e%2e": ".."}
# Characters that a browser does not encode. `%` is one of them because the URL was decoded before.
IN_PATH, IN_QUERY, IN_FRAGMENT = "!$%&'()*+,/:;=@[]|~^\\", "!$%&()*+,/:;=?@[]|~^`{}\\", "!$%&'()*+,/:;=?@[]|~^#{}\\"


def read_url(written: str) -> str:
    """The sanitized URL of a quoted text in a diagram, with its entity codes decoded."""
    return decode(sanitize_url(decode_entities(written.strip(JS_BLANKS))))


def sanitize_url(url: str) -> str:
    """`http://Example.com` gives `http://example.com/`, and `javascript:alert(1)` gives `about:blank`."""
    url = _decoded(url)
    if not url or url[0] in "./":
        return url or BLANK
    scheme = SCHEME.match(url)
    if scheme is None:
        return url
    name = scheme[0].lower().strip(JS_BLANKS)
    if UNSAFE.match(name):
        return BLANK
    url = url.replace("\\", "/")
    return _web(url) if name in ("http:", "https:") else url


def _decoded(url: str) -> str:
    """The URL without encoded and control characters, or BLANK when it has more than MAX_LAYERS of encodings."""
    url = _unquoted(url.strip(JS_BLANKS))
    for _ in range(MAX_LAYERS):
        before = url
        url = _join_surrogates(ENTITY.sub(_character, CONTROL.sub("", url)))
        for pattern in (CONTROL_ENTITY, CONTROL, ESCAPED_BLANK):
            url = pattern.sub("", url)
        url = _unquoted(url.strip(JS_BLANKS))
        if before == url:
            return url
    return BLANK


def _join_surrogates(url: str) -> str:
    """The text with each pair of surrogates as one character, and U+FFFD for a lone surrogate."""
    if SURROGATE.search(url) is None:
        return url
    return url.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


def _unquoted(url: str) -> str:
    """The text with its percent codes decoded; unchanged when one of them is malformed."""
    if "%" not in url or BAD_PERCENT.search(url):
        return url
    try:
        return unquote(url, errors="strict")
    except UnicodeDecodeError:
        return url


def _character(entity: re.Match[str]) -> str:
    return chr(int(entity[1]) & 0xFFFF) if entity[1].isdecimal() and len(entity[1]) < 10 else ""


def _web(url: str) -> str:
    """An http URL as a browser normalizes it; BLANK when its host is invalid."""
    found = WEB.match(url)
    if found is None:
        return BLANK
    scheme, user, host, path, query, fragment = found.groups()
    host = _host(host)
    if not host:
        return BLANK
    user = f"{quote(user, safe='!$%&()*+,')}@" if user else ""
    rest = f"{quote(query, safe=IN_QUERY)}{fragment[:1]}{quote(fragment[1:], safe=IN_FRAGMENT)}"
    return f"{scheme.lower()}://{user}{host}{quote(_path(path), safe=IN_PATH)}{rest}"


def _host(host: str) -> str:
    """The host in lower case and ASCII; "" when it is invalid."""
    host = _unquoted(host).lower()
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return ""
    return "" if BAD_HOST.search(host) else host


def _path(path: str) -> str:
    """The path with its `.` and `..` segments resolved."""
    steps: list[str] = []
    segments = path.split("/")[1:] or [""]
    for segment in segments:
        step = DOTS.get(segment.lower(), segment)
        if step == "..":
            del steps[-1:]
        elif step or not segment:
            steps.append(step)
    if segments[-1].lower() in DOTS:
        steps.append("")
    return "/" + "/".join(steps)
