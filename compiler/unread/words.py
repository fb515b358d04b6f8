"""Words for status, date and waiting in ten languages, as alternatives of regular expressions."""

STATUS_WORDS = (
    "status|state|zustand|stand|statut|état|etat|estado|stato|stav|stan|状态|状態|状況|ステータス|상태|статус|"
    "состояние|tila|situação|situacao|durum"
)
# Each word for status has one of these in it, in small letters.
STATUS_NEEDLES = (
    *("sta", "tat", "状态", "状態", "状況", "ステータス", "상태", "статус", "состояние"),
    *("tila", "situa", "durum"),
)
STATUS_VALUES = (
    "proposed|proposal|accepted|approved|rejected|deprecated|superseded|withdrawn|deferred|"
    "implemented|draft|final|adopted|obsolete|replaced|declined|ratified|provisional|"
    "vorgeschlagen|angenommen|akzeptiert|abgelehnt|entwurf|ersetzt|veraltet|proposé|accepté|"
    "rejeté|remplacé|obsolète|brouillon|propuesto|propuesta|aceptado|aceptada|rechazado|"
    "rechazada|obsoleto|reemplazado|proposto|aceito|aceite|rejeitado|substituído|proposta|"
    "accettato|accettata|rifiutato|foreslått|akseptert|avvist|erstattet|utkast|förslag|"
    "accepterad|ersatt|voorgesteld|geaccepteerd|afgewezen|vervangen|proponowany|zaakceptowany|"
    "odrzucony|принято|предложено|отклонено|заменено|устарело|已接受|已采纳|提议|已拒绝|已废弃|已取代|承認|提案|却下|"
    "제안|승인|거부"
)
# Which are said of any document, too.
_OF_DOCUMENTS = frozenset({"draft", "final", "entwurf", "brouillon", "utkast"})
DECIDED_VALUES = "|".join(value for value in STATUS_VALUES.split("|") if value not in _OF_DOCUMENTS)
DATE_WORDS = "date|decided|created|updated|datum|fecha|data|dato|dátum|päivämäärä|日期|日付|날짜|дата"
# What is denied says nothing: "does not depend on US1", "Dependencies: none".
WAITING_WORDS = (
    r"(?<!\bnot )\bdepends?\b|\bdependent\b|(?<!\bno )\bdependenc(?:y|ies)\b(?!\W{0,8}(?:none|nothing|n/a)\b)"
    r"|\bblock(?:s|ed|ing)?\b|\brequires?\b|\bneeds?\b"
    r"|\bwaits?\b|\bwaiting\b|\bprerequisites?\b"
)
# Which say that something waits between two ids only, and only if the second one follows in the same breath (ORDERED):
# "T002 after the old T001", not "T002 sweep after a restart as REQ-7 asks".
ORDER_WORDS = r"\bafter\b|\bbefore\b|\bonce\b|→|-->"
ORDERED = r"(?:(?!\bas\b)[^\n,;.]){0,20}?"
# A part of each of both, in small letters.
WAITING_NEEDLES = (
    *("depend", "block", "require", "need", "wait", "prerequisite"),
    *("after", "before", "once", "→", "-->"),
)
