// Runs the extension for Visual Studio Code with a stand-in for the editor, and prints what it showed as JSON.
//
// usage: node extension.js EXTENSION COMMAND FOLDER
//
// FOLDER holds tree.treespec, in which one line is wrong, and Session.swift.
"use strict";

const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const [extensionFolder, command, folder] = process.argv.slice(2);
const shown = { problems: [], warnings: [] };
const providers = {};
const nothing = () => ({ dispose() {} });

class Range {
  constructor(...numbers) {
    const [line, character, endLine, endCharacter] = numbers;
    this.start = { line, character };
    this.end = { line: endLine, character: endCharacter };
  }
}

class EventEmitter {
  event = nothing;
  fire() {}
}

class Values {
  constructor(...values) {
    this.values = values;
  }
}

const document = (name, languageId) => {
  const file = path.join(folder, name);
  return {
    uri: { toString: () => `file://${file}` },
    languageId,
    version: 1,
    getText: () => readFileSync(file, "utf8"),
  };
};
const spec = document("tree.treespec", "treespec");
const source = document("Session.swift", "swift");
let tell;
const told = new Promise((resolve) => (tell = resolve));

const vscode = {
  Range,
  EventEmitter,
  TextEdit: Values,
  CompletionItem: class {
    constructor(label, kind) {
      Object.assign(this, { label, kind });
    }
  },
  Hover: Values,
  MarkdownString: Values,
  CodeAction: class {
    constructor(title) {
      this.title = title;
    }
  },
  CodeActionKind: { QuickFix: "quickfix" },
  CodeLens: class {
    constructor(range, { title }) {
      Object.assign(this, { range, title });
    }
  },
  Diagnostic: class {
    constructor(range, message, severity) {
      Object.assign(this, { range, message, severity });
    }
  },
  WorkspaceEdit: class {
    set(uri, edits) {
      this.edits = edits;
    }
  },
  Uri: { parse: (text) => text },
  languages: {
    match: (selector, { languageId }) => (selector.some(({ language }) => language === languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({
      set(uri, list) {
        if (!uri.endsWith(".treespec")) return;
        shown.problems = list.map(({ range, severity }) => [range.start.line, severity]);
        tell();
      },
      dispose() {},
    }),
    ...Object.fromEntries(
      ["CompletionItem", "Hover", "CodeActions", "DocumentFormattingEdit", "CodeLens"].map((name) => [
        `register${name}Provider`,
        (_, provider) => (providers[name] = provider) && nothing(),
      ]),
    ),
  },
  window: { showWarningMessage: (text) => shown.warnings.push(text) },
  workspace: {
    workspaceFolders: [{ uri: { toString: () => `file://${folder}` } }],
    textDocuments: [spec, source],
    getConfiguration: () => ({ get: (key) => ({ command, dump: "", journal: "" })[key] }),
    createFileSystemWatcher: () => ({ onDidChange: nothing, onDidCreate: nothing, onDidDelete: nothing, dispose() {} }),
    onDidOpenTextDocument: nothing,
    onDidCloseTextDocument: nothing,
    onDidChangeTextDocument: nothing,
    onDidChangeConfiguration: nothing,
  },
};

const load = Module._load;
Module._load = (name, ...more) => (name === "vscode" ? vscode : load(name, ...more));

async function main() {
  const manifest = JSON.parse(readFileSync(path.join(extensionFolder, "package.json"), "utf8"));
  const { languages, grammars } = manifest.contributes;
  const files = [manifest.main, languages[0].configuration, grammars[0].path];
  shown.files = files.every((file) => existsSync(path.join(extensionFolder, file)));
  const grammar = JSON.parse(readFileSync(path.join(extensionFolder, grammars[0].path), "utf8"));
  // Every pattern is one that an engine accepts.
  JSON.stringify(grammar, (key, value) => {
    if (["match", "begin", "end"].includes(key)) new RegExp(value);
    return value;
  });

  const { activate, deactivate } = require(path.join(extensionFolder, manifest.main));
  await activate({ subscriptions: [] });
  await told;
  const at = (line, character) => ({ line, character });
  const completions = await providers.CompletionItem.provideCompletionItems(spec, at(3, 4));
  shown.completions = completions.filter(({ kind }) => kind === 6).length;
  const hover = await providers.Hover.provideHover(spec, at(2, 4));
  shown.hover = hover.values[0].values[0].split("\n")[0].trim();
  const fixes = await providers.CodeActions.provideCodeActions(spec, { start: at(3, 4), end: at(3, 4) });
  shown.fixes = fixes.map(({ title, edit }) => `${title}: ${edit.edits.length}`);
  shown.formatted = (await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(spec, {})).length;
  shown.lenses = (await providers.CodeLens.provideCodeLenses(source)).map(({ range }) => range.start.line);
  await deactivate();
  console.log(JSON.stringify(shown));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
