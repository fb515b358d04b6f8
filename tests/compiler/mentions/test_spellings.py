"""Which texts are searched for a name that came or went: all that may cite it, and hardly another."""

from compiler.mentions.spellings import Spellings, sought_texts
from tests.compiler.languages.querying import ask
from tests.compiler.tables import table

PAGE = "a.md"


@table(
    ("name", "text"),
    [
        ("req-d00012", "see REQ-d00012."),
        ("req-d00012", "see REQ-d12"),
        ("req-d00012-b", "REQ-d00012-A+B"),
        ("req-d00089", "REQ-d00086-89"),
        ("req-d00089", "REQ-d00086-089,"),
        ("f-b", "f-a+b"),
        ("adr-12", "ADR 12"),
        ("adr-12", "ADRs 3, 11 and 12."),
        ("rfc-0012", "(RFC0012)"),
        ("rfc-0012", "rfc no. 12"),
        ("rfc-0012", "RFCs 3/12"),
        ("task-7", "Task #007 is done"),
        ("adr-0012", "adr-0012-use-steam"),
        ("open the pump", "[[Open the pump]]"),
        ("notes/open the pump.md", "[[Open the pump|it]]"),
        ("docs/adr/0012-use-steam.md", "[it](../adr/0012-use-steam.md#why)"),
        ("docs/adr/0012-use-steam.md", "[it](0012-use%2Dsteam)"),
        ("@warden", "asks @warden."),
        ("strasse", "[[Straße]]"),
    ],
)
def test_spelling_of_a_name_is_found(name: str, text: str) -> None:
    assert Spellings([name]).are_in(sought_texts(PAGE, text))


@table(
    ("name", "text"),
    [
        ("req-d00012", "REQ-d00120, REQ-p00012, 12"),
        ("req-d00089", "REQ-d00086-88"),
        ("adr-12", "ADR 120, decision 1"),
        ("rfc-0012", "RFCs 3 and 112"),
        ("open the pump", "He opens the pump. Open the pumps!"),
        ("docs/ab.md", "A word: abc."),
    ],
)
def test_another_name_is_not_found(name: str, text: str) -> None:
    assert not Spellings([name]).are_in(sought_texts(PAGE, text))


def test_numbers_files_and_refs_are_found() -> None:
    assert Spellings([], numbers=[12]).are_in(sought_texts(PAGE, "as decision 12 says"))
    assert Spellings([], files=["boil.mmd"]).are_in(sought_texts(PAGE, "drawn in ../drawn/boil.mmd"))
    assert Spellings([], refs=["d:boil/flow/node/n:fill"]).are_in(sought_texts(PAGE, "`d:boil/flow/node/n:pour`"))


def test_word_after_an_escape_of_json_is_found() -> None:
    assert Spellings(["req-d00012"]).are_in(sought_texts("a.json", r'{"text": "one\nREQ-d00012"}'))


def test_nothing_is_found_without_names() -> None:
    assert Spellings([]).count == 0
    assert not Spellings([]).are_in(sought_texts(PAGE, "anything"))


@table("name", ["CAN-FR012", "CAN-FTHR012", "REQ_012", "SYS_REQ_012", "FR012"])
def test_comment_in_code_may_cite_an_id_of_any_scheme(name: str) -> None:
    page = f"# Requirements\n\n| ID | Requirement |\n|---|---|\n| {name} | The gate shall close. |\n"
    files = {"docs/requirements.md": page, "gate.py": f'"""The gate.\n\n- {name}: closing it.\n"""\n'}
    assert ask(files, "SELECT file, line FROM mention WHERE target_id = ?", name) == [("gate.py", 3)]
