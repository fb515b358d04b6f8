"""From the text of a Venn diagram to the model to draw."""

import re
from collections.abc import Iterator

from queries.diagrams.charts.statements import chart_of, unquoted, untitled
from queries.diagrams.styles.paints import paint
from queries.drawing.charts.venn import Region, VennModel
from queries.drawing.graph_model import Paint

MAX_SETS, MAX_REGIONS, MAX_TEXTS = 10, 60, 200
_HEADER = re.compile(r"(?i:venn-beta)(?![\w-])")
_ID = r'(?:[A-Za-z_][\w-]*+|"[^"\n]*+")'
_LABEL = r'(?:\[(?P<label>"[^"\n]*+"|[^\]"\n]++)\])'
_NUMBER = r"[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_IDS = rf"{_ID}(?:\s*+,\s*+{_ID})*+"
_REGION = re.compile(
    rf"(?i:(?P<word>set|union))\s++(?P<ids>{_IDS})\s*+{_LABEL}?+\s*+(?::\s*+(?P<size>{_NUMBER}))?+", re.A
)
_TEXT = re.compile(rf"(?i:text)\s++(?:(?P<ids>{_IDS})\s++)??(?P<id>{_ID}|{_NUMBER})\s*+{_LABEL}?+", re.A)
_STYLE = re.compile(rf"(?i:style)\s++(?P<ids>{_IDS})\s++(?P<styles>[\w-]++\s*+:.++)", re.A)
_STYLES = re.compile(r"(?:[^,(]|\([^)]*\))+")
_ONE = re.compile(_ID, re.A)


def venn_model(source: str) -> VennModel | None:
    """Return the sets of a diagram and what they have in common; None where the text has anything that is not known of
    Venn diagrams, no set, or too much. A region that is named twice is that of its last line."""
    chart = chart_of(source, _HEADER)
    if chart is None:
        return None
    regions, texts = dict[tuple[str, ...], Region](), list[tuple[tuple[str, ...], str, str]]()
    paints = dict[tuple[str, ...], list[str]]()
    current: tuple[str, ...] = ()
    for line in untitled(chart.lines):
        region, text, style = _REGION.fullmatch(line), _TEXT.fullmatch(line), _STYLE.fullmatch(line)
        if region:
            current = _sets(region["ids"])
            is_set = region["word"].lower() == "set"
            known = all((one,) in regions for one in current)
            if is_set != (len(current) == 1) or not (is_set or known):
                return None
            label = unquoted(region["label"] or "") or (current[0] if is_set else "")
            size = float(region["size"]) if region["size"] else 10 / len(current) ** 2
            if size <= 0:
                return None
            regions[current] = Region(current, label, size, (), Paint())
        elif text:
            owner = _sets(text["ids"]) if text["ids"] else current
            if owner not in regions:
                return None
            id_ = unquoted(text["id"])
            texts.append((owner, id_, unquoted(text["label"] or "") or id_))
        elif style:
            paints.setdefault(_sets(style["ids"]), []).extend(_STYLES.findall(style["styles"]))
        else:
            return None
    sets = sum(len(one) == 1 for one in regions)
    if not 0 < sets <= MAX_SETS or len(regions) > MAX_REGIONS or len(texts) > MAX_TEXTS:
        return None
    return VennModel(
        tuple(
            one._replace(
                texts=tuple((label, paint((), paints.get((id_,), ()), {}).ink) for _, id_, label in _own(texts, one)),
                paint=paint((), paints.get(one.sets, ()), {}),
            )
            for one in regions.values()
        )
    )


def _own(texts: list[tuple[tuple[str, ...], str, str]], region: Region) -> Iterator[tuple[tuple[str, ...], str, str]]:
    return (one for one in texts if one[0] == region.sets)


def _sets(ids: str) -> tuple[str, ...]:
    return tuple(sorted({unquoted(one) for one in _ONE.findall(ids)}))
