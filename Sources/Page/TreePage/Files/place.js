// What is looked at, as the address holds it behind '#', so that a link or a reload leads back.

import { idOf } from "./words.js";

const tokenKey = "modeltree-token";
export const viewNames = {
  tree: "Tree", model: "Model", route: "Explain", routes: "Messages", findings: "Findings", diagram: "Diagram", time: "Time",
  compare: "Compare",
};
// What the address holds beside the view: numbers, and texts with their names there. The tree is looked at after
// the record `at`, and compared with the one after `since`.
const placeNumbers = ["at", "since"];
const placeTexts = { query: "find", filter: "show", message: "message" };
const tokenPattern = /^#([0-9a-f]{64})(?:&(.*))?$/;

// Takes the token out of the address. It stays with this tab alone, and out of links that are copied.
export function takeToken() {
  const match = tokenPattern.exec(location.hash);
  if (match) {
    sessionStorage.setItem(tokenKey, match[1]);
    history.replaceState(null, "", `#${match[2] ?? ""}`);
  }
  return sessionStorage.getItem(tokenKey);
}

// An address that was printed may be opened in a tab that has the page already, perhaps of a server that
// was started anew: the page begins again with its token.
export function watchForToken() {
  addEventListener("hashchange", () => {
    if (!tokenPattern.test(location.hash)) return;
    takeToken();
    location.reload();
  });
}

export function readPlace() {
  const values = new URLSearchParams(location.hash.slice(1));
  const place = { view: Object.hasOwn(viewNames, values.get("view")) ? values.get("view") : null };
  for (const name of placeNumbers) {
    const value = Number(values.get(name));
    place[name] = values.has(name) && Number.isSafeInteger(value) && value >= 0 ? value : null;
  }
  const node = values.get("node");
  place.node = /^\d+$/.test(node) ? idOf(node) : null;
  for (const [text, name] of Object.entries(placeTexts)) place[text] = values.get(name) ?? "";
  return place;
}

export function writePlace(place, isStep) {
  const values = new URLSearchParams();
  values.set("view", place.view);
  for (const name of ["node", ...placeNumbers]) if (place[name] !== null) values.set(name, place[name]);
  for (const [text, name] of Object.entries(placeTexts)) if (place[text]) values.set(name, place[text]);
  const address = `#${values}`;
  if (address === location.hash) return;
  if (isStep) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
