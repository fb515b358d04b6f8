"""Words for the fields and sections of a record in the languages of records, by their English word."""

import re

_WORDS = {
    "status": (
        *("status", "state", "current status", "adr status", "decision status", "rfc status", "document status"),
        *("状态", "狀態", "状態", "ステータス", "状況", "상태", "statut", "état", "etat", "estado", "stato", "zustand"),
        *("статус", "стан", "tila", "durum", "tilstand"),
    ),
    "date": (
        *("date", "dated", "decision date", "date decided", "decided on", "decided", "date of decision", "dates"),
        *(
            "日期",
            "日付",
            "決定日",
            "날짜",
            "결정일",
            "일자",
            "datum",
            "fecha",
            "data",
            "дата",
            "dato",
            "päivämäärä",
            "tarih",
        ),
    ),
    "created": (
        *("created", "creation date", "created on", "date created", "created at", "start date", "proposed on"),
        *("created date", "submitted", "submitted on", "date submitted", "submission date", "date of submission"),
        *("introduced", "introduced on"),
        *(
            "erstellt",
            "erstellt am",
            "créé",
            "créé le",
            "creado",
            "criado",
            "创建",
            "创建日期",
            "作成日",
            "작성일",
            "создано",
        ),
    ),
    "updated": (
        *("updated", "last updated", "last modified", "last update", "updated on", "date updated", "updated at"),
        *(
            "updated date",
            "aktualisiert",
            "mis à jour",
            "actualizado",
            "atualizado",
            "更新",
            "更新日期",
            "更新日",
            "обновлено",
        ),
    ),
    "authors": (
        *("author", "authors", "author(s)", "owner", "owners", "proposer", "champion", "written by"),
        *("autor", "autoren", "auteur", "auteurs", "autores", "autore", "作者", "著者", "작성자", "автор", "авторы"),
    ),
    "deciders": (
        *("deciders", "decision makers", "approvers", "entscheider", "décideurs", "decisores"),
        *("决策者", "決定者", "besluitvormers"),
    ),
    "supersedes": (
        *("supersedes", "replaces", "obsoletes", "löst ab", "remplace", "annule et remplace", "reemplaza"),
        *("reemplaza a", "sustituye", "sustituye a", "substitui", "substitui o", "substitui a", "sostituisce"),
        *("vervangt", "zastępuje", "ersätter", "erstatter", "nahrazuje", "заменяет", "замінює", "取代", "替代"),
        *("代替", "置き換え", "대체"),
        "ersetzt",  # the last, for it may mean what is superseded
    ),
    "superseded by": (
        *("superseded by", "replaced by", "obsoleted by", "ersetzt durch", "remplacé par"),
        *("remplacée par", "reemplazado por", "reemplazada por", "sustituido por", "substituído por"),
        *("superado por", "superada por", "sustituida por"),
        *("substituída por", "sostituito da", "sostituita da", "vervangen door", "abgelöst durch", "заменено на"),
        *("заменён на", "замінено на", "zastąpione przez", "erstattet av", "erstattet af", "ersatt av", "nahrazeno"),
        "被取代",
    ),
    "context": ("kontext", "contexte", "contexto", "contesto", "背景", "上下文", "コンテキスト", "배경", "контекст"),
    "decision": (
        *("entscheidung", "décision", "decisión", "decisão", "decisione", "besluit", "beslutning", "决策", "決策"),
        *("决定", "決定", "결정", "решение", "рішення", "decyzja"),
    ),
    "consequences": (
        *("konsequenzen", "folgen", "auswirkungen", "conséquences", "consecuencias", "consequências", "conseguenze"),
        *("gevolgen", "konsekvenser", "后果", "影响", "結果", "결과", "последствия", "наслідки", "konsekwencje"),
    ),
}
_FIELDS = {word: field for field, words in _WORDS.items() for word in words}
_SUPERSEDED_BY = re.compile(
    rf"(?<!\w)(?:{'|'.join(word for word in _WORDS['superseded by'] if not word.endswith('by'))})(?!\w)"
    r"|已?[被由][ \t]*([^被由，。\n]{1,80}?)(部分)?(?:取代|替代|替换|替換)",
    re.IGNORECASE,
)
# Before an id or a link; `Ersetzt ADR-3` by itself may also mean that ADR-3 takes the place of this one.
_SUPERSEDES = re.compile(
    rf"(?<![\w被])(?:{'|'.join(_WORDS['supersedes'][3:-1])}|(?<=[^\s|][ \t])ersetzt)"
    r"(?=[ \t:：*_]{1,6}(?:\[|`|(?:ADR|RFC)\b|[#\d]))",
    re.IGNORECASE,
)
_SEE = re.compile(r"(?<!\w)(?:siehe|vgl\.?|voir|véase|ver|veja|zie|vedi|см\.)(?!\w)|[参參]?[见見]", re.IGNORECASE)
_NUMBER = re.compile(r"^\d{1,3}(?:\.\d{1,3}){0,9}[.)]?[ \t]++")
_JOINTS = re.compile(r"[-_]")  # as a key has them: `created_at`, `decision-date`
_SIGNS = re.compile(r"^[^\w(]++")
MAX_WORD = 30  # characters


def field_word(written: str) -> str:
    """The English word for a field, such as `status` for `状态` or `**Statut** :`; "" for other texts. Signs or a
    number before it do not count (`⚡ Status`, `1. Status`)."""
    if len(written) > MAX_WORD + 10:
        return ""
    word = _SIGNS.sub("", written.strip(" \t*_:：`#=").casefold())
    forms = (word, _NUMBER.sub("", word), _JOINTS.sub(" ", word))
    return next((_FIELDS[form] for form in forms if form in _FIELDS), "")


def succession_in_english(text: str) -> str:
    """A text with what says in another language that one decision supersedes another in English: `superseded by ADR-3`
    of `Ersetzt durch ADR-3` and of `被 ADR-3 取代`, `supersedes ADR-3` of `Remplace ADR-3`."""
    english = _SUPERSEDES.sub("supersedes", _SUPERSEDED_BY.sub(_in_english, text))
    return _SEE.sub(" see ", english) if english != text else text


def _in_english(found: re.Match[str]) -> str:
    return f"{'partially ' if found[2] else ''}superseded by {found[1] or ''} "


def section_word(heading: str) -> str:
    """The English word for a section, as `field_word` gives it; else its heading in small letters, without signs before
    it (`🎯 Context`)."""
    return field_word(heading) or _SIGNS.sub("", heading).lower()
