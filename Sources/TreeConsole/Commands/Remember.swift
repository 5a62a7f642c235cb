import ArgumentParser
import TextIO
import TreeSnapshot

/// Remembers the present tree of a REPL under a name.
struct Remember: InspectorCommand {
  static let commandName = "snapshot"
  static let abstract = "Remember the present tree under a name, to 'diff' with it later."
  static let explanation: String? = """
    'snapshot' alone lists what is remembered. A name that is taken stands for the new tree then. \
    Nothing is kept after the prompt is left.
    """
  static let examples = ["", "start"]

  @Argument(help: "The name; left out, the names are listed.")
  var name: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    guard let name else { return list(context) }
    let state = try context.target.state()
    let known = context.remembered.remember(state, as: name)
    if output.json {
      context.output.write { sink in
        write(name, state, to: &sink)
        sink.write("\n" as StaticString)
      }
    } else {
      let count = counted(state.snapshot.count, "model")
      let end = known.map { ", in place of \($0.snapshot.count)" } ?? ""
      context.output.write("remembered \(count) as '\(SafeText.escape(name))'\(end)\n")
    }
  }

  private func list(_ context: CommandContext) {
    let names = context.remembered.names
    let trees = names.compactMap { name in context.remembered[name].map { (name, $0) } }
    if output.json {
      context.output.write { sink in
        sink.write("[" as StaticString)
        for (index, tree) in trees.enumerated() {
          if index > 0 { sink.write(", " as StaticString) }
          write(tree.0, tree.1, to: &sink)
        }
        sink.write("]\n" as StaticString)
      }
      return
    }
    if trees.isEmpty {
      context.output.write("nothing is remembered; 'snapshot NAME' remembers the present tree\n")
    }
    let width = names.map { SafeText.escape($0).count }.max() ?? 0
    for (name, state) in trees {
      let count = counted(state.snapshot.count, "model")
      context.output.write("\(SafeText.escape(name).padded(to: width + 2))\(count)\n")
    }
  }

  private func write(_ name: String, _ state: TreeState, to sink: inout some ByteSink & ~Copyable) {
    sink.write("{\"name\": " as StaticString)
    JSONString.write(name, to: &sink)
    sink.write(", \"models\": \(state.snapshot.count)}")
  }
}
