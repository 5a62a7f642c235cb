import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Sets or shows the current model of a prompt.
struct Here: InspectorCommand {
  static let commandName = "here"
  static let abstract = "Choose the current model, at which show, trace and raise begin."
  static let examples = ["ExamOptionsPickerModel", "/"]

  @Argument(help: "The model; '/' is the root. Left out, the current one is shown.")
  var selector: ModelSelector?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    if let selector { context.setHere(try selector.node(in: state.snapshot), in: state) }
    let position = context.currentNode(in: state)
    let path = NodePaths(state.snapshot).path(of: position)
    output.answer(to: context.output) {
      .object { json in
        json.write("id", state.snapshot[position].id)
        json.write("path", path)
      }
    } text: {
      $0.line("\(path)")
    }
  }
}
