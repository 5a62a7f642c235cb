// What is looked at, as the address holds it behind '#', so that a link or a reload leads back.

const tokenKey = "modeltree-token";
// The views, with the names of their tabs.
export const viewNames = {
  tree: "Tree", model: "Model", route: "Explain", routes: "Messages", findings: "Findings", diagram: "Diagram", time: "Time",
  compare: "Compare",
};
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
  const number = (name) => {
    const value = Number(values.get(name));
    return values.has(name) && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  return {
    view: Object.hasOwn(viewNames, values.get("view")) ? values.get("view") : null,
    node: number("node"),
    query: values.get("find") ?? "",
    filter: values.get("show") ?? "",
    message: values.get("message") ?? "",
    // The record after which the tree is looked at, and the one with which it is compared.
    at: number("at"),
    since: number("since"),
  };
}

// Writes the address; a step that a person would go back from becomes one of the browser's.
export function writePlace(place, isStep) {
  const values = new URLSearchParams();
  values.set("view", place.view);
  if (place.node !== null) values.set("node", place.node);
  if (place.at !== null) values.set("at", place.at);
  if (place.since !== null) values.set("since", place.since);
  if (place.query) values.set("find", place.query);
  if (place.filter) values.set("show", place.filter);
  if (place.message) values.set("message", place.message);
  const address = `#${values}`;
  if (address === location.hash) return;
  if (isStep) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
