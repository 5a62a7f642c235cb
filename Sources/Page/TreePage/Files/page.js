// The page: a target, the tree of it, and beside it the view that is chosen.

import { openChooser, openKeys } from "./chooser.js";
import { DiagramView } from "./diagram.js";
import { FindingsView, severityCounts } from "./findings.js";
import { LanesView, marksOn } from "./lanes.js";
import { modelButton } from "./links.js";
import { ModelView } from "./model.js";
import { MomentBar } from "./moment.js";
import { listenToPanes } from "./panes.js";
import { readPlace, takeToken, viewNames, watchForToken, writePlace } from "./place.js";
import { renew } from "./renew.js";
import { marksOf, RouteView, traceWords } from "./route.js";
import { Search } from "./search.js";
import { Failure, Server } from "./source.js";
import { Store, treelessViews } from "./store.js";
import { RoutesView } from "./tables.js";
import { TimeView } from "./time.js";
import { Panel } from "./view.js";
import { add, byID, counted, grouped, isShortcut, make, messageWords, onClick } from "./words.js";
import "./tree.js";

const views = {
  tree: ModelView, model: ModelView, route: RouteView, routes: RoutesView, findings: FindingsView,
  diagram: DiagramView, time: TimeView, compare: LanesView,
};
// Of larger trees nothing is counted before it is asked for.
const mostCounted = 50_000;
// The milliseconds between two counts.
const countingTime = 3_000;

class Page {
  constructor(source) {
    this.tabs = Object.entries(viewNames).map(([view, name]) => make("button", {
      role: "tab", id: `tab-${view}`, "aria-controls": view === "tree" ? "tree-panel" : "panel",
      hidden: view === "time" || view === "compare", value: view, click: () => this.app.go({ view }),
    }, name));
    document.querySelector(".tabs").append(...this.tabs);
    this.app = new Store(source);
    this.rows = byID("tree");
    this.panel = new Panel(this.app, byID("panel"), views);
    this.bar = new MomentBar(this.app);
    this.search = new Search(this.app, this.rows);
    this.follow();
    this.listen();
  }

  async begin() {
    try {
      await this.app.begin(readPlace());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return fail(error.message);
    }
    this.showPlace();
    this.countSoon();
  }

  follow() {
    const { app, rows, bar, panel } = this;
    const on = (what, act) => app.addEventListener(what, (event) => act(event.detail));
    on("about", () => this.showName());
    on("state", () => this.showState());
    on("tree", () => {
      // Compare marks where two runs differ, and nothing else.
      rows.show(app.tree, app.chosen, app.place.view !== "compare");
      rows.compare(app.compared, app.place.at !== null && app.place.since > app.place.at);
      bar.show();
      if (!panel.view) return;
      this.search.update();
      this.countSoon();
      this.showRoute();
      this.showPath();
      panel.showSoon();
    });
    on("records", () => {
      bar.show();
      if (app.place.view === "time") panel.view?.update();
    });
    on("moment", () => { if (app.place.view === "time") panel.view?.update(); });
    on("marks", () => this.showRoute());
    on("place", (detail) => {
      if (detail?.isOurs) writePlace(app.place, detail.isStep);
      this.showPlace(detail?.isOurs);
    });
  }

