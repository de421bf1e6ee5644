# SPDX-License-Identifier: GPL-3.0-or-later
"""A Chromium without a window, driven by its DevTools protocol."""

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

import websocket


def wait_until(condition, seconds, what):
    """Waits until a condition has a value, and returns it."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise RuntimeError(f"Waited {seconds} s in vain for {what}.")


def key_points(page, indices):
    """Points on white keys, by their place from 0; (id, x, y)."""
    x, y, width, height = page.box(".keys")
    return [(index + 1, x + width * (index + 0.5) / 10, y + height * 0.85) for index in indices]


class Browser:
    """One Chromium; with `with` it ends behind the block."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="yui-stage-")
        # It ends with this process, however that ends.
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "chromium", "--headless=new", "--remote-debugging-port=0",
             f"--user-data-dir={self.folder}", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-extensions", "--hide-scrollbars", "--disable-background-networking",
             "--disable-component-update", "--remote-allow-origins=*", "--disable-dev-shm-usage", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.port = wait_until(self._port, 20, "Chromium")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _port(self):
        path = os.path.join(self.folder, "DevToolsActivePort")
        if self.process.poll() is not None:
            raise RuntimeError("Chromium ended before it began.")
        try:
            with open(path, encoding="utf-8") as file:
                return int(file.readline())
        except (OSError, ValueError):
            return None

    def _ask(self, path, method="GET"):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read()

    def page(self, width=390, height=844, touch=True):
        """A new page, in front of the others."""
        target = json.loads(self._ask("/json/new?about:blank", "PUT"))
        page = Page(target, width, height, touch)
        page.theme(dark=False)
        return page

    def show(self, page):
        """Puts a page in front of the others."""
        self._ask(f"/json/activate/{page.target}")

    def stand_still(self, still):
        """Has the whole browser stand still, or go on."""
        os.killpg(self.process.pid, signal.SIGSTOP if still else signal.SIGCONT)

    def close(self):
        """Ends Chromium."""
        self.stand_still(False)
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """One page, driven by the DevTools protocol."""

    def __init__(self, target, width, height, touch):
        self.target = target["id"]
        self.count = 0
        self.events = []
        self.socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=20)
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.resize(width, height, touch)

    def call(self, method, **parameters):
        """Calls a DevTools method and returns its result."""
        self.count += 1
        number = self.count
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._note(answer)

    def _note(self, message):
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.events.append(message["params"])

    def resize(self, width, height, touch=True):
        """Gives the page a size in CSS pixels."""
        self.width, self.height = width, height
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=10)

    def theme(self, dark):
        """Asks for dark or light colours."""
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, address):
        """Opens the stage and waits until it knows the engine's time."""
        self.call("Page.navigate", url=address)
        self.until("window.stage?.isConnected && window.stage.clock.isSet", 15)

    def run(self, script):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, script, seconds=10):
        """Waits until an expression in the page is true."""
        wait_until(lambda: self.run(f"Boolean({script})"), seconds, script)

    def settle(self):
        """Waits until what has an end has stopped moving, and it has been drawn."""
        self.run("""(async () => {
          const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
          await Promise.allSettled(moving.map((one) => one.finished));
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        })()""")

    def box(self, selector, index=0):
        """The box of an element: x, y, width, height."""
        return self.run(f"(() => {{ const b = document.querySelectorAll({json.dumps(selector)})[{index}]"
                        f".getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }})()")

    def middle(self, selector, index=0):
        """The middle of an element."""
        x, y, width, height = self.box(selector, index)
        return x + width / 2, y + height / 2

    def touch(self, kind, points):
        """Sends touches: kind is 'touchStart', 'touchMove', 'touchEnd' or 'touchCancel'; points are (id, x, y)."""
        self.call("Input.dispatchTouchEvent", type=kind,
                  touchPoints=[{"id": number, "x": x, "y": y} for number, x, y in points])

    def tap(self, selector, index=0):
        """Taps the middle of an element."""
        x, y = self.middle(selector, index)
        self.touch("touchStart", [(1, x, y)])
        self.touch("touchEnd", [])

    def picture(self, path):
        """Writes what is seen as a PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def send(self, method, **parameters):
        """Calls a DevTools method of which no answer comes."""
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))

    def trace(self, categories, act):
        """What Chromium noted of these categories while something was done."""
        self.call("Tracing.start", traceConfig={"includedCategories": categories, "recordMode": "recordAsMuchAsPossible"})
        act()
        self.call("Tracing.end")
        events = []
        while True:
            message = json.loads(self.socket.recv())
            self._note(message)
            if message.get("method") == "Tracing.dataCollected":
                events += message["params"]["value"]
            if message.get("method") == "Tracing.tracingComplete":
                return events

    def press(self, key):
        """Presses a key and lets it go."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        text = {"Enter": "\r", " ": " "}.get(key)
        more = {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=codes.get(key, 0), **(more if kind == "keyDown" else {}))

    def wrongs(self):
        """What went wrong in the page's own code."""
        wrong = []
        for event in self.events:
            details = event.get("exceptionDetails", event.get("entry", {}))
            wrong.append(details.get("exception", {}).get("description") or details.get("text", "?"))
        return wrong
