"""A foreign SVG is written anew: what is known of drawings goes on with its look, everything else does not."""

import re
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.charts.allowlist import UncleanError
from server.charts.cleaning import MAX_DEPTH, MAX_ELEMENTS, MAX_SIZE, cleaned_svg
from server.charts.stylesheet import Stylesheet
from tests.queries.cases import each
from tests.server.charts.harmless import assert_harmless

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
HTML = 'xmlns="http://www.w3.org/1999/xhtml"'
WORDS = "<text>w</text>"


def svg(content: str, box: str = "0 0 100 50", more: str = "") -> str:
    return f'<svg {NAMESPACE} id="chart" viewBox="{box}"{more}>{content}</svg>'


def cleaned(content: str) -> str:
    """Return what goes on of the content of an SVG."""
    found = re.fullmatch(r"<svg [^>]*>(.*)</svg>", cleaned_svg(svg(content)).content, re.S)
    assert found
    return found[1]


def test_size_is_that_of_the_view() -> None:
    painted = cleaned_svg(svg(WORDS, "-5 -8 300.25 40"))
    assert (painted.width, painted.height) == (300.25, 40)
    assert 'viewBox="-5 -8 300.2 40"' in painted.content


@each(
    "content",
    [
        "<script>alert(1)</script>",
        "<style>@import url(//evil.example);</style>",
        '<image href="http://evil.example/a.png"/>',
        '<use href="#a"/>',
        '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<set attributeName="onload" to="alert(1)"/>',
        '<filter id="f"><feImage href="http://evil.example/"/></filter>',
        '<iframe src="http://evil.example/"/>',
        f"<p {HTML}>words</p>",
        "<metadata>words</metadata>",
        "<!-- words --><?php words ?>",
    ],
)
def test_elements_that_are_not_known_are_left_out_with_what_they_hold(content: str) -> None:
    assert cleaned(content + WORDS) == WORDS


@each(
    "attribute",
    [
        *('onclick="alert(1)"', 'ONLOAD="alert(1)"', 'class="node"', 'data-id="x"', 'id="search"', 'role="button"'),
        *('style="background:url(//evil)"', 'href="#a"', 'xlink:href="javascript:alert(1)"', 'tabindex="0"'),
        *('fill="url(http://evil.example/#a)"', 'fill="url(#unknown)"', "fill=\"url('//evil')\"", 'filter="url(#f)"'),
        *('fill="expression(alert(1))"', 'fill="var(--x)"', 'fill="image(red)"', 'font-family="Evil"', 'mask="a"'),
        *('transform="url(x)"', 'd="M0 0&quot; onload=&quot;x"', 'cursor="pointer"', 'xml:base="http://evil.example/"'),
    ],
)
def test_attributes_that_are_not_known_are_left_out(attribute: str) -> None:
    assert cleaned(f"<text {attribute}>w</text>") == WORDS


def test_links_are_groups_without_their_address() -> None:
    link = f'<a xlink:href="javascript:alert(1)" href="http://evil.example/" target="_top">{WORDS}</a>'
    assert cleaned(link) == f"<g>{WORDS}</g>"


def test_texts_are_escaped() -> None:
    assert cleaned("<text>&lt;script&gt;\u202ea&amp;</text>") == "<text>&lt;script&gt;a&amp;</text>"


def test_shapes_keep_their_geometry_and_look() -> None:
    kept = (
        '<path d="M0,0L1.5e1-2Z" fill="none" stroke="#9370DB" stroke-width="1px"/>'
        '<g transform="translate(1, 2) rotate(-90)"><circle cx="1" cy="2" r="3" fill="hsl(240, 60%, 86.2%)"/></g>'
        '<text x="50%" dy=".35em" text-anchor="middle">w<tspan x="1">t</tspan>u</text>'
    )
    assert cleaned(kept) == kept


def test_rules_become_attributes_by_their_weight_and_order() -> None:
    styles = """<style>
      #chart .bar { fill: red; stroke: blue }
      #chart g.low .bar { fill: green }
      #chart .bar { stroke: teal; font-family: Evil; background: url(//evil) }
      rect { stroke-width: 2px !important } .bar:hover { fill: pink } .a > .bar { fill: pink }
      #chart [data-look="neo"].wide rect { opacity: .5 }
      @keyframes dash { to { opacity: 0 } }
    </style>"""
    rects = (
        '<g class="low"><rect class="bar" fill="black" stroke-width="9"/></g>'
        '<rect class="bar" style="fill: lime; stroke-width: 7"/><g class="wide" data-look="neo"><rect/></g>'
    )
    assert cleaned(styles + rects + WORDS) == (
        '<g><rect fill="green" stroke-width="2px" stroke="teal"/></g>'
        '<rect fill="lime" stroke="teal" stroke-width="2px"/><g><rect opacity=".5" stroke-width="2px"/></g>' + WORDS
    )


def test_variables_of_the_root_are_replaced() -> None:
    whole = svg(
        '<style>.a{font-size:var(--size);fill:var(--other)}</style><text class="a">w</text>',
        more=' style="--size: 12px"',
    )
    assert '<text font-size="12px">w</text>' in cleaned_svg(whole).content


