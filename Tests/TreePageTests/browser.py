"""Checks a page in a real browser.

usage: browser.py COMMAND FOLDER CHROMIUM APP CHECK...

COMMAND is modeltree; FOLDER holds tree.json, hostile.json, large.json and app.journal, and each check works in a copy of
it. APP listens to the command. CHECK is the name of a function below. For each check a line with its name is printed;
below it, the lines of its failure, indented.
"""

import collections
import concurrent.futures
import contextlib
import http.server
import importlib.resources
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import traceback

from playwright.sync_api import expect, sync_playwright

command, files, chromium, app, *checks = sys.argv[1:]
folder = pathlib.Path(files)
# In milliseconds: it ends a hang, and judges nothing.
PATIENCE = 600_000
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")


def new_context(browser, **options):
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


class Served:
    def __init__(self, browser, dump="tree.json", *options):
        self.process = subprocess.Popen(
            [command, "page", dump if dump.startswith("@") else str(folder / dump), *options], stdout=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        self.context = new_context(browser, viewport={"width": 1280, "height": 800})
        self.page = self.open()

    def open(self):
        page = self.context.new_page()
        self.problems, self.requests = [], []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda line: line.type == "error" and self.problems.append(line.text))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", lambda dialog: self.problems.append(f"dialog {dialog.message}"))
        return page

    def go(self, place=""):
        self.page.goto("about:blank")
        self.page.goto(self.address + (f"&{place}" if place else ""))
        expect(self.page.get_by_role("tree").first).to_be_visible()
        expect(self.page.get_by_role("treeitem").first).to_be_visible()
        return self.page

    def move(self, view, rest=""):
        """Shows another view without loading the page anew."""
        self.page.evaluate("(place) => { location.hash = place; }", f"view={view}{rest}")
        expect(self.page.locator(f"#tab-{view}")).to_have_attribute("aria-selected", "true")
        expect(self.page.locator("#tree-panel" if view == "tree" else "#panel")).to_be_visible()
        expect(self.page.locator("#panel .loading:visible")).to_have_count(0)
        return self.page


@contextlib.contextmanager
def served(browser, *arguments):
    one = Served(browser, *arguments)
    try:
        yield one
        assert not one.problems, one.problems
    finally:
        one.process.terminate()
        one.process.wait()


def item(page, name):
    return page.get_by_role("treeitem").filter(has=page.locator(f".name:text-is('{name}')"))


def the_tree_and_a_model_are_shown(browser):
    with served(browser) as one:
        page = one.go()
        expect(page.get_by_role("heading", name="ExamMaster")).to_be_visible()
        expect(page.get_by_role("status").first).to_have_text("8 models · dump")
        expect(page.get_by_role("treeitem")).to_have_count(8)
        # Only a page without a server works answers out.
        assert not any(re.search(r"/(exported|walk|differences)\.js$", url) for url in one.requests), one.requests
        row = item(page, "ExamCreationFlow")
        expect(row).to_contain_text("error NetworkErrors.100 badResponse")
        row.locator(".name").click()
        expect(page.get_by_role("tabpanel")).to_contain_text("ExamCreation.swift:20")
        expect(page.locator("#path")).to_have_text(re.compile("AppAuthorizedSession.*MainFlow.*ExamCreationFlow"))
        expect(page.locator("command-line code")).to_have_text(
            f"modeltree show {folder / 'tree.json'} '#5'"
        )


def everything_by_keyboard(browser):
    with served(browser) as one:
        page = one.go()
        press = page.keyboard.press
        page.locator("body").press("Tab")
        press("Enter")
        expect(page.get_by_role("tree")).to_be_focused()
        chosen = page.locator("[aria-selected=true][role=treeitem]")
        press("End")
        expect(chosen).to_contain_text("ExamOptionsPickerModel")
        press("ArrowLeft")
        expect(chosen).to_contain_text("ExamCreationFlow")
        press("ArrowLeft")
        expect(chosen).to_have_attribute("aria-expanded", "false")
        expect(page.get_by_role("treeitem")).to_have_count(5)
        press("ArrowRight")
        expect(page.get_by_role("treeitem")).to_have_count(8)
        press("ArrowRight")
        expect(chosen).to_contain_text("ExamSubjectPickerModel")
        press("Home")
        page.keyboard.type("side")
        expect(chosen).to_contain_text("SideMenuModel")
        active = page.get_by_role("tree").get_attribute("aria-activedescendant")
        expect(page.locator(f"#{active}")).to_contain_text("SideMenuModel")
        press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("*Picker*")
        press("Enter")
        expect(page.locator("#count")).to_have_text("1 of 3")
        press("Enter")
        expect(page.locator("#count")).to_have_text("2 of 3")
        page.locator("#tab-model").focus()
        press("ArrowRight")
        expect(page.locator("#tab-route")).to_be_focused()
        expect(page.locator("#tab-route")).to_have_attribute("aria-selected", "true")
        page.locator("#message").focus()
        page.keyboard.type("error badToken")
        press("Enter")
        expect(page.locator(".outcome")).to_contain_text("is handled by AppAuthorizedSession")
        # Zoomed to twice its size, the page shows the tree as a view of its own.
        page.set_viewport_size({"width": 640, "height": 400})
        expect(page.get_by_role("tree")).to_be_hidden()
        page.locator(".skip").focus()
        press("Enter")
        expect(page.get_by_role("tree")).to_be_focused()
        expect(page.locator("#tab-tree")).to_have_attribute("aria-selected", "true")


def a_search_counts_and_steps(browser):
    with served(browser) as one:
        page = one.go("find=Exam*")
        count = page.locator("#count")
        expect(count).to_have_text("4")
        expect(page.locator(".row.matched")).to_have_count(4)
        page.get_by_role("button", name="Next match").click()
        expect(count).to_have_text("1 of 4")
        page.get_by_role("button", name="Previous match").click()
        expect(count).to_have_text("4 of 4")
        page.get_by_role("searchbox").fill("exam master")
        page.get_by_role("searchbox").press("Enter")
        expect(count).to_contain_text("no model contains 'exam master'")
        # Words are found in all names while they are typed, without regard to case.
        page.get_by_role("searchbox").press("Control+a")
        page.get_by_role("searchbox").press_sequentially("b", delay=20)
        expect(count).to_contain_text(" of ")
        page.get_by_role("searchbox").press_sequentially("adt", delay=20)
        expect(count).to_have_text("1 of 2")
        expect(page.locator(".row.matched").first).to_contain_text("AppAuthorizedSession")
        expect(page.locator("#tree-panel command-line code")).to_have_text(f"modeltree find {folder / 'tree.json'} --text badt")
        page.get_by_role("searchbox").fill("picker")
        expect(count).to_have_text("1 of 3")
        page.get_by_role("searchbox").press("Enter")
        expect(count).to_have_text("2 of 3")
        page.get_by_role("searchbox").press("Shift+Enter")
        expect(count).to_have_text("1 of 3")
        page.get_by_role("searchbox").fill("[session")
        page.get_by_role("searchbox").press("Enter")
        expect(count).to_contain_text("is not closed")
        # Back leads to the place before, with neither marks nor a count.
        page.get_by_role("searchbox").fill("")
        page.get_by_role("searchbox").press("Enter")
        page.get_by_role("tab", name="Messages").click()
        page.get_by_role("searchbox").fill("*Picker*")
        page.get_by_role("searchbox").press("Enter")
        expect(page.locator(".row.matched")).to_have_count(3)
        page.go_back()
        expect(page.locator(".row.matched")).to_have_count(0)
        expect(count).to_have_text("")
        expect(page.get_by_role("searchbox")).to_have_value("")
        page.locator("#filter").select_option("handles")
        expect(page.locator(".row:not(.between)")).to_have_count(4)
        page.locator("#filter").select_option("session")
        expect(page.get_by_role("treeitem")).to_have_count(1)


def the_address_leads_back(browser):
    with served(browser) as one:
        page = one.go()
        item(page, "SideMenuModel").locator(".name").click()
        page.get_by_role("tab", name="Messages").click()
        expect(page.get_by_role("table")).to_be_visible()
        token = one.address.split("#")[1]
        assert token not in page.evaluate("location.href"), page.evaluate("location.href")
        assert "view=routes&node=4" in page.evaluate("location.hash")
        page.reload()
        expect(page.get_by_role("table")).to_be_visible()
        expect(page.locator("#path")).to_contain_text("SideMenuModel")
        page.go_back()
        expect(page.get_by_role("tab", name="Model")).to_have_attribute("aria-selected", "true")


def a_route_is_explained_on_the_tree(browser):
    with served(browser, "tree.json") as one:
        page = one.go("view=route&node=8&message=error+badToken")
        expect(page.locator(".hops li")).to_have_count(4)
        expect(page.locator(".hops li").nth(1)).to_contain_text("registered for other codes of the domain only")
        expect(item(page, "ExamOptionsPickerModel")).to_contain_text("raised here")
        expect(item(page, "AppAuthorizedSession")).to_contain_text("handled here")
        expect(page.locator(".hops .place")).to_have_text("AuthorizedSession.swift:9")
        expect(page.locator("#panel")).to_contain_text("Near misses")
        page.get_by_text("Who else would handle it").click()
        expect(page.locator("details")).to_contain_text("AppAuthorizedSession from 8 models")
        item(page, "DashboardModel").locator(".name").click()
        expect(page.locator(".hops li")).to_have_count(3)
        page.locator("#message").fill("event StartExam")
        page.locator("#message").press("Enter")
        expect(page.locator(".outcome")).to_contain_text("is delivered to 1 model")
        # A name without its kind is found; a chip in the tree asks from the chosen model.
        page.locator("#message").fill("badToken")
        page.locator("#message").press("Enter")
        expect(page.locator(".outcome")).to_contain_text("is handled by AppAuthorizedSession")
        expect(page.locator("#message")).to_have_value("error NetworkErrors.101")
        item(page, "MainFlow").locator(".chip.bubble").first.click()
        expect(page.locator(".outcome")).to_contain_text("raised at DashboardModel is handled by MainFlow")
        page.locator("#message").fill("nonsense")
        page.locator("#message").press("Enter")
        expect(page.locator("#panel")).to_contain_text("Write a kind and a name")
        page.locator("#message").fill("error never")
        page.locator("#message").press("Enter")
        expect(page.locator("#panel .failed")).to_contain_text("never")


def known_messages_are_offered(browser):
    with served(browser) as one:
        page = one.go("view=route&node=8")
        page.locator(".offered").get_by_role("button", name="badToken").click()
        expect(page.locator(".outcome")).to_contain_text("raised at ExamOptionsPickerModel is handled by AppAuthorizedSession")
        expect(page.locator(".offered")).to_have_count(0)


def messages_and_findings_are_listed(browser):
    (folder / "tree.treespec").write_text("tree-spec 1\nAppAuthorizedSession\n  Other\n")
    with served(browser, "tree.json", "--spec", str(folder / "tree.treespec")) as one:
        page = one.go("view=routes")
        expect(page.locator("tbody tr")).to_have_count(5)
        # What is wrong stands first.
        expect(page.locator("tbody tr").nth(0)).to_contain_text("NetworkErrors.100")
        expect(page.locator("tbody tr").nth(1)).to_contain_text("MainFlow.ShowSideMenu")
        page.get_by_role("textbox", name="Filter messages").fill("badtoken")
        expect(page.locator("tbody tr")).to_have_count(1)
        page.get_by_role("textbox", name="Filter messages").fill("sidemenumodel")
        expect(page.locator("tbody tr")).to_contain_text("AppEvent.ExamCreated")
        page.get_by_role("textbox", name="Filter messages").fill("")
        page.get_by_label("only what no model handles").check()
        expect(page.locator("tbody tr")).to_have_count(2)
        page.get_by_role("button", name="NetworkErrors.100").click()
        expect(page.locator(".outcome")).to_contain_text("uncaught")
        page.get_by_role("tab", name="Findings").click()
        # A spec that doesn't hold is a finding, which is seen at the tab.
        expect(page.locator(".rule")).to_contain_text("the app doesn't do what")
        expect(page.locator(".severity")).to_have_text(["error", "failed"])
        expect(page.locator("#tab-findings .count.error")).to_have_text("1")
        expect(page.locator("#panel > command-line code")).to_have_text(
            f"modeltree problems {folder / 'tree.json'} --spec {folder / 'tree.treespec'}")


