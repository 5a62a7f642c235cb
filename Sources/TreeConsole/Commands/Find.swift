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
    output.answer(
      to: context.output,
      json: FoundModels(
        snapshot: snapshot, models: matches.prefix(list.limits.numberInJSON),
        asOf: try Selector(selector.rawValue).asksForLabels ? snapshot.columns.asOf : nil)
    ) { text in
      let (paths, ids) = (NodePaths(snapshot), snapshot.columns.nodes.ids)
      let limit = list.limits.number(context)
      let width = "\(matches.prefix(limit).lazy.map { ids[$0] }.max() ?? 0)".count
      text.list(matches, limit: limit) { position, text in
        text.column(width + 3, .dim) {
          $0.append("#")
          $0.append(ids[position])
        }
        paths.appendLabeledPath(of: position, to: &text)
        text.line()
      }
    }
  }
}

/// Models with their paths, on one line. Keys are part of the contract.
private struct FoundModels: WrittenAnswer {
  let snapshot: Snapshot
  let models: ArraySlice<Int>
  /// The record of a journal as of which the labels are that were asked for.
  let asOf: Int?

  func write(to sink: inout some ByteSink & ~Copyable) {
    let (paths, columns) = (NodePaths(snapshot), snapshot.columns)
    sink.write("[" as StaticString)
    var isFirst = true
    for position in models {
      sink.write(isFirst ? "{\"id\": " : ", {\"id\": " as StaticString)
      isFirst = false
      sink.write(decimal: columns.nodes.ids[position])
      sink.write(", \"type\": " as StaticString)
      snapshot.writeName(columns.nodes.fixed[position].type, to: &sink)
      sink.write(", \"path\": " as StaticString)
      paths.writeSelector(of: position, to: &sink)
      if let asOf {
        sink.write(", \"asOf\": " as StaticString)
        sink.write(decimal: asOf)
      }
      sink.write("}" as StaticString)
    }
    sink.write("]\n" as StaticString)
  }
}
