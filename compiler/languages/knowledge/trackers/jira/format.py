"""The declaration of Jira: its exports as XML and CSV, and what its search answers as JSON."""

from compiler.languages.knowledge.trackers.tracker import Tracker
from compiler.model.language import imported

JIRA = Tracker(
    name="jira",
    title="Jira",
    files="XML of *Export XML* (RSS), CSV of *Export CSV*, JSON of the REST search",
    suffixes=(".xml", ".json", ".csv"),
    detection="an item of RSS with a key, an element of JSON with a key and fields, or a header with Summary, Issue "
    "key and two more columns of Jira's",
    parse=imported("compiler.languages.knowledge.trackers.jira.parse:parse"),
    words={
        "issue": "task",
        "statusCategory": "status",
        "Blocks": "blocks",
        "subtasks": "belongs_to",
        "resolution": "native.resolution",
    },
    sample="lock-keepers",
)