def findings_are_the_problems_of_the_command(browser):
    journal = folder / "app.journal"
    (folder / "app.treespec").write_text("tree-spec 1\nAppAuthorizedSession\n  Other\n")
    spec = ["--spec", str(folder / "app.treespec")]
    out = folder / "page"
    subprocess.run([command, "page", str(journal), *spec, "--export", str(out)], check=True, stdout=subprocess.PIPE)
    with served(browser, "app.journal", *spec) as one:
        exported = one.context.new_page()
        exported.goto(f"file://{out}/index.html#view=findings&at=63")
        for page in [one.go("view=findings&at=63"), exported]:
            answer = subprocess.run([command, "problems", str(journal), *spec, "--at", "63", "--json"], stdout=subprocess.PIPE, text=True)
            problems = json.loads(answer.stdout)["problems"]
            assert {each["what"] for each in problems} == {"uncaught", "spec", "unhandled-declaration"}, problems
            entries = page.locator(".rule li")
            expect(entries).to_have_count(len(problems))
            for at, each in enumerate(problems):
                expect(entries.nth(at)).to_contain_text(each["reason"])
                expect(entries.nth(at).locator("code")).to_have_text(each["next"]["command"])
            expect(page.locator("#tab-findings .count.error")).to_have_text(
                str(sum(each["severity"] == "error" for each in problems)))
            expect(page.locator("ul.findings .severity.failed")).to_be_visible()
        one.page.locator(".rule li").first.get_by_role("button", name="record 62").click()
        expect(moment(one.page)).to_contain_text("after record 62")


def findings_and_near_misses_are_grouped(browser):
    handled = {"kind": "error", "domain": "E", "code": "1", "source": "a.swift:1"}
    nodes = [{"id": 1, "type": "Root", "session": True}, {"id": 2, "parent": 1, "type": "Flow", "raises": [{**handled, "code": "9"}]},
             {"id": 3, "parent": 2, "type": "Raiser"}, {"id": 4, "parent": 2, "type": "Sibling", "handles": [handled]}]
    nodes += [{"id": number, "parent": 1, "type": "Far", "handles": [handled], "asks": ["Missing"]} for number in range(5, 25)]
    (folder / "near.json").write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    with served(browser, "near.json") as one:
        page = one.go("view=route&node=3&message=error+E.1")
        near = page.locator("#panel .result ul li")
        expect(near).to_have_count(2)
        expect(near.nth(0)).to_contain_text("Sibling: registered for it, but not on the way")
        expect(near.nth(1)).to_contain_text("Far and 19 models alike: registered for it, but not on the way")
        page.get_by_role("tab", name="Findings").click()
        rules = page.locator("details.rule")
        expect(rules.first).to_be_visible()
        names = rules.locator("summary b").all_inner_texts()
        assert len(names) == len(set(names)) > 1, names
        expect(rules.filter(has_text="unprovided-service").get_by_role("listitem")).to_contain_text(["20 × this model asks for"])
        expect(rules.filter(has_text="unprovided-service")).to_contain_text("and 15 more")
        count = rules.get_by_role("listitem").count()
        page.get_by_role("textbox", name="Filter findings").fill(names[1])
        expect(rules).to_have_count(1)
        assert 0 < rules.get_by_role("listitem").count() < count
        page.get_by_role("textbox", name="Filter findings").fill("no such")
        expect(page.locator("#panel")).to_contain_text("No such finding.")


def memory_is_searched_for_who_holds_what_left(browser):
    with listening("4", "journal"), served(browser, "@Live") as one:
        page = one.go("view=findings")
        panel = page.locator("#panel")
        search = panel.get_by_role("button", name="Search memory")
        search.click()
        expect(panel.locator("pre")).to_contain_text("no model that left the tree is still alive")
        perform("leak")
        search.click()
        answer = panel.locator("pre")
        expect(answer).to_contain_text("held by")
        expect(answer).to_contain_text(re.compile("Item #4.*created at.*captures it", re.S))
        # A place in a file is copied, like everywhere else.
        expect(answer.get_by_role("button").first).to_contain_text("ListeningApp.swift:")
        expect(panel.locator("section")).to_contain_text(re.compile(r"As of \d\d:\d\d:\d\d:"))
        expect(panel.locator("section command-line code")).to_have_text("modeltree leaks @Live --why")
        # The past has no memory; neither has a file.
        page = one.go("view=findings&at=3")
        expect(panel.get_by_role("heading", name="Findings")).to_be_visible()
        expect(search).to_be_hidden()
    with served(browser) as one:
        page = one.go("view=findings")
        expect(page.locator("#panel").get_by_role("heading", name="Findings")).to_be_visible()
        expect(page.get_by_role("button", name="Search memory")).to_be_hidden()


def a_diagram_of_two_dumps_shows_their_differences(browser):
    new = json.loads((folder / "tree.json").read_text())
    new["nodes"] = [each for each in new["nodes"] if each["type"] != "DashboardModel"]
    new["nodes"][0]["label"] = "renamed"
    (folder / "new.json").write_text(json.dumps(new))
    names = [str(folder / name) for name in ["tree.json", "new.json"]]
    words = [command, "render", names[1], "--diff", names[0], "--format", "svg"]
    drawn = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
    changes = re.search("<title[^>]*>[^<]*— ([^<]*1 model removed[^<]*)", drawn)[1]
    out = folder / "page"
    subprocess.run([command, "page", *names, "--export", str(out)], check=True, stdout=subprocess.PIPE)
    with served(browser, "tree.json", names[1]) as one:
        exported = one.context.new_page()
        exported.goto(f"file://{out}/index.html#view=diagram")
        for page in [one.go("view=diagram"), exported]:
            expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile(f"^tree.json → .* — {changes}"))
            expect(page.locator("#panel > command-line code")).to_have_text(
                f"modeltree render {names[1]} --diff {names[0]} -o tree.svg")


def the_diagram_is_drawn_and_saved(browser):
    with served(browser) as one:
        page = one.go("view=diagram&node=8&message=error+badToken")
        canvas = page.locator("canvas")
        expect(canvas).to_be_visible()
        expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile("handled by AppAuthorizedSession"))
        colors = "(c) => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size"
        # The route is marked on the tree as well.
        expect(item(page, "ExamOptionsPickerModel")).to_contain_text("raised here")
        expect(item(page, "AppAuthorizedSession")).to_contain_text("handled here")
        page.wait_for_function("() => document.querySelector('canvas').width > 300")
        page.wait_for_timeout(200)
        assert canvas.evaluate(colors) > 20
        before = canvas.evaluate("(c) => c.toDataURL()")
        page.get_by_role("button", name="Zoom in").click()
        page.wait_for_timeout(100)
        assert canvas.evaluate("(c) => c.toDataURL()") != before
        # Where letters can be read, the diagram goes to the model that is chosen.
        for _ in range(4):
            page.get_by_role("button", name="Zoom in").click()
        for name in ["AppAuthorizedSession", "ExamOptionsPickerModel"]:
            item(page, name).locator(".name").click()
            page.wait_for_function(
                """() => {
                    const diagram = document.querySelector('tree-diagram');
                    const { x, y, width, height } = diagram.chosenBox;
                    const { clientWidth, clientHeight } = diagram.canvas;
                    const [centerX, centerY] = [(x + width / 2) * diagram.scale + diagram.x, (y + height / 2) * diagram.scale + diagram.y];
                    return centerX > 0 && centerY > 0 && centerX < clientWidth && centerY < clientHeight;
                }""")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as SVG").click()
        text = pathlib.Path(saved.value.path()).read_text()
        assert text.startswith("<?xml") and "handled here" in text
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save as PNG").click()
        assert pathlib.Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def shapes():
    """Trees of the shapes that the layout's own tests draw."""
    chance = random.Random(7)
    parents = {
        "uniform": lambda box: chance.randrange(box), "recent": lambda box: box - 1 - chance.randrange(min(box, 6)),
        "deep": lambda box: box - 1 - chance.randrange(min(box, 2)), "chain": lambda box: box - 1, "star": lambda box: 0,
        "caterpillar": lambda box: max(0, box - 2) if box % 2 == 0 else box - 1, "binary": lambda box: (box - 1) // 2,
        "chain then star": lambda box: min(box - 1, 20),
    }
    for name, parent in parents.items():
        nodes = [{"id": 1, "type": "Root", "session": True}]
        nodes += [{"id": box + 1, "parent": parent(box) + 1, "type": "M" * chance.randrange(1, 16)} for box in range(1, 60)]
        yield name, {"format": "model-tree", "version": 1, "nodes": nodes}


def the_diagram_draws_the_lines_of_the_layout_and_no_others(browser):
    layouts = {}
    for name, tree in shapes():
        (folder / "shape.json").write_text(json.dumps(tree))
        words = [command, "render", str(folder / "shape.json"), "--format", "layout"]
        layouts[name] = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)
    with served(browser) as one:
        page = one.go("view=diagram")
        expect(page.locator("canvas")).to_be_visible()
        painted = page.evaluate(
            """(layouts) => {
                const diagram = document.querySelector('tree-diagram');
                const found = {};
                for (const [name, layout] of Object.entries(layouts)) {
                    const pieces = found[name] = [];
                    const paper = new Proxy({}, {
                        get: (own, key) => key === 'fillRect'
                            ? (x, y, width, height) => { if (Math.min(width, height) === 1) pieces.push([x, y, width, height]); }
                            : key in own ? own[key] : key === 'measureText' ? () => ({ width: 1 }) : () => {},
                    });
                    Object.assign(diagram, { layout, drawing: new diagram.drawing.constructor(layout) });
                    diagram.paint(paper, 1, [0, 0, layout.width, layout.height]);
                }
                return found;
            }""",
            layouts,
        )
    for name, layout in layouts.items():
        wanted = []
        for box in layout["boxes"]:
            line = box.get("line", [])
            for (x, y), (to_x, to_y) in itertools.pairwise(zip(line[::2], line[1::2])):
                wanted.append((x == to_x, x if x == to_x else y, *sorted([y, to_y] if x == to_x else [x, to_x])))
        drawn = [(width == 1, x if width == 1 else y, *((y, y + height) if width == 1 else (x, x + width)))
                 for x, y, width, height in painted[name]]
        assert united(drawn) == united(wanted), (name, united(drawn) - united(wanted), united(wanted) - united(drawn))


def united(pieces):
    """Pieces on axes, of which those that overlap or touch are one."""
    found = []
    for is_down, place, start, end in sorted(piece for piece in pieces if piece[2] < piece[3]):
        if found and found[-1][:2] == [is_down, place] and start <= found[-1][3]:
            found[-1][3] = max(found[-1][3], end)
        else:
            found.append([is_down, place, start, end])
    return {tuple(each) for each in found}


def one_click_leads_to_the_answer(browser):
    with served(browser, "app.journal") as one:
        one.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = one.go("view=model&node=4&at=62")
        panel = page.locator("#panel")
        copied = "navigator.clipboard.readText()"
        for name, text in [("path", "/AppAuthorizedSession/MainFlow/SideMenuModel"), ("id", "#4"), ("link", page.url)]:
            panel.get_by_role("group", name="Copy").get_by_role("button", name=name, exact=True).click()
            assert page.evaluate(copied) == text, name
        panel.get_by_role("group", name="Copy").get_by_role("button", name="JSON").click()
        node = json.loads(page.evaluate(copied))
        dump = json.loads(subprocess.run([command, "print", str(folder / "app.journal"), "--at", "62", "--json"],
                                         check=True, stdout=subprocess.PIPE).stdout)
        assert [node] == [each for each in dump["nodes"] if each["id"] == 4], node
        # A place in a file copies itself.
        panel.locator("button.place").first.click()
        assert re.search(r"\.swift:\d+", page.evaluate(copied))
        # A chip leads to who would handle it; a subscription to its history.
        panel.get_by_role("button", name="history").first.click()
        expect(page.get_by_role("textbox", name="Filter records")).to_have_value("AppEvent.ExamCreated")
        expect(page.get_by_role("listbox", name="Records").get_by_role("option").first).to_contain_text("SideMenuModel #4 registers for event AppEvent.ExamCreated")
        page.go_back()
        panel.get_by_role("button", name="event AppEvent.ExamCreated").click()
        expect(page.locator(".outcome")).to_contain_text("is delivered to 1 model")
        # Whatever has a name is reached by typing.
        press = page.keyboard.press
        page.get_by_role("tab", name="Explain").focus()
        for text, entry, sign in [("dash", "DashboardModel", "node=3"), ("badt", "NetworkErrors.101", "NetworkErrors.101"),
                                  ("find", "Findings", "view=findings"), ("earlier", "A record earlier", "at=61")]:
            press("Control+k")
            page.keyboard.type(text)
            expect(page.locator("#choices [aria-selected=true]")).to_contain_text(entry)
            press("Enter")
            expect(page).to_have_url(re.compile(re.escape(sign)))
        # Also at once after a choice.
        press("Control+k")
        page.evaluate("document.querySelector('#chooser').close(), document.querySelector('#go-to').click()")
        expect(page.get_by_role("dialog", name="Go to")).to_be_visible()
        press("Escape")
        press("?")
        expect(page.get_by_role("dialog", name="Keys")).to_contain_text("search models")
        press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        # Panes keep their widths.
        border = page.get_by_role("separator")
        before = page.locator("#tree-panel").bounding_box()["width"]
        border.focus()
        for _ in range(5):
            press("ArrowLeft")
        width = page.locator("#tree-panel").bounding_box()["width"]
        assert width < before - 80, (before, width)
        page.reload()
        expect(page.get_by_role("treeitem").first).to_be_visible()
        assert abs(page.locator("#tree-panel").bounding_box()["width"] - width) < 2


