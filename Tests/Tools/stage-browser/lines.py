# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the stage that is no browser: what it asks tells of the instrument without the page that is looked at."""

import json
import queue
import threading
import time
import urllib.parse

import websocket


class Lines:
    """Lines out, events in."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.socket = websocket.create_connection(
            f"ws://{parts.netloc}{parts.path}lines", origin=f"http://{parts.netloc}", timeout=20)
        self.socket.settimeout(None)
        self.events = queue.SimpleQueue()
        # Always reads, so that it answers when it is asked whether it is still there.
        threading.Thread(target=self._read, daemon=True).start()
        self.event("client")

    def _read(self):
        try:
            while message := self.socket.recv():
                for line in message.split("\n"):
                    if line:
                        self.events.put(json.loads(line))
        except (OSError, websocket.WebSocketException):
            pass

    def send(self, *lines):
        """Sends lines."""
        for line in lines:
            self.socket.send(line)

    def event(self, name, seconds=20):
        """The next event of a name."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                event = self.events.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                break
            if event.get("event") == name:
                return event
        raise RuntimeError(f"Waited {seconds} s in vain for '{name}'.")

    def status(self, key):
        """A figure of a status that is asked for now."""
        self.send("status")
        return self.event("status")[key]

    def frame(self):
        """The engine's frame now."""
        self.send("ping 0")
        return self.event("pong")["frame"]

    def pass_frames(self, count, seconds=20):
        """Waits until the engine has rendered so many frames more."""
        end = self.frame() + count
        deadline = time.monotonic() + seconds
        while self.frame() < end:
            if time.monotonic() > deadline:
                raise RuntimeError(f"The engine did not render {count} frames in {seconds} s.")
            time.sleep(0.01)

    def until_voices(self, count, seconds=20):
        """Waits until so many voices sound."""
        deadline = time.monotonic() + seconds
        while (voices := self.status("voices")) != count:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{voices} voices sound and not {count}.")
            time.sleep(0.005)
