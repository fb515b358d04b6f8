"""Links the units of all files into facts, links and findings, one phase after the other."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from compiler.languages.requirements.facts import Reference, ref_of
from compiler.languages.requirements.linking.aggregates import ProjectCounts
from compiler.languages.requirements.linking.assertion_ids import free_assertions
from compiler.languages.requirements.linking.collect import Specifications, collect
from compiler.languages.requirements.linking.coverage import coverage
from compiler.languages.requirements.linking.evidence import add_tests_beside_code, collect_evidence
from compiler.languages.requirements.linking.evidence_facts import evidence_facts
from compiler.languages.requirements.linking.hash_checks import check_hashes
from compiler.languages.requirements.linking.hierarchy import hierarchy
from compiler.languages.requirements.linking.items import add_formats
from compiler.languages.requirements.linking.objects import journey_facts, prose_facts, requirement_facts
from compiler.languages.requirements.linking.project import examples_of, project_of, without_citations
from compiler.languages.requirements.linking.resolve import Citer, Resolver
from compiler.languages.requirements.records import native_units
from compiler.model.facts import Fact, Link
from compiler.model.language import Linked, Units
from compiler.model.source import Source

_EDGE_KINDS = {"addresses": "addresses_requirement"}
_REQUIREMENT_KEYWORDS = ("implements", "refines", "satisfies", "integrates")


def link(source: Source, units: Units) -> Linked:
    """The facts of a source. A source with neither configuration nor requirement nor journey has none."""
    native = native_units(units)
    project = project_of(source, native)
    examples = project.examples | examples_of(source, units)
    specifications = collect(project)
    specifications.findings += free_assertions(specifications.requirements, specifications.journeys)
    resolver = Resolver(specifications, project.configurations.all_ids)
    _resolve_all(specifications, resolver)
    if not project.is_configured and not specifications.requirements and not specifications.journeys:
        project = without_citations(project)  # what comments cite is of another format, in its own words
    evidence = collect_evidence(project, resolver)
    add_tests_beside_code(evidence, units)
    tree = hierarchy(specifications.requirements, resolver.resolved, resolver.broken)
    hash_checks = check_hashes(specifications.requirements)
    taken = [*specifications.requirements, *specifications.journeys]
    taken += [assertion.assertion for item in specifications.requirements.values() for assertion in item.assertions]
    others = add_formats(source, units, evidence, taken, examples)
    linked = Linked(diagnostics=[*project.findings, *specifications.findings, *resolver.findings])
    linked.diagnostics += [*tree.findings, *hash_checks.findings, *evidence.findings]
    # Tests and results without a requirement make a project only if there is a configuration.
    is_stated = specifications.requirements or specifications.journeys or others.formats
    if not project.is_configured and not is_stated:
        own = linked.diagnostics if specifications.findings else project.findings
        return Linked(diagnostics=[*own, *others.linked.diagnostics])
    counts = ProjectCounts(project.configurations, examples, resolver.journey_citers)
    counted = _counted(resolver.resolved, specifications, examples)
    made = chain(
        requirement_facts(specifications.requirements, hash_checks, tree),
        journey_facts(specifications.journeys),
        prose_facts(specifications.documents),
        evidence_facts(evidence),
        coverage(specifications.requirements, counted, evidence),
        resolver.resolved,
        resolver.broken,
        resolver.links,
        others.linked.facts,
        others.linked.links,
    )
    linked.diagnostics += others.linked.diagnostics
    linked.later = _with_project(made, counts, hash_checks.algorithm, others.formats)
    return linked


def _with_project(
    made: Iterable[Fact | Link], counts: ProjectCounts, algorithm: str, formats: Sequence[Any]
) -> Iterator[Fact | Link]:
    """Give facts and links, and at last the fact about the project, which counts the others."""
    for fact in made:
        if not isinstance(fact, Link):
            counts.add(fact)
        yield fact
    yield counts.fact(algorithm, formats)


def _counted(
    resolved: Iterable[Reference], specifications: Specifications, examples: frozenset[str]
) -> Iterator[Reference]:
    """The citations that count: what an example cites covers no requirement of the project."""
    for reference in resolved:
        if reference.span.file not in examples or specifications.requirements[reference.requirement].path in examples:
            yield reference


def _resolve_all(specifications: Specifications, resolver: Resolver) -> None:
    """Resolve the citations of requirements, those of Implements first, and of journeys."""
    for item in specifications.requirements.values():
        citer = Citer(item.id, ref_of(item.id), "requirement", item.path)
        citations = [citation for citation in item.block.citations if citation.keyword in _REQUIREMENT_KEYWORDS]
        for citation in sorted(citations, key=lambda citation: _REQUIREMENT_KEYWORDS.index(citation.keyword)):
            resolver.resolve(citer, citation.keyword, citation, item.ids)
    for item in specifications.journeys.values():
        citer = Citer(item.id, ref_of(item.id), "journey", item.path)
        for citation in item.block.citations:
            resolver.resolve(citer, _EDGE_KINDS.get(citation.keyword, citation.keyword), citation, item.ids)
