"""The declaration of Jira: its export as XML, and what its search answers as JSON."""

from compiler.languages.knowledge.trackers.tracker import Tracker
from compiler.model.language import imported

JIRA = Tracker(
    name="jira",
    title="Jira",
    files="XML of *Export XML* (RSS), JSON of the REST search",
    suffixes=(".xml", ".json"),
    detection="an item of RSS with a key, or an element of JSON with a key and fields",
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
