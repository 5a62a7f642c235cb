import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Tells which session gives a model a service.
struct Resolve: InspectorCommand {
  static let commandName = "resolve"
  static let abstract = "Tell which session provides a service, and which models would not get it."
  static let examples = ["APIClient --from ExamOptionsPickerModel", "APIClient"]

  @Argument(help: "The service's type.")
  var service: String

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("The model that asks; left out, every model does.", valueName: "selector"))
  var asker: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let known = snapshot.knownServices
    if !known.contains(service) {
      let hint = nearest(to: service, among: known).map { "; did you mean '\($0)'?" } ?? ""
      context.output.note(
        SafeText.escape("note: no session in this tree provides '\(service)'\(hint)"))
    }
    let report = ServiceReport(service: service, snapshot: snapshot)
    if let asker {
      let resolution = snapshot.resolve(
        service: service, askedAt: try context.node(asker, in: snapshot))
      write(report.json(resolution), context) { report.write(resolution, to: &$0) }
    } else {
      let (providers, without) = snapshot.providers(of: service)
      write(report.json(providers, without), context) {
        report.write(providers, without, to: &$0)
      }
    }
  }

  private func write(
    _ json: @autoclosure () -> String, _ context: CommandContext,
    _ words: (inout StyledText) -> Void
  ) {
    if output.json { return context.output.write(json() + "\n") }
    var text = StyledText(isColored: output.isColored(context))
    words(&text)
    context.output.write(text.text)
  }
}
