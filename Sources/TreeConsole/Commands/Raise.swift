import ArgumentParser
import TreeAnalysis
import TreeSnapshot

/// Raises a test message for real.
struct Raise: InspectorCommand {
  static let commandName = "raise"
  static let abstract = "Raise a test message: for real on a live tree, as 'trace' does on a dump."
  static let examples = ["error badToken --from ExamOptionsPickerModel"]

  @OptionGroup var arguments: MessageArguments
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let look = try context.target.look()
    let (resolved, raiser) = try arguments.resolve(in: look, context)
    let isLive = context.target.isLive
    if !isLive {
      context.output.note("note: a dump cannot run handlers; this is what 'trace' answers")
    }
    let report = try context.target.raise(
      resolved.message, atNodeWithID: look.snapshot[raiser].id, of: look.tree)
    write(
      RouteReport(route: report.route, label: resolved.label, snapshot: report.before.snapshot),
      isLive ? TreeChanges(from: report.before, to: report.after) : nil, context)
  }

  private func write(_ report: RouteReport, _ changes: TreeChanges?, _ context: CommandContext) {
    if output.json {
      context.output.write(report.json(changes: changes) + "\n")
    } else {
      let isColoured = output.isColoured(context)
      context.output.write(report.text(isColoured: isColoured))
      if let changes { context.output.write(changes.text(isColoured: isColoured)) }
    }
  }
}
