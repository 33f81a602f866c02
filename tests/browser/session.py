"""A headless Chromium that stays, steered through a pipe by the DevTools protocol.

    with session.Browser() as browser:
        page = browser.open(path.as_uri(), width=390, height=844, mobile=True)
        page.evaluate("document.title")

https://chromedevtools.github.io/devtools-protocol
"""

import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any

from browser import BROWSER

# Of one command on a page that is loaded, s.
ANSWER_LIMIT_S = 120

FROM_US, TO_US = 3, 4  # The descriptors on which the browser reads and writes.
HIGH = 20              # Above both, so that moving them overwrites neither.


class Browser:
    """One process; pages are tabs of it."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp()
        self._last = 0
        self._text = b""
        self._listeners: dict[str, "Page"] = {}
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, HIGH) for end in (theirs_in, theirs_out)]

        def move() -> None:
            os.dup2(high[0], FROM_US)
            os.dup2(high[1], TO_US)

        self._process = subprocess.Popen(  # pylint: disable=consider-using-with
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self._folder}",
             "about:blank"],
            preexec_fn=move, pass_fds=(FROM_US, TO_US), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for end in (theirs_in, theirs_out, *high):
            os.close(end)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._folder, ignore_errors=True)

    def call(self, method: str, parameters: dict | None = None, session: str = "") -> dict:
        """The result of a command. Events that come before it go to their pages."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + ANSWER_LIMIT_S
        while True:
            answer = self._read(deadline)
            if answer.get("id") != self._last:
                self._tell(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def _read(self, deadline: float) -> dict:
        while b"\0" not in self._text:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not select.select([self._in], [], [], left_s)[0]:
                raise TimeoutError(f"{BROWSER} has not answered within {ANSWER_LIMIT_S} s")
            part = os.read(self._in, 1 << 16)
            if not part:
                raise RuntimeError(f"{BROWSER} has ended")
            self._text += part
        message, _, self._text = self._text.partition(b"\0")
        return json.loads(message)

    def _tell(self, event: dict) -> None:
        page = self._listeners.get(event.get("sessionId", ""))
        if page is not None:
            page.hear(event["method"], event["params"])

    def open(self, address: str, width: int, height: int, mobile: bool = False,
             dark: bool = False) -> "Page":
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        page = Page(self, session["sessionId"])
        self._listeners[session["sessionId"]] = page
        page.load(address, width, height, mobile, dark)
        return page


class Page:
    """A tab. `messages` is what its console says, `requests` the addresses that it asks for."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session
        self._loaded = False
        self.messages: list[str] = []
        self.requests: list[str] = []

    def call(self, method: str, **parameters: Any) -> dict:
        return self._browser.call(method, parameters, self._session)

    def hear(self, method: str, parameters: dict) -> None:
        if method == "Page.loadEventFired":
            self._loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.messages.append(json.dumps(parameters)[:500])

    def load(self, address: str, width: int, height: int, mobile: bool, dark: bool) -> None:
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if mobile else 1, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url=address)
        while not self._loaded:
            self.evaluate("new Promise((done) => setTimeout(done, 20))")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, or of the promise that it is."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:1000])
        return answer["result"].get("value")

    def tap(self, x: float, y: float) -> None:
        """A finger's tap at a point of the page."""
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                      clickCount=1)

    def take_picture(self, file: pathlib.Path) -> None:
        picture = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(picture["data"]))
