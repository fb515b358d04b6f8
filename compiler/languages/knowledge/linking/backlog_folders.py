"""The folder of a backlog that its settings name: `backlog_directory` in `backlog.config.yml`.

What lies in it has the role of its folder there: `work/completed/` holds what is done, `work/drafts/` drafts.
"""

from collections.abc import Iterable, Iterator

import orjson

from compiler.languages.knowledge.record_values import json_text
from compiler.languages.knowledge.records import Document, EntityRecord, Settings
from compiler.languages.knowledge.syntax.backlog import state_of_folder

FOLDERS = ("tasks", "completed", "drafts", "archive/tasks", "archive/drafts")


def with_roles(documents: Iterable[Document], settings: Iterable[Settings]) -> Iterator[Document]:
    """Give the documents; those in a folder that settings name belong to its backlog."""
    roots = [folder for setting in settings if setting.format == "backlog" for _, folder in setting.folders]
    for document in documents:
        root = next((root for root in roots if document.path.startswith(f"{root}/")), None)
        path = "" if root is None else document.path[len(root) + 1 :]
        folder = next((folder for folder in FOLDERS if path.startswith(f"{folder}/")), "")
        if document.format == "backlog" and root is not None and folder:
            records = tuple(_placed(record, folder) for record in document.records)
            yield document._replace(root=root, records=records)
        else:
            yield document


def _placed(record: EntityRecord, folder: str) -> EntityRecord:
    if record.scheduling is None:
        return record
    scheduling = record.scheduling._replace(state=state_of_folder(folder))
    return record._replace(native=json_text(orjson.loads(record.native) | {"folder": folder}), scheduling=scheduling)
