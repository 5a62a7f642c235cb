import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows which session provides a service.
struct Resolve: AnsweringCommand {
  static let commandName = "resolve"
  static let abstract = "Show which session provides a service, and which models do not get it."
  static let explanation: String? = """
    Without a service, each one that a session provides.
    """
  static let examples = ["APIClient --from ExamOptionsPickerModel", "APIClient", ""]

  @Argument(help: "The service's type; left out, every service of the tree.")
  var service: ServiceName?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("The model that asks; left out, every model does.", valueName: "selector"))
  var asker: ModelSelector?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let asker = try asker?.node(in: snapshot, noting: context.output)
    let known = snapshot.knownServices
    guard let service = service?.rawValue else {
      return answer(known, askedAt: asker, in: snapshot, context)
    }
    if !known.contains(service) {
      let hint: SafeText =
        known.nearest(to: service).map { "; did you mean '\($0)'?" } ?? ""
      context.output.note("note: no session in this tree provides '\(service)'\(hint)")
    }
    let report = report(service, snapshot, context)
    output.answer(to: context.output) {
      .object { report.write(askedAt: asker, to: &$0) }
    } text: {
      report.write(askedAt: asker, to: &$0)
    }
  }

  /// Answers for every service.
  private func answer(
    _ services: [String], askedAt asker: Int?, in snapshot: Snapshot, _ context: CommandContext
  ) {
    let reports = services.map { report($0, snapshot, context) }
    output.answer(to: context.output) {
      .object { json in
        json.array("services") { array in
          for report in reports { array.object { report.write(askedAt: asker, to: &$0) } }
        }
      }
    } text: { text in
      if reports.isEmpty { text.line("no session in this tree provides a service") }
      for (index, report) in reports.enumerated() {
        if index > 0 { text.line() }
        report.write(askedAt: asker, to: &text)
      }
    }
  }

  private func report(
    _ service: String, _ snapshot: Snapshot, _ context: CommandContext
  ) -> ServiceReport {
    ServiceReport(
      service: service, snapshot: snapshot,
      limit: limits.number(context, usual: ServiceReport.usualLimit))
  }
}
