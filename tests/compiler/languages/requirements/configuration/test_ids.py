"""Ids: which words are ids, how they are spelt in full, and which labels they may have."""

from dataclasses import replace

from compiler.languages.requirements.configuration.configuration import Configuration
from compiler.languages.requirements.configuration.ids import Ids

NEWER = Configuration(layout="newer", joiner="+")


def check(written: str, requirement: str | None, *labels: str, configuration: Configuration = NEWER) -> None:
    """Check the requirement and the labels that a reference names."""
    found = Ids(configuration).parse_reference(written)
    assert (found and found.requirement) == requirement
    assert not found or found.labels == labels


def test_headers_must_match_the_case_of_the_template() -> None:
    ids = Ids(NEWER)
    for written, expected in (
        ("REQ-p00001", "REQ-p00001"),
        ("REQ-p1", "REQ-p00001"),
        ("REQ-P00001", None),
        ("req-p00001", None),
        ("REQ-x00001", None),
        ("REQ-p000001", "REQ-p00001"),
        ("REQ-p123456", None),
        ("REQ-p00001-A", None),
    ):
        assert ids.parse_header(written) == expected, written


def test_references_ignore_case_and_leading_zeros() -> None:
    for written in ("REQ-p00001", "req-P00001", "REQ-p1", "p00001", "P1"):
        check(written, "REQ-p00001")
    check("REQ-p00001-A", "REQ-p00001", "A")
    check("p1-a", "REQ-p00001", "A")
    for written in ("WIDGET-42", "REQ-x00001", "REQ-p00001-", "REQ-p00001 A", "REQ", "", "REQ-p00001-A,"):
        check(written, None)


def test_references_may_have_several_labels() -> None:
    check("REQ-p1-A+B+C", "REQ-p00001", "A", "B", "C")
    check("REQ-p1-A-B", "REQ-p00001", "A", "B")
    check("REQ-p1-A..D", "REQ-p00001", "A", "B", "C", "D")
    check("REQ-p1-A+C..E", "REQ-p00001", "A", "C", "D", "E")
    check("REQ-p1-A+A", "REQ-p00001", "A")
    check("REQ-p1-1+12", "REQ-p00001", "1", "12")


def test_headers_without_configuration_accept_any_letter() -> None:
    assert Ids(Configuration()).parse_header("REQ-x00001") == "REQ-x00001"


def test_references_follow_separator_and_template() -> None:
    check("REQ-p00001/A", "REQ-p00001", "A", configuration=replace(NEWER, separator="/"))
    check(
        "p.REQ.7",
        "p.REQ.7",
        configuration=replace(NEWER, template="{level}.{namespace}.{component}", leading_zeros=False),
    )
    associated = replace(NEWER, template="{namespace}-{associated}{level}{component}")
    check("REQ-CAL-d00001", "REQ-CAL-d00001", configuration=associated)
    check("REQ-d00001", "REQ-d00001", configuration=associated)


def test_references_accept_the_configured_joiner() -> None:
    for sign in ("&", "_", ".", "|"):
        check(f"REQ-p00001-A{sign}B", "REQ-p00001", "A", "B", configuration=replace(NEWER, joiner=sign))
    check("REQ-p00001-A&B", None)


def test_references_may_follow_aliases_but_headers_may_not() -> None:
    dashed = replace(NEWER, template="{namespace}-{level}-{component}", aliases=("{level}{component}",))
    for written in ("REQ-p-00001", "p-00001", "p00001", "P1"):
        check(written, "REQ-p-00001", configuration=dashed)
    check("p1-A+B", "REQ-p-00001", "A", "B", configuration=dashed)
    assert Ids(dashed).parse_header("p00001") is None


def test_references_may_use_underscores_if_configured() -> None:
    check("req_p00001_a", "REQ-p00001", "A", configuration=NEWER)
    check("req_p00001_a", None, configuration=replace(NEWER, has_underscores=False))
    check("REQ-a_b", "REQ-a_b", configuration=replace(NEWER, style="snake_case", template="{namespace}-{component}"))
    assert Ids(NEWER).parse_header("REQ_p00001") is None


def test_digits_zero_means_any_number() -> None:
    jira = replace(NEWER, template="{namespace}-{component}", digits=0, leading_zeros=False)
    for written, expected in (("REQ-1", "REQ-1"), ("REQ-1234567", "REQ-1234567"), ("REQ-007", "REQ-7")):
        check(written, expected, configuration=jira)


def test_component_pattern_applies_to_named_styles() -> None:
    for style in ("named", "alphanumeric", "regex"):
        ids = Ids(replace(NEWER, style=style, component="[A-Z]{2}[0-9]{3}"))
        assert ids.parse_header("REQ-pAB123") == "REQ-pAB123" and ids.parse_header("REQ-pAB12") is None, style


def test_component_styles() -> None:
    for style, good, bad in (
        ("camelCase", "userLogin", "UserLogin"),
        ("PascalCase", "UserLogin", "userLogin"),
        ("snake_case", "user_login", "user-login"),
        ("kebab-case", "user-login", "User"),
    ):
        ids = Ids(replace(NEWER, style=style, template="{namespace}-{component}"))
        assert ids.parse_header(f"REQ-{good}") == f"REQ-{good}"
        assert ids.parse_header(f"REQ-{bad}") is None, style
    ids = Ids(replace(NEWER, style="regex", component="[0-9]{2}x"))
    assert ids.parse_header("REQ-p42x") == "REQ-p42x" and ids.parse_header("REQ-p42") is None


def test_label_styles() -> None:
    for style, good, bad in (
        ("uppercase", "A Z", "AA a 1"),
        ("numeric", "0 1 12", "A 1a"),
        ("numeric_1based", "1 01 10", "0 00 A"),
        ("alphanumeric", "A 1 a AA", ""),
        ("runs", "A AA 12", "a A1"),
    ):
        ids = Ids(replace(NEWER, label_style=style))
        assert all(ids.is_label(one) for one in good.split()), style
        assert not any(ids.is_label(one) for one in bad.split()), style


def test_pattern_is_an_example_id() -> None:
    assert Ids(NEWER).pattern == "REQ-p00001"
    assert Ids(replace(NEWER, style="kebab-case")).pattern == "REQ-pname"
