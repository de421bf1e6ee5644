# SPDX-License-Identifier: GPL-3.0-or-later
"""A Chromium without a window, driven by its DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket


class Browser:
    """One Chromium with one page."""

    def __init__(self, width=390, height=844, dark=False, touch=True):
        self.folder = tempfile.mkdtemp(prefix="yui-stage-")
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={self.folder}",
             "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
             "--disable-background-networking", "--disable-component-update", "--remote-allow-origins=*",
             "--disable-dev-shm-usage", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.count = 0
        self.events = []
        port = self._wait(self._port, 20, "Chromium")
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10))
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(address, timeout=20)
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.resize(width, height, touch)
        self.theme(dark)

    def _port(self):
        path = os.path.join(self.folder, "DevToolsActivePort")
        if self.process.poll() is not None:
            raise RuntimeError("Chromium ended before it began.")
        try:
            with open(path, encoding="utf-8") as file:
                return int(file.readline())
        except (OSError, ValueError):
            return None

    @staticmethod
    def _wait(condition, seconds, what):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            value = condition()
            if value:
                return value
            time.sleep(0.02)
        raise RuntimeError(f"Waited {seconds} s in vain for {what}.")

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
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.events.append(answer["params"])

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
        self._wait(lambda: self.run(f"Boolean({script})"), seconds, script)

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

    def close(self):
        """Ends Chromium."""
        try:
            self.call("Browser.close")
        except (OSError, RuntimeError, websocket.WebSocketException):
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)
