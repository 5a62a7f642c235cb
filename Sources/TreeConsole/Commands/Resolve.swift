import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Shows which session provides a service.
struct Resolve: AnsweringCommand {
  static let commandName = "resolve"
  static let abstract = "Show which session provides a service, and which models do not get it."
  static let examples = ["APIClient --from ExamOptionsPickerModel", "APIClient"]

  @Argument(help: "The service's type.")
  var service: ServiceName

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("The model that asks; left out, every model does.", valueName: "selector"))
  var asker: ModelSelector?

  @OptionGroup var limits: LimitOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let service = service.rawValue
    let known = snapshot.knownServices
    if !known.contains(service) {
      let hint: SafeText =
        known.nearest(to: service).map { "; did you mean '\($0)'?" } ?? ""
      context.output.note("note: no session in this tree provides '\(service)'\(hint)")
    }
    let report = ServiceReport(
      service: service, snapshot: snapshot,
      limit: limits.number(context, usual: ServiceReport.usualLimit))
    if let asker {
      let resolution = snapshot.resolve(
        service: service, askedAt: try asker.node(in: snapshot, noting: context.output))
      output.answer(to: context.output) {
        report.json(resolution)
      } text: {
        report.write(resolution, to: &$0)
      }
    } else {
      let (providers, without) = snapshot.providers(of: service)
      output.answer(to: context.output) {
        report.json(providers, without)
      } text: {
        report.write(providers, without, to: &$0)
      }
    }
  }
}
