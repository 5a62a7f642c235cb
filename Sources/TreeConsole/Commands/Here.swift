import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Sets or shows the current model of a prompt.
struct Here: AnsweringCommand {
  static let commandName = "here"
  static let abstract = "Choose the current model, at which show, trace and raise begin."
  static let explanation: String? = """
    '..' is the parent of the current model and '../..' its parent, '-' the one before.
    """
  static let examples = ["ExamOptionsPickerModel", "..", "/"]

  @Argument(help: "The model; '/' is the root. Left out, the current one is shown.")
  var selector: ModelSelector?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    if let selector {
      context.setHere(try position(of: selector, in: state, context), in: state)
    }
    context.answerHere(context.currentNode(in: state), in: state, output)
  }

  private func position(
    of selector: ModelSelector, in state: TreeState, _ context: CommandContext
  ) throws -> Int {
    let levels = selector.rawValue.split(separator: "/", omittingEmptySubsequences: false)
    if levels.allSatisfy({ $0 == ".." }) { return try context.ancestor(levels.count, in: state) }
    if selector.rawValue == "-" {
      guard let position = context.session.before?.position(in: state) else {
        throw ConsoleError.nothingBefore
      }
      return position
    }
    return try selector.node(in: state.snapshot, noting: context.output)
  }
}