def test_references_lead_to_definitions_with_new_ids() -> None:
    content = cleaned(
        '<defs><marker id="top" refX="5"><path d="M0 0" marker-end="url(#top)"/></marker></defs>'
        '<path id="search" d="M0 0" marker-end="url(#top)" marker-start="url(#search)"/>' + WORDS
    )
    found = re.search(r'<marker refX="5" id="(chart-[0-9a-f]{10}-0)"><path d="M0 0"/></marker>', content)
    assert found
    assert f'<path d="M0 0" marker-end="url(#{found[1]})"/>' in content
    other = cleaned_svg(svg('<marker id="top"/>' + WORDS)).content
    assert found[1] not in other


def test_labels_in_html_are_texts_in_the_middle_of_their_room() -> None:
    label = (
        f'<foreignObject x="10" y="20" width="90" height="40"><div {HTML} onclick="x" style="color: #123">'
        "<p><b>Late</b> &lt;books&gt;</p><p>no <script>1</script>more</p></div></foreignObject>"
    )
    assert cleaned(label) == (
        '<text text-anchor="middle" font-size="16" fill="#123">'
        '<tspan x="55" y="30" dy="0.35em">Late &lt;books&gt;</tspan>'
        '<tspan x="55" y="50" dy="0.35em">no 1more</tspan></text>'
    )


def test_labels_at_the_left_begin_there() -> None:
    words = f'<p {HTML} style="text-align: left !important">w</p>'
    label = f'<foreignObject x="10" width="90" height="20">{words}</foreignObject>'
    assert '<text font-size="16" fill="#333"><tspan x="10"' in cleaned(label)


def test_texts_stand_before_what_would_cover_them() -> None:
    labels, links = "<g><text>w</text></g>", '<g opacity="0.5"><path d="M0 0"/></g>'
    assert cleaned(labels + links) == links + labels


def test_labels_are_wrapped_where_their_room_has_several_lines() -> None:
    def lines(height: int, style: str = "") -> list[str]:
        label = (
            f'<foreignObject width="100" height="{height}"><p {HTML} style="{style}">{"word " * 9}</p></foreignObject>'
        )
        return re.findall("<tspan[^>]*>([^<]*)<", cleaned(label))

    assert lines(80) == [*["word word"] * 4, "word"]
    assert lines(20) == [("word " * 9).strip()]
    assert lines(80, "white-space: nowrap") == [("word " * 9).strip()]


def test_label_of_a_switch_is_its_text() -> None:
    content = f"<switch><foreignObject width='9' height='9'><p {HTML}>w</p></foreignObject>{WORDS}</switch>"
    assert cleaned(content) == f"<g>{WORDS}</g>"


@each(
    "whole, why",
    [
        ("<svg", "no XML"),
        ("", "no XML"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{svg("<text>&a;</text>")}', "no XML"),
        (f"<p>{WORDS}</p>", "no size"),
        (svg(WORDS, "0 0 0 9"), "no size"),
        (svg(WORDS, "0 0 9 1e9"), "no size"),
        (svg(WORDS, "0 0 nan inf"), "no size"),
        (svg('<path d="M0 0"/>'), "no words"),
        (svg(WORDS * MAX_ELEMENTS), "parts"),
        (svg("<g>" * MAX_DEPTH + "</g>" * MAX_DEPTH), "nested"),
        (svg(f"<text>{'x' * MAX_SIZE}</text>"), "characters"),
    ],
)
def test_images_that_cannot_be_cleaned_say_why(whole: str, why: str) -> None:
    with pytest.raises(UncleanError, match=why):
        cleaned_svg(whole)


def test_work_of_styles_is_bounded() -> None:
    rules = "".join(f".a .b{number} .c{{fill:red}}" for number in range(2_000))
    with pytest.raises(UncleanError, match="too many styles"):
        cleaned_svg(svg(f"<style>{rules}</style>" + '<g class="a"><text class="c">w</text></g>' * 4_000))


_NAMES = st.sampled_from(["g", "a", "text", "script", "style", "use", "marker", "foreignObject", "svg", "image", "b:p"])
_ATTRIBUTES = st.sampled_from(["fill", "style", "class", "id", "href", "xlink:href", "onload", "d", "marker-end", "x"])
_VALUES = st.sampled_from(
    [
        "url(#a)",
        "a",
        "fill:url(//x)",
        "javascript:1",
        "rgb(1,2,3)",
        "expression(1)",
        "url(x)",
        "#fff",
        "1e3",
        "\\75rl(x)",
    ]
)


@st.composite
def _elements(draw: st.DrawFn, depth: int = 3) -> str:
    name = draw(_NAMES)
    given_ = draw(st.dictionaries(_ATTRIBUTES, _VALUES, max_size=4))
    inner = "".join(draw(st.lists(_elements(depth - 1), max_size=3))) if depth else "a{fill:url(//x)}"
    attributes = " ".join(f'{key}="{value}"' for key, value in given_.items())
    return f"<{name} {attributes}>{inner}</{name}>"


@given(_elements())
def test_whatever_an_image_holds_only_what_is_known_goes_on(content: str) -> None:
    assert_harmless(cleaned_svg(svg(f'<g xmlns:b="urn:b">{content}</g>{WORDS}')).content)


@given(st.text(alphabet="#.abc[]=\"'{};: !@,>*()\\/", max_size=200))
def test_any_text_is_a_stylesheet(css: str) -> None:
    Stylesheet(css).style((), Element("a", {"class": "a b", "style": css}))
