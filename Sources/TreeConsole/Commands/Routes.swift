import ArgumentParser
import TreeAnalysis
import TreeSnapshot

/// Shows the outcome of every message, wherever it is raised.
struct Routes: AnsweringCommand {
  static let commandName = "routes"
  static let abstract =
    "Show for every message which models handle it, from how many, and from where none does."
  static let explanation: String? = """
    The messages are those that the app declares, that models are registered for, and that models \
    are known to raise. The answer is for each raised at every model of the tree, or of the part \
    that a selector leads to.

    A handler is idle where none of the models known to raise its message would reach it. In JSON, \
    'from' counts the models whose message ends at a handler, and 'uncaught' those from \
    which no model handles or hears it. In text, handlers that a known raiser reaches come first, \
    and models that are known to raise the message; --limit counts messages, and the lines of \
    each. With --uncaught, messages come first that a model is known to \
    raise where no model handles them, and those last whose known raisers all have a handler.
    """
  static let examples = [
    "", "ExamCreationFlow", "--uncaught", "--message error NetworkErrors.101 --json",
  ]

  @Argument(help: "Only what these models, and those below them, raise.")
  var selector: ModelSelector?

  @Flag(help: "Only messages that no model handles, from somewhere.")
  var uncaught = false

  @Flag(help: "Only messages of which a nearer handler hides another.")
  var shadowed = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Only this message: its kind and its name.", valueName: "kind name"))
  var message: [MessageWord] = []

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  /// How many lines of one sort the text shows of a message, where nothing else is asked for.
  private static let usualLimit = 12

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let asked = try selector.map { try models(below: $0, in: snapshot, context) }
    let all = snapshot.coverages(raisedAt: asked)
    if message.isEmpty, !uncaught, !shadowed {
      return answer(all, count: all.count, raisedAt: asked, in: context, snapshot)
    }
    var coverage: [Coverage]
    if let reference = try message.reference() {
      let wanted = try snapshot.resolve(reference, noting: context.output).message
      coverage = all.filter { $0.message.covers(wanted) }
      if coverage.isEmpty { coverage = [snapshot.coverage(ofUnknown: wanted, raisedAt: asked)] }
    } else {
      coverage = Array(all)
    }
    if uncaught { coverage = Self.uncaught(among: coverage) }
    if shadowed { coverage = coverage.filter { !$0.shadows.isEmpty } }
    answer(coverage, count: coverage.count, raisedAt: asked, in: context, snapshot)
  }

  private func answer(
    _ coverage: some Sequence<Coverage>, count: Int, raisedAt asked: [Int]?,
    in context: CommandContext, _ snapshot: Snapshot
  ) {
    if list.count { return list.answer(count, output, to: context.output) }
    let report = CoverageReport(
      coverage: coverage.prefix(output.json ? list.limits.numberInJSON : .max), count: count,
      asked: asked, snapshot: snapshot, limit: list.limits.number(context),
      lineLimit: list.limits.number(context, usual: Self.usualLimit))
    output.answer(to: context.output) {
      report.json
    } text: {
      report.write(to: &$0)
    }
  }

  /// The messages that no model handles from somewhere. Those come first that a model is known to raise
  /// where that is so, and those last that are only known to be raised where they are handled.
  private static func uncaught(among coverage: [Coverage]) -> [Coverage] {
    let uncaught = coverage.filter { $0.uncaught > 0 }
    return uncaught.filter { !$0.lostRaisers.isEmpty } + uncaught.filter { $0.raisers == 0 }
      + uncaught.filter { $0.raisers > 0 && $0.lostRaisers.isEmpty }
  }

  private func models(
    below selector: ModelSelector, in snapshot: Snapshot, _ context: CommandContext
  ) throws -> [Int] {
    var models: [Int] = []
    for top in try selector.matches(in: snapshot, noting: context.output)
    where top > models.last ?? -1 {
      models += snapshot[top].subtree
    }
    return models
  }
}

extension KnownMessage {
  /// Whether the answer for this one holds for a message.
  func covers(_ message: Message) -> Bool {
    kind == message.kind && domain == message.domain && (code == nil || code == message.code)
  }
}
