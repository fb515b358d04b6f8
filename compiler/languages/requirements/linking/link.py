"""The linker of requirements: from the units of all files to facts, links and findings, a phase a line."""

from compiler.languages.requirements.facts import ref_of
from compiler.languages.requirements.linking.aggregates import project_fact
from compiler.languages.requirements.linking.collect import Collected, collect
from compiler.languages.requirements.linking.coverage import coverage
from compiler.languages.requirements.linking.evidence import gather
from compiler.languages.requirements.linking.evidence_facts import add_evidence
from compiler.languages.requirements.linking.hierarchy import hierarchy
from compiler.languages.requirements.linking.objects import add_journeys, add_prose, add_requirements, hash_all
from compiler.languages.requirements.linking.project import project_of
from compiler.languages.requirements.linking.resolve import Citing, Resolver
from compiler.model.language import Linked, Units
from compiler.model.source import Source

_EDGE_KINDS = {"addresses": "addresses_requirement"}
_OF_REQUIREMENTS = ("implements", "refines", "satisfies", "integrates")


def link(source: Source, units: Units) -> Linked:
    """The facts of a source. One without any requirement or journey has none, whatever tests it holds."""
    project = project_of(source, units)
    collected = collect(source, project)
    resolver = Resolver(collected, project.all_ids)
    _cite_all(collected, resolver)
    evidence = gather(project, resolver)
    tree = hierarchy(collected.requirements, resolver.resolved, resolver.broken)
    hashing = hash_all(collected.requirements)
    linked = Linked(diagnostics=[*project.findings, *collected.findings, *resolver.findings])
    linked.diagnostics += [*tree.findings, *hashing.findings, *evidence.findings]
    # Tests and results alone are no project of requirements, unless a configuration says so.
    if not project.is_configured and not collected.requirements and not collected.journeys:
        return Linked(diagnostics=linked.diagnostics if collected.findings else project.findings)
    add_requirements(linked, collected.requirements, hashing, tree)
    add_journeys(linked, collected.journeys)
    add_prose(linked, collected.documents)
    add_evidence(linked, evidence)
    linked.facts += coverage(collected.requirements, resolver.resolved, evidence)
    linked.facts += [*resolver.resolved, *resolver.broken]
    linked.links += resolver.links
    # Last, since it counts all the others.
    expected = {one.id for one in collected.requirements.values() if one.configuration.expects(one.status)}
    linked.facts.append(
        project_fact(linked.facts, project.main, hashing.algorithm, tree.cycle_count, resolver.of_journeys, expected)
    )
    return linked


def _cite_all(collected: Collected, resolver: Resolver) -> None:
    """Resolves what requirements and journeys cite: of requirements Implements first, whatever the order."""
    for stated in collected.requirements.values():
        citing = Citing(stated.id, ref_of(stated.id), "requirement", stated.path)
        listed = [one for one in stated.block.citations if one.keyword in _OF_REQUIREMENTS]
        for citation in sorted(listed, key=lambda one: _OF_REQUIREMENTS.index(one.keyword)):
            resolver.cite(citing, citation.keyword, citation, stated.ids)
    for stated in collected.journeys.values():
        citing = Citing(stated.id, ref_of(stated.id), "journey", stated.path)
        for citation in stated.block.citations:
            resolver.cite(citing, _EDGE_KINDS.get(citation.keyword, citation.keyword), citation, stated.ids)
