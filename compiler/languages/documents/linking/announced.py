"""Links that their page announces: what `[Guide](guide.md) (to be written)` leads to is not there yet."""

import re
from collections.abc import Sequence

from compiler.languages.documents.records import PageLink

_WORDS = (
    r"(?:coming|available|published)[ ]soon|coming|soon|t\.?b\.?[daw]\.?|todo|to[ ]do|wip|planned|pending|upcoming"
    r"|(?:still[ ])?to[ ]be[ ](?:written|created|generated|added|done|documented|defined|determined|announced)"
    r"|(?:not[ ]yet|not)[ ](?:written|created|added|published|available|there)(?:[ ]yet)?"
    r"|(?:does[ ]not|doesn['’]t)[ ]exist[ ]yet|in[ ](?:progress|preparation)|under[ ]construction"
    r"|待(?:建立|創建|创建|撰寫|撰写|編寫|编写|補充|补充|完成|更新|實作|实现)|規劃中|规划中|建設中|建设中|即將推出|即将推出|敬请期待"
    r"|作成(?:中|予定)|準備中|予定|작성[ ]?예정|예정|준비[ ]?중"
    r"|à[ ](?:venir|faire|créer|écrire)|folgt|geplant|in[ ](?:Arbeit|Vorbereitung)"
    r"|próximamente|pendiente|por[ ](?:crear|hacer)|em[ ]breve|pendente|a[ ]fazer"
    r"|скоро|в[ ]разработке|в[ ]работе|планируется"
)
_ANNOUNCEMENT = re.compile(
    rf"[ \t]{{0,3}}[*_]{{0,3}}[(（\[【][*_ ]{{0,3}}(?:{_WORDS})[!.… *_]{{0,4}}[)）\]】]", re.IGNORECASE
)
_LENGTH = 60  # bytes behind a link that are looked at


def is_announced(lines: Sequence[str], link: PageLink) -> bool:
    """Return whether brackets right behind a link say that it leads to what is not written yet. `lines` are those of
    the page."""
    if not 0 < link.end_line <= len(lines):
        return False
    start = link.end_col - 1
    behind = lines[link.end_line - 1].encode()[start : start + _LENGTH]
    return _ANNOUNCEMENT.match(behind.decode(errors="ignore")) is not None
