"""Measures a page in Chromium.

usage: page.py MEASUREMENT COMMAND CHROMIUM DUMP TURNS

Prints two arrays as JSON: our figures, and those of the peer, which may be none. MEASUREMENT is the name of
a function below. COMMAND is modeltree; DUMP is what the page looks at: a file, or a running app.
"""

import contextlib
import http.server
import json
import pathlib
import subprocess
import sys
import threading
import time

from playwright.sync_api import sync_playwright

measurement, command, chromium, dump = sys.argv[1:5]
turns = int(sys.argv[5])

# Tells when the first row of the tree was drawn, by the clock that begins with the navigation.
FIRST_ROW = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('.row')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.firstRow = performance.now(); }));
}).observe(document, { subtree: true, childList: true });
"""
LOADED = """
addEventListener('load', () => requestAnimationFrame(() => setTimeout(() => {
  globalThis.firstRow = performance.now();
})));
"""


@contextlib.contextmanager
def served(path=dump):
    process = subprocess.Popen(
        [command, "page", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def empty_page():
    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>empty</title>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def view(browser, address, script):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(script)
    page.goto(address)
    page.wait_for_function("() => globalThis.firstRow", timeout=120_000)
    return context, page, page.evaluate("firstRow")


def first_view(browser):
    ours, empty = [], []
    with served() as address, empty_page() as plain:
        for _ in range(turns + 1):
            for figures, target, script in [(ours, address, FIRST_ROW), (empty, plain, LOADED)]:
                context, _, figure = view(browser, target, script)
                figures.append(figure)
                context.close()
    return ours[1:], empty[1:]


def search(browser):
    with served() as address:
        _, page, _ = view(browser, address, FIRST_ROW)
        ours = []
        for turn in range(turns + 1):
            ours.append(page.evaluate(
                """async (query) => {
                    const count = document.querySelector('#count');
                    count.textContent = '';
                    document.querySelector('#query').value = query;
                    const start = performance.now();
                    const found = new Promise((resolve) => {
                        new MutationObserver((_, observer) => {
                            if (!count.textContent) return;
                            observer.disconnect();
                            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
                        }).observe(count, { childList: true, characterData: true, subtree: true });
                    });
                    document.querySelector('#search').requestSubmit();
                    return found;
                }""",
                ["*Flow", "Exam*", "*Model", "[session]"][turn % 4]))
        return ours[1:], []


def memory(browser):
    with served() as address:
        _, page, _ = view(browser, address, FIRST_ROW)
        page.wait_for_timeout(1_000)
        session = browser.new_browser_cdp_session()
        found = []
        for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
            if process["type"] != "renderer":
                continue
            for line in pathlib.Path(f"/proc/{process['id']}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    found.append(int(line.split()[1]) * 1024 / 1_000_000)
        return [max(found)], []


def frame(browser):
    with served() as address:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{address}&view=diagram")
        page.wait_for_function("() => document.querySelector('tree-diagram')?.drawing", timeout=120_000)
        page.wait_for_timeout(1_000)
        return page.evaluate(
            """(turns) => {
                const diagram = document.querySelector('tree-diagram');
                const { canvas, layout } = diagram;
                const context = canvas.getContext('2d');
                const time = (act) => {
                    const start = performance.now();
                    act();
                    // Nothing is drawn before it is asked for.
                    context.getImageData(0, 0, 1, 1);
                    return performance.now() - start;
                };
                const plain = () => {
                    const { scale, x, y } = diagram;
                    context.setTransform(scale, 0, 0, scale, x, y);
                    context.clearRect(0, 0, 1e7, 1e7);
                    context.fillStyle = '#888888';
                    for (const box of layout.boxes) context.fillRect(box.x, box.y, box.width, box.height);
                };
                diagram.fit();
                const [ours, peer] = [[], []];
                for (let turn = 0; turn <= turns; turn++) {
                    // All at once, and most of them: what is seen closer by is less.
                    for (const zoom of [1, 2]) {
                        diagram.fit();
                        diagram.zoom(zoom);
                        diagram.move(turn, turn);
                        const figures = [time(() => diagram.drawNow()), time(plain)];
                        if (!turn) continue;
                        ours.push(figures[0]);
                        peer.push(figures[1]);
                    }
                }
                return [ours, peer];
            }""",
            turns)


def change(browser):
    path = pathlib.Path(dump).with_suffix(".changing.json")
    text = pathlib.Path(dump).read_text()
    path.write_text(text)
    ours = []
    with served(str(path)) as address:
        _, page, _ = view(browser, address, FIRST_ROW)
        page.wait_for_timeout(1_000)
        for turn in range(turns + 1):
            page.evaluate(
                """() => {
                    globalThis.seen = null;
                    new MutationObserver((_, observer) => {
                        if (!document.querySelector('.row.changed')) return;
                        observer.disconnect();
                        globalThis.seen = performance.timeOrigin + performance.now();
                    }).observe(document.querySelector('model-tree'), { subtree: true, childList: true });
                }""")
            dump_ = json.loads(text)
            dump_["nodes"][0]["state"] = {"turn": str(turn)}
            written = json.dumps(dump_)
            start = time.time() * 1_000
            path.write_text(written)
            page.wait_for_function("() => globalThis.seen", timeout=30_000)
            ours.append(page.evaluate("seen") - start)
            # What was changed is marked for three seconds.
            page.wait_for_function("() => !document.querySelector('.row.changed')", timeout=10_000)
    path.unlink()
    return ours[1:], []


def followed(page):
    """Shows the journal, and waits until it is followed."""
    page.wait_for_selector("record-list .row", timeout=30_000)
    page.wait_for_timeout(500)


def busy(browser):
    """The milliseconds that 10,000 messages take an app, while a page shows them and while none does."""

    def work():
        answer = subprocess.check_output([command, "do", dump, "work"], text=True)
        return float(answer.splitlines()[0])

    def figure():
        work()
        time.sleep(1)
        return work()

    ours, alone = [], []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    for _ in range(turns + 1):
        with served() as address:
            page.goto(f"{address}&view=time")
            followed(page)
            ours.append(figure())
            page.goto("about:blank")
        alone.append(figure())
    return ours[1:], alone[1:]


def frames(browser):
    """The longest time between two frames, while the journal of an app is followed that fills the page."""
    with served() as address:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.goto(f"{address}&view=time")
        followed(page)
        journal = "document.querySelector('time-view').app.journal"
        # What is drawn costs most where the page keeps as many records as it does at most.
        page.wait_for_function(f"() => {journal}.parts.length > 1 && {journal}.count > 450_000", timeout=90_000)
        ours = []
        for _ in range(turns):
            before = page.evaluate(f"{journal}.last")
            ours.append(page.evaluate(
                """() => new Promise((resolve) => {
                    const start = performance.now();
                    let [last, longest] = [start, 0];
                    const next = () => {
                        const now = performance.now();
                        longest = Math.max(longest, now - last);
                        last = now;
                        if (now - start < 2_000) requestAnimationFrame(next); else resolve(longest);
                    };
                    requestAnimationFrame(next);
                })"""))
            # A page that stands still has no long frames.
            came = page.evaluate(f"{journal}.last") - before
            assert came > 20_000, came
        return ours, []


def size(browser):
    with served() as address:
        context = browser.new_context()
        page = context.new_page()
        sizes = []
        page.on("response", lambda answer: sizes.append((answer.url, answer)))
        page.goto(address)
        page.wait_for_selector(".row")
        files = {url: len(answer.body()) for url, answer in sizes if "." in url.rsplit("/", 1)[1] or url.endswith("/")}
        return [sum(files.values())], []


with sync_playwright() as playwright:
    started = playwright.chromium.launch(executable_path=chromium)
    print(json.dumps(globals()[measurement](started)))
    started.close()
