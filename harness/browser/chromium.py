"""A headless Chromium that is driven over its own protocol (DevTools), and what it says of a page.

No driver is needed beside the browser: `websockets` carries the messages.
"""

import json
import re
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import connect
from websockets.sync.connection import Connection

PATIENCE = 60.0
LISTENING = re.compile(rb"DevTools listening on ws://127\.0\.0\.1:(\d+)/")
NAMES = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    *("--remote-debugging-port=0", "--log-level=3"),  # so few messages that the pipe has room for all
)

# The first element of a name that can be clicked and is seen. What is within a closed <details> has no place.
NAMED = """(name) => [...document.querySelectorAll("a[href], button, summary, label, svg a")].find((one) =>
  (one.getAttribute("aria-label") ?? one.textContent).replace(/\\s+/g, " ").trim() === name
  && one.getClientRects().length && one.checkVisibility({ visibilityProperty: true }))"""


def installed() -> str | None:
    """Return the path of the browser, None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Tab:
    """A page in the browser. `complaints` are errors of its console, `requests` the addresses that it asked for."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._last = 0
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._events: set[str] = set()
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol, and return its result. Raises RuntimeError when the browser refuses."""
        self._last += 1
        self._connection.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while (message := self._next(PATIENCE)).get("id") != self._last:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def go(self, address: str) -> None:
        """Open an address, and wait until it is loaded and quiet."""
        self._events.discard("Page.loadEventFired")
        self.call("Page.navigate", url=address)
        deadline = monotonic() + PATIENCE
        while "Page.loadEventFired" not in self._events:
            self._next(deadline - monotonic())

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript. Raises RuntimeError when it throws."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression of JavaScript is true."""
        self.evaluate(
            "new Promise((resolve, reject) => {"
            f"  const end = setTimeout(() => reject(Error('never true')), {PATIENCE * 1_000});"
            f"  const look = () => ({expression}) ? (clearTimeout(end), resolve(true)) : requestAnimationFrame(look);"
            "  look();"
            "})"
        )

    def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        self.call("Input.insertText", text=text)

    def press(self, key: str, code: int = 0) -> None:
        """Press a key."""
        named = {"key": key, "windowsVirtualKeyCode": code, **({"text": key} if len(key) == 1 else {})}
        self.call("Input.dispatchKeyEvent", type="keyDown", **named)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def point_at(self, selector: str) -> None:
        """Move the mouse to the first element of a selector, scrolled into view."""
        self._point(f"document.querySelector({json.dumps(selector)})")

    def click(self, name: str) -> None:
        """Click, with the mouse, the first link, button, label or summary of this name that is seen, and wait for the
        page that it leads to. Raises RuntimeError if there is none."""
        found = f"({NAMED})({json.dumps(name)})"
        if not self.evaluate(f"Boolean({found})"):
            raise RuntimeError(f"{self.evaluate('location.href')} has nothing to click of the name {name!r}")
        leads_on = self.evaluate(f"{found}.matches('button, a:not([href^=\"#\"])')")
        self._events.discard("Page.loadEventFired")
        at = self._point(found)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)
        deadline = monotonic() + PATIENCE
        while leads_on and "Page.loadEventFired" not in self._events:
            self._next(deadline - monotonic())

    def _point(self, found: str) -> dict[str, float]:
        """Move the mouse to the element of an expression. Return where that is in the window."""
        place = self.evaluate(
            f"(() => {{ const found = {found};"
            "  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });"
            "  const box = found.getClientRects()[0];"
            "  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **place)
        return dict(place)

    def show_as(self, *, dark: bool = False, width: int = 1280, height: int = 900) -> None:
        """Set the colours that the person prefers, and the size of the window."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)

    def picture(self, *, whole: bool = False) -> bytes:
        """Return what is seen, or the whole page, as PNG."""
        taken = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return b64decode(taken["data"])

    def _next(self, seconds: float) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(timeout=max(seconds, 0.01)))
        method, told = message.get("method", ""), message.get("params", {})
        self._events.add(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(told["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(told["args"]))
        return message


@contextmanager
def chromium() -> Iterator[Tab]:
    """Start the browser with an empty profile, and end it."""
    path = installed()
    assert path is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [path, *OPTIONS, f"--user-data-dir={profile}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        try:
            with connect(_address(process), max_size=None) as connection:
                yield Tab(connection)
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()
            process.communicate()


def _address(process: "subprocess.Popen[bytes]") -> str:
    """The address of the browser's first page. The browser names its port when it is ready."""
    assert process.stderr is not None
    found = next(filter(None, map(LISTENING.search, process.stderr)), None)
    assert found, "the browser does not start"
    with urlopen(f"http://127.0.0.1:{int(found[1])}/json/list", timeout=PATIENCE) as listed:
        pages = [one for one in json.load(listed) if one["type"] == "page"]
    return str(pages[0]["webSocketDebuggerUrl"])
