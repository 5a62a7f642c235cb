import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lists the models that a selector matches.
struct Find: FormattedQuestion, CollectedQuestion {
  static let commandName = "find"
  static let abstract = "List the models that a selector matches, with their paths."
  static let examples = ["'Exam*Model'", "'**[handles=NetworkErrors]'", "'[leaf]' --json"]
  static let factWords = (one: "path" as SafeText, list: "models")

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: ModelSelector

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let matches = try selector.matches(in: snapshot, noting: view.output)
    view.setMatches(matches, in: state)
    if list.count { return .count(matches.count) }
    let limit = list.limits.number(view)
    let shown = matches.prefix(list.limits.numberInJSON)
    // The record of a journal as of which the labels are that the selector asks for.
    let asOf = try Selector(selector.rawValue).asksForLabels ? snapshot.columns.asOf : nil
    return Answer {
      let paths = NodePaths(snapshot)
      return .array { array in
        for position in shown {
          array.object { json in
            json.write("id", snapshot[position].id)
            json.write("type", snapshot[position].type)
            json.write("path", paths.selector(of: position))
            json.write("asOf", asOf)
          }
        }
      }
    } text: { text in
      let (paths, ids) = (NodePaths(snapshot), snapshot.columns.nodes.ids)
      let width = "\(matches.prefix(limit).lazy.map { ids[$0] }.max() ?? 0)".count
      text.list(matches, limit: limit) { position, text in
        text.append("#\(ids[position])", .dim, width: width + 3)
        text.line(paths.labeledPath(of: position))
      }
    }
  }

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    let selector = try Selector(selector.rawValue)
    return { snapshot in
      let paths = NodePaths(snapshot)
      return selector.matches(in: snapshot).map { position in
        let path = paths.selector(of: position)
        return DumpFact(["type": snapshot[position].type, "path": path.string], text: [path])
      }
    }
  }
}
