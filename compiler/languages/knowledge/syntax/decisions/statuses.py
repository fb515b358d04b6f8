"""The words that decisions have for their status, and what the model calls them."""

import re

from compiler.languages.knowledge.syntax.decisions.statements import is_kept, is_partial
from compiler.text.accents import without_accents

STATUS_PREPOSITIONS = ("in", "under")
MODEL_ORDER = ("proposed", "accepted", "deprecated", "superseded")  # as a decision passes through them
_IN_OTHER_LANGUAGES = {
    "accepted": (
        *("接受", "採納", "采纳", "採用", "采用", "批准", "核准", "通过", "通過", "决定", "決定", "生效"),
        *("实施", "實施", "完成", "确认", "確認", "落地", "承認", "採択", "승인", "채택", "확정"),
        *("akzeptiert", "angenommen", "beschlossen", "genehmigt", "geaccepteerd", "accettato", "accettata"),
        *("implementiert", "umgesetzt"),
        *("accepté", "acceptée", "adopté", "adoptée", "approuvé", "approuvée", "validé", "validée"),
        *("tranché", "tranchée", "décidé", "décidée", "construit", "construite"),
        *("aceptado", "aceptada", "aprobado", "aprobada", "aceito", "aceita", "aprovado", "aprovada"),
        *("принято", "принят", "принята", "одобрено", "утверждено", "прийнято", "zaakceptowane", "przyjęte"),
        *("akseptert", "godkendt", "godkjent", "vedtatt", "vedtaget", "accepterad", "godkänd", "beslutad"),
        *("hyväksytty",),
        *("approvato", "approvata", "goedgekeurd", "zatwierdzone", "kabul", "onaylandı"),
    ),
    "proposed": (
        *("提议", "提議", "提案", "建议", "建議", "草案", "草稿", "拟议", "擬議", "待定", "讨论", "討論"),
        *("评审", "審查", "审核", "未批准", "未核准", "待批准", "待核准", "待审批", "検討", "ドラフト", "제안"),
        *("초안", "검토"),
        *("vorgeschlagen", "entwurf", "vorschlag", "voorgesteld", "proposto", "proposta", "bozza"),
        *("proposé", "proposée", "brouillon", "reporté", "reportée", "propuesto", "propuesta", "borrador", "rascunho"),
        *("предложено", "предложен", "черновик", "запропоновано", "zaproponowane"),
        *("foreslått", "foreslået", "föreslagen", "utkast", "kladde", "ehdotettu", "concept", "szkic", "önerildi"),
    ),
    "deprecated": (
        *("弃用", "棄用", "废弃", "廢棄", "废止", "拒绝", "拒絕", "驳回", "駁回", "却下", "廃止", "非推奨"),
        *("폐기", "거부"),
        *("abgelehnt", "verworfen", "veraltet", "afgewezen", "verouderd", "rejeté", "rejetée", "obsolète", "déprécié"),
        *("rechazado", "rechazada", "obsoleto", "obsoleta", "rejeitado", "rejeitada", "rifiutato"),
        *("отклонено", "отклонён", "устарело", "відхилено", "odrzucone"),
        *("avvist", "forkastet", "afvist", "avslagen", "avvisad", "hylätty", "foreldet", "utgått", "reddedildi"),
    ),
    "superseded": (
        *("已取代", "被取代", "已替代", "被替代", "置換", "대체됨"),
        *("ersetzt", "abgelöst", "vervangen", "remplacé", "remplacée", "reemplazado", "reemplazada"),
        *("superado", "superada", "sustituido", "sustituida"),
        *("substituído", "substituída", "sostituito", "заменено", "заменён", "замінено", "zastąpione"),
        *("erstattet", "ersatt", "korvattu"),
    ),
}
_STATUSES = {
    **{without_accents(word): status for status, words in _IN_OTHER_LANGUAGES.items() for word in words},
    **dict.fromkeys(
        (
            "accepted",
            "approved",
            "adopted",
            "decided",
            "agreed",
            "implemented",
            "implementation",
            "active",
            "done",
            "resolved",
            "ratified",
            "confirmed",
            "final",
            "finalized",
            "finalised",
            "complete",
            "completed",
            "deployed",
        ),
        "accepted",
    ),
    **dict.fromkeys(
        (
            "proposed",
            "draft",
            "drafted",
            "incomplete",
            "pending",
            "awaiting",
            "waiting",
            "open",
            "rfc",
            "wip",
            "review",
            "proposal",
            "discussion",
            "deferred",
            "postponed",
            "on-hold",
            "paused",
        ),
        "proposed",
    ),
    **dict.fromkeys(
        (
            *("rejected", "deprecated", "depricated", "withdrawn", "retired", "obsolete", "declined", "cancelled"),
            *("abandoned", "deleted", "removed", "dropped", "discarded", "reverted"),
        ),
        "deprecated",
    ),
    **dict.fromkeys(("superseded", "superceded", "replaced", "obsoleted"), "superseded"),
    **dict.fromkeys(STATUS_PREPOSITIONS, "proposed"),  # in review, under discussion
}
_IS_OVER = re.compile(r"^已|(?:済み?|됨)$")  # what is so by now: `已接受`, `承認済み`, `승인됨`
_NOTE = re.compile(
    r"[（(【\[：:，,；;。!].*", re.DOTALL
)  # behind the word, with or without a blank: `已核准（2026-01-05）`
_IN_PROGRESS = ["in", "progress"]
_IN_WORK = ["work", "in", "progress"]
_TO_BE = ["to", "be"]  # reviewed, discussed
_ON_HOLD = ["on", "hold"]
_DEGREES = ("fully", "mostly", "partially", "partly")  # before the word: partially implemented


def status_of(word: str) -> str | None:
    """The status in the model for a word of a decision; None for an unknown word. What is superseded in part holds;
    where something of it stays, nobody can tell."""
    if is_partial(word.casefold()):
        return "accepted"
    if is_between(word) or is_kept(word.casefold()):
        return None
    words = (_NOTE.sub("", word) or word).strip().casefold().split(" ")
    if words[:2] == _IN_PROGRESS:
        return None  # to be written, to be decided or to be built
    if words[:3] == _IN_WORK or (words[:2] == _TO_BE and words[2:3] and words[2] not in _STATUSES):
        return _STATUSES["wip"]
    if words[:2] == _ON_HOLD:
        return _STATUSES["on-hold"]
    if words[1:2] == ["draft"]:
        return _STATUSES["draft"]  # a final draft, a working draft
    return _status(words[1] if len(words) > 1 and words[0] in _DEGREES else words[0])


def _status(word: str) -> str | None:
    """The status for one word. `提议中` is being proposed; what is being accepted is not accepted yet."""
    word = without_accents(word)
    status = _STATUSES.get(word) or _STATUSES.get(_IS_OVER.sub("", word))
    if status is None and word[-1:] in ("中", "중"):
        status = _STATUSES.get(word[:-1])
        return status if status == "proposed" else None
    return status


def is_between(word: str) -> bool:
    """Whether a status names two that are not the same: `DRAFT / IMPLEMENTED`."""
    first, slash, second = word.casefold().partition("/")
    found = {_status(first.strip()), _status(second.strip())}
    return bool(slash) and len(found - {None}) > 1
