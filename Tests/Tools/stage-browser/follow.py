# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the playhead of a loop of 16 rows by 32 steps, and what its frames cost the page: follow.py ADDRESS SECONDS [SECONDS ...]

For each number of seconds it writes {"watch": "ready"} and waits for a line, which says the output latency in frames. Then it
writes one line of JSON:

- `lights`: of each step that was lit its number, when, in microseconds on the machine's clock that does not go back, and how many
  milliseconds after the page's frame before;
- `doubt`: how many microseconds those times can be off;
- `gaps`: the milliseconds between two frames of the page;
- `costs`: the milliseconds of processor time that the page's main thread took for each frame, with script, style, layout and paint.
"""

import json
import sys
import time

from browser import Browser
from lines import Lines

ROWS = ["tick", "rim", "snap", "hat"] * 4
# Step 0 is silent, so that the steps can be told apart in the sound.
STEPS = "." + "x" * 31

WATCH = """(() => {
  const player = document.querySelector('.player');
  // Its own callback of a frame may run before the page's or behind it.
  let before = performance.now(), frame = document.timeline.currentTime, start = before;
  const seen = stage.seen = { lights: [], gaps: [] };
  const light = new MutationObserver(() => {
    const now = performance.now();
    seen.lights.push([Number(player.dataset.step), now, now - (document.timeline.currentTime > frame ? start : before)]);
  });
  light.observe(player, { attributeFilter: ['data-step'] });
  const watch = (at) => {
    if (stage.seen !== seen) return light.disconnect();
    const now = performance.now();
    seen.gaps.push(now - start);
    [before, frame, start] = [start, at, now];
    requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
})()"""


def page_origin(page):
    """The machine's clock at the page's time 0, in microseconds, by the shortest of many looks; and how far it can be off."""
    best = None
    for _ in range(200):
        before = time.monotonic_ns()
        now = page.run("performance.now()")
        after = time.monotonic_ns()
        if best is None or after - before < best[1]:
            best = (before + after) / 2e3 - now * 1e3, after - before
    return best[0], best[1] / 2e3


def frame_costs(events):
    """The milliseconds of processor time of the page's main thread from one of its frames to the next."""
    scripts = [event for event in events if event["name"] == "FireAnimationFrame"]
    thread = (scripts[0]["pid"], scripts[0]["tid"])
    tasks = sorted((event for event in events
                    if event["name"] == "RunTask" and event["ph"] == "X" and (event["pid"], event["tid"]) == thread),
                   key=lambda event: event["ts"])
    starts = iter(sorted(event["ts"] for event in scripts) + [float("inf")])
    start, costs = next(starts), []
    for task in tasks:
        end = task["ts"] + task["dur"]
        if start < end:
            # Each frame has one task that runs all scripts which wait for it.
            costs.append(0.0)
            while start < end:
                start = next(starts)
        if costs:
            # Of a few tasks the trace knows no processor time, which is no more than they lasted.
            costs[-1] += task.get("tdur", task["dur"]) / 1000
    return costs


def main():
    address, *lengths = sys.argv[1:]
    lines = Lines(address)
    lines.send(f"loop@big 120 steps=32 rows={'|'.join(ROWS)} p={'|'.join([STEPS] * 16)} +play")
    with Browser() as browser:
        page = browser.page(1280, 800, touch=False)
        page.open(address)
        page.until("document.querySelectorAll('.cells button').length === 512 && document.querySelector('.player').dataset.step >= 0")
        for seconds in map(float, lengths):
            print(json.dumps({"watch": "ready"}), flush=True)
            latency = int(sys.stdin.readline())
            page.until(f"stage.clock.latency === {latency}")
            lines.pass_frames(latency + 24_000)
            origin, doubt = page_origin(page)
            page.run(WATCH)
            events = page.trace(["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"],
                                lambda: lines.pass_frames(int(seconds * 48_000), seconds + 20))
            seen = page.run("(() => { const seen = stage.seen; stage.seen = null; return seen; })()")
            lights = [[step, origin + at * 1e3, gap] for step, at, gap in seen["lights"]]
            print(json.dumps({"watch": "over", "lights": lights, "doubt": doubt, "gaps": seen["gaps"],
                              "costs": frame_costs(events), "errors": page.wrongs()}), flush=True)


main()