  showPlace(isOurs) {
    const { app, rows } = this;
    const { view } = app.place;
    document.body.dataset.view = view;
    for (const tab of this.tabs) {
      const isShown = tab.value === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    this.showTab();
    byID("panel").setAttribute("aria-labelledby", `tab-${view}`);
    if (rows.chosen !== app.chosen || !isOurs) rows.choose(app.chosen, true);
    else rows.draw();
    if (!isOurs) this.search.visit();
    this.bar.show();
    this.showPath();
    this.showRoute();
    this.panel.show();
  }

  // On a narrow page the tabs are scrolled.
  showTab() {
    document.querySelector("[role=tab][aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  showName() {
    const { about } = this.app;
    document.title = `${about.name} – modeltree`;
    renew(byID("name"), about.name);
    byID("tab-time").hidden = !about.journal;
    byID("tab-compare").hidden = !about.older;
    // A journal that never has a tree shows what happened.
    document.body.classList.toggle("treeless", Boolean(about.noTree));
    for (const tab of this.tabs) if (about.noTree && !treelessViews.includes(tab.value)) tab.hidden = true;
  }

  showState() {
    const { about, tree, problem } = this.app;
    const kind = about.live ? "live" : about.exported ? "exported" : about.journal ? "journal" : "dump";
    const size = about.noTree ? counted(this.app.journal.count, "record") : counted(tree.count, "model");
    byID("state").textContent = problem ?? `${size} · ${kind}`;
    byID("state").classList.toggle("failed", Boolean(problem));
    // Only what is wrong is read aloud: the number of models may change each second.
    renew(byID("spoken"), problem);
  }

  showPath() {
    const { app } = this;
    const path = app.tree.count ? app.tree.path(app.chosen) : [];
    const parts = path.length > 12 ? [...path.slice(0, 4), null, ...path.slice(-7)] : path;
    renew(byID("path"), make("ol", parts.map((position) =>
      make("li", position === null ? "…" : modelButton(app, position)))));
    byID("path").scrollTop = byID("path").scrollHeight;
  }

  // Marks on the tree where the message goes that is looked at.
  async showRoute() {
    const { app, rows } = this;
    if (app.marks && app.place.view === "compare") return rows.follow(marksOn(app.tree, app.marks), "marks");
    const question = app.routeQuestion;
    if (!question) {
      this.route = null;
      return rows.follow(null);
    }
    const { tree } = app;
    const key = this.route = [question.message.kind, question.message.name, question.from, app.place.at].join();
    try {
      const { answer } = await app.askOnce(traceWords(question.message, question.from));
      if (this.route === key && tree === app.tree) rows.follow(marksOf(app, answer), key);
    } catch {
      // The view says why.
      if (this.route === key) rows.follow(null);
    }
  }

  // Says beside the names of the views how much is wrong; of a tree that changes, every few seconds.
  countSoon() {
    if (this.counting || this.app.tree.count > mostCounted) return;
    const wait = Math.max(0, countingTime - (performance.now() - (this.countedAt ?? -countingTime)));
    this.counting = setTimeout(async () => {
      this.countedAt = performance.now();
      const problems = await this.app.askOnce(this.app.problemWords).then(({ answer }) => answer.problems, () => null);
      this.counting = null;
      // What isn't answered now stays as it was.
      if (problems && showCount(byID("tab-findings"), ...severityCounts(problems)[0] ?? [])) this.showTab();
    }, wait);
  }

  listen() {
    const { app, rows } = this;
    rows.addEventListener("choose", (event) => app.choose(event.detail));
    rows.addEventListener("explain", (event) => app.explain(messageWords(event.detail)));
    rows.addEventListener("drawn", () => { byID("levels").textContent = rows.levels ?? ""; });
    document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
      goAlong(event, this.tabs.filter((tab) => tab.checkVisibility()))?.click();
    });
    onClick("fewer", () => rows.openLevels(rows.levels - 1));
    onClick("more", () => rows.openLevels(rows.levels + 1));
    onClick("all", () => rows.openLevels(app.tree.deepest));
    document.querySelector(".skip").addEventListener("click", (event) => {
      event.preventDefault();
      // On a narrow page the tree is a view of its own.
      if (!rows.checkVisibility()) app.go({ view: "tree" });
      rows.focus();
    });
    for (const bar of document.querySelectorAll("[role=toolbar]")) rove(bar);
    addEventListener("resize", () => this.showTab());
    addEventListener("popstate", () => {
      const place = readPlace();
      if (app.tree) app.visit({ ...place, view: place.view ?? "model" });
    });
    const paper = matchMedia("print");
    paper.addEventListener("change", () => this.print(paper.matches));
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    addEventListener("keydown", (event) => this.pressKey(event));
    onClick("go-to", () => openChooser(app, this.acts));
    listenToPanes();
  }

