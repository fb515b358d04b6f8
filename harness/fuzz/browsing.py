"""The pages of the explorer over a snapshot: a walk along their links, and whether each is there and safe."""

import time
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

from compiler.store.snapshot import Snapshot
from compiler.workspace.interface import as_workspace
from harness.fuzz.figures import MAX_SECONDS, Figures
from server.transport.pages import MOUNT
from tests.server.explorer.reading import client_of
from tests.server.explorer.safety import Checked

PAGES = 12  # of one snapshot
NOT_WALKED = (f"{MOUNT}/static/", f"{MOUNT}/history/", f"{MOUNT}/difference")  # the last two compile commits


def browse(snapshot: Snapshot, choice: Random, figures: Figures, seen: bytearray) -> Iterator[str]:
    """Look at some pages, each reached by a link of one before, and give what is wrong. Adds the pages to `seen`."""
    client = client_of(as_workspace(snapshot))
    known, waiting = {f"{MOUNT}/"}, [f"{MOUNT}/"]
    for _ in range(PAGES):
        if not waiting:
            return
        address = waiting.pop(choice.randrange(len(waiting)))
        kind = address.removeprefix(MOUNT).split("/")[1].partition("?")[0] or "overview"
        started = time.process_time()
        try:
            answer = client.get(address)
        except Exception as error:
            yield f"page {kind} raises {type(error).__name__}"
            continue
        took = time.process_time() - started
        figures.pages += 1
        figures.took(f"page {kind}", took)
        if took > MAX_SECONDS:
            yield f"page {kind} takes more than {MAX_SECONDS:g} s"
        if answer.status_code != 200:
            yield f"page {kind} answers {answer.status_code} to a link"
        seen += answer.content
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        page = Checked(answer.text)
        yield from (f"page {kind}: {fault[:80]}" for fault in page.faults)
        for link in page.addresses:
            parts = urlsplit(link)
            path = parts._replace(fragment="").geturl()
            if not parts.scheme and path.startswith(MOUNT) and not path.startswith(NOT_WALKED) and path not in known:
                known.add(path)
                waiting.append(path)