def places_stay_while_views_change(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=model&at=63")
        border = page.get_by_role("separator")
        names = page.get_by_role("tab")

        def places():
            boxes = [border, *[each for each in names.all() if each.is_visible()]]
            return [box.bounding_box() for box in boxes]

        expect(page.locator("#tab-findings .count")).to_be_visible()
        before = places()
        for name in ["Explain", "Messages", "Findings", "Diagram", "Time"]:
            page.get_by_role("tab", name=name).click()
            expect(page.locator("#panel .loading:visible")).to_have_count(0)
            assert places() == before, (name, places(), before)
        # Half of the panel is the list of records, in whole rows.
        for height in [600, 800, 1080]:
            page.set_viewport_size({"width": 1280, "height": height})
            records = page.get_by_role("listbox", name="Records")
            room = records.evaluate("(list) => [list.clientHeight, list.parentElement.clientHeight]")
            assert room[0] % 28 == 0 and room[0] >= room[1] / 2, (height, room)
            for key in ["Home", "PageDown", "ArrowDown", "End"]:
                records.press(key)
                page.wait_for_timeout(100)
                assert records.evaluate("(list) => list.scrollTop % 28") == 0, (height, key)
        page.set_viewport_size({"width": 1280, "height": 800})
        # After the last record there is no tree, which the browser reports as well.
        one.problems.clear()
        page.evaluate("location.hash = 'view=time&at=63'")
        expect(moment(page)).to_contain_text("after record 63")
        expect(item(page, "SideMenuModel")).to_be_visible()
        # A click on the middle of a row chooses it, whatever lies there.
        for width in [18, 22, 27, 33, 40, 50]:
            page.evaluate("(width) => document.querySelector('main').style.setProperty('--tree', `${width}%`)", width)
            for name in ["MainFlow", "SideMenuModel", "AppAuthorizedSession"]:
                item(page, name).click()
                expect(item(page, name)).to_have_attribute("aria-selected", "true")
                expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("button", name="Go to…")).to_contain_text("Ctrl+K")


