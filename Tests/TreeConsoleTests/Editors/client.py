"""Uses a language server as an editor does, through the client of pygls.

usage: client.py FOLDER COMMAND WORD...

FOLDER holds tree.treespec, in which one line is wrong, and Session.swift. Prints one JSON object: what the
server said before and after the spec was corrected by its own fix, and how much it answered otherwise.
"""

import asyncio
import json
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient


async def main(folder, command, words):
    client = LanguageClient("test", "1")
    published = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def take(params):
        published.put_nowait(params)

    await client.start_io(command, *words)
    begun = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(), root_uri=pathlib.Path(folder).as_uri()
        )
    )
    client.initialized(types.InitializedParams())

    def open_file(name, language):
        path = pathlib.Path(folder, name)
        item = types.TextDocumentItem(path.as_uri(), language, 1, path.read_text())
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return item

    spec = open_file("tree.treespec", "treespec")
    document = types.TextDocumentIdentifier(spec.uri)
    before = await asyncio.wait_for(published.get(), 10)
    place = types.Position(2, 4)
    completions = await client.text_document_completion_async(
        types.CompletionParams(document, types.Position(3, 4))
    )
    hover = await client.text_document_hover_async(types.HoverParams(document, place))
    fixes = await client.text_document_code_action_async(
        types.CodeActionParams(
            document,
            before.diagnostics[0].range,
            types.CodeActionContext(before.diagnostics),
        )
    )
    edit = fixes[0].edit.changes[spec.uri][0]
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, spec.uri),
            [types.TextDocumentContentChangePartial(text=edit.new_text, range=edit.range)],
        )
    )
    after = await asyncio.wait_for(published.get(), 10)
    end = types.Position(1, 99)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(3, spec.uri),
            [types.TextDocumentContentChangePartial(text="   ", range=types.Range(end, end))],
        )
    )
    await asyncio.wait_for(published.get(), 10)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    formatted = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, options)
    )
    source = open_file("Session.swift", "swift")
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(source.uri))
    )
    await client.shutdown_async(None)
    client.exit(None)
    print(
        json.dumps(
            {
                "encoding": begun.capabilities.position_encoding,
                "before": [one.range.start.line for one in before.diagnostics],
                "after": [one.message for one in after.diagnostics],
                "completions": sum(
                    item.kind == types.CompletionItemKind.Class for item in completions.items
                ),
                "hover": hover.contents.value.split("\n")[0].strip(),
                "fixes": [fix.title for fix in fixes],
                "formatted": len(formatted or []),
                "lenses": [lens.range.start.line for lens in lenses],
            }
        )
    )


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
