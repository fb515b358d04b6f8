"""The pages of the explorer, in the order of the menu."""

from server.explorer.page import Page
from server.explorer.pages.branch_difference import BRANCH_DIFFERENCE
from server.explorer.pages.conversations import CONVERSATIONS, SECTION
from server.explorer.pages.data import DATA
from server.explorer.pages.decisions import DECISIONS
from server.explorer.pages.diagnostics import DIAGNOSTICS
from server.explorer.pages.diagram_difference import DIAGRAM_DIFFERENCE
from server.explorer.pages.diagrams import DIAGRAM, DIAGRAMS, WALKTHROUGH
from server.explorer.pages.difference import DIFFERENCE
from server.explorer.pages.documents import DOCUMENT, DOCUMENTS
from server.explorer.pages.files import FILES
from server.explorer.pages.history import HISTORY
from server.explorer.pages.impact import IMPACT
from server.explorer.pages.kinds import KINDS
from server.explorer.pages.matrix import MATRIX, MATRIX_CSV
from server.explorer.pages.memory import MEMORY, TALK, TALKS, TIMELINE
from server.explorer.pages.notes import NOTES
from server.explorer.pages.objects import OBJECT
from server.explorer.pages.overview import OVERVIEW
from server.explorer.pages.playthroughs import PLAY
from server.explorer.pages.reach import REACH
from server.explorer.pages.requirements import REQUIREMENTS
from server.explorer.pages.search import SEARCH
from server.explorer.pages.sources import SOURCE
from server.explorer.pages.task_graph import TASK_GRAPH
from server.explorer.pages.tasks import TASKS
from server.explorer.pages.worlds import WORLD, WORLDS

PAGES: tuple[Page, ...] = (
    OVERVIEW,
    SEARCH,
    REQUIREMENTS,
    MATRIX,
    MATRIX_CSV,
    TASKS,
    TASK_GRAPH,
    DECISIONS,
    NOTES,
    DOCUMENTS,
    DOCUMENT,
    WORLDS,
    WORLD,
    CONVERSATIONS,
    SECTION,
    PLAY,
    MEMORY,
    TIMELINE,
    TALKS,
    TALK,
    BRANCH_DIFFERENCE,
    DIAGRAMS,
    DIAGRAM,
    REACH,
    WALKTHROUGH,
    KINDS,
    DATA,
    FILES,
    DIFFERENCE,
    DIAGRAM_DIFFERENCE,
    DIAGNOSTICS,
    OBJECT,
    IMPACT,
    HISTORY,
    SOURCE,
)
