// The address: what is looked at is written behind '#', and read where a person goes back or forth.

import { readPlace, writePlace } from "./place.js";

export class Router {
  constructor(app) {
    app.addEventListener("place", ({ detail }) => { if (detail?.isOurs) writePlace(app.place, detail.isStep); });
    addEventListener("popstate", () => { if (app.tree) app.visit({ ...readPlace(), view: readPlace().view ?? "model" }); });
  }
}
