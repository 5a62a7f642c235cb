package import TextIO

/// Answers the messages of an editor, by the Language Server Protocol.
///
/// It keeps the open files and leaves what to say of them to a language. A wrong message gets an
/// error, and the next one is answered as usual.
package struct EditorServer {
  /// The stages of a connection.
  private enum Stage {
    case new
    case ready
    case shutDown
  }

  private let name: String
  private let version: String
  private let language: any EditorLanguage
  private var stage = Stage.new
  private var client = EditorClient()
  private var settings = EditorSettings(root: nil, values: .null)
  private var documents: [String: EditorDocument] = [:]
  /// The files whose remarks may be old.
  private var unchecked: Set<String> = []
  /// The number of requests to the editor.
  private var requestCount = 0

  /// The status to exit with, once the editor has asked for that: 1 without a `shutdown` before.
  package private(set) var exitStatus: Int32?

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - name: The server's name.
  ///   - version: The server's version.
  ///   - language: What answers for the files.
  package init(name: String, version: String, language: any EditorLanguage) {
    self.name = name
    self.version = version
    self.language = language
  }

  /// Returns the messages that answer one; usually one, for a notification none.
  package mutating func answers(to message: FramedMessages.Message) -> [JSONText] {
    let bytes: [UInt8]
    switch message {
    case .bytes(let message): bytes = message
    case .refused(let reason): return [.refusal(RequestFault(.noRequest, reason), of: nil)]
    }
    let json: JSONValue
    do throws(RequestFault) { json = try RequestFault.parsing(bytes) } catch {
      return [.refusal(error, of: nil)]
    }
    let id = json["id"]?.requestID
    // An answer to a request of the server.
    if json["method"] == nil, json["result"] != nil || json["error"] != nil { return [] }
    do throws(RequestFault) {
      let method: String? = try RequestFault.reading(.noRequest) { () throws(JSONProblem) in
        try json.checkObject("a message")
        return try json.readIfPresent("method")
      }
      guard let method else { throw RequestFault(.noRequest, "'method' is missing") }
      let params = EditorParams(json: json["params"] ?? .null)
      guard let id else { return notice(method, params) }
      return [.result(try result(of: method, params), of: id)]
    } catch {
      return [.refusal(error, of: id)]
    }
  }

  /// Returns the remarks on files that have changed, as messages.
  package mutating func diagnostics() -> [JSONText] {
    defer { unchecked = [] }
    return unchecked.sorted().compactMap { documents[$0] }.map { document in
      let found = language.diagnostics(of: document)
      return Self.notification("textDocument/publishDiagnostics") { json in
        json.write("uri", document.uri)
        json.write("version", document.version)
        json.array("diagnostics", of: found) { one, json in one.write(to: &json) }
      }
    }
  }

  // MARK: Requests

  private mutating func result(
    of method: String, _ params: EditorParams
  ) throws(RequestFault) -> JSONText {
    switch (stage, method) {
    case (.new, "initialize"):
      stage = .ready
      client = EditorClient(params.json["capabilities"] ?? .null)
      settings.root = params.root
      settings.values = params.json["initializationOptions"] ?? .null
      language.configure(settings)
      return capabilities
    case (.new, _): throw RequestFault(.notInitialized, "'initialize' comes first")
    case (.shutDown, _): throw RequestFault(.noRequest, "the server is shut down")
    case (.ready, "initialize"): throw RequestFault(.noRequest, "a second 'initialize'")
    case (.ready, "shutdown"):
      stage = .shutDown
      return .null
    default: break
    }
    switch method {
    case "textDocument/completion":
      let completions = try language.completions(in: document(params), at: params.read("position"))
      return completions?.json ?? .array { _ in }
    case "textDocument/hover":
      let position: EditorPosition = try params.read("position")
      guard let text = try language.hover(in: document(params), at: position) else { return .null }
      return .object { json in
        json.object("contents") { contents in
          contents.write("kind", "markdown")
          contents.write("value", text)
        }
      }
    case "textDocument/codeAction":
      let document = try document(params)
      let fixes = language.fixes(in: document, for: try params.read("range"))
      return .array(of: fixes) { fix, json in fix.write(to: &json, uri: document.uri) }
    case "textDocument/formatting":
      let document = try document(params)
      guard let text = language.formatted(document) else { return .null }
      return .array { list in
        if let edit = document.text.edit(to: text) { list.object { edit.write(to: &$0) } }
      }
    case "textDocument/codeLens":
      let document = try document(params)
      let lenses = language.lenses(in: document)
      return .array(of: lenses) { lens, json in lens.write(to: &json) }
    default:
      throw RequestFault(.unknownMethod, "'\(method)' is not answered here")
    }
  }

  private func document(_ params: EditorParams) throws(RequestFault) -> EditorDocument {
    let uri = try params.uri()
    guard let document = documents[uri] else {
      throw RequestFault(.wrongParameters, "'\(uri)' is not open")
    }
    return document
  }

  private var capabilities: JSONText {
    .object { json in
      json.object("capabilities") { json in
        json.write("positionEncoding", "utf-16")
        json.object("textDocumentSync") { sync in
          sync.write("openClose", true)
          sync.write("change", 2)
          sync.object("save") { _ in }
        }
        json.object("completionProvider") { completion in
          completion.write("triggerCharacters", ["[", ".", "=", "$", " "])
        }
        json.write("hoverProvider", true)
        json.object("codeActionProvider") { $0.write("codeActionKinds", ["quickfix"]) }
        json.write("documentFormattingProvider", true)
        json.object("codeLensProvider") { $0.write("resolveProvider", false) }
      }
      json.object("serverInfo") { info in
        info.write("name", name)
        info.write("version", version)
      }
    }
  }

  // MARK: Notifications

  /// Takes a notification. A wrong one has no answer, and no effect.
  private mutating func notice(_ method: String, _ params: EditorParams) -> [JSONText] {
    if method == "exit" {
      exitStatus = stage == .shutDown ? 0 : 1
      return []
    }
    guard stage == .ready else { return [] }
    switch method {
    case "initialized":
      return client.watchesFiles ? [request("client/registerCapability", watch)] : []
    case "textDocument/didOpen": open(params)
    case "textDocument/didChange": change(params)
    case "textDocument/didClose":
      guard let uri = try? params.uri(), documents.removeValue(forKey: uri) != nil else { break }
      unchecked.remove(uri)
      // Nothing more is known of a closed file.
      return [
        Self.notification("textDocument/publishDiagnostics") { json in
          json.write("uri", uri)
          json.array("diagnostics") { _ in }
        }
      ]
    case "textDocument/didSave": if let uri = try? params.uri() { recheck([uri]) }
    case "workspace/didChangeConfiguration":
      settings.values = params.json["settings"]?[name] ?? params.json["settings"] ?? .null
      language.configure(settings)
      return refreshed()
    case "workspace/didChangeWatchedFiles": return refreshed()
    default: break
    }
    return []
  }

  private mutating func open(_ params: EditorParams) {
    guard let item = params.json["textDocument"], let uri: String = try? item.read("uri"),
      let text: String = try? item.read("text")
    else { return }
    documents[uri] = EditorDocument(
      uri: uri, language: (try? item.read("languageId")) ?? "",
      version: (try? item.read("version")) ?? 0, text: EditorText(text))
    recheck([uri])
  }

  private mutating func change(_ params: EditorParams) {
    guard let uri = try? params.uri(), documents[uri] != nil,
      case .array(let changes)? = params.json["contentChanges"]
    else { return }
    for change in changes {
      guard let text: String = try? change.read("text") else { continue }
      let range = change["range"].flatMap { try? EditorRange(json: $0, "range") }
      // A range that can't be read would put the text in the wrong place.
      if change["range"] != nil, range == nil { continue }
      documents[uri]?.text.replace(range, by: text)
    }
    if let version: Int = try? params.json["textDocument"]?.read("version") {
      documents[uri]?.version = version
    }
    recheck([uri])
  }

  private mutating func recheck(_ uris: some Sequence<String>) {
    unchecked.formUnion(uris.filter { documents[$0] != nil })
  }

  /// Checks every file anew, and has the editor ask for its lenses.
  private mutating func refreshed() -> [JSONText] {
    recheck(documents.keys)
    return client.refreshesLenses ? [request("workspace/codeLens/refresh", .null)] : []
  }

  /// A request to watch the files that answers come from.
  private var watch: JSONText {
    .object { json in
      json.array("registrations") { list in
        list.object { one in
          one.write("id", "trees")
          one.write("method", "workspace/didChangeWatchedFiles")
          one.object("registerOptions") { options in
            options.array("watchers") { watchers in
              watchers.object { $0.write("globPattern", "**/*.{json,journal,treespec}") }
            }
          }
        }
      }
    }
  }

  private mutating func request(_ method: String, _ params: JSONText) -> JSONText {
    requestCount += 1
    let id = requestCount
    return .object { json in
      json.write("jsonrpc", "2.0")
      json.write("id", id)
      json.write("method", method)
      if params != .null { json.write("params", params) }
    }
  }

  private static func notification(
    _ method: String, _ params: (inout JSONObject) -> Void
  ) -> JSONText {
    .object { json in
      json.write("jsonrpc", "2.0")
      json.write("method", method)
      json.object("params", params)
    }
  }
}
