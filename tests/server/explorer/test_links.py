"""Links of the pages for browsers."""

from markupsafe import Markup

from server.explorer.site.links import Links


def test_place_of_no_file_is_an_empty_text() -> None:
    links = Links(lambda page, *_, **__: page, lambda *_: "")
    assert links.place("") == Markup()
    assert "a.md:3" in links.place("a.md", 3)
