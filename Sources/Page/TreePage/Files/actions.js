// The actions that a running app offers: found by typing, and performed where a person agrees.

import { renew } from "./renew.js";
import { add, closeButton, counted, make, openDialog } from "./words.js";

// The app's actions as entries to choose from; none where it offers none.
export async function actionEntries(app) {
  if (!app.about.live || app.place.at !== null) return [];
  try {
    const { answer } = await app.ask(["do", "--json"], { at: null });
    return answer.map((action) => ({
      name: action.usage, words: action.help, sort: "action", act: () => openAction(app, action),
    }));
  } catch {
    return [];
  }
}

function openAction(app, action) {
  const fields = action.usage.split(" ").slice(1).map((parameter) => {
    const input = make("input", { type: "text", id: `value-${parameter}`, list: `values-${parameter}` });
    const values = (action.values?.[parameter] ?? []).map((value) => make("option", { value }));
    return { input, element: make("p", make("label", { for: input.id }, parameter), " ", input,
      make("datalist", { id: `values-${parameter}` }, values)) };
  });
  const came = make("div", { role: "status" });
  const dialog = openDialog({ "aria-label": "Perform an action" },
    make("form", {
      submit: () => perform(app, action.name, fields.map(({ input }) => input.value).filter(Boolean), came, dialog),
    }, make("h2", `Perform '${action.name}' in the running app?`), make("p", action.help), fields.map(({ element }) => element),
    closeButton(), make("button.danger", { type: "submit" }, "Perform")), came);
}

async function perform(app, name, values, came, dialog) {
  renew(came, make("p.loading", "performing…"));
  try {
    const { answer } = await app.ask(["do", "--json", "--", name, ...values], { at: null, confirmed: true });
    renew(came, make("h3", "What came of it"), make("p", answer.answer || "It answers nothing."));
    const first = answer.records?.[0]?.seq;
    if (first === undefined) return;
    add(came, make("p", make("button", {
      click: () => {
        dialog.close();
        app.showRecord(first);
      },
    }, `What it led to, in Time: ${counted(answer.records.length, "record")}`)));
  } catch (error) {
    renew(came, make("p.failed", error.message));
  }
}
