"""JUnit XML: cases, statuses, and damaged or hostile files."""

from compiler.languages.requirements.syntax.results import parse_results, read_results

SUITE = '<testsuite name="s">{}</testsuite>'


def check(cases: str, *expected: tuple[str, str, str]) -> None:
    """Name, status and message of each case."""
    found = parse_results("junit.xml", f"<testsuites>{SUITE.format(cases)}</testsuites>")
    assert found and found.problem is None
    assert tuple((one.name, one.status, one.message) for one in found.cases) == expected


def problem(text: str) -> str:
    return read_results("junit.xml", text).problem or ""


def test_cases_have_one_of_four_statuses() -> None:
    check(
        '<testcase name="a"/><testcase name="b"><failure message="m &lt;x&gt;">trace</failure></testcase>'
        '<testcase name="c"><error>  text </error></testcase><testcase name="d"><skipped/></testcase>',
        ("a", "passed", ""),
        ("b", "failed", "m <x>"),
        ("c", "error", "text"),
        ("d", "skipped", ""),
    )


def test_cases_have_the_worst_of_several_statuses() -> None:
    check('<testcase name="a"><skipped/><failure message="f"/><error message="e"/></testcase>', ("a", "failed", "f"))


def test_cases_have_shortened_messages() -> None:
    found = parse_results("junit.xml", SUITE.format(f'<testcase name="a"><failure message="{"x" * 999}"/></testcase>'))
    assert found and len(found.cases[0].message) == 200


def test_cases_have_lines_and_durations() -> None:
    text = '<?xml version="1.0"?>\n<testsuite>\n<testcase classname="a.B" name="c" time="0.5" file="a.py" line="7"/>\n'
    text += '<testcase name="d" time="bad" line="x"/><testcase time="-1"/><testcase time="inf"/></testsuite>'
    found = parse_results("junit.xml", text)
    assert found and [(one.duration, one.file, one.file_line, one.line) for one in found.cases] == [
        (0.5, "a.py", 7, 3),
        (0.0, "", -1, 4),
        (0.0, "", -1, 4),
        (0.0, "", -1, 4),
    ]


def test_declared_encoding_is_ignored() -> None:
    text = '<?xml version="1.0" encoding="iso-8859-1"?>' + SUITE.format('<testcase name="té"/>')
    found = parse_results("junit.xml", text)
    assert found and found.cases[0].name == "té"


def test_other_xml_has_no_unit() -> None:
    for text in ("", "<project/>", "plain", "<html><testcase/></html>"):
        assert parse_results("a.xml", text) is None, text


def test_damaged_files_have_the_cases_before_the_damage() -> None:
    found = read_results("junit.xml", '<testsuite><testcase name="a"/><testcase name="b">')
    assert [one.name for one in found.cases] == ["a"]
    assert found.problem and found.problem.startswith("it is not well-formed XML")
    assert problem("plain").startswith("it is not well-formed XML")
    assert problem("<html></html>") == "its root is neither <testsuites> nor <testsuite>"


def test_entities_are_never_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert problem(f"{bomb}]><testsuite>&i;</testsuite>") == "it declares entities, which are never expanded"
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><testsuite>&a;</testsuite>'
    assert problem(outside) == "it declares entities, which are never expanded"


def test_deep_and_wide_files_are_read_fast() -> None:
    assert problem("<testsuite>" * 20_000 + "</testsuite>" * 20_000) == ""
    found = read_results("junit.xml", SUITE.format('<testcase name="a"/>' * 20_000))
    assert len(found.cases) == 20_000
