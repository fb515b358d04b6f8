"""Links of the pages for browsers."""

from markupsafe import Markup

from server.explorer.site.links import Links


def test_place_of_no_file_is_an_empty_text() -> None:
    links = Links(lambda page, *_, **__: page, lambda *_: "")
    assert links.place("") == Markup()
    assert "a.md:3" in links.place("a.md", 3)


def test_folder_has_a_name_and_no_page() -> None:
    links = Links(lambda page, *_, **__: page, lambda *_: "")
    assert "<a" in links.place("tea/a.md", 3)
    assert links.place("tea/.beads/", 1) == Markup('<span class="place">tea/.beads/</span>')
