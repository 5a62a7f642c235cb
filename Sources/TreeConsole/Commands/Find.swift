import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lists the nodes that a selector matches.
struct Find: InspectorCommand {
  static let commandName = "find"
  static let abstract = "List the models that a selector matches, with their paths."
  static let examples = ["'Exam*Model'", "'**[handles=NetworkErrors]'", "'[leaf]' --json"]

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: String

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let snapshot = try context.target.state().snapshot
    let selector = try Selector(selector)
    let matches = selector.matches(in: snapshot)
    if matches.isEmpty { _ = try selector.node(in: snapshot) }
    let paths = NodePaths(snapshot)
    if output.json {
      context.output.write { sink in
        sink.write("[" as StaticString)
        for (index, position) in matches.enumerated() {
          if index > 0 { sink.write(", " as StaticString) }
          let node = snapshot[position]
          sink.write("{\"id\": " as StaticString)
          sink.write(decimal: node.id)
          sink.write(", \"type\": " as StaticString)
          JSONString.write(node.type, to: &sink)
          sink.write(", \"path\": " as StaticString)
          JSONString.write(paths.path(of: position), to: &sink)
          sink.write("}" as StaticString)
        }
        sink.write("]\n" as StaticString)
      }
      return
    }
    let width = matches.map { String(snapshot[$0].id).count }.max() ?? 0
    for position in matches {
      var line = StyledText(isColored: output.isColored(context))
      line.append("#\(snapshot[position].id)".padded(to: width + 3), .dim)
      line.line(paths.path(of: position))
      context.output.write(line.text)
    }
  }
}
