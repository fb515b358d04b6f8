"""The declaration of Linear: its export as CSV, and issues as its interface answers them."""

from compiler.languages.knowledge.trackers.tracker import Tracker
from compiler.model.language import imported

LINEAR = Tracker(
    name="linear",
    title="Linear",
    files="CSV of *Export issues*, JSON of the interface (GraphQL)",
    suffixes=(".csv", ".json"),
    detection="a header has ID, Title, Status and three more columns of Linear's, or an element of JSON an identifier, "
    "a title and a state, address or priority of Linear's",
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
