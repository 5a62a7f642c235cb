import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lists the models that a selector matches.
struct Find: InspectorCommand {
  static let commandName = "find"
  static let abstract = "List the models that a selector matches, with their paths."
  static let examples = ["'Exam*Model'", "'**[handles=NetworkErrors]'", "'[leaf]' --json"]

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: ModelSelector

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let matches = try selector.matches(in: snapshot)
    let paths = NodePaths(snapshot)
    output.answer(to: context.output) {
      .array { models in
        for position in matches {
          models.object { json in
            json.write("id", snapshot[position].id)
            json.write("type", snapshot[position].type)
            json.write("path", paths.path(of: position))
          }
        }
      }
    } text: { text in
      let width = matches.map { String(snapshot[$0].id).count }.max() ?? 0
      for position in matches {
        let id: SafeText = "#\(snapshot[position].id)"
        text.append(id.padded(to: width + 3), .dim)
        text.line("\(paths.path(of: position))")
      }
    }
  }
}
