import ArgumentParser
import TextIO
import TreeSnapshot

/// Remembers the present tree of a prompt under a name.
struct Remember: AnsweringCommand {
  static let commandName = "snapshot"
  static let abstract = "Remember the present tree under a name, to compare with it later."
  static let explanation: String? = """
    'snapshot' alone lists the remembered trees. A name that is in use moves to the new tree. \
    Nothing is kept when the prompt is left.
    """
  static let examples = ["", "start"]

  @Argument(help: "The name; left out, the names are listed.")
  var name: RememberedName?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    guard let name = name?.rawValue else { return list(context) }
    let state = try context.target.state()
    let known = context.remembered.remember(state, as: name)
    output.answer(to: context.output) {
      .object { write(name, state, to: &$0) }
    } text: { text in
      let end: SafeText = known.map { ", in place of \($0.snapshot.count)" } ?? ""
      text.line("remembered \(counted(state.snapshot.count, "model")) as '\(name)'\(end)")
    }
  }

  private func list(_ context: CommandContext) {
    let names = context.remembered.names
    let trees = names.compactMap { name in context.remembered[name].map { (name, $0) } }
    output.answer(to: context.output) {
      .array { json in
        for (name, state) in trees { json.object { write(name, state, to: &$0) } }
      }
    } text: { text in
      if trees.isEmpty {
        text.line("nothing is remembered; 'snapshot NAME' remembers the present tree")
      }
      let width = names.map { SafeText($0).columns }.max() ?? 0
      for (name, state) in trees {
        text.line(SafeText(name).padded(to: width + 2) + counted(state.snapshot.count, "model"))
      }
    }
  }

  private func write(_ name: String, _ state: TreeState, to json: inout JSONObject) {
    json.write("name", name)
    json.write("models", state.snapshot.count)
  }
}