def a_route_is_shown_alone(browser):
    with served(browser, "large.json") as one:
        page = one.go("view=diagram&node=1500&message=error+E.1")
        boxes = "document.querySelector('tree-diagram').layout?.boxes.length"
        page.wait_for_function(f"() => {boxes} > 2000")
        code = page.locator("#panel > command-line code")
        expect(code).to_contain_text("--from '#1500' --boxes 100000 -o tree.svg")
        # From afar, subtrees show their names.
        written = page.evaluate(
            """() => {
                const diagram = document.querySelector('tree-diagram');
                const texts = [];
                const paper = new Proxy({}, { get: (own, key) => key in own ? own[key] : key === 'measureText' ? () => ({ width: 1 })
                    : key === 'fillText' ? (text) => texts.push(text) : () => {} });
                diagram.paint(paper, 0.05, [0, 0, diagram.layout.width, diagram.layout.height]);
                return texts;
            }""")
        assert "Root" in written and written.count("Branch") > 5, written
        page.get_by_role("button", name="Show the route whole").click()
        page.wait_for_function(f"() => {boxes} <= 31")
        expect(page.locator(".notes")).to_contain_text("--boxes N draws up to N boxes")
        expect(code).to_have_text(re.compile("--from '#1500' -o tree.svg$"))
        expect(page.get_by_role("button", name="Show the route whole")).to_have_attribute("aria-pressed", "true")
        done = subprocess.run([command, "render", str(folder / "large.json"), "--trace", "error", "E.1", "--from", "#1500",
                               "--format", "layout"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert len(json.loads(done.stdout)["boxes"]) == page.evaluate(boxes)


def hostile_names_do_nothing(browser):
    with served(browser, "hostile.json") as one:
        one.go()
        for view in ["model", "route", "routes", "findings", "diagram"]:
            page = one.move(view, "&node=1&message=error+x")
            page.wait_for_timeout(400)
            found = UNSAFE.findall(page.locator("body").inner_text())
            assert not found, (view, found)
            assert page.evaluate("document.querySelectorAll('img, script:not([src]), iframe').length") == 0
            for name in page.evaluate(
                "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).map((a) => a.value)"
            ):
                assert not UNSAFE.search(name), (view, name)
            copied = page.locator("command-line code").first.inner_text()
            assert not UNSAFE.search(copied), copied
        assert page.evaluate("globalThis.stolen") is None


def screen_readers_know_the_roles(browser):
    with served(browser) as one:
        page = one.go("node=5")
        snapshot = page.get_by_role("tree").aria_snapshot()
        assert "treeitem" in snapshot and "ExamCreationFlow" in snapshot, snapshot
        assert "[selected]" in snapshot and "[expanded]" in snapshot, snapshot
        row = item(page, "ExamTopicPickerModel")
        for name, value in [("aria-level", "4"), ("aria-posinset", "2"), ("aria-setsize", "3")]:
            expect(row).to_have_attribute(name, value)
        expect(page.get_by_role("tablist")).to_be_visible()
        expect(page.get_by_role("tabpanel", name="Model")).to_be_visible()
        expect(page.get_by_role("search")).to_be_visible()
        unnamed = page.evaluate(
            "[...document.querySelectorAll('button, input, select')].filter((e) => !e.textContent.trim()"
            " && !e.ariaLabel && !e.labels?.length).map((e) => e.outerHTML)"
        )
        assert not unnamed, unnamed


def everybody_can_use_it(browser):
    axe = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()
    with served(browser, "app.journal", other_run()) as one:
        page = one.go("view=model&node=4&message=error+UploadErrors.100&at=63")
        page.evaluate(axe)
        for width, scheme in itertools.product([1280, 375], ["light", "dark"]):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            tabs = page.get_by_role("tab").filter(visible=True)
            for at in range(tabs.count()):
                tabs.nth(at).click()
                expect(page.locator("#panel .loading:visible")).to_have_count(0)
                page.wait_for_timeout(100)
                found = page.evaluate(
                    """() => axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, region: { enabled: true } } })
                        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]))"""
                )
                assert not found, (width, scheme, at, found)
            borders = page.evaluate(
                """() => [...document.querySelectorAll('input:not([type=checkbox], [type=range], [type=file]), select')].map((element) => {
                    const style = getComputedStyle(element);
                    return [element.id, style.borderTopColor, style.backgroundColor];
                })"""
            )
            for name, border, ground in borders:
                assert contrast(border, ground) >= 3, (scheme, name, border, ground)
        # A few stops of the keyboard lead to the tree.
        page.set_viewport_size({"width": 1280, "height": 800})
        page.locator("body").focus()
        page.evaluate("document.activeElement.blur()")
        for stop in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id === 'tree'"):
                break
        assert page.evaluate("document.activeElement.id === 'tree'") and stop < 8, stop


def contrast(one, other):
    """The contrast of two colors as a style sheet has them."""
    def luminance(color):
        parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
        red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def a_list_of_any_length_is_a_window(browser):
    handles = [{"kind": "event", "domain": f"Domain{number % 7}", "code": f"code{number}", "source": f"a.swift:{number + 1}"}
               for number in range(10_000)]
    nodes = [{"id": 1, "type": "Root", "session": True, "handles": handles, "services": [f"S{number}" for number in range(500)]},
             {"id": 2, "parent": 1, "type": "Child"}]
    nodes += [{"id": number, "parent": 2, "type": "Leaf", "handles": [{"kind": "event", "domain": "Domain1", "code": "code1"}]}
              for number in range(3, 2_003)]
    (folder / "long.json").write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    with served(browser, "long.json") as one:
        page = one.go("node=1")
        expect(page.locator("dt").filter(has_text="handles (10,000)")).to_be_visible()
        handled = page.get_by_role("list", name="handles")
        expect(handled.get_by_role("listitem").first).to_contain_text("event Domain0.code0")
        handled.evaluate("(list) => { list.scrollTop = list.scrollHeight; }")
        expect(handled.get_by_role("listitem").last).to_contain_text("code9999")
        handled.get_by_role("button", name="event Domain3.code9999").click()
        expect(page.locator(".outcome")).to_contain_text("is delivered to 1 model")
        page.locator("#message").fill("event Domain1.code1")
        page.locator("#message").press("Enter")
        expect(page.locator(".outcome")).to_contain_text("is delivered to 2,001 models")
        expect(page.get_by_role("list", name="receivers").get_by_role("listitem").nth(1)).to_contain_text("Leaf")
        page.get_by_role("tab", name="Model").click()
        item(page, "Child").locator(".name").click()
        expect(page.get_by_role("list", name="children")).to_be_visible()
        assert page.evaluate("document.querySelectorAll('*').length") < 2_500


def a_wrong_token_is_said(browser):
    with served(browser) as one:
        for address in [one.address.split("#")[0], one.address.split("#")[0] + "#" + "0" * 64]:
            page = one.open()
            page.goto(address)
            expect(page.get_by_role("status").first).to_contain_text("token")
            expect(page.get_by_role("tree")).to_be_hidden()
        # The right address in the same tab is another one behind '#' only.
        page.goto(f"{one.address}&view=routes")
        expect(page.get_by_role("table")).to_be_visible()
        token = re.compile(one.address.split("#")[1])
        expect(page).not_to_have_url(token)
        page.goto(f"{one.address}&view=findings")
        expect(page).not_to_have_url(token)
        expect(page.get_by_role("tab", name="Findings")).to_have_attribute("aria-selected", "true")
        one.problems.clear()


def a_page_of_another_site_gets_nothing(browser):
    with served(browser) as one:
        one.go()
        base, token = one.address.split("#")

        class Other(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>other</title>")

            def log_message(self, *_):
                pass

        other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        page = one.context.new_page()
        page.goto(f"http://localhost:{other.server_port}/")
        tries = [
            ("tree", {}), ("tree", {"headers": {"Authorization": f"Bearer {token}"}}),
            ("command", {"method": "POST", "body": '{"words": ["print"]}'}),
            ("command", {"method": "POST", "mode": "no-cors", "body": '{"words": ["print"]}'}),
            ("page.js", {}),
        ]
        for path, options in tries:
            answer = page.evaluate(
                "([address, options]) => fetch(address, options).then((r) => r.text(), () => null)",
                [base + path, options],
            )
            assert not answer, (path, answer)
        frame = page.evaluate(
            """(address) => new Promise((resolve) => {
                const frame = document.createElement('iframe');
                frame.src = address;
                frame.onload = () => resolve(frame.contentDocument === null);
                document.body.append(frame);
            })""",
            base,
        )
        assert frame
        shown = [each for each in page.frames if each != page.main_frame][0]
        assert "modeltree" not in shown.content(), shown.content()
        other.shutdown()


def nothing_comes_from_elsewhere(browser):
    with served(browser) as one:
        one.go()
        for view in ["model", "route", "routes", "findings", "diagram"]:
            one.move(view)
        base = one.address.split("#")[0]
        strange = [url for url in one.requests if not url.startswith((base, "about:", "blob:"))]
        assert not strange, strange


def it_fits_from_320_pixels_on(browser):
    with served(browser, "app.journal", other_run()) as one:
        page = one.go("view=model&node=4&message=error+badToken&at=62&since=20")
        for width in [320, 700, 1280, 2560]:
            one.page.set_viewport_size({"width": width, "height": 700})
            for view in ["tree", "model", "route", "routes", "findings", "diagram", "time", "compare"]:
                if view == "tree" and width > 860:
                    continue
                one.move(view, "&node=4&message=error+badToken&at=62&since=20")
                page.wait_for_timeout(50)
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (width, view, wide)


def paper_is_white_and_has_what_is_seen(browser):
    with served(browser, "app.journal") as one:
        page = one.page
        page.emulate_media(color_scheme="dark")
        one.go("at=62")
        for view in ["model", "route", "routes", "findings", "diagram", "time"]:
            one.move(view, "&node=4&message=error+badToken&at=62")
            page.wait_for_timeout(200)
            ink = page.evaluate("getComputedStyle(document.body).color")
            page.emulate_media(media="print", color_scheme="dark")
            page.wait_for_timeout(100)
            assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)" != ink
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            assert not [each for each in [".tabs", "#search", ".tools", "#moment button", "command-line button"] if page.evaluate(
                "(query) => [...document.querySelectorAll(query)].some((e) => e.checkVisibility())", each)], view
            expect(page.get_by_role("treeitem")).to_have_count(4)
            expect(page.locator("command-line code").first).to_be_visible()
            cut = page.evaluate("document.querySelector('#panel').scrollHeight - document.querySelector('#panel').clientHeight")
            assert cut <= 1, (view, cut)
            if view in ["diagram", "time"]:
                # Drawn for paper: nothing is as light as the letters of the dark scheme.
                inks = page.locator("canvas").evaluate(
                    """(c) => [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data.reduce((set, _, at, all) => {
                        if (at % 4 === 0 && all[at + 3] === 255) set.add(all[at] + all[at + 1] + all[at + 2]);
                        return set;
                    }, new Set())]""")
                assert min(inks) < 100, (view, min(inks))
            if view == "time":
                assert page.get_by_role("option").count() > 25
            page.emulate_media(media="screen", color_scheme="dark")
            page.wait_for_function("(ink) => getComputedStyle(document.body).color === ink", arg=ink)


def nothing_moves_where_that_is_asked(browser):
    path = folder / "still.json"
    dump = json.loads((folder / "tree.json").read_text())
    with contextlib.ExitStack() as stack:
        path.write_text(json.dumps(dump))
        one = stack.enter_context(served(browser, "still.json"))
        page = one.go()
        animation = "getComputedStyle(document.querySelector('.row.changed')).animationName"
        for number, (motion, name) in enumerate([("no-preference", "news"), ("reduce", "none")]):
            page.emulate_media(reduced_motion=motion)
            expect(page.locator(".row.changed")).to_have_count(0)
            dump["nodes"][3]["state"] = {"examsCount": str(number + 7)}
            path.write_text(json.dumps(dump))
            expect(item(page, "SideMenuModel")).to_contain_text("~ changed")
            assert page.evaluate(animation) == name, motion


def several_pages_cost_the_app_one_look(browser):
    with listening("4") as process, tempfile.TemporaryDirectory(dir="/tmp") as place:
        # The page asks through a socket on which its requests are counted.
        original = pathlib.Path(os.environ["MODELTREE_DIR"])
        card = f"{process.pid}.json"
        (pathlib.Path(place) / card).write_bytes((original / card).read_bytes())
        os.chmod(f"{place}/{card}", 0o600)
        counts = count_requests(f"{place}/{process.pid}.sock", str(original / f"{process.pid}.sock"))
        os.environ["MODELTREE_DIR"] = place
        with served(browser, "@Live") as one:
            page = one.go()

            def looks():
                """How many looks a second there are."""
                start, began = counts["look"], time.monotonic()
                while counts["look"] - start < 30:
                    page.wait_for_timeout(100)
                return (counts["look"] - start) / (time.monotonic() - began)

            # There are 20 milliseconds between two looks, however fast the machine is.
            most = 1.1 / 0.02
            assert looks() < most
            # More than a browser has connections to one server.
            pages = [one.context.new_page() for _ in range(7)]
            for each in pages:
                each.goto(one.address)
                expect(each.get_by_role("treeitem")).to_have_count(4)
            # So it is for eight pages, each of which would ask as often by itself.
            together = looks()
            assert together < most, together
            perform("add")
            for each in [page, *pages]:
                expect(each.get_by_role("treeitem")).to_have_count(5)


def count_requests(path, target):
    """Hands requests at a socket on to another one, and counts them by their methods."""
    counts = collections.Counter()

    def hand_on(source, sink, counted):
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if counted:
                    counts.update(re.findall(r'"method": ?"(\w+)"', data.decode(errors="replace")))
                sink.sendall(data)
        for each in [source, sink]:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def accept(listener):
        while True:
            client, _ = listener.accept()
            app_side = socket.socket(socket.AF_UNIX)
            app_side.connect(target)
            for arguments in [(client, app_side, True), (app_side, client, False)]:
                threading.Thread(target=hand_on, args=arguments, daemon=True).start()

    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o600)
    listener.listen()
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    return counts


def a_changed_dump_is_shown_at_once(browser):
    path = folder / "changing.json"
    dump = json.loads((folder / "tree.json").read_text())
    path.write_text(json.dumps(dump))
    with served(browser, "changing.json") as one:
        page = one.go()
        dump["nodes"] = [node for node in dump["nodes"] if node["id"] != 7]
        dump["nodes"].append({"id": 9, "parent": 5, "type": "Newcomer"})
        dump["nodes"][3]["state"] = {"examsCount": "1"}
        path.write_text(json.dumps(dump))
        expect(item(page, "Newcomer")).to_contain_text("+ new")
        expect(item(page, "SideMenuModel")).to_contain_text("~ changed")
        expect(item(page, "ExamCreationFlow")).to_contain_text("− 1 left")
        expect(item(page, "Newcomer")).not_to_contain_text("+ new")
        path.write_text("{")
        expect(page.get_by_role("status").first).to_contain_text("the last that was seen")
        expect(item(page, "Newcomer")).to_be_visible()
        path.write_text(json.dumps(dump))
        expect(page.get_by_role("status").first).to_have_text("8 models · dump")


def the_end_of_the_server_is_said(browser):
    with served(browser) as one:
        page = one.go()
        one.process.terminate()
        expect(page.get_by_role("status").first).to_contain_text("last that was seen")
        expect(item(page, "MainFlow")).to_be_visible()
        page.wait_for_timeout(2500)
        one.problems.clear()


def of_a_large_tree_only_what_is_seen_exists(browser):
    with served(browser, "large.json") as one:
        page = one.go()
        page.get_by_role("button", name="All").click()
        page.get_by_role("tree").focus()
        page.keyboard.press("End")
        expect(page.locator("[aria-selected=true][role=treeitem]")).to_contain_text("Leaf")
        assert page.get_by_role("treeitem").count() < 100
        assert page.evaluate("document.querySelectorAll('*').length") < 2500
        page.get_by_role("searchbox").fill("#1500")
        page.get_by_role("searchbox").press("Enter")
        expect(page.locator("#count")).to_have_text("1 of 1")
        expect(page.locator("[aria-selected=true][role=treeitem]")).to_be_visible()


def models_scrolled_away_are_named_above_the_rows(browser):
    with served(browser, "large.json") as one:
        page = one.go()
        page.get_by_role("button", name="All").click()
        tree, above = page.get_by_role("tree"), page.locator("model-tree .above")
        expect(above).to_be_empty()
        page.get_by_role("searchbox").fill("#1550")
        page.get_by_role("searchbox").press("Enter")
        chosen = page.locator("[aria-selected=true][role=treeitem]")
        expect(chosen).to_contain_text("Leaf")
        expect(above.locator("span")).to_have_text(["Root", "Branch"])
        above.get_by_text("Branch").click()
        expect(chosen).to_contain_text("Branch")
        # It isn't hidden by the names, in either direction.
        for key in ["Shift", "ArrowUp", "ArrowUp", "ArrowUp", "PageUp"]:
            tree.press(key)
            page.wait_for_timeout(50)
            line = above.bounding_box() if above.locator("span").count() else tree.bounding_box() | {"height": 0}
            assert chosen.bounding_box()["y"] >= line["y"] + line["height"] - 0.5, key
        tree.press("Home")
        expect(chosen).to_contain_text("Root")
        expect(above).to_be_empty()


def a_running_app_is_followed(browser):
    # Paths of sockets are short.
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.environ["MODELTREE_DIR"] = place

        def start():
            process = subprocess.Popen([app, "Live", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert process.stdout.readline() == "ready\n"
            return process

        def do(*words):
            subprocess.run([command, "do", "@Live", *words], check=True, stdout=subprocess.PIPE)

        process = start()
        with served(browser, "@Live") as one:
            page = one.go("view=route&node=2&message=error+AppErrors.1")
            status = page.get_by_role("status").first
            expect(status).to_have_text("4 models · live")
            expect(page.locator(".outcome")).to_contain_text("is handled by RootSession")
            do("add")
            expect(page.locator(".row.added")).to_contain_text("+ new")
            expect(status).to_have_text("5 models · live")
            expect(page.get_by_role("treeitem").nth(1)).to_have_attribute("aria-selected", "true")
            do("leak")
            expect(page.locator(".news").first).to_contain_text("− 1 left")
            page.get_by_role("button", name="Raise…").click()
            page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
            expect(page.get_by_role("dialog")).to_have_count(0)
            page.get_by_role("button", name="Raise…").click()
            page.get_by_role("dialog").get_by_role("button", name="Raise").click()
            raised = page.locator(".raised")
            expect(raised).to_contain_text("What came of it")
            assert process.stdout.readline() == "test offline\n"
            # The answer is drawn as the route is, and stands for it.
            expect(raised.locator(".outcome")).to_contain_text("is handled by RootSession")
            expect(raised.locator(".hops li")).to_have_count(2)
            expect(raised).to_contain_text(re.compile("RootSession took .* [mµn]s"))
            expect(page.locator(".result")).to_be_hidden()
            page.get_by_role("button", name="Explain", exact=True).click()
            expect(page.locator(".result .outcome")).to_contain_text("is handled by RootSession")
            expect(raised).to_be_empty()
            # A message that carries a value has a field for it, also after the tree has changed.
            value = page.get_by_label("Value (JSON)")
            expect(value).to_be_hidden()
            do("offer")
            page.locator("#message").fill("bubble Nav.Open")
            page.locator("#message").press("Enter")
            expect(page.locator(".result")).to_contain_text("it carries a value")
            expect(value).to_have_attribute("placeholder", "Nav.Open as JSON")
            value.fill('{"title": 1}')
            do("add")
            expect(status).to_have_text("5 models · live")
            expect(value).to_have_value('{"title": 1}')
            page.get_by_role("button", name="Raise…").click()
            expect(page.get_by_role("dialog")).to_contain_text('It carries {"title": 1}')
            page.get_by_role("dialog").get_by_role("button", name="Raise").click()
            expect(page.locator(".raised .failed")).to_contain_text("title: Expected to decode String but found number instead")
            value.fill('{"title": "A\'B"}')
            page.get_by_role("button", name="Raise…").click()
            page.get_by_role("dialog").get_by_role("button", name="Raise").click()
            expect(page.locator(".raised")).to_contain_text("What came of it")
            assert process.stdout.readline() == "open A'B\n"
            page.locator("#message").fill("bubble Nav.Close")
            page.locator("#message").press("Enter")
            expect(page.locator(".outcome")).to_contain_text("is handled by RootSession")
            expect(value).to_be_hidden()
            do("leak")
            page.locator("#message").fill("error AppErrors.1")
            page.locator("#message").press("Enter")
            expect(status).to_have_text("4 models · live")
            process.send_signal(signal.SIGSTOP)
            expect(page.locator("#state.failed")).to_be_visible()
            process.send_signal(signal.SIGCONT)
            expect(status).to_have_text("4 models · live")
            process.stdin.close()
            process.wait()
            expect(status).to_contain_text("Live has ended")
            process = start()
            do("add")
            expect(status).to_have_text("5 models · live")
        process.kill()
        process.wait()


@contextlib.contextmanager
def listening(*options):
    # Paths of sockets are short.
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.environ["MODELTREE_DIR"] = place
        process = subprocess.Popen([app, "Live", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()
            process.wait()


def perform(*words):
    subprocess.run([command, "do", "@Live", *words], check=True, stdout=subprocess.PIPE)


@contextlib.contextmanager
def changing():
    """An app whose tree changes five times a second."""
    with listening("4", "journal") as process:
        is_over = threading.Event()

        def change():
            while not is_over.wait(0.2):
                perform("add")

        thread = threading.Thread(target=change)
        thread.start()
        try:
            yield process
        finally:
            is_over.set()
            thread.join()


def a_panel_stays_while_the_tree_changes(browser):
    with changing(), served(browser, "@Live") as one:
        page = one.go("view=route&node=2&message=error+AppErrors.denied")
        count = "Number.parseInt(document.querySelector('#state').textContent)"

        def changes():
            before = page.evaluate(count)
            page.wait_for_function(f"() => {count} > {before + 5}")

        # What came of a raise stays, though its handler changes the tree.
        page.get_by_role("button", name="Raise…").click()
        page.get_by_role("dialog").get_by_role("button", name="Raise").click()
        expect(page.locator(".raised")).to_contain_text("What came of it")
        came = page.locator(".raised").inner_text()
        assert "handled by RootSession" in came.replace("is handled", "handled"), came
        # What is open stays open, what is selected stays selected.
        page.get_by_text("Who else would handle it").click()
        expect(page.locator("details")).to_contain_text("RootSession from")
        page.evaluate("getSelection().selectAllChildren(document.querySelector('.hops'))")
        selected = page.evaluate("getSelection().toString()")
        assert "RootSession" in selected, selected
        page.locator("#panel").evaluate("(panel) => { panel.style.maxHeight = '150px'; panel.scrollTop = 90; }")
        changes()
        assert page.locator(".raised").inner_text() == came
        assert page.evaluate("getSelection().toString()") == selected
        assert page.evaluate("document.querySelector('#panel').scrollTop") == 90
        expect(page.locator("details")).to_have_attribute("open", "")
        # A word that is typed slowly stays whole.
        page.locator("#message").fill("")
        page.locator("#message").press_sequentially("error App", delay=250)
        expect(page.locator("#message")).to_have_value("error App")
        expect(page.locator("#message")).to_be_focused()
        assert "AppErrors.2" in page.evaluate("location.hash")
        # Focus stays where it is.
        page.get_by_role("tab", name="Model").click()
        button = page.locator(".facts").get_by_role("button", name="RootSession")
        button.focus()
        changes()
        expect(button).to_be_focused()


def the_page_gives_back_what_views_took(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=model&node=4&message=error+badToken&at=62")
        session = one.context.new_cdp_session(page)
        session.send("Performance.enable")

        def switch(times):
            page.evaluate(
                """async (times) => {
                    const tabs = [...document.querySelectorAll('[role=tab]')].filter((tab) => tab.checkVisibility());
                    for (let i = 0; i < times; i++) {
                        tabs[i % tabs.length].click();
                        await new Promise((resolve) => setTimeout(resolve, 15));
                    }
                    await new Promise((resolve) => setTimeout(resolve, 3000));
                }""",
                times,
            )
            for _ in range(3):
                session.send("HeapProfiler.collectGarbage")
            found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
            return found["Nodes"], found["JSEventListeners"], found["JSHeapUsedSize"]

        switch(12)
        nodes, listeners, heap = switch(12)
        after = switch(198)
        assert after[0] <= nodes * 1.02 and after[1] <= listeners * 1.02 and after[2] < heap + 512 * 1024, (nodes, listeners, heap, after)


def the_journal_of_a_running_app_is_followed(browser):
    with listening("4", "journal") as process, served(browser, "@Live") as one:
        page = one.go("view=time")
        status = page.get_by_role("status").first
        records = page.get_by_role("listbox", name="Records")
        chosen = records.locator("[aria-selected=true]")
        slider = page.get_by_role("slider", name="Moment")
        expect(status).to_have_text("4 models · live")
        expect(moment(page)).to_have_text("The present")
        before = int(chosen.get_attribute("aria-setsize"))
        perform("add")
        expect(chosen).to_contain_text("Item #5 is attached under RootSession #1")
        expect(chosen).to_have_attribute("aria-setsize", str(before + 2))
        expect(records.get_by_role("option").nth(-2)).to_contain_text("'add' is performed")
        # The action is a record itself.
        before += 1
        expect(status).to_have_text("5 models · live")
        # Any moment, in all views, while the app keeps running.
        slider.focus()
        page.keyboard.press("ArrowLeft")
        expect(moment(page)).to_contain_text(f"after record {before}")
        expect(status).to_have_text("4 models · live")
        perform("add")
        expect(records.get_by_role("option").last).to_contain_text("Item #6")
        expect(moment(page)).to_contain_text(f"after record {before}")
        expect(page.get_by_role("treeitem")).to_have_count(4)
        for view in ["Model", "Messages", "Findings", "Diagram"]:
            page.get_by_role("tab", name=view).click()
            expect(page.locator("#panel command-line code").first).to_contain_text(f"@Live --at {before}")
            expect(page.locator("#panel .failed:not(:empty)")).to_have_count(0)
        page.get_by_role("tab", name="Explain").click()
        expect(page.get_by_role("button", name="Raise…")).to_have_count(0)
        page.locator("#message").fill("error AppErrors.denied")
        page.locator("#message").press("Enter")
        expect(page.locator(".outcome")).to_contain_text("is handled by RootSession")
        page.get_by_role("tab", name="Time").click()
        page.get_by_role("button", name="Compare with").click()
        for _ in range(3):
            page.get_by_role("button", name="A record later").click()
        expect(moment(page)).to_contain_text(f"after record {before + 3}")
        expect(page.locator(".difference.added")).to_contain_text("Item[5]")
        expect(page.locator(".difference.added li")).to_have_count(2)
        page.get_by_role("button", name="End the comparison").click()
        page.get_by_role("button", name="Now").click()
        expect(moment(page)).to_have_text("The present")
        # What is raised is there with its consequences, also with those that come later.
        page.get_by_role("tab", name="Explain").click()
        page.get_by_role("button", name="Raise…").click()
        page.get_by_role("dialog").get_by_role("button", name="Raise").click()
        expect(page.locator(".raised")).to_contain_text("What came of it")
        page.get_by_role("button", name="What it led to, in Time").click()
        expect(page.locator(".sentence")).to_contain_text("raises")
        expect(page.locator(".detail h3")).to_contain_text("(a test)")
        led = page.locator("details").nth(1)
        expect(led).to_contain_text("What this led to: 5 records")
        expect(led.get_by_role("listitem").nth(0)).to_contain_text("RootSession #1 handles error AppErrors.2")
        led.get_by_role("button", name=re.compile("Item #8 is attached")).click()
        expect(page.locator("details").first).to_contain_text("What led to this: 2 records")
        # The past of an app that has ended is still there.
        at = page.locator("#moment-words").inner_text()
        process.kill()
        expect(status).to_contain_text("Live has ended")
        page.get_by_role("button", name="A record earlier").click()
        expect(moment(page)).not_to_have_text(at)
        expect(page.get_by_role("treeitem")).to_have_count(7)
        # Another moment doesn't make it look alive.
        expect(status).to_contain_text("Live has ended")
        one.problems.clear()


def actions_of_an_app_are_reached_by_typing(browser):
    with listening("4", "journal"), served(browser, "@Live") as one:
        page = one.go("view=model")
        status = page.get_by_role("status").first
        for text, name in [("add", "add"), ("times", "raise TIMES")]:
            page.keyboard.press("Control+k")
            page.keyboard.type(text)
            entry = page.locator("#choices li").filter(has_text="action").filter(has_text=name)
            expect(entry).to_have_count(1)
            entry.click()
            dialog = page.get_by_role("dialog", name="Perform an action")
            expect(dialog).to_contain_text(f"Perform '{name.split()[0]}' in the running app?")
            if "TIMES" in name:
                expect(dialog.locator("datalist option").first).to_have_attribute("value", "1")
                dialog.get_by_label("TIMES").fill("2")
            else:
                expect(status).to_have_text("4 models · live")
            dialog.get_by_role("button", name="Perform").click()
            expect(dialog).to_contain_text("What came of it")
            if name == "add":
                expect(dialog).to_contain_text("#5")
                expect(status).to_have_text("5 models · live")
                dialog.get_by_role("button", name="Close").click()
        dialog.get_by_role("button", name=re.compile("^What it led to, in Time")).click()
        expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")
        expect(page.locator(".sentence")).to_contain_text("'raise 2' is performed")


def ten_thousand_records_a_second_leave_the_page_free(browser):
    with listening("50", "journal") as process, served(browser, "@Live") as one:
        page = one.go("view=time")
        perform("storm", "4", "5000")
        # While they come, the page can be used.
        page.get_by_role("tab", name="Model").click()
        expect(page.locator(".facts")).to_be_visible()
        page.get_by_role("tab", name="Time").click()
        assert process.stdout.readline().startswith("raised ")
        # For two seconds the app does nothing else, so that what follows is more than the page takes at once.
        perform("storm", "2", "1000000")
        expect(page.locator("time-view > .note")).to_contain_text(
            re.compile("[0-9,]+ records left out: they came faster than they could be shown"))
        assert process.stdout.readline().startswith("raised ")
        expect(page.get_by_role("listbox").locator("[aria-selected=true]")).to_contain_text(re.compile("receives|received it"))


def moment(page):
    return page.locator("#moment-words")


def a_journal_is_a_list_and_a_timeline(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=time")
        # The app had left its session: the last moment before that is shown.
        expect(page.get_by_role("status").first).to_have_text("4 models · journal")
        expect(moment(page)).to_contain_text("after record 63")
        records = page.get_by_role("listbox", name="Records")
        chosen = records.locator("[aria-selected=true]")
        expect(chosen).to_contain_text("UploadErrors.100 (rejected): uncaught")
        expect(chosen).to_have_attribute("aria-setsize", "66")
        expect(page.get_by_role("img", name=re.compile("66 records from .*; 1 message not handled"))).to_be_visible()
        records.get_by_role("option").filter(has_text="raises error UploadErrors.100").click()
        expect(moment(page)).to_contain_text("after record 62")
        expect(page.get_by_role("status").first).to_have_text("4 models · journal")
        expect(page.locator(".sentence")).to_contain_text("SideMenuModel #4 raises")
        led = page.locator("details").nth(1)
        expect(led).to_contain_text("What this led to: 1 record")
        expect(led.locator("code")).to_have_text(f"modeltree journal {folder / 'app.journal'} --cause 62")
        led.get_by_role("button", name=re.compile("^63 .*uncaught")).click()
        expect(moment(page)).to_contain_text("after record 63")
        expect(page.locator("details").first.get_by_role("listitem").last).to_contain_text("raises error UploadErrors.100")
        page.get_by_label("Show all records").select_option("what nobody handled")
        expect(records.get_by_role("option")).to_have_count(1)
        expect(page.locator(".detail > command-line code")).to_contain_text("--what uncaught --what unhandled --what unheard")
        item(page, "SideMenuModel").locator(".name").click()
        page.locator("time-view label select").select_option("of the chosen model")
        expect(records.get_by_role("option").last).to_have_attribute("aria-setsize", "9")
        expect(records.get_by_role("option").first).to_contain_text("SideMenuModel #4")
        page.get_by_role("button", name="Explain it at this moment").click()
        expect(page.locator(".outcome")).to_contain_text("is uncaught")
        # It was registered at the time, and is near by its end.
        expect(page.locator("command-line code").first).to_contain_text("--at 63")
        page.reload()
        expect(page.locator(".outcome")).to_contain_text("is uncaught")
        expect(moment(page)).to_contain_text("after record 63")
        page.go_back()
        expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")


def a_journal_opens_at_its_last_problem(browser):
    with served(browser, "app.journal") as one:
        page = one.go()
        expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")
        expect(moment(page)).to_contain_text("after record 63")
        expect(page.locator(".sentence")).to_contain_text("UploadErrors.100 (rejected): uncaught".split(" (")[0])
        expect(page.locator("details").first).to_contain_text("What led to this: ")
        # Its route is red on the tree.
        for name, words in [("SideMenuModel", "raised here"), ("MainFlow", "1 · passed"), ("AppAuthorizedSession", "ends here")]:
            expect(item(page, name)).to_contain_text(words)
            expect(item(page, name)).to_have_class(re.compile(r"\blost\b"))
        # How much is wrong stands beside the names of views, which stay as they are.
        expect(page.get_by_role("tab", name="Findings", exact=True)).to_have_attribute("aria-description", "1 error")
        expect(page.locator("#tab-findings .count.error")).to_have_text("1")


def what_ended_a_subscription_is_said(browser):
    """Under a record that no model took stands the sentence of the command, and its records are links."""
    journal = str(folder / "app.journal")
    trace = ["trace", journal, "error", "UploadErrors.100", "--from", "#4", "--at", "63"]
    said = subprocess.run([command, *trace], stdout=subprocess.PIPE, text=True).stdout
    sentence = said[said.index("near misses:") :].splitlines()[1].strip()
    assert "record 61" in sentence and "record 48" in sentence, said
    out = folder / "page"
    subprocess.run([command, "page", journal, "--export", str(out)], check=True, stdout=subprocess.PIPE)
    with served(browser, "app.journal") as one:
        exported = one.context.new_page()
        exported.goto(f"file://{out}/index.html")
        for page in [one.go(), exported]:
            expect(moment(page)).to_contain_text("after record 63")
            missed = page.locator(".missed")
            expect(missed).to_have_count(1)

            def words(element):
                return re.sub(r"\s+", " ", element.text_content()).replace("▼event", "event").replace("\u25bc", "")

            assert words(missed) == sentence, (words(missed), sentence)
            causes = page.locator("details").first.get_by_role("listitem")
            expect(causes).to_contain_text(["47", "48", "61", "62"])
            missed.get_by_role("button", name="record 61").click()
            expect(moment(page)).to_contain_text("after record 61")
            page.goto(page.url.split("#")[0] + "#view=route&at=63&node=4&message=error+UploadErrors.100")
            near = page.locator("#panel .result ul li")
            expect(near.first).to_contain_text("record 61")
            assert words(near.first) == sentence, (words(near.first), sentence)
            near.first.get_by_role("button", name="record 48").click()
            expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")
            expect(moment(page)).to_contain_text("after record 48")


def the_timeline_is_zoomed_and_filtered(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=time&at=48")
        canvas = page.locator("time-line canvas")
        edges = page.locator("time-line .times")
        whole = edges.text_content()
        box = canvas.bounding_box()
        right, middle = box["x"] + box["width"], box["y"] + 20
        # The pointer tells the record.
        page.mouse.move(right - 2, middle)
        expect(page.locator("time-line .tip")).to_contain_text("#66 ")
        # The wheel zooms around the pointer, a pull chooses a part.
        page.mouse.wheel(0, -600)
        expect(edges).not_to_have_text(whole)
        page.get_by_role("button", name="The whole time").click()
        expect(edges).to_have_text(whole)
        page.mouse.move(right - 200, middle)
        page.mouse.down()
        page.mouse.move(right - 40, middle)
        page.mouse.up()
        expect(edges).not_to_have_text(whole)
        expect(moment(page)).to_contain_text("after record 48")
        page.get_by_role("button", name="The whole time").click()
        expect(edges).to_have_text(whole)
        # A moment outside of the part comes into sight; handlers are as long as they ran.
        spans = "document.querySelector('time-line').spans.map(({ number, level }) => [number, level])"
        page.get_by_role("slider").focus()
        page.keyboard.press("ArrowLeft")
        for _ in range(8):
            page.keyboard.press("+")
        page.locator("#record-48").click()
        page.wait_for_function(f"() => {spans}.some(([number, level]) => number === 48 && level === 1)")
        page.get_by_role("button", name="The whole time").click()
        # Records by text and duration.
        options = page.get_by_role("listbox", name="Records").get_by_role("option")
        page.get_by_role("textbox", name="Filter records").fill("uploaderrors")
        expect(options.last).to_contain_text("uncaught")
        expect(options.first).to_contain_text("1 code of UploadErrors becomes known")
        page.get_by_role("textbox", name="Filter records").fill("")
        page.get_by_label("Duration").select_option("from 1s on")
        expect(page.locator("time-view > .note")).to_contain_text("No such record")
        expect(page.locator(".detail > command-line code")).to_contain_text("--slower 1s")
        page.get_by_label("Duration").select_option("any duration")


def time_by_keyboard(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=time&at=62")
        slider = page.get_by_role("slider", name="Moment")
        slider.focus()
        press = page.keyboard.press
        for _ in range(3):
            press("ArrowLeft")
        expect(moment(page)).to_contain_text("after record 59")
        expect(slider).to_have_attribute("aria-valuetext", re.compile("after record 59, "))
        press("Home")
        expect(moment(page)).to_contain_text("before record 1, the first that is kept")
        press("End")
        expect(moment(page)).to_contain_text("no tree at moment 66")
        expect(page.locator("#moment-words.failed")).to_be_visible()
        # The browser notes that the server refused.
        one.problems.clear()
        for _ in range(3):
            press("PageDown")
        press("PageUp")
        expect(moment(page)).to_contain_text("after record 26")
        page.get_by_role("listbox", name="Records").focus()
        press("ArrowDown")
        expect(moment(page)).to_contain_text("after record 27")
        active = page.get_by_role("listbox").get_attribute("aria-activedescendant")
        expect(page.locator(f"#{active}")).to_have_attribute("aria-selected", "true")
        page.get_by_role("button", name="A record later").focus()
        press("Enter")
        expect(moment(page)).to_contain_text("after record 28")
        page.get_by_role("button", name="To the end").focus()
        press("Enter")
        expect(moment(page)).to_contain_text("after record 63")


def a_journal_without_a_tree_opens_on_time(browser):
    """What objects that aren't models reported is a journal that never holds a tree."""
    samples = pathlib.Path(__file__).parents[2] / "samples/journals"
    journal = folder / "cars.journal"
    lines = (samples / "cars-unsaved.journal").read_text().splitlines(keepends=True)
    journal.write_text("".join(line for line in lines if '"what": "checkpoint"' not in line))
    said = subprocess.run([command, "print", journal], stderr=subprocess.PIPE, text=True).stderr.removeprefix("modeltree: ").strip()
    out = folder / "page"
    subprocess.run([command, "page", journal, "--export", str(out)], check=True, stdout=subprocess.PIPE)
    with served(browser, "cars.journal") as one:
        for address in [one.address, f"file://{out}/index.html"]:
            page = one.page
            page.goto(address)
            expect(page.get_by_role("tab")).to_have_text(["Findings", "Time"])
            expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")
            expect(page.get_by_role("status").first).to_contain_text("16 records")
            expect(page.get_by_role("tree")).to_be_hidden()
            expect(page.locator("time-view > .note")).to_contain_text(said)
            expect(page.locator(".record").first).to_have_attribute("aria-setsize", "16")
            page.locator("#record-9").click()
            expect(page.locator(".sentence")).to_contain_text(re.compile(r"CarRouter #\d+ raises"))
            expect(page.locator("details").first).to_contain_text("What led to this: 2 records")
            page.get_by_role("tab", name="Findings").click()
            expect(page.get_by_role("heading", name="Findings")).to_be_visible()
            page.goto(page.url.split("#")[0] + "#view=model&node=1")
            expect(page.get_by_role("tab", name="Time")).to_have_attribute("aria-selected", "true")


def two_moments_are_compared(browser):
    with served(browser, "app.journal") as one:
        page = one.go("view=time&at=62")
        page.get_by_role("button", name="Compare with").click()
        # A moment isn't compared with itself.
        expect(page.locator(".detail")).to_have_text("After record 62Choose another record to compare it with.")
        page.get_by_role("slider").focus()
        for _ in range(12):
            page.keyboard.press("ArrowLeft")
        expect(moment(page)).to_contain_text("after record 50")
        expect(moment(page)).to_contain_text("compared with after record 62")
        detail = page.locator(".detail")
        expect(detail).to_contain_text("From after record 50 to after record 62")
        expect(detail.locator(".difference.removed")).to_contain_text("ExamCreationFlow, with 4 models below it")
        expect(detail.locator(".difference.changed")).to_contain_text("SideMenuModel")
        expect(detail.locator("code")).to_have_text(f"modeltree diff {folder / 'app.journal'} --at 50 --to 62")
        # The tree is that of the earlier moment: what it has is gone later.
        expect(item(page, "ExamCreationFlow")).to_contain_text("− gone")
        expect(item(page, "SideMenuModel")).to_contain_text("~ changed")
        page.reload()
        expect(moment(page)).to_contain_text("compared with after record 62")
        page.get_by_role("button", name="End the comparison").click()
        expect(item(page, "ExamCreationFlow")).not_to_contain_text("− gone")
        page = one.go("view=time&at=62&since=50")
        expect(item(page, "MainFlow")).to_contain_text("− 1 left")


def other_run():
    """The journal with another model in place of one, as a later run."""
    path = folder / "other.journal"
    path.write_bytes((folder / "app.journal").read_bytes().replace(b"ExamCreationConfirmationModel", b"ExamCreationXonfirmationModel"))
    return str(path)


def two_runs_are_two_lanes(browser):
    new = other_run()
    with served(browser, "app.journal", new) as one:
        # While it loads, no model that both runs hold is marked as new.
        one.context.add_init_script("""
            globalThis.marked = new Set();
            new MutationObserver(() => {
                for (const each of document.querySelectorAll(".row .news")) marked.add(each.parentElement.textContent);
            }).observe(document, { subtree: true, childList: true });
        """)
        page = one.go()
        expect(page.get_by_role("tab", name="Compare")).to_have_attribute("aria-selected", "true")
        # The first difference is chosen on both trees.
        expect(moment(page)).to_contain_text("after record 45")
        older = page.get_by_role("tree", name="Models of app.journal")
        for tree, name in [(page.get_by_role("tree", name="Models", exact=True), "ExamCreationXonfirmationModel"),
                           (older, "ExamCreationConfirmationModel")]:
            chosen = tree.locator("[aria-selected=true]")
            expect(chosen).to_contain_text(name)
            expect(chosen).to_contain_text("parts here")
        assert page.evaluate("Array.from(marked)") == [], page.evaluate("Array.from(marked)")
        # Each run's outcome stands first.
        endings = page.locator(".ending")
        expect(endings).to_have_count(2)
        for ending in endings.all():
            expect(ending).to_contain_text("rejected")
            expect(ending.get_by_role("listitem").last).to_contain_text("last record: 66")
        # The lanes are what the command answers.
        expect(page.get_by_role("status").filter(has_text="the runs part")).to_contain_text("Alike for 44 records")
        words = [command, "compare", str(folder / "app.journal"), new, "--json"]
        answer = json.loads(subprocess.run(words, stdout=subprocess.PIPE).stdout)
        lanes = [page.get_by_role("region", name=name) for name in ["app.journal", "other.journal"]]
        for lane, side in zip(lanes, ["old", "new"]):
            records = [answer["first"][side], *answer["consequences"][side]]
            expect(lane.get_by_role("listitem").get_by_role("button", name=re.compile(r"^\d"))).to_have_text(
                [f"{each['seq']}  {each['sentence']}" for each in records])
            expect(lane.get_by_role("listitem").first).to_contain_text("first difference")
        expect(page.locator("#panel > command-line code")).to_have_text(f"modeltree compare {folder / 'app.journal'} {new}")
        # Arrows lead through the lanes.
        press = page.keyboard.press
        lanes[0].get_by_role("button").first.focus()
        press("ArrowDown")
        press("ArrowRight")
        press("Enter")
        expect(moment(page)).to_contain_text("after record 46")
        expect(lanes[1].get_by_role("button", name=re.compile("^46 "))).to_be_focused()
        press("ArrowLeft")
        press("ArrowDown")
        press("Enter")
        expect(page.get_by_role("heading", name="app.journal after record 59")).to_be_visible()
        # What is alike is folded.
        expect(page.get_by_role("button", name=re.compile("^44 "))).to_be_hidden()
        page.get_by_text("44 records alike").click()
        page.get_by_role("button", name=re.compile("^44 ")).click()
        expect(moment(page)).to_contain_text("after record 44")
        page.get_by_role("tab", name="Time").click()
        expect(page.locator("#record-44")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("tab", name="Compare")).to_have_attribute("aria-selected", "true")
        expect(moment(page)).to_contain_text("after record 44")
    with served(browser, "app.journal", str(folder / "app.journal")) as one:
        page = one.go("view=compare")
        expect(page.get_by_role("status").filter(has_text="No difference")).to_contain_text("66 records alike")
    out = folder / "lanes"
    subprocess.run([command, "page", str(folder / "app.journal"), new, "--export", str(out)], check=True, stdout=subprocess.PIPE)
    page = new_context(browser).new_page()
    page.goto(f"file://{out}/index.html")
    expect(page.get_by_role("region", name="other.journal").get_by_role("listitem").first).to_contain_text("Xonfirmation")
    expect(page.locator("#panel > .failed")).to_contain_text("without the older tree")


def two_trees_are_side_by_side(browser):
    old = json.loads((folder / "tree.json").read_text())
    old["nodes"] = [node for node in old["nodes"] if node["id"] != 7]
    old["nodes"][3]["state"] = {"examsCount": "70"}
    (folder / "before.json").write_text(json.dumps(old))
    with served(browser, "before.json", str(folder / "tree.json")) as one:
        page = one.go()
        tree = page.get_by_role("tree", name="Models", exact=True)
        expect(tree.locator("[aria-selected=true]")).to_contain_text("ExamTopicPickerModel")
        expect(tree.locator("[aria-selected=true]")).to_contain_text("+ added")
        older = page.get_by_role("tree", name="Models of before.json")
        expect(older.locator("[aria-selected=true]")).to_contain_text("SideMenuModel")
        expect(older.locator("[aria-selected=true]")).to_contain_text("~ changed")
        expect(page.locator(".difference.changed")).to_contain_text("examsCount: 70")
        expect(page.locator("#panel > command-line code")).to_have_text(
            f"modeltree diff {folder / 'before.json'} {folder / 'tree.json'}")
        page.get_by_role("tab", name="Model", exact=True).click()
        expect(page.locator("#tree .step")).to_have_count(0)


def hostile_names_in_journals_do_nothing(browser):
    journal = (folder / "app.journal").read_bytes()
    for name, other in [
        (b"ExamCreationConfirmationModel", b"<img src=x onerror=stolen=1>\\u001b"),
        (b"AppAuthorizedSession", b"<b>\xe2\x80\xae\\u001b[31m\\n</b>x12"),
        (b"UploadErrors", b"<s>\\n\xe2\x80\xae</s>x"),
    ]:
        assert name in journal
        journal = journal.replace(name, other)
    (folder / "hostile.journal").write_bytes(journal)
    with served(browser, "hostile.journal") as one:
        one.go("at=62")
        for view, rest in [("time", ""), ("time", "&since=20"), ("diagram", "&since=20"), ("route", "&node=4&message=error+100"),
                           ("findings", "")]:
            page = one.move(view, f"{rest}&at=62")
            page.wait_for_timeout(400)
            found = UNSAFE.findall(page.locator("body").inner_text())
            assert not found, (view, found)
            assert page.evaluate("document.querySelectorAll('img, script:not([src]), b > s').length") == 0
            for value in page.evaluate(
                "[...document.querySelectorAll('*')].flatMap((e) => [...e.attributes]).map((a) => a.value)"
            ):
                assert not UNSAFE.search(value), (view, value)
        page = one.go("view=time&at=62")
        expect(page.locator(".record").first).to_be_visible()
        assert page.evaluate("globalThis.stolen") is None


def a_growing_journal_is_followed(browser):
    path = folder / "growing.journal"
    path.write_bytes((folder / "app.journal").read_bytes())
    with served(browser, "growing.journal") as one:
        page = one.go("view=time&at=50")
        expect(page.locator(".record").last).to_be_visible()
        # An app that keeps running adds lines to the same file.
        lines = path.read_bytes().splitlines(keepends=True)
        later = next(index for index, line in enumerate(lines) if json.loads(line).get("seq") == 61)
        path.write_bytes(b"".join(lines[:later]))
        expect(page.locator(".record").first).to_have_attribute("aria-setsize", "60")
        expect(moment(page)).to_contain_text("after record 50")
        with open(path, "ab") as file:
            file.write(b"".join(lines[later:]))
        expect(page.locator(".record").first).to_have_attribute("aria-setsize", "66")
        # Of too many records the oldest are forgotten, and only they.
        found = page.evaluate(
            """async () => {
                const { Journal } = await import('./journal.js');
                const records = () => document.querySelector('time-view').app.source.records(0, 1_000);
                const [whole, short] = [new Journal(), new Journal(40)];
                whole.take(await records());
                short.take(await records());
                const isSame = Array.from({ length: 40 }, (_, at) => 27 + at)
                    .every((number) => JSON.stringify(whole.record(number)) === JSON.stringify(short.record(number)));
                return [short.first, short.last, short.count, short.record(26), isSame];
            }""")
        assert found == [27, 66, 40, None, True], found


def small_answers_of_a_long_journal_become_one(browser):
    with served(browser, "app.journal") as one:
        parts, count, are_right = one.go("view=time").evaluate(
            """async () => {
                const { Past } = await import('./past.js');
                const answer = (first, count) => {
                    const columns = { times: [0, count], nodes: [8 * count, count], events: [16 * count, count] };
                    let head = JSON.stringify({ first, count, kept: 1, events: ['attached'], columns });
                    while ((4 + head.length) % 8) head += ' ';
                    const file = new Uint8Array(4 + head.length + 17 * count);
                    new DataView(file.buffer).setUint32(0, head.length, true);
                    file.set(new TextEncoder().encode(head), 4);
                    new Float64Array(file.buffer, 4 + head.length, count).set(Array.from({ length: count }, (_, at) => first + at));
                    return file.buffer;
                };
                let last = 1;
                const past = new Past({ records: async (after) => answer(after + 1, last - after) });
                await past.load();
                for (last = 2; last <= 1000; last++) await past.more(last);
                let areRight = true;
                past.journal.each(1, (part, index, number) => { areRight &&= part.times[index] === number; });
                return [past.journal.parts.length, past.journal.count, areRight];
            }"""
        )
    assert parts < 120 and count == 1000 and are_right, (parts, count, are_right)


def ids_are_exact(browser):
    """Ids that a JavaScript number would round to one and the same."""
    big = {"2": "9007199254740992", "4": "9007199254740993", "1": "9223372036854775807"}
    journal = (folder / "app.journal").read_text()
    (folder / "big.journal").write_text(re.sub(
        r'"(id|node|parent|handler|by)": ([124])\b', lambda match: f'"{match[1]}": {big[match[2]]}', journal))
    out = folder / "page"
    subprocess.run([command, "page", str(folder / "big.journal"), "--export", str(out)], check=True, stdout=subprocess.PIPE)
    with served(browser, "big.journal") as one:
        one.context.grant_permissions(["clipboard-read", "clipboard-write"])
        exported = one.context.new_page()
        exported.goto(f"file://{out}/index.html#view=model")
        for page in [one.go("view=model&at=63"), exported]:
            # A page in the background gets the clipboard after seconds.
            page.bring_to_front()
            panel = page.locator("#panel")
            for name, number in [("SideMenuModel", "4"), ("MainFlow", "2"), ("AppAuthorizedSession", "1")]:
                page.get_by_role("tab", name="Model").click()
                item(page, name).locator(".name").click()
                expect(panel.locator("dd").first).to_have_text(f"#{big[number]}")
                expect(panel.locator("command-line code")).to_contain_text(f"'#{big[number]}'")
                expect(page).to_have_url(re.compile(f"node={big[number]}"))
                panel.get_by_role("button", name="JSON").click()
                expect(panel.get_by_role("button", name="Copied")).to_be_visible()
                copied = page.evaluate("navigator.clipboard.readText()")
                assert f'"id":{big[number]}' in copied, copied
                page.get_by_role("searchbox").fill(f"#{big[number]}")
                page.get_by_role("searchbox").press("Enter")
                expect(page.locator("#count")).to_have_text("1 of 1")
                expect(page.locator(".row.matched")).to_contain_text(name)
            item(page, "SideMenuModel").locator(".name").click()
            page.get_by_role("tab", name="Explain").click()
            page.locator("#message").fill("error UploadErrors.100")
            page.locator("#message").press("Enter")
            expect(page.locator(".outcome")).to_contain_text("raised at SideMenuModel is uncaught")
            expect(page.locator(".hops li")).to_contain_text(["SideMenuModel", "MainFlow", "AppAuthorizedSession"])
            expect(panel.locator("#panel > command-line code, command-line code").last).to_contain_text(big["4"])
            page.get_by_role("tab", name="Time").click()
            record = page.locator("#record-62")
            expect(record).to_contain_text(f"SideMenuModel #{big['4']} raises")
            page.get_by_role("tab", name="Findings").click()
            panel.locator(".rule").get_by_role("button", name=re.compile("SideMenuModel")).first.click()
            expect(page.locator(".row.chosen")).to_contain_text("SideMenuModel")


def the_page_ends_with_the_app(browser):
    with tempfile.TemporaryDirectory(dir="/tmp") as place:
        os.environ["MODELTREE_DIR"] = place
        process = subprocess.Popen([app, "Live", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "ready\n"
        with served(browser, "@Live", "--end-with-app") as one:
            page = one.go()
            expect(page.get_by_role("status").first).to_have_text("4 models · live")
            process.stdin.close()
            process.wait()
            assert one.process.wait(timeout=PATIENCE / 1000) == 0
            expect(page.get_by_role("status").first).to_contain_text("the last that was seen")
            one.problems.clear()


def a_long_command_holds_up_nothing(browser):
    path = folder / "deep.json"
    names = [f"Model{number}{'x' * (number % 7)}" for number in range(900)]
    nodes = [{"id": 1, "type": "Root", "session": True}]
    for number, name in enumerate(names):
        nodes.append({"id": number + 2, "parent": 1 if number % 30 == 0 else 2 + number // 30 * 30, "type": name})
    path.write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    with served(browser, "deep.json") as one:
        page = one.go()
        # A few commands that take long are asked; the change of the file is seen meanwhile.
        page.evaluate(
            """() => {
                const headers = { Authorization: `Bearer ${sessionStorage.getItem('modeltree-token')}` };
                globalThis.answered = 0;
                const body = JSON.stringify({ words: ['render', '--format=png', '--boxes=1000'], at: null });
                for (let i = 0; i < 4; i++) fetch('command', { method: 'POST', body, headers }).then((r) => r.text()).then(() => { globalThis.answered++; });
            }"""
        )
        dump = json.loads(path.read_text())
        dump["nodes"].append({"id": 99_999, "parent": 1, "type": "Newcomer"})
        path.write_text(json.dumps(dump))
        expect(page.get_by_role("status").first).to_have_text("902 models · dump")
        assert page.evaluate("answered") < 4


def an_exported_page_needs_no_server(browser):
    out = folder / "page"
    subprocess.run([command, "page", str(folder / "tree.json"), "--export", str(out)], check=True, stdout=subprocess.PIPE)
    page = new_context(browser).new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: line.type == "error" and problems.append(line.text))
    page.goto(f"file://{out}/index.html")
    expect(page.get_by_role("treeitem")).to_have_count(8)
    expect(page.get_by_role("status").first).to_have_text("8 models · exported")
    page.get_by_role("searchbox").fill("*picker*")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("#count")).to_have_text("1 of 3")
    # Words are found as the command finds them.
    with served(browser) as one:
        asked = one.go()
        for text in ["PICKER", "networkerrors.badT", "apiclient", "60", "swift:9", "no such"]:
            found = []
            for each in [page, asked]:
                each.get_by_role("searchbox").fill("")
                expect(each.locator("#count")).to_have_text("")
                each.get_by_role("searchbox").fill(text)
                expect(each.locator("#count")).not_to_have_text("")
                found.append((each.locator("#count").inner_text(), each.locator(".row.matched .name").all_inner_texts()))
            assert found[0] == found[1], (text, found)
    page.get_by_role("tab", name="Explain").click()
    page.locator("#message").fill("error NetworkErrors.101 (badToken)")
    page.locator("#message").press("Enter")
    expect(page.locator(".outcome")).to_contain_text("is handled by AppAuthorizedSession")
    page.get_by_role("tab", name="Messages").click()
    expect(page.locator("tbody tr")).to_have_count(5)
    page.get_by_role("tab", name="Findings").click()
    expect(page.locator("#panel")).to_contain_text("Nothing found.")
    page.get_by_role("tab", name="Diagram").click()
    expect(page.locator("canvas")).to_be_visible()
    page.get_by_role("searchbox").fill("MainFlow/*")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("#count")).to_contain_text("an exported page finds words, names")
    page.get_by_role("tab", name="Explain").click()
    page.locator("#message").fill("error Other.1")
    page.locator("#message").press("Enter")
    expect(page.locator(".outcome")).to_contain_text("is uncaught")
    page.locator("#message").fill("error nonsense")
    page.locator("#message").press("Enter")
    expect(page.locator("#panel .failed")).to_contain_text("No error of this tree is named 'nonsense'")
    assert not problems, problems


def random_trees(count):
    """Trees with sessions within sessions, below one root; each has few names, so that much is registered."""
    chance = random.Random(42)
    nodes = [{"id": 1, "type": "All"}]
    for number in range(count):
        first = len(nodes) + 1
        for identity in range(first, first + chance.randrange(2, 6)):
            node = {"id": identity, "type": f"T{chance.randrange(4)}", "handles": [], "raises": []}
            node["parent"] = chance.randrange(first, identity) if identity > first else 1
            if chance.random() < (0.9 if identity == first else 0.15):
                node["session"] = True
            for name, most in [("handles", 3), ("raises", 2)]:
                for _ in range(chance.randrange(most)):
                    message = {"kind": chance.choice(["error", "bubble", "event"]), "domain": chance.choice("DE") + str(number)}
                    if name == "raises" or chance.random() < 0.7:
                        message["code"] = chance.choice("12")
                    if message not in node[name]:
                        node[name].append(message)
            nodes.append(node)
    return nodes


def an_exported_page_walks_routes_as_the_command_does(browser):
    nodes = random_trees(80)
    (folder / "random.json").write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    messages = collections.defaultdict(set)
    for node in nodes[1:]:
        for each in node["handles"] + node["raises"]:
            if "code" in each:
                messages[each["domain"][1:]].add((each["kind"], each["domain"], each["code"]))
    # The command answers sooner in smaller trees: a model's message is known in its own part alone.
    parts = [[]]
    number = -1
    for node in nodes[1:]:
        number += node["parent"] == 1
        if number // 8 == len(parts):
            parts.append([])
        parts[-1].append((number, node))
    theirs = []
    for part in parts:
        (folder / "part.json").write_text(
            json.dumps({"format": "model-tree", "version": 1, "nodes": nodes[:1] + [node for _, node in part]}))
        lines = [f"trace {kind} {domain}.{code} --from '#{node['id']}' --json"
                 for number, node in part for kind, domain, code in sorted(messages[str(number)])]
        done = subprocess.run([command, "repl", str(folder / "part.json")], input="\n".join(lines), stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
        theirs += [json.loads(line) for line in done.stdout.splitlines()]
        assert len(done.stdout.splitlines()) == len(lines), done
    assert len(theirs) > 1_000, len(theirs)
    with served(browser, "random.json") as one:
        ours = one.go().evaluate(
            """async (asked) => {
                const { walkedRoute } = await import('./walk.js');
                const { tree } = document.querySelector('model-tree');
                return asked.map(({ message, from }) =>
                    walkedRoute(tree, message.kind, `${message.domain}.${message.code}`, tree.position(from)));
            }""",
            theirs,
        )
    asked = collections.Counter()
    for their, our in zip(theirs, ours):
        their.setdefault("near", [])
        assert our == their, (our, their)
        asked[our["outcome"]] += 1
    assert min(asked[each] for each in ["handled", "uncaught", "unhandled", "delivered", "unheard"]) > 40, asked


def an_exported_diagram_has_the_route_as_the_command_draws_it(browser):
    # Each message at each model of a few random trees below one session.
    nodes = random_trees(5)
    nodes[0]["session"] = True
    for node in nodes:
        for each in node.get("handles", []) + node.get("raises", []):
            each["domain"] = each["domain"][0]
    (folder / "drawn.json").write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    out = folder / "drawn"
    subprocess.run([command, "page", str(folder / "drawn.json"), "--export", str(out)], check=True, stdout=subprocess.PIPE)
    exported = new_context(browser).new_page()
    exported.goto(f"file://{out}/index.html#view=diagram")
    drawn = """async (asked) => {
        const { source } = document.querySelector('tree-diagram').app;
        const found = [];
        for (const [kind, name, id] of asked) {
            const words = ['render', '--format=layout', '--boxes=100000', '--trace', kind, name, `--from=#${id}`];
            const { answer } = await source.command(words, { at: null });
            found.push([answer.title, ...answer.boxes.map(({ node, tone, strong, lineTone, hop, way, header }) =>
                ({ node, tone, strong, lineTone, hop, way, header }))]);
        }
        return found;
    }"""
    messages = {(each["kind"], f"{each['domain']}.{each['code']}") for node in nodes for each in node.get("handles", []) + node.get("raises", [])
                if "code" in each}
    asked = [[*message, node["id"]] for message in sorted(messages) for node in nodes]
    random.Random(3).shuffle(asked)
    asked = asked[:120]
    with served(browser, "drawn.json") as one:
        theirs = one.go("view=diagram").evaluate(drawn, asked)
    ours = exported.evaluate(drawn, asked)
    for question, their, our in zip(asked, theirs, ours):
        assert our == their, (question, our, their)
    for words in ["handled by", "ends uncaught", "no model up to", "sent down from", "no model is registered"]:
        assert any(words in title for title, *_ in theirs), words


def an_exported_journal_has_its_past(browser):
    out = folder / "past"
    done = subprocess.run(
        [command, "page", str(folder / "app.journal"), "--export", str(out)], check=True, stdout=subprocess.PIPE, text=True)
    assert re.fullmatch(r".*: 4 models, \d+ moments\n", done.stdout), done.stdout
    page = new_context(browser).new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: line.type == "error" and problems.append(line.text))
    page.goto(f"file://{out}/index.html#view=time&at=62")
    expect(page.get_by_role("treeitem")).to_have_count(4)
    expect(moment(page)).to_contain_text("after record 62")
    expect(page.locator(".record").first).to_have_attribute("aria-setsize", "66")
    page.get_by_role("slider").focus()
    page.keyboard.press("PageDown")
    expect(moment(page)).to_contain_text("after record 42")
    expect(page.get_by_role("treeitem")).to_have_count(7)
    page.goto(f"file://{out}/index.html#view=route&at=62&node=4&message=error+UploadErrors.100")
    expect(page.locator(".outcome")).to_contain_text("is uncaught")
    page.goto(f"file://{out}/index.html#view=route&message=error+NetworkErrors.101")
    expect(page.locator(".outcome")).to_contain_text("is handled by AppAuthorizedSession")
    page.goto(f"file://{out}/index.html#view=diagram&at=62")
    expect(page.locator("canvas")).to_be_visible()
    page.goto(f"file://{out}/index.html#view=time&at=52&since=51")
    expect(page.locator(".difference.removed")).to_contain_text("ExamCreationFlow")
    page.goto(f"file://{out}/index.html#view=time&at=52&since=30")
    expect(page.locator(".detail h3")).to_have_text("From after record 30 to after record 52")
    expect(page.locator(".difference").first).to_be_visible()
    page.goto(f"file://{out}/index.html#view=time&at=52&since=2")
    expect(page.locator(".detail")).to_contain_text("the app has opened another tree since")
    page.goto(f"file://{out}/index.html#view=diagram&at=62")
    expect(page.get_by_role("img")).to_be_visible()
    # However many lines stand above it, the command does not cover the diagram.
    page.set_viewport_size({"width": 320, "height": 700})
    covered = page.evaluate(
        "document.querySelector('canvas').getBoundingClientRect().bottom"
        " - document.querySelector('#panel > command-line').getBoundingClientRect().top")
    assert covered <= 0, covered
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"file://{out}/index.html#view=diagram&at=62&message=error+UploadErrors.100")
    expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile("it ends uncaught in AppAuthorizedSession"))
    page.goto(f"file://{out}/index.html#view=time&at=52&since=2")
    # Any two moments of one tree: the same as the command says.
    ours = "([at, to]) => document.querySelector('time-view').app.source.difference(at, to)"
    asked = []
    with served(browser, "app.journal") as one:
        theirs = one.go("view=time")
        for old in range(20, 64, 6):
            for new in range(22, 64, 5):
                reply = page.evaluate(ours, [old, new])
                if reply["notes"]:
                    continue
                words = ["diff", "--json", f"--to={new}"]
                same = theirs.evaluate(
                    "([words, at]) => document.querySelector('time-view').app.source.command(words, { at })", [words, old])
                # The page marks what the command marks, and what may have changed since the moment that it holds.
                assert ages(same["answer"]) <= ages(reply["answer"]), (old, new, reply, same)
                assert ("note" in same["answer"]) <= ("note" in reply["answer"]), (old, new, reply, same)
                assert plain(reply["answer"]) == plain(same["answer"]), (old, new, reply, same)
                asked.append(reply["answer"]["equal"])
    assert asked.count(False) > 20, asked
    assert not problems, problems


def ages(difference):
    """The labels and states of a difference that are marked as of a record."""
    return {
        (each["new"], change["what"], change.get("key"), side)
        for each in difference["changed"] for change in each["changes"]
        for side in ["oldAsOf", "newAsOf"] if side in change}


def plain(difference):
    """A difference without ages and notes of them, and without paths, which are longer on an exported page."""
    difference.pop("note", None)
    for each in difference["changed"]:
        for change in each["changes"]:
            change.pop("oldAsOf", None)
            change.pop("newAsOf", None)
    for sort in ["removed", "added", "moved", "changed"]:
        for each in difference[sort]:
            for key in ["path", "from", "to"]:
                each.pop(key, None)
    return difference


def differences_of_an_exported_page_are_those_of_the_command(browser):
    def node(number, parent, name, **more):
        return {"id": number, **({"parent": parent} if parent else {}), "type": name, **more}

    def handled(code, line):
        return {"kind": "error", "domain": "E", "code": code, "label": f"l{code}", "source": f"a.swift:{line}"}

    old = [node(1, None, "Root", session=True, services=["API", "Store"])] + [
        node(2, 1, "A", label="a", state={"x": "1", "y": "2"}), node(3, 2, "B", handles=[handled("1", 1), handled("2", 2)]),
        node(4, 2, "C"), node(5, 4, "D"), node(6, 1, "F", representation="Screen"), node(7, 1, "G"), node(8, 1, "H"),
        node(9, 8, "I", raises=[{"kind": "event", "domain": "V", "code": "go"}]), node(10, 9, "J"),
    ]
    new = [node(1, None, "Root", session=True, services=["API", "Cache"])] + [
        node(8, 1, "H"), node(2, 1, "A", label="b", state={"y": "3", "z": "4"}), node(9, 2, "I", session=True), node(10, 9, "J"),
        node(3, 2, "B", handles=[handled("2", 9), handled("3", 3)]), node(6, 1, "F", representation="Window"),
        node(11, 6, "K"), node(12, 11, "L"), node(7, 1, "G"),
    ]
    for name, nodes in [("old.json", old), ("new.json", new)]:
        (folder / name).write_text(json.dumps({"format": "model-tree", "version": 1, "nodes": nodes}))
    answer = subprocess.run(
        [command, "diff", str(folder / "old.json"), str(folder / "new.json"), "--json"], stdout=subprocess.PIPE, text=True)
    with served(browser, "old.json") as one, served(browser, "new.json") as other:
        column = "() => fetch('tree', { headers: { Authorization: `Bearer ${sessionStorage.getItem('modeltree-token')}` } })" \
            ".then((answer) => answer.arrayBuffer()).then((bytes) => Array.from(new Uint8Array(bytes)))"
        bytes_ = other.go().evaluate(column)
        page = one.go()
        found = page.evaluate(
            """async (bytes) => {
                const [{ Tree }, { difference }] = await Promise.all([import('./columns.js'), import('./differences.js')]);
                return difference(document.querySelector('model-tree').tree, new Tree(Uint8Array.from(bytes).buffer));
            }""",
            bytes_)
    paths = [each["path"] for each in found["added"]]
    assert paths == ["/Root/F/K"], paths
    assert plain(found) == plain(json.loads(answer.stdout)), (found, answer.stdout)


def begin():
    """Starts the browser of a process, in which it runs one check after another."""
    global browser
    browser = sync_playwright().start().chromium.launch(executable_path=chromium)
    expect.set_options(timeout=PATIENCE)


def run(check):
    """Runs a check, and returns the lines of its failure."""
    global folder
    folder = pathlib.Path(files, check)
    shutil.copytree(files, folder, ignore=shutil.ignore_patterns(*checks))
    failure = ""
    try:
        globals()[check](browser)
    except Exception:
        failure = textwrap.indent(traceback.format_exc(), "  ", lambda line: True)
    for context in browser.contexts:
        context.close()
    return failure


# Checks wait more than they work: two at a time, beside the other tests. Those at the end of the file take longest, and begin first.
with concurrent.futures.ProcessPoolExecutor(2, initializer=begin) as pool:
    failures = [pool.submit(run, check) for check in reversed(checks)]
    for check, failure in zip(checks, reversed(failures)):
        print(check, failure.result(), sep="\n", end="", flush=True)
