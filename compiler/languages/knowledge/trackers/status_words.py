"""What the words of a workflow mean, where an export has only the word."""

import re
from typing import NamedTuple

from compiler.text.accents import without_accents

DONE = frozenset(
    {"done", "complete", "completed", "closed", "resolved", "finished", "released", "shipped", "merged", "duplicate"}
    | {"implemented", "deployed", "delivered", "verified", "tested"}
    | {"cancelled", "canceled", "won't do", "wont do", "won’t do", "won't fix", "wontfix", "not doing", "not planned"}
)
_TODO = frozenset(
    {"", "to do", "todo", "open", "new", "backlog", "ready", "planned", "pending", "reopened", "next", "up next"}
    | {"no status", "not started", "unstarted", "selected for development", "ready for development", "to-do"}
    | {"not yet started", "not begun", "not in progress", "incomplete", "queued", "scheduled", "upcoming", "approved"}
)
_IN_PROGRESS = re.compile(
    r"\b(?:progress|doing|review|testing|started|active|qa|development|verif\w*|staging|partial(?:ly)?|wip)\b"
)
_BLOCKED = re.compile(r"\b(?:blocked|on hold|waiting|impeded|stuck)\b")
_TRIAGE = re.compile(r"\b(?:triage|draft)\b")
# In other languages, by the state; a stroke stands for a blank.
_ELSEWHERE = {
    "done": """erledigt fertig abgeschlossen terminé terminée fait faite fini achevé hecho hecha completado completada
terminado concluído concluída feito fatto completato klaar afgerond zrobione gotowe готово сделано выполнено завершено
færdig ferdig klart 已完成 完成 完了 完了済み 対応済み 済 완료""",
    "todo": """offen geplant à_faire prévu pendiente por_hacer pendente a_fazer da_fare te_doen do_zrobienia
 listo listo_para_empezar bereit prêt prête
не_начато запланировано 待办 待辦 未开始 未開始 未着手 未完了 未完成 未対応 未実施 예정 미완료 대기""",
    "in_progress": """in_arbeit in_bearbeitung laufend en_cours en_progreso en_curso em_andamento in_corso em_progresso
bezig w_toku в_работе в_процессе 进行中 進行中 作業中 対応中 实施中 開発中 开发中 진행_중 진행중""",
    "blocked": """blockiert bloqué bloquée bloqueado bloqueada bloccato geblokkeerd заблокировано 阻塞 已阻塞 ブロック中
保留 保留中 暂停 보류""",
}
_STATES = {
    without_accents(word.replace("_", " ")): state for state, words in _ELSEWHERE.items() for word in words.split()
}


class Meaning(NamedTuple):
    """The state that a word means, and whether the word is known. An unknown one is to do."""

    state: str
    is_known: bool = True


def meaning_of(word: str) -> Meaning:
    """What a status means by its word alone."""
    plain = " ".join(word.casefold().replace("_", " ").split())
    if plain in DONE:
        return Meaning("done")
    if plain in _TODO:
        return Meaning("todo")
    if state := _STATES.get(without_accents(plain)):
        return Meaning(state)
    if _BLOCKED.search(plain):
        return Meaning("blocked")
    if _TRIAGE.search(plain):
        return Meaning("draft")
    if _IN_PROGRESS.search(plain):
        return Meaning("in_progress")
    return Meaning("todo", is_known=False)
