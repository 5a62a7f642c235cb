import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows the outcome of every message, for every model that may raise it.
struct Routes: FormattedQuestion, CollectedQuestion {
  static let commandName = "routes"
  static let abstract =
    "Show for every message which models handle it, from how many, and from where none does."
  static let explanation: String? = """
    The messages are those that the app declares, that models are registered for, and that models \
    are known to raise. Each is traced from every model of the tree, or of the part that a selector \
    leads to.

    A handler is idle if none of the models known to raise its message would reach it. In JSON, \
    'from' counts the models whose message ends at a handler, and 'uncaught' those from which no \
    model handles or hears it. The text lists first the handlers that a known raiser reaches, and \
    the models known to raise the message; --limit counts messages, and the lines of each. With \
    --uncaught, the messages come first that a model is known to raise and none handles; those last \
    whose known raisers all have a handler.
    """
  static let examples = [
    "", "ExamCreationFlow", "--uncaught", "--message error NetworkErrors.101 --json",
  ]
  static let factWords = (one: "route" as SafeText, list: "routes")

  @Argument(help: "Only what these models, and those below them, raise.")
  var selector: ModelSelector?

  @Flag(help: "Only messages that no model handles from somewhere.")
  var uncaught = false

  @Flag(help: "Only messages with a shadowed handler.")
  var shadowed = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Only this message: its kind and its name.", valueName: "kind name"))
  var message: [MessageWord] = []

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  /// The default number of lines of one kind per message in text.
  private static let usualLimit = 12

  func answer(_ view: inout View) throws -> Answer {
    let snapshot = try view.state().snapshot
    let asked = try selector.map { try models(below: $0, in: snapshot, view) }
    let all = snapshot.coverages(raisedAt: asked)
    if message.isEmpty, !uncaught, !shadowed {
      return answer(all, count: all.count, raisedAt: asked, in: snapshot, view)
    }
    var coverage: [Coverage]
    if let reference = try message.reference() {
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
    if shadowed { coverage = coverage.filter { !$0.shadows.isEmpty } }
    return answer(coverage, count: coverage.count, raisedAt: asked, in: snapshot, view)
  }

  private func answer(
    _ coverage: some Sequence<Coverage>, count: Int, raisedAt asked: [Int]?,
    in snapshot: Snapshot, _ view: View
  ) -> Answer {
    if list.count { return .count(count) }
    let report = CoverageReport(
      coverage: coverage.prefix(output.json ? list.limits.numberInJSON : .max), count: count,
      asked: asked, snapshot: snapshot, limit: list.limits.number(view),
      lineLimit: list.limits.number(view, usual: Self.usualLimit))
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
    for top in try selector.matches(in: snapshot, noting: view.output)
    where top > models.last ?? -1 {
      models += snapshot[top].subtree
    }
    return models
  }

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    try refuseForMany([("a selector", selector != nil), ("--shadowed", shadowed)])
    let reference = try message.reference()
    let isLostOnly = uncaught
    return { snapshot in
      var coverage = snapshot.coverage()
      if let reference {
        guard let wanted = try? snapshot.resolve(reference).message else { return [] }
        coverage = coverage.filter { $0.message.covers(wanted) }
      }
      let paths = NodePaths(snapshot)
      return coverage.flatMap { coverage -> [DumpFact] in
        let handled = isLostOnly ? [] : coverage.handlers.map { paths.selector(of: $0.node) }
        let lost: [SafeText?] = coverage.uncaught > 0 ? [nil] : []
        return (handled + lost).map { Self.fact(coverage.message, endingAt: $0) }
      }
    }
  }

  func unknownNames(in snapshot: Snapshot) throws -> (words: SafeText, hasSuggestion: Bool)? {
    guard let reference = try message.reference() else { return nil }
    do {
      let resolved = try snapshot.resolve(reference)
      if resolved.isKnown { return nil }
      return snapshot.unknown(resolved, called: reference, in: "these dumps")
    } catch {
      return ("\(error)", error.isUnknown)
    }
  }

  private static func fact(_ message: KnownMessage, endingAt path: SafeText?) -> DumpFact {
    let (taken, lost) = message.kind.outcomes
    let outcome =
      path.map { "\(taken) \(message.kind == .event ? "to" : "by") \($0)" as SafeText }
      ?? "\(lost) from somewhere"
    return DumpFact(
      [
        "kind": message.kind.rawValue, "domain": message.domain, "code": message.code,
        "label": message.label, "outcome": path == nil ? lost : taken, "path": path?.string,
      ], text: ["\(message)", outcome])
  }
}

extension KnownMessage {
  /// Whether this message's answer also covers another message.
  fileprivate func covers(_ message: Message) -> Bool {
    kind == message.kind && domain == message.domain && (code == nil || code == message.code)
  }
}
