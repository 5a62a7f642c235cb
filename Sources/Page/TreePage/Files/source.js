// Where answers come from: the server.

import { Columns, Tree } from "./columns.js";
import { parsed } from "./words.js";

// Plain words are looked for in all names; a selector has characters that names lack.
export function isSelector(query) { return /[*?/#[\]{}\\]/.test(query); }

// What went wrong, in words for a person.
export class Failure extends Error {}

// A reply with an answer; without one, its last note says why.
export function answered(reply) {
  if (reply.answer !== null) return reply;
  throw new Failure(reply.notes.at(-1) ?? "The command answers nothing.");
}

// A path with what is asked for; what is null is left out.
function pathWith(path, values) {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return path + given.map(([name, value], at) => `${at ? "&" : "?"}${name}=${encodeURIComponent(value)}`).join("");
}

export class Server {
  constructor(token) {
    this.headers = { Authorization: `Bearer ${token}` };
  }

  async ask(path, options) {
    let response;
    try {
      response = await fetch(path, { ...options, headers: this.headers });
    } catch {
      throw new Failure("The server does not answer. It ends with its terminal; run the command again.");
    }
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({}));
    throw new Failure(error ?? `The server refuses (${response.status}).`);
  }

  async json(path, options) { return parsed(await (await this.ask(path, options)).text()); }
  async bytes(path, values) { return (await this.ask(pathWith(path, values))).arrayBuffer(); }

  async about() { return this.json("about"); }

  // The tree as it is, or as it was after a record; that of the target, or of the older one.
  async tree(at) { return new Tree(await this.bytes("tree", { at })); }
  async olderTree(at) { return new Tree(await this.bytes("tree", { of: "older", at })); }

  // The records behind one, the last ones where there are more.
  async records(after, limit) { return this.bytes("journal", { after, limit }); }

  async command(words, { at = null, confirmed = false } = {}) {
    const body = JSON.stringify({ words, at: at === null ? null : String(at), ...(confirmed ? { confirmed } : {}) });
    return this.json("command", { method: "POST", body });
  }

  async matches(query, at) {
    const file = new Columns(await this.bytes("matches", { [isSelector(query) ? "selector" : "text"]: query, at }));
    return { ...file.head, positions: file.get("positions", Int32Array) ?? new Int32Array() };
  }

  // Tells of each state of the target, and of the server's end. A browser has six connections to a
  // server and each stream of events takes one: of all pages one listens, and tells the others.
  watch(tell) {
    if (!navigator.locks) return this.listen(tell);
    const others = new BroadcastChannel("states");
    let last = null;
    let isListening = false;
    others.addEventListener("message", ({ data }) => {
      if (data !== "which") tell(data);
      else if (isListening && last) others.postMessage(last);
    });
    others.postMessage("which");
    navigator.locks.request("events", () => {
      isListening = true;
      return this.listen((state) => {
        last = state;
        others.postMessage(state);
        tell(state);
      });
    });
  }

  // Begins again by itself.
  async listen(tell) {
    for (;;) {
      try {
        const response = await this.ask("events");
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let text = "";
        for (;;) {
          const { value, done } = await reader.read();
          if (done) break;
          const events = (text + value).split("\n\n");
          text = events.pop();
          for (const event of events) {
            if (event.startsWith("data: ")) tell(JSON.parse(event.slice(6)));
          }
        }
        tell({ gone: "The server has ended. What is shown is the last that was seen." });
      } catch (error) {
        tell({ gone: `${error.message} What is shown is the last that was seen.` });
      }
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  }
}
