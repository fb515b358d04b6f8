"""The coverage of what other formats state: by the needs that each item has, and the rule of the format for each."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from compiler.languages.requirements.facts import Reference, RequirementCoverage
from compiler.languages.requirements.formats.format import Format
from compiler.languages.requirements.formats.stated import Traced
from compiler.languages.requirements.linking.coverage import outcomes
from compiler.languages.requirements.linking.evidence import Evidence
from compiler.languages.requirements.linking.stating import Stated, item_span


def item_coverage(
    format_: Format, stated: Stated, traced: Traced, references: Sequence[Reference], evidence: Evidence
) -> Iterator[RequirementCoverage]:
    """The coverage of each item: a need is covered, by the rule of the format, when evidence of its kind covers it."""
    results = outcomes(evidence)
    cited: dict[str, list[Reference]] = defaultdict(list)
    for each in references:
        cited[each.requirement].append(each)
    for item in stated.items:
        is_retired = format_.role_of(item.item.status) == "retired"
        labels = () if is_retired else tuple(need.label for need in item.item.needs)
        met = set(traced.met.get(item.id, ()))
        citing = cited.get(item.id, ())
        tests = [each for each in citing if each.source_kind == "test"]
        by_test = [(each.label, *results.get(each.source, (False, False))) for each in tests]
        failing = {label for label, _, failed in by_test if failed}
        passing = {label for label, passed, _ in by_test if passed} - failing
        if format_.covers_whole:
            failing |= met if "" in failing else set()
            passing = (passing | (met if "" in passing else set())) - failing
        covered = tuple(label for label in labels if label in met)
        made = tuple(label for label in covered if not format_.is_test(label))
        if traced.made is not None:
            made = tuple(label for label in labels if label in traced.made.get(item.id, ()))
        yield RequirementCoverage(
            span=item_span(item.path, item.item),
            requirement=item.id,
            project="",
            total=len(labels),
            tested_count=len(covered),
            tested=covered,
            untested=tuple(label for label in labels if label not in met),
            tested_by_name=covered,
            tested_by_whole=(),
            implemented=made,
            implemented_by_name=made,
            implemented_by_whole=(),
            passing=tuple(label for label in labels if label in passing),
            failing=tuple(label for label in labels if label in failing),
            validated=(),
            tests=tuple(dict.fromkeys(each.source for each in tests)),
            codes=tuple(dict.fromkeys(each.source for each in citing if each.source_kind == "code")),
        )
