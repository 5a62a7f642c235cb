import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lists the models that a selector matches.
struct Find: AnsweringCommand {
  static let commandName = "find"
  static let abstract = "List the models that a selector matches, with their paths."
  static let examples = ["'Exam*Model'", "'**[handles=NetworkErrors]'", "'[leaf]' --json"]

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: ModelSelector

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    let snapshot = state.snapshot
    let matches = try selector.matches(in: snapshot, noting: context.output)
    context.setFound(matches, in: state)
    if list.count { return list.answer(matches.count, output, to: context.output) }
    let paths = NodePaths(snapshot)
    output.answer(to: context.output) {
      .array { models in
        for position in matches.prefix(list.limits.numberInJSON) {
          models.object { json in
            json.write("id", snapshot[position].id)
            json.write("type", snapshot[position].type)
            json.write("path", paths.selector(of: position))
          }
        }
      }
    } text: { text in
      let limit = list.limits.number(context)
      let width = "\(matches.prefix(limit).map { snapshot[$0].id }.max() ?? 0)".count
      text.list(matches, limit: limit) { position, text in
        text.append("#\(snapshot[position].id)", .dim, width: width + 3)
        text.line(paths.labeledPath(of: position))
      }
    }
  }
}
