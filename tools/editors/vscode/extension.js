// Connects Visual Studio Code to `modeltree lsp`.
"use strict";

const vscode = require("vscode");
const { Client } = require("./client.js");

const selector = [{ language: "treespec" }, { language: "swift", scheme: "file" }];
let client;

const isOurs = (document) => vscode.languages.match(selector, document) > 0;
const identifier = (document) => ({ textDocument: { uri: document.uri.toString() } });
const range = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);
const edit = ({ range: part, newText }) => new vscode.TextEdit(range(part), newText);

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("modeltree");
  const options = { dump: settings.get("dump"), journal: settings.get("journal") };
  const problems = vscode.languages.createDiagnosticCollection("modeltree");
  const lensesChanged = new vscode.EventEmitter();
  let isStopped = false;

  const server = new Client(settings.get("command"), ["lsp"], {
    onNotice(method, params) {
      if (method === "workspace/codeLens/refresh") lensesChanged.fire();
      if (method !== "textDocument/publishDiagnostics") return;
      const found = params.diagnostics.map((one) => {
        // Their severities are one less than the protocol's.
        const problem = new vscode.Diagnostic(range(one.range), one.message, one.severity - 1);
        problem.source = one.source;
        return problem;
      });
      problems.set(vscode.Uri.parse(params.uri), found);
    },
    onEnd(reason) {
      if (!isStopped) vscode.window.showWarningMessage(`modeltree has ended: ${reason}`);
    },
  });
  client = server;
  context.subscriptions.push(problems, lensesChanged, { dispose: () => (isStopped = true) });

  await server.request("initialize", {
    processId: process.pid,
    rootUri: vscode.workspace.workspaceFolders?.[0]?.uri.toString() ?? null,
    capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    initializationOptions: options,
  });
  server.notify("initialized", {});

  const open = (document) => {
    if (!isOurs(document)) return;
    server.notify("textDocument/didOpen", {
      textDocument: {
        uri: document.uri.toString(),
        languageId: document.languageId,
        version: document.version,
        text: document.getText(),
      },
    });
  };
  vscode.workspace.textDocuments.forEach(open);
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{json,journal,treespec}");
  const changed = () => server.notify("workspace/didChangeWatchedFiles", { changes: [] });
  const ask = async (method, document, more) => server.request(method, { ...identifier(document), ...more });

  context.subscriptions.push(
    watcher,
    watcher.onDidChange(changed),
    watcher.onDidCreate(changed),
    watcher.onDidDelete(changed),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (isOurs(document)) server.notify("textDocument/didClose", identifier(document));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isOurs(document) || contentChanges.length === 0) return;
      server.notify("textDocument/didChange", {
        textDocument: { uri: document.uri.toString(), version: document.version },
        contentChanges: contentChanges.map(({ range, text }) => ({ range, text })),
      });
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration("modeltree")) return;
      const { dump, journal } = vscode.workspace.getConfiguration("modeltree");
      server.notify("workspace/didChangeConfiguration", { settings: { modeltree: { dump, journal } } });
    }),

    vscode.languages.registerCompletionItemProvider(
      selector[0],
      {
        async provideCompletionItems(document, position) {
          const found = await ask("textDocument/completion", document, { position });
          return (found.items ?? []).map((item) => {
            // Their kinds are one less than the protocol's.
            const completion = new vscode.CompletionItem(item.label, item.kind - 1);
            completion.detail = item.detail;
            completion.sortText = item.sortText;
            completion.filterText = item.filterText;
            completion.insertText = item.textEdit.newText;
            completion.range = range(item.textEdit.range);
            return completion;
          });
        },
      },
      "[", ".", "=", "$", " ",
    ),
    vscode.languages.registerHoverProvider(selector[0], {
      async provideHover(document, position) {
        const found = await ask("textDocument/hover", document, { position });
        return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value));
      },
    }),
    vscode.languages.registerCodeActionsProvider(selector[0], {
      async provideCodeActions(document, part) {
        const found = await ask("textDocument/codeAction", document, { range: part, context: { diagnostics: [] } });
        return found.map((one) => {
          const action = new vscode.CodeAction(one.title, vscode.CodeActionKind.QuickFix);
          action.edit = new vscode.WorkspaceEdit();
          action.isPreferred = one.isPreferred;
          for (const [uri, edits] of Object.entries(one.edit.changes)) {
            action.edit.set(vscode.Uri.parse(uri), edits.map(edit));
          }
          return action;
        });
      },
    }),
    vscode.languages.registerDocumentFormattingEditProvider(selector[0], {
      async provideDocumentFormattingEdits(document, { tabSize, insertSpaces }) {
        const found = await ask("textDocument/formatting", document, { options: { tabSize, insertSpaces } });
        return found?.map(edit);
      },
    }),
    vscode.languages.registerCodeLensProvider(selector[1], {
      onDidChangeCodeLenses: lensesChanged.event,
      async provideCodeLenses(document) {
        const found = await ask("textDocument/codeLens", document);
        return found.map((lens) => new vscode.CodeLens(range(lens.range), lens.command));
      },
    }),
  );
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
