"""Headless Chromium, spoken to over a pipe by the DevTools protocol: pages are opened, asked and pictured."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The program, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """with Browser() as browser: page = browser.open(path)"""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="suffice-chromium-")
        to_child, self.write_end = os.pipe()
        self.read_end, from_child = os.pipe()

        def descriptors():  # the protocol is read at 3 and written at 4
            high_in, high_out = os.dup(to_child), os.dup(from_child)
            while high_in <= 4:
                high_in = os.dup(high_in)
            while high_out <= 4:
                high_out = os.dup(high_out)
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
             "--disable-extensions", "--no-first-run", "--force-color-profile=srgb", "--font-render-hinting=none",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=descriptors)
        os.close(to_child)
        os.close(from_child)
        self.buffer = b""
        self.number = 0
        self.events = []
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            self.process.kill()
        self.process.wait(timeout=20)
        os.close(self.write_end)
        os.close(self.read_end)
        self.profile.cleanup()

    def message(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise RuntimeError("Chromium does not answer")
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise RuntimeError("Chromium has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        deadline = time.monotonic() + 60
        while True:
            message = self.message(deadline)
            if message.get("id") != self.number:
                self.events.append(message)
            elif "error" in message:
                raise RuntimeError(f"{method}: {message['error']['message']}")
            else:
                return message["result"]

    def wait_for(self, method, session):
        deadline = time.monotonic() + 60
        while True:
            if any(event.get("method") == method and event.get("sessionId") == session for event in self.events):
                return
            self.events.append(self.message(deadline))

    def open(self, path, width=1280, height=900, dark=False):
        return Page(self, path, width, height, dark)


class Page:
    """A file in a tab of its own: what it asked of the network, what it complained about, and what it looks like."""

    def __init__(self, browser, path, width, height, dark):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.prefer(dark)
        browser.events.clear()
        self.url = f"file://{os.path.abspath(path)}"
        self.call("Page.navigate", url=self.url)
        browser.wait_for("Page.loadEventFired", self.session)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def resize(self, width, height):
        self.width = width
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 600)

    def prefer(self, dark):
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def ask(self, expression):
        """The value of an expression of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def requests(self):
        """Addresses that were asked for, but for the page itself."""
        urls = [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("method") == "Network.requestWillBeSent" and event.get("sessionId") == self.session]
        return [url for url in urls if url != self.url]

    def complaints(self):
        """Errors and warnings of the console."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"]["text"])
            elif event["method"] == "Log.entryAdded":
                found.append(event["params"]["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(str(event["params"]["args"]))
        return found

    def roles(self):
        """The roles of the accessibility tree with the names that they have."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                if not node.get("ignored") and "role" in node]

    def picture(self, path, top=0, height=16000, scale=1):
        """A PNG or WebP file of the page from a place on, whole or so many pixels of it."""
        kind = str(path).rsplit(".", 1)[1]
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": top, "width": self.width, "height": min(size["height"] - top, height), "scale": scale}
        quality = {"quality": 82} if kind == "webp" else {}
        data = self.call("Page.captureScreenshot", format=kind, captureBeyondViewport=True, clip=clip, **quality)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
