import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeLink
import TreeSnapshot

/// Serves coding agents.
struct ServeAgents: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Let a coding agent ask, by the Model Context Protocol on standard input and output.",
    discussion: """
      The agent starts the command itself; register it there with the line that it would be started \
      with. Its tools are apps, problems, tree, show, trace, routes, history, journal, leaks, diff and \
      check, which answer as the commands do with --json, and with --allow-raise also raise. The agent \
      can read only the files named here; if none are, it can ask all running apps.

      EXAMPLES:
        modeltree mcp
        modeltree mcp @ExamMaster --allow-raise
        modeltree mcp before.json after.json --spec dashboard.treespec
      """)

  /// The number of bytes that count as a token.
  static let bytesPerToken = 4

  @Argument(
    help: "The dumps, journals and running apps to answer for; left out, all running apps.",
    completion: TargetWord.completion)
  var targets: [String] = []

  @Option(
    help: .value("file", "A spec, or a folder of them, for 'check'; may be given again."),
    completion: .file(extensions: ["treespec"]))
  var spec: [String] = []

  @Flag(help: "Let the agent raise test messages, whose handlers run.")
  var allowRaise = false

  @Option(help: .value("tokens", "The size of an answer, 4 bytes a token."))
  var budget = 2_000

  func validate() throws {
    if budget < 500 { throw ValidationError("--budget is at least 500 tokens") }
  }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if targets.contains("-") {
      throw ConsoleError("the agent's requests come from standard input; name the dump's file")
    }
    // An app may start later.
    for case .file(let path) in targets.map(TargetWord.init) { _ = try FileTarget(path) }
    let specs = try SpecFiles.specs(spec)
    var trees = AgentTargets(
      names: targets, specs: specs, size: budget * Self.bytesPerToken)
    let server = ToolServer(
      name: "modeltree", version: Version.current, instructions: AgentTools.instructions,
      tools: AgentTools.tools(for: targets, mayRaise: allowRaise)
    ) { tool, arguments throws(ToolError) in
      try trees.answer(tool, arguments)
    }
    for line in ByteLines(descriptor: Descriptor.input, limit: Self.longestRequest) {
      let answer =
        switch line {
        case .bytes(let line): server.answer(line)
        case .tooLong: ToolServer.refusal(ofLineLongerThan: Self.longestRequest)
        }
      guard let answer else { continue }
      output.write(answer.bytes + [UInt8(ascii: "\n")], as: .json)
      // A client that has disconnected ends the server.
      guard (try? output.flush()) != nil else { break }
    }
    return .done
  }

  /// The maximum size of a request, in bytes.
  private static let longestRequest = 1 << 20
}

/// The trees that a server for coding agents can inspect.
///
/// It reads a file only if it was started with the file's name. If it was started without names, it
/// covers all running apps.
struct AgentTargets {
  /// The targets that the server was started with.
  fileprivate let names: [String]
  /// The specs that it was started with.
  fileprivate let specs: [String]
  /// The maximum size of an answer in bytes. A quarter is reserved for notes and remarks on the page.
  fileprivate let size: Int
  /// The state kept for each target.
  fileprivate var sessions: [String: PromptSession] = [:]
  /// The apps queried so far.
  fileprivate var apps: [String: RemoteTarget] = [:]

  /// Opens the target with a name. A file is read again, so that an answer is never outdated. The
  /// connection to an app stays open; if the app has ended, its successor is searched.
  private mutating func open(_ name: String) throws(ToolError) -> any InspectionTarget {
    guard names.contains(name) || names.isEmpty && name.hasPrefix("@") else {
      throw ToolError(
        names.isEmpty
          ? "'\(name)' isn't a running app; write @NAME or @PID"
          : "the server wasn't started with '\(name)'")
    }
    do {
      guard case .app(let app) = TargetWord(name) else { return try FileTarget(name) }
      if let target = apps[name] {
        _ = try? target.state()
        if target.kind != .ended { return target }
      }
      let target = try RemoteTarget(app, .agent)
      apps[name] = target
      return target
    } catch {
      throw ToolError("\(error)")
    }
  }

  /// The minimum size of a record in JSON.
  private static let shortestRecord = 64

  /// The server's targets: files, each with its contents, and the running apps, if allowed.
  private var targets: JSONText {
    .array { array in
      for name in names where AppName(word: name) == nil {
        array.object { json in
          json.write("target", name)
          do {
            let target = try FileTarget(name)
            json.write("kind", target.kind.word)
            json.write("name", target.name)
            json.write("models", (try? target.state())?.snapshot.count)
            json.write("records", target.contents?.records.count)
          } catch {
            json.write("error", "\(error)")
          }
        }
      }
      if names.contains(where: { AppName(word: $0) != nil }) {
        for app in AppSearch(client: RemoteTarget.client).apps() {
          array.object { app.write(to: &$0) }
        }
      }
    }
  }

