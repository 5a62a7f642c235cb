"""Takes the pictures of the page.

usage: pictures.py COMMAND CHROMIUM SAMPLES

COMMAND is modeltree; SAMPLES is the folder with dumps and journals, in whose pictures they go.
"""

import base64
import pathlib
import subprocess
import sys

from playwright.sync_api import sync_playwright

command, chromium, samples = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])

# What a picture shows: the target, the place, and the width and height.
PICTURES = {
    "page-route": (
        "dumps/exam-master.json", "view=route&node=8&message=error+NetworkErrors.101", 1180, 560),
    "page-diagram": (
        "dumps/exam-master.json", "view=diagram&node=8&message=error+NetworkErrors.101", 1180, 620),
    "page-time": ("journals/exam-master-upload.journal", "view=time&node=4&at=63", 1180, 760),
}


def take(browser, name, target, place, width, height):
    # The command that the page shows names its target as a person in the folder does.
    process = subprocess.Popen(
        [command, "page", target], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=samples)
    try:
        address = process.stdout.readline().strip()
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=1.5, timezone_id="UTC")
        page = context.new_page()
        page.goto(f"{address}&{place}")
        page.wait_for_selector(".row")
        page.wait_for_timeout(4_000)
        picture = context.new_cdp_session(page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": 85})
        (samples / "pictures" / f"{name}.webp").write_bytes(base64.b64decode(picture["data"]))
        context.close()
    finally:
        process.terminate()
        process.wait()


with sync_playwright() as playwright:
    started = playwright.chromium.launch(executable_path=chromium)
    for name, picture in PICTURES.items():
        take(started, name, *picture)
    started.close()
