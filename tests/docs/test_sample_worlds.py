"""The samples have the properties that `worlds/README.md` describes."""

from compiler.languages.knowledge.facts import Decision, Note, Task
from compiler.languages.requirements import codes as requirement_codes
from compiler.languages.requirements import facts as requirement_facts
from compiler.languages.requirements.format_registry import FORMATS
from compiler.languages.requirements.formats.codes import FORMAT_CODES
from compiler.languages.world import facts
from compiler.model.facts import Fact
from compiler.store.snapshot import Snapshot
from tests.compiler.samples import sample
from tests.paths import ROOT

WORLDS = ROOT / "worlds"


def codes_of(name: str) -> set[str]:
    return {one.code for one in sample(name).diagnostics()}


def test_samples_overview_lists_each_folder() -> None:
    rows = [line.split("`")[1] for line in (WORLDS / "README.md").read_text("utf-8").splitlines() if line[:3] == "| `"]
    assert sorted(rows) == sorted(path.name for path in WORLDS.iterdir() if path.is_dir())


def citadel() -> Snapshot:
    return sample("salt-citadel")


def test_samples_sound_worlds_have_no_diagnostics() -> None:
    assert {name: codes_of(name) for name in ("locked-garden", "harbour-mystery", "salt-citadel")} == {
        "locked-garden": set(),
        "harbour-mystery": set(),
        "salt-citadel": set(),
    }


def test_samples_broken_cellar_has_many_codes_and_all_locations() -> None:
    assert len(codes_of("broken-cellar")) >= 30
    rooms = {one.slug for one in sample("broken-cellar").facts(facts.Location)}
    assert rooms == {"kitchen", "yard", "cellar", "wine-vault", "long-tunnel", "far-end"}


def test_samples_salt_citadel_has_over_1000_lines() -> None:
    assert (citadel().text("salt-citadel.urd.md") or "").count("\n") > 1000


def test_samples_salt_citadel_has_facts_of_every_class() -> None:
    assert [one.__name__ for one in facts.FACT_CLASSES if not citadel().count(one)] == []


VALUES: list[tuple[type[Fact], str, set[object]]] = [
    (facts.Property, "value_type", {"boolean", "integer", "number", "string", "enum", "ref", "list"}),
    (facts.Condition, "condition_kind", {"comparison", "containment", "exhaustion"}),
    (facts.Condition, "operator", {"==", "!=", "<", "<=", ">", ">=", "in", "not in", ""}),
    (facts.Effect, "effect_kind", {"set", "move", "reveal", "destroy"}),
    (facts.Write, "operator", {"=", "+", "-"}),
    (facts.Jump, "target_kind", {"section", "exit", "end"}),
    (facts.Line, "line_kind", {"speech", "stage", "prose", "blocked"}),
    (facts.Read, "site_kind", {"choice", "exit", "rule"}),
    (facts.Choice, "sticky", {False, True}),
    (facts.Phase, "auto", {False, True}),
]


def test_samples_salt_citadel_has_every_field_value() -> None:
    found = [(cls, field, {getattr(fact, field) for fact in citadel().facts(cls)}) for cls, field, _ in VALUES]
    assert found == VALUES


def test_samples_salt_citadel_has_every_kind_of_choice() -> None:
    choices = citadel().facts(facts.Choice)
    assert any(one.target for one in choices)
    assert any(one.target_type for one in choices)
    assert any(one.parent for one in choices)
    assert any(one.any_group for one in citadel().facts(facts.Condition))
    assert any(one.select for one in citadel().facts(facts.Rule))


def test_samples_traced_kettle_has_every_fact_class_and_code() -> None:
    snapshot = sample("traced-kettle")
    assert [one.__name__ for one in requirement_facts.FACT_CLASSES if snapshot.count(one) == 0] == []
    found = {one.code for one in snapshot.diagnostics()}
    # The other codes are for unusable files, a source without settings, ids that few settings allow, results elsewhere.
    assert {one.code for one in requirement_codes.CODES} - {one.code for one in FORMAT_CODES} - found == {
        "REQ101",
        "REQ102",
        "REQ103",
        "REQ104",
        "REQ105",
        "REQ211",
        "REQ502",
        "REQ503",
    }


def test_samples_of_formats_have_every_code_of_formats() -> None:
    samples = {one.sample for one in FORMATS}
    found = {one.code for name in samples for one in sample(name).diagnostics()}
    assert found >= {"REQ207", "REQ301", *(one.code for one in FORMAT_CODES)}


def test_samples_tide_gate_has_faults_in_one_document_and_in_one_page() -> None:
    faults = [one for one in sample("tide-gate").diagnostics() if one.severity != "info"]
    elsewhere = {one.span.file for one in faults if not one.span.file.startswith("mistakes/")}
    assert elsewhere == {"records/REC004.md"}


def test_samples_paper_lantern_has_faults_in_one_page_and_in_code() -> None:
    findings = sample("paper-lantern").diagnostics()
    pages = {one.span.file for one in findings if one.severity != "info" and one.span.file.startswith("doc/")}
    assert pages == {"doc/mistakes.md"}


def test_samples_traced_kettle_has_faults_in_one_file_only() -> None:
    flawed = {one.span.file for one in sample("traced-kettle").diagnostics()}
    assert {path for path in flawed if path.startswith("spec/")} == {"spec/faults.md"}


def test_samples_cider_mill_has_every_format() -> None:
    snapshot = sample("cider-mill")
    assert {one.format for one in snapshot.facts(Task)} == {"backlog", "beads", "spec-kit", "note"}
    assert {one.format for one in snapshot.facts(Decision)} == {"adr-tools", "madr", "backlog", "beads"}
    assert snapshot.count(Note) == 4


def test_samples_cider_mill_has_known_codes() -> None:
    faults = {"KNO102", "KNO105", "KNO201", "KNO203", "KNO204", "KNO301", "KNO303", "KNO401", "KNO403"}
    assert codes_of("cider-mill") == faults
