// The command that gives at a prompt what a view shows, with a button that copies it.

import { renew } from "./renew.js";
import { make, shellWord } from "./words.js";

class CommandLine extends HTMLElement {
  set words(words) { this.text = words.map(shellWord).join(" "); }

  set text(text) {
    renew(this, make("code", text), make("button", {
      "aria-label": `Copy: ${text}`, click: (event) => copy(text, event.currentTarget),
    }, "Copy"));
  }
}

export async function copy(text, button) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(button.previousElementSibling ?? button);
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = words; }, 1_500);
}

customElements.define("command-line", CommandLine);

export function commandLine(words) { return Object.assign(document.createElement("command-line"), { words }); }
