"""The declaration of Linear: its export as CSV."""

from compiler.languages.knowledge.trackers.tracker import Tracker
from compiler.model.language import imported

LINEAR = Tracker(
    name="linear",
    title="Linear",
    files="CSV of *Export issues*",
    suffixes=(".csv",),
    detection="its header has ID, Title, Status and three more columns of Linear's",
    parse=imported("compiler.languages.knowledge.trackers.linear.parse:parse"),
    words={
        "issue": "task",
        "Completed": "done",
        "Blocked by": "blocks",
        "Parent issue": "belongs_to",
        "Estimate": "native.estimate",
    },
    sample="lock-keepers",
)
