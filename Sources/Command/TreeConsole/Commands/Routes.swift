import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows the outcome of every message, for every model that may raise it.
struct Routes: FormattedQuestion {
  static let commandName = "routes"
  static let abstract =
    "Show the handlers of each message, and the models from which it is uncaught."
  static let explanation: String? = """
    The messages are those that the app declares, that models are registered for, and that models \
    are known to raise. Each is traced from every model of the tree, or of the subtrees that a \
    selector matches.

    In JSON, 'from' counts the models whose message ends at a handler, and 'uncaught' those from which \
    no model handles or hears it; a handler is idle if none of the models known to raise its message \
    would reach it. With --uncaught, messages that a model is known to raise come first.
    """
  static let examples = [
    "", "ExamCreationFlow", "--uncaught", "--message error NetworkErrors.101 --json",
  ]

  @Argument(help: "Only what these models, and those below them, raise.")
  var selector: ModelSelector?

  @Flag(help: "Only messages that are uncaught from some models.")
  var uncaught = false

  @Option(
    parsing: .upToNextOption, help: .value("kind name", "Only this message: its kind and its name.")
  )
  var message: [MessageWord] = []

  @OptionGroup var limits: LimitOptions

  @Flag(help: .countAlone) var count = false

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let snapshot = try view.state().snapshot
    let asked = try selector.map { try models(below: $0, in: snapshot, view) }
    var coverage = snapshot.coverage(raisedAt: asked)
    if let reference = try message.reference(in: snapshot) {
      let wanted = try snapshot.resolve(reference, noting: view.output).message
      coverage = coverage.filter { known in
        known.message.kind == wanted.kind && known.message.domain == wanted.domain
          && known.message.code ?? wanted.code == wanted.code
      }
      if coverage.isEmpty { coverage = [snapshot.coverage(ofUnknown: wanted, raisedAt: asked)] }
    }
    if uncaught {
      let lost = coverage.filter { $0.uncaught > 0 }
      coverage =
        lost.filter { !$0.lostRaisers.isEmpty } + lost.filter { $0.lostRaisers.isEmpty }
    }
    if count { return .count(coverage.count) }
    let report = CoverageReport(
      coverage: coverage, asked: asked, snapshot: snapshot, limit: limits.number(view),
      lineLimit: limits.number(view, usual: 12), payloads: snapshot.payloads)
    let limitInJSON = limits.numberInJSON
    return Answer {
      report.json(limit: limitInJSON)
    } text: {
      report.write(to: &$0)
    }
  }

  private func models(
    below selector: ModelSelector, in snapshot: Snapshot, _ view: View
  ) throws -> [Int] {
    var models: [Int] = []
    for top in try selector.matches(in: snapshot)
    where top > models.last ?? -1 {
      models += snapshot[top].subtree
    }
    return models
  }
}

/// The outcomes of messages, as a table and as JSON.
struct CoverageReport {
  let coverage: [Coverage]
  /// The raisers of each message; nil for all models.
  let asked: [Int]?
  let snapshot: Snapshot
  /// The maximum number of messages in text.
  let limit: Int
  /// The maximum number of lines of one kind per message in text.
  let lineLimit: Int
  /// The values that messages carry, as far as they are known.
  let payloads: [Message: String]

  /// The number of models that may raise a message.
  private var models: SafeText { counted(asked?.count ?? snapshot.count, "model") }

  func write(to text: inout StyledText) {
    if coverage.isEmpty { return text.line("no message matches") }
    text.line("if raised at each of \(models):", .dim)
    let paths = NodePaths(snapshot)
    text.list(coverage, limit: limit) { message, text in
      text.line()
      write(message, paths, to: &text)
    }
    if coverage.count == 1 { return }
    text.line()
    let lost = coverage.count { $0.uncaught > 0 }
    let rest: SafeText =
      lost == 0
      ? "handled or heard from every model"
      : "\(lost) of them uncaught, unhandled or unheard from some models"
    text.line("\(counted(coverage.count, "message")), \(rest)")
  }

  /// The line of the registration by which a model gets a message; empty if unknown.
  private func source(of message: KnownMessage, at node: Int) -> SafeText {
    let message = Message(
      kind: message.kind, domain: message.domain, code: message.code ?? "")
    return snapshot.registration(taking: message, at: node).flatMap {
      snapshot[node].subscriptions[$0].source
    }.map { " at \($0)" } ?? ""
  }

  private func write(_ coverage: Coverage, _ paths: NodePaths, to text: inout StyledText) {
    // The width of the largest number of models.
    let countWidth = max(18, ("from \(models)" as SafeText).columns + 4)
    func row(
      _ count: Int, _ verb: SafeText, _ color: Color, _ what: SafeText, to text: inout StyledText
    ) {
      text.append("  from \(counted(count, "model"))", width: countWidth)
      text.append(verb, color, width: 12)
      text.line(what)
    }
    func name(_ node: Int) -> SafeText { paths.labeledPath(of: node) }
    text.append("\(coverage.message)", Color(coverage.message.kind))
    let carried = coverage.message.message.flatMap { message -> SafeText? in
      payloads[message].map { " carries \(message.words(forValueOf: $0))" }
    }
    text.line(carried ?? "", .dim)
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
      row(
        handler.from, handles, .plain,
        name(handler.node) + source(of: coverage.message, at: handler.node), to: &text)
    }
    text.list(coverage.shadows.lazy.filter { $0.from > 0 }, limit: lineLimit) { shadow, text in
      row(
        shadow.from, "shadowed", .yellow, "\(name(shadow.node)), hidden by \(name(shadow.by))",
        to: &text)
    }
    if coverage.uncaught > 0 {
      row(coverage.uncaught, misses, .red, lost(coverage), to: &text)
    }
  }

  /// The models from which no model handles the message, known raisers first; for an event, their
  /// sessions.
  private func lost(_ coverage: Coverage) -> SafeText {
    let isEvent = coverage.message.kind == .event
    let raisers = isEvent ? [] : coverage.lostRaisers.prefix(Coverage.mostLost)
    let models = raisers + coverage.firstLost
    let shown = models.prefix(Coverage.mostLost - 1)
    let names = ModelNames(snapshot, Array(shown))
    let list = shown.enumerated().map { place, model in
      names.name(of: model) + (place < raisers.count ? " (raises it)" : "")
    }
    let more: SafeText = models.count > shown.count ? ", …" : ""
    return (isEvent ? "in " : "") + list.joined(separator: ", ") + more
  }

  // MARK: JSON, whose keys are part of the contract

  func json(limit: Int) -> JSONText {
    .object { json in
      json.array("messages", of: coverage.prefix(limit)) { coverage, json in
        write(coverage, to: &json)
      }
    }
  }

  private func write(_ coverage: Coverage, to json: inout JSONObject) {
    json.object("message") { $0.write(coverage.message) }
    json.write("payload", coverage.message.message.flatMap { payloads[$0] })
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
