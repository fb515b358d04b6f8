"""What a cleaned SVG may hold, for tests."""

import re
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from server.charts.allowlist import ELEMENTS, GEOMETRY, GROUPS, PRESENTATION, is_plain


def assert_harmless(content: str) -> None:
    """Assert that a drawing has only what the allowlist names, and refers only to itself."""
    root: Element = fromstring(content)
    ids = {inner.get("id") for inner in root.iter() if inner.get("id")}
    for inner in root.iter():
        assert inner.tag in ELEMENTS - GROUPS | {"g"}, inner.tag
        for name, value in inner.items():
            assert name in GEOMETRY | PRESENTATION | {"id"}, name
            refers = re.fullmatch(r"url\(#(chart-[0-9a-f]{10}-\d+)\)", value)
            assert is_plain(value) or (refers and refers[1] in ids), (name, value)
