// The command that gives at a prompt what a view shows, with a button that copies it.

import { make, shellWord } from "./words.js";

export class CommandLine extends HTMLElement {
  set words(words) {
    const text = words.map(shellWord).join(" ");
    const code = make("code", {}, text);
    const button = make("button", {
      type: "button", "aria-label": `Copy: ${text}`,
      click: async () => {
        try {
          await navigator.clipboard.writeText(text);
          button.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(code);
          button.textContent = "Selected";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 1_500);
      },
    }, "Copy");
    this.replaceChildren(code, button);
  }
}

customElements.define("command-line", CommandLine);

export function commandLine(words) {
  const line = document.createElement("command-line");
  line.words = words;
  return line;
}
