"""The addresses behind `click` and `link`, as Mermaid keeps them: safe, and web addresses as a browser writes them."""

import re
from urllib.parse import quote, unquote

from compiler.languages.diagrams.syntax.shared.text import JS_BLANKS, characters, decode

BLANK = "about:blank"
MOST_WRAPPED = 100  # codes within codes; each layer takes a look at the whole text
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2000-\u200d\ufeff]")
ENTITY = re.compile(r"&#([A-Za-z0-9_]+);?")
CONTROL_ENTITY = re.compile(r"&(?:newline|tab);", re.IGNORECASE)
ESCAPED_BLANK = re.compile(r"(?:\\|%5[cC])(?:%(?:6[eE]|72|74)|[nrt])")
SCHEME = re.compile(r".+(?::|&colon;)", re.IGNORECASE)  # up to the last colon of the first line
UNSAFE = re.compile(r"[^A-Za-z0-9_]*(?:javascript|data|vbscript)", re.IGNORECASE)
WEB = re.compile(r"(https?):/*(?:([^/?#]*)@)?([^/?#]*)([^?#]*)((?:\?[^#]*)?)(.*)", re.IGNORECASE | re.DOTALL)
HALF = re.compile("[\\ud800-\\udfff]")
BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
BAD_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
DOTS = {".": "", "%2e": "", "..": "..", ".%2e": "..", "%2e.": "..", "%2e%2e": ".."}
# What a browser leaves as it is in a path, a query and a fragment; `%` stands because it was decoded before.
IN_PATH, IN_QUERY, IN_FRAGMENT = "!$%&'()*+,/:;=@[]|~^\\", "!$%&()*+,/:;=?@[]|~^`{}\\", "!$%&'()*+,/:;=?@[]|~^#{}\\"


def read_address(written: str) -> str:
    """The address that a diagram gives between quotes, with characters for its entity codes."""
    return decode(shown(characters(written.strip(JS_BLANKS))))


def shown(url: str) -> str:
    """`shown("http://Example.com") == "http://example.com/"`; `shown("javascript:alert(1)") == "about:blank"`."""
    url = _decoded(url)
    if not url or url[0] in "./":
        return url or BLANK
    scheme = SCHEME.match(url)
    if scheme is None:
        return url
    name = scheme[0].lower().strip(JS_BLANKS)
    if UNSAFE.match(name):
        return BLANK
    address = url.replace("\\", "/")
    return _web(address) if name in ("http:", "https:") else address


def _decoded(url: str) -> str:
    """The text without codes and control characters, which may be wrapped in each other; blank where they are so beyond
    measure."""
    url = _unquoted(url.strip(JS_BLANKS))
    for _ in range(MOST_WRAPPED):
        before = url
        url = _whole(ENTITY.sub(_character, CONTROL.sub("", url)))
        for pattern in (CONTROL_ENTITY, CONTROL, ESCAPED_BLANK):
            url = pattern.sub("", url)
        url = _unquoted(url.strip(JS_BLANKS))
        if before == url:
            return url
    return BLANK


def _whole(url: str) -> str:
    """The text with characters for the halves of which codes made them; one alone is no character."""
    if HALF.search(url) is None:
        return url
    return url.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="replace")


def _unquoted(url: str) -> str:
    """The text without percent codes; as it is when one of them is none."""
    if "%" not in url or BAD_PERCENT.search(url):
        return url
    try:
        return unquote(url, errors="strict")
    except UnicodeDecodeError:
        return url


def _character(entity: re.Match[str]) -> str:
    return chr(int(entity[1]) & 0xFFFF) if entity[1].isdecimal() and len(entity[1]) < 10 else ""


def _web(url: str) -> str:
    """A web address as a browser writes it; blank when its host can be none."""
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
    """The host in small ASCII letters; "" when it can be none."""
    host = _unquoted(host).lower()
    if not host.isascii():
        try:
            host = host.encode("idna").decode()
        except UnicodeError:
            return ""
    return "" if BAD_HOST.search(host) else host


def _path(path: str) -> str:
    """The path without steps to itself and to the folder above."""
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