  pressKey(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key === "k") openChooser(this.app, this.acts);
    else if (event.target.closest("input, select, textarea, dialog") || isShortcut(event)) return;
    else if (key === "/") byID("query").select();
    else if (key === "?") openKeys();
    else return;
    event.preventDefault();
  }

  // What can be reached by typing: views, and what can be done without one.
  get acts() {
    const { app, rows } = this;
    const { about, place } = app;
    const act = (name, act, sort = "act") => ({ name, sort, act });
    return [
      ...this.tabs.filter((tab) => !tab.hidden && tab.value !== "tree")
        .map((tab) => act(viewNames[tab.value], () => app.go({ view: tab.value }), "view")),
      act("Open all levels", () => rows.openLevels(app.tree.deepest)), act("Close all levels", () => rows.openLevels(1)),
      act("Search models", () => byID("query").select()), act("List the keys", openKeys),
      ...about.journal ? [
        act("A record earlier", () => app.lookAt(app.moment - 1)),
        act("A record later", () => app.lookAt(place.at === null ? null : place.at + 1)),
        act(about.live ? "Go to the present" : "Go to the end", () => app.lookAt(null, true)),
        !about.noTree && act(place.since === null ? "Compare with this moment" : "End the comparison", () => app.toggleComparison()),
      ] : [],
    ].filter(Boolean);
  }

  // What is drawn by hand is drawn anew for paper, and again for the screen.
  print(isPrinted) {
    if (document.documentElement.classList.toggle("printed", isPrinted) === this.isPrinted) return;
    this.isPrinted = isPrinted;
    for (const each of document.querySelectorAll("model-tree, record-list, tree-diagram, time-line")) each.print(isPrinted);
  }

}

// Goes from the element with the focus to another of a row, where a key leads to one.
function goAlong(event, elements) {
  const at = elements.indexOf(document.activeElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined || at < 0) return null;
  event.preventDefault();
  const element = elements.at(to % elements.length);
  element.focus();
  return element;
}

// The number of the worst findings beside the name of a view; the name itself stays. Tells whether it changed.
function showCount(tab, severity, count) {
  const words = severity ? counted(count, severity) : "";
  if ((tab.getAttribute("aria-description") ?? "") === words) return false;
  tab.setAttribute("aria-description", words);
  tab.querySelector(".count")?.remove();
  if (severity) add(tab, make("span", { class: `count ${severity}`, "aria-hidden": "true" }, grouped(count)));
  return true;
}

// Makes a bar of buttons one stop of the keyboard: arrows lead from button to button.
function rove(bar) {
  const buttons = Array.from(bar.querySelectorAll("button"));
  const open = () => buttons.filter((button) => !button.disabled && !button.hidden);
  const arrange = (chosen = open()[0]) => {
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
  };
  bar.addEventListener("focusin", (event) => arrange(event.target));
  bar.addEventListener("keydown", (event) => goAlong(event, open()));
  // A button that can no longer be pressed is no stop.
  new MutationObserver(() => {
    if (!open().some((button) => button.tabIndex === 0)) arrange();
  }).observe(bar, { attributes: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  arrange();
}

function fail(words) {
  document.body.classList.add("broken");
  byID("state").textContent = byID("spoken").textContent = words;
}

export function open(source) { return new Page(source).begin(); }

function begin() {
  const token = takeToken();
  watchForToken();
  if (token) return open(new Server(token));
  fail("The address has no token. Open the one that “modeltree page” printed.");
}

// What a page without a server has begins by itself.
if (!globalThis.modelTreeExport) begin();