  /// Answers a tool call with a page.
  mutating func answer(
    _ tool: String, _ arguments: JSONValue
  ) throws(ToolError) -> ToolServer.Answer {
    let start = try arguments.start()
    let words = try AgentTools.words(
      of: tool, arguments, specs: specs, room: start + size / Self.shortestRecord)
    let name = arguments.text("target") ?? names.first ?? ""
    if tool == "apps", !names.isEmpty {
      let page = AnswerPage(of: targets.bytes, from: start, size: size * 3 / 4)
      return .page(page, notes: [])
    }
    let target: any InspectionTarget = tool == "apps" ? NoTarget() : try open(name)
    let present = try? target.state()
    var session = sessions[name] ?? PromptSession()
    session.caller = .agent(target: names.count == 1 ? nil : name)
    let isFirst = session.remembered(AgentTools.last) == nil
    if isFirst, let present { session.remember(present, as: AgentTools.last) }
    // Without names, any app can be asked, and compared with.
    let old = names.isEmpty ? arguments.text("old").map { $0.hasPrefix("@") ? [$0] : [] } : nil
    let answer = CommandService(
      target: target, session: session, files: names + specs + (old ?? [])
    ).run(words)
    defer { if tool != "apps" { sessions[name] = session } }
    if answer.bytes.isEmpty { return .failure(answer.notes.joined(separator: "\n")) }
    var notes = answer.notes
    if tool == "diff" {
      let isToLast = arguments.text("old") ?? AgentTools.last == AgentTools.last
      if isFirst, isToLast, arguments.text("at") == nil {
        notes.append("this is the first look at the tree; ask again later")
      }
      if let present { session.remember(present, as: AgentTools.last) }
    }
    let page = AnswerPage(
      of: answer.bytes, from: start, limit: arguments.number("limit") ?? .max, size: size * 3 / 4)
    if tool != "tree", let snapshot = present?.snapshot,
      let models = AnsweredModels(page.json.bytes).words(in: snapshot)
    {
      notes.append(models)
    }
    return .page(page, notes: Self.cut(notes, to: size / 4 - AnswerPage.remarksSize))
  }

  /// The first notes that fit into a number of bytes.
  private static func cut(_ notes: [SafeText], to size: Int) -> [SafeText] {
    var left = size
    return notes.map { note in
      defer { left -= note.string.utf8.count + 1 }
      return note.string.utf8.count <= left ? note : "\(note.string.prefix(max(left - 4, 0) / 4))…"
    }
  }
}

/// The models whose ids occur in an answer, in order of occurrence.
///
/// An answer's JSON identifies models by id only. Without names, an agent would have to look up
/// each.
struct AnsweredModels {
  private(set) var ids: [Int] = []
  private var seen: Set<Int> = []

  /// The keys whose values are ids or lists of ids, at any depth.
  private static let keys: Set<String> = ["node", "handler", "by", "receivers", "idle"]

  /// Answers aren't nested deeper.
  private static let deepest = 8

  /// Reads the answer of a command.
  init(_ answer: [UInt8]) { read(answer[...], of: "", level: 0) }

  private mutating func read(_ value: ArraySlice<UInt8>, of key: String, level: Int) {
    // At deeper levels, `from` is a number of models.
    if Self.keys.contains(key) || key == "from" && level == 1,
      let id = Int(String(decoding: value, as: UTF8.self))
    {
      if seen.insert(id).inserted { ids.append(id) }
    } else if level < Self.deepest {
      for part in value.jsonParts {
        read(part.value, of: part.key.isEmpty ? key : part.name, level: level + 1)
      }
    }
  }

  /// The maximum number of models to name.
  private static let shown = 20

  /// The names of the models: `#8 ExamOptionsPickerModel`; nil if the answer contains none.
  func words(in snapshot: Snapshot) -> SafeText? {
    let positions = ids.compactMap { snapshot.position(ofID: $0) }
    if positions.isEmpty { return nil }
    let names = ModelNames(snapshot, positions)
    let shown = positions.prefix(Self.shown).map { position -> SafeText in
      "#\(snapshot[position].id) \(names.nameWithoutID(of: position))"
    }
    let more = positions.count - shown.count
    return "models: " + (shown + (more > 0 ? ["and \(more) more"] : [])).joined(separator: ", ")
  }
}
