// The command that gives at a prompt what a view shows, with a button that copies it.

import { renew } from "./renew.js";
import { make, shellWord } from "./words.js";

class CommandLine extends HTMLElement {
  set words(words) {
    this.text = words.map(shellWord).join(" ");
    renew(this, make("code", this.text), make("button", {
      "aria-label": `Copy: ${this.text}`, click: (event) => copy(this.text, event.currentTarget),
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
