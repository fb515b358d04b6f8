"""Addresses behind `click`, as a browser shows them: unsafe ones are blank, web addresses are normalised."""

import re
from urllib.parse import quote

UNSAFE = re.compile(r"[^A-Za-z0-9_]*(?:javascript|data|vbscript)[^:\n]*:", re.IGNORECASE)
WEB = re.compile(r"(https?)://([^/?#:]*)((?::[0-9]*)?)([^?#]*)(.*)", re.IGNORECASE | re.DOTALL)
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
KEPT = "!$%&'()*+,/:;=?@[]~#|^{}\\"


def shown(url: str) -> str:
    """`shown("http://Example.com") == "http://example.com/"`; `shown("javascript:alert(1)") == "about:blank"`."""
    if UNSAFE.match(url):
        return "about:blank"
    web = WEB.fullmatch(url)
    if not web:
        return url
    scheme, host, port, path, rest = web.groups()
    scheme = scheme.lower()
    port = "" if port in (":", DEFAULT_PORTS[scheme]) else port
    return f"{scheme}://{host.lower()}{port}{quote(path or '/', safe=KEPT)}{quote(rest, safe=KEPT)}"
