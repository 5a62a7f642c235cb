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

    A handler is idle if none of the models known to raise its message would reach it. In JSON, \
    'from' counts the models whose message ends at a handler, and 'uncaught' those from which no \
    model handles or hears it. Handlers that a known raiser reaches are listed first. With --uncaught, \
    messages that a model is known to raise and none handles come first; those whose known raisers \
    all have a handler come last.
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

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  /// The default number of lines of one kind per message in text.
  private static let usualLimit = 12

  func answer(_ view: inout View) throws -> Answer {
    let snapshot = try view.state().snapshot
    let asked = try selector.map { try models(below: $0, in: snapshot, view) }
    let all = snapshot.coverage(raisedAt: asked)
    if message.isEmpty, !uncaught {
      return answer(all, count: all.count, raisedAt: asked, in: snapshot, view)
    }
    var coverage: [Coverage]
    if let reference = try message.reference(in: snapshot) {
      let wanted = try snapshot.resolve(reference, noting: view.output).message
      coverage = all.filter { $0.message.covers(wanted) }
      if coverage.isEmpty { coverage = [snapshot.coverage(ofUnknown: wanted, raisedAt: asked)] }
    } else {
      coverage = Array(all)
    }
    if uncaught {
      coverage = coverage.filter { $0.uncaught > 0 }
      coverage =
        coverage.filter { !$0.lostRaisers.isEmpty } + coverage.filter { $0.raisers == 0 }
        + coverage.filter { $0.raisers > 0 && $0.lostRaisers.isEmpty }
    }
    return answer(coverage, count: coverage.count, raisedAt: asked, in: snapshot, view)
  }

  private func answer(
    _ coverage: some Sequence<Coverage>, count: Int, raisedAt asked: [Int]?,
    in snapshot: Snapshot, _ view: View
  ) -> Answer {
    if list.count { return .count(count) }
    let report = CoverageReport(
      coverage: AnySequence(coverage.prefix(output.json ? list.limits.numberInJSON : .max)),
      count: count, asked: asked, snapshot: snapshot, limit: list.limits.number(view),
      lineLimit: list.limits.number(view, usual: Self.usualLimit), payloads: snapshot.payloads)
    return Answer {
      report.json
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

extension KnownMessage {
  /// Whether this message's answer also covers another message.
  fileprivate func covers(_ message: Message) -> Bool {
    kind == message.kind && domain == message.domain && (code == nil || code == message.code)
  }
}

/// The outcomes of messages, as a table and as JSON.
struct CoverageReport {
  let coverage: AnySequence<Coverage>
  /// The number of messages.
  let count: Int
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
    guard count > 0 else { return text.line("no message matches") }
    text.line("if raised at each of \(models):", .dim)
    let paths = NodePaths(snapshot)
    var lost = 0
    for (number, message) in coverage.enumerated() {
      if message.uncaught > 0 { lost += 1 }
      if number >= limit { continue }
      text.line()
      write(message, paths, to: &text)
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

  /// The line of the registration by which a model gets a message; nil if unknown.
  private func source(of message: KnownMessage, at node: Int) -> String? {
    let message = Message(
      kind: message.kind, domain: message.domain, code: message.code ?? "")
    return snapshot.registration(taking: message, at: node).flatMap {
      snapshot[node].subscriptions[$0].source
    }
  }

  private func write(_ coverage: Coverage, _ paths: NodePaths, to text: inout StyledText) {
    // The width of the largest number of models.
    let countWidth = max(16, ("from \(models)" as SafeText).columns + 2)
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
      let place = source(of: coverage.message, at: handler.node).map { " at \($0)" as SafeText }
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
