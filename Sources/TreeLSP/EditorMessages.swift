package import TextIO

/// What an editor can do.
struct EditorClient {
  /// Whether it can be asked to watch files.
  let watchesFiles: Bool
  /// Whether it asks for lenses anew when told to.
  let refreshesLenses: Bool

  /// Reads an editor's capabilities; what can't be read is missing.
  init(_ json: JSONValue = .null) {
    let workspace = json["workspace"]
    watchesFiles =
      workspace?["didChangeWatchedFiles"]?["dynamicRegistration"] == .boolean(true)
    refreshesLenses = workspace?["codeLens"]?["refreshSupport"] == .boolean(true)
  }
}

/// The parameters of a message.
struct EditorParams {
  let json: JSONValue

  /// The folder that is open in the editor.
  var root: String? {
    var uris: [JSONValue] = []
    if case .array(let folders)? = json["workspaceFolders"] {
      uris = folders.compactMap { $0["uri"] }
    }
    uris += [json["rootUri"]].compactMap { $0 }
    for case .string(let uri) in uris {
      if let path = EditorDocument.path(of: uri) { return path }
    }
    if case .string(let path)? = json["rootPath"] { return path }
    return nil
  }

  /// The address of the file that the message is about.
  func uri() throws(RequestFault) -> String {
    try RequestFault.reading(.wrongParameters) { () throws(JSONProblem) in
      let document: JSONValue = json["textDocument"] ?? .null
      try document.checkObject("textDocument")
      return try document.read("uri")
    }
  }

  /// A member of the message.
  func read<Value: JSONReadable>(_ key: String) throws(RequestFault) -> Value {
    try RequestFault.reading(.wrongParameters) { () throws(JSONProblem) in try json.read(key) }
  }
}

extension EditorPosition: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(line: try json.read("line"), character: try json.read("character"))
  }

  func write(to json: inout JSONObject) {
    json.write("line", line)
    json.write("character", character)
  }
}

extension EditorRange: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    try json.checkObject(key)
    self.init(try json.read("start"), try json.read("end"))
  }

  func write(to json: inout JSONObject) {
    json.object("start", start.write)
    json.object("end", end.write)
  }
}

extension EditorEdit {
  func write(to json: inout JSONObject) {
    json.object("range", range.write)
    json.write("newText", text)
  }
}

extension EditorDiagnostic {
  func write(to json: inout JSONObject) {
    json.object("range", range.write)
    json.write("severity", severity.rawValue)
    json.write("source", "modeltree")
    json.write("message", message)
  }
}

extension EditorCompletions {
  var json: JSONText {
    .object { json in
      json.write("isIncomplete", false)
      json.array("items") { list in
        for (place, item) in items.enumerated() {
          list.object { json in
            json.write("label", item.text)
            json.write("kind", item.kind.rawValue)
            json.write("detail", item.detail)
            // In the order of the list.
            json.write("sortText", String(String(100_000 + place).dropFirst()))
            json.write("filterText", item.text)
            json.object("textEdit") { EditorEdit(range: replaced, text: item.text).write(to: &$0) }
          }
        }
      }
    }
  }
}

extension EditorFix {
  func write(to json: inout JSONObject, uri: String) {
    json.write("title", title)
    json.write("kind", "quickfix")
    if let diagnostic {
      json.array("diagnostics") { list in list.object { diagnostic.write(to: &$0) } }
      json.write("isPreferred", true)
    }
    json.object("edit") { edit in
      edit.object("changes") { changes in
        changes.array(uri, of: edits) { edit, json in edit.write(to: &json) }
      }
    }
  }
}

extension EditorLens {
  func write(to json: inout JSONObject) {
    let start = EditorPosition(line: line, character: 0)
    json.object("range", EditorRange(start, start).write)
    json.object("command") { command in
      command.write("title", title)
      // It only tells.
      command.write("command", "")
    }
  }
}
