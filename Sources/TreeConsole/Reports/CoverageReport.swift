import TextIO
import TreeAnalysis
import TreeSnapshot

/// The outcomes of messages, as a table and as JSON.
struct CoverageReport<Messages: Sequence<Coverage>> {
  let coverage: Messages
  /// The number of messages.
  let count: Int
  /// The raisers of each message; nil for all models.
  let asked: [Int]?
  let snapshot: Snapshot
  /// The maximum number of messages in text.
  let limit: Int
  /// The maximum number of lines of one kind per message in text.
  let lineLimit: Int
  /// The width of the largest number of models.
  private let countWidth: Int
  private let payloads: [Message: DeclaredMessage.Payload]

  init(
    coverage: Messages, count: Int, asked: [Int]?, snapshot: Snapshot, limit: Int, lineLimit: Int
  ) {
    self.coverage = coverage
    self.count = count
    self.asked = asked
    self.snapshot = snapshot
    self.limit = limit
    self.lineLimit = lineLimit
    let most: SafeText = "from \(counted(asked?.count ?? snapshot.count, "model"))"
    countWidth = max(16, most.columns + 2)
    payloads = snapshot.payloads
  }

  func write(to text: inout StyledText) {
    guard count > 0 else { return text.line("no message matches") }
    text.line("if raised at each of \(counted(asked?.count ?? snapshot.count, "model")):", .dim)
    let (paths, sources) = (NodePaths(snapshot), RegistrationSources(snapshot))
    var lost = 0
    for (number, message) in coverage.enumerated() {
      if message.uncaught > 0 { lost += 1 }
      if number >= limit { continue }
      text.line()
      write(message, paths, sources, to: &text)
    }
    guard count > 1 else { return }
    text.line()
    if count > limit { text.line("and \(count - limit) more; --limit all shows them", .dim) }
    text.line(total(lost: lost))
  }

  /// `5 messages, 2 of them uncaught, unhandled or unheard from some models`
  private func total(lost: Int) -> SafeText {
    let rest: SafeText =
      lost == 0
      ? "handled or heard from every model"
      : "\(lost) of them uncaught, unhandled or unheard from some models"
    return "\(counted(count, "message")), \(rest)"
  }

  private func write(
    _ coverage: Coverage, _ paths: NodePaths, _ sources: RegistrationSources,
    to text: inout StyledText
  ) {
    func row(
      _ count: Int, _ verb: SafeText, _ color: Color, _ what: SafeText, to text: inout StyledText
    ) {
      text.append(
        count == 0 ? "" : "  from \(counted(count, "model"))", width: 2 + countWidth)
      text.append(verb, color, width: 12)
      text.line(what)
    }
    func name(_ node: Int) -> SafeText { paths.labeledPath(of: node) }
    text.append("\(coverage.message)", Color(coverage.message.kind))
    let payload = payload(of: coverage).map { payload, message -> SafeText in
      " carries \(payload.words(in: message))"
    }
    text.line(payload ?? "", .dim)
    let (handles, misses): (SafeText, SafeText) =
      switch coverage.message.kind {
      case .error: ("handled by", "uncaught")
      case .bubble: ("handled by", "unhandled")
      case .event: ("heard by", "unheard")
      }
    // Handlers reached from known raisers matter more than others.
    let reached = coverage.handlers.filter { $0.from > 0 }
    let inOrder = reached.filter { $0.raisers > 0 } + reached.filter { $0.raisers == 0 }
    text.list(inOrder, limit: lineLimit) { handler, text in
      let source = coverage.key.flatMap { sources.source(taking: $0, at: handler.node) }
      let place = source.map { " at \(snapshot.columns.symbols.string($0))" as SafeText }
      row(handler.from, handles, .plain, name(handler.node) + (place ?? ""), to: &text)
    }
    text.list(coverage.shadows.lazy.filter { $0.from > 0 }, limit: lineLimit) { shadow, text in
      row(
        shadow.from, "shadowed", .yellow, "\(name(shadow.node)), hidden by \(name(shadow.by))",
        to: &text)
    }
    text.list(coverage.idle, limit: lineLimit) { node, text in
      row(
        0, "idle", .dim,
        "\(name(node)): none of the models known to raise it would reach this handler", to: &text)
    }
    if coverage.uncaught > 0 {
      row(coverage.uncaught, misses, .red, lost(coverage), to: &text)
    }
  }

  private func payload(of coverage: Coverage) -> (DeclaredMessage.Payload, Message)? {
    coverage.message.message.flatMap { message in payloads[message].map { ($0, message) } }
  }

  /// The number of models that a line names.
  private static var shownModels: Int { 5 }

  /// The models from which no model handles the message, known raisers first; for an event, their
  /// sessions.
  private func lost(_ coverage: Coverage) -> SafeText {
    let isEvent = coverage.message.kind == .event
    // One more than a line shows tells whether there are others.
    let raisers = isEvent ? [] : coverage.lostRaisers.prefix(Self.shownModels + 1)
    let models = raisers + coverage.firstLost
    let shown = models.prefix(Self.shownModels)
    let names = ModelNames(snapshot, Array(shown))
    let list = shown.enumerated().map { place, model in
      names.name(of: model) + (place < raisers.count ? " (raises it)" : "")
    }
    let more: SafeText = models.count > shown.count ? ", …" : ""
    return (isEvent ? "in " : "") + list.joined(separator: ", ") + more
  }

  // MARK: JSON, whose keys are part of the contract

  var json: JSONText {
    .object { json in
      json.array("messages", of: coverage) { coverage, json in write(coverage, to: &json) }
    }
  }

  private func write(_ coverage: Coverage, to json: inout JSONObject) {
    json.object("message") { $0.write(coverage.message) }
    payload(of: coverage)?.0.write(to: &json)
    json.array("handled", of: coverage.handlers.filter { $0.from > 0 }) { handler, json in
      json.write("handler", snapshot[handler.node].id)
      json.write("from", handler.from)
    }
    json.write("uncaught", coverage.uncaught)
    json.array("shadowed", of: coverage.shadows.filter { $0.from > 0 }) { shadow, json in
      json.write("handler", snapshot[shadow.node].id)
      json.write("by", snapshot[shadow.by].id)
      json.write("from", shadow.from)
    }
    json.write("idle", coverage.idle.map { snapshot[$0].id })
    json.write("raisers", coverage.raisers)
  }
}
