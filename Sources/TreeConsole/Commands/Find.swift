import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Lists the models that a selector matches.
struct Find: FormattedQuestion, CollectedQuestion {
  static let commandName = "find"
  static let abstract = "List the models that a selector or a text matches, with their paths."
  static let examples = [
    "'Exam*Model'", "--text creation", "'**[handles=NetworkErrors]'", "'[leaf]' --json",
  ]
  static let factWords = (one: "path" as SafeText, list: "models")

  @Argument(help: "Which models: a name, a path, a glob, '#12', tests in brackets.")
  var selector: ModelSelector?

  @Option(
    help: "Only models with this text in their type, label, messages, services, state or source.")
  var text: String?

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if selector == nil, text == nil { throw ValidationError("name a selector, or give --text") }
    if text == "" { throw ValidationError("--text is empty: give a part of a name") }
  }

  func answer(_ view: inout View) throws -> Answer {
    let state = try view.state()
    let snapshot = state.snapshot
    let matches = try matches(in: snapshot, noting: view.output)
    view.setMatches(matches, in: state)
    if list.count { return .count(matches.count) }
    let limit = list.limits.number(view)
    let shown = matches.prefix(list.limits.numberInJSON)
    // Whether it asks for labels or states, which may be older than the tree.
    let parsed = try selector.map { try Selector($0.rawValue) }
    let isAged = text != nil || parsed?.asksForLabels == true || parsed?.asksForStates == true
    return Answer {
      let paths = NodePaths(snapshot)
      return .array(of: shown) { position, json in
        json.write("id", snapshot[position].id)
        json.write("type", snapshot[position].type)
        json.write("path", paths.selector(of: position))
        if isAged { json.write("asOf", snapshot.columns.asOf(position)) }
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

  /// The positions of the models, in document order.
  ///
  /// - Throws: `ConsoleError` if there are none, or an error of the selector.
  func matches(in snapshot: Snapshot, noting output: ConsoleOutput) throws -> [Int] {
    guard let text else { return try selector?.matches(in: snapshot, noting: output) ?? [] }
    var positions = snapshot.positions(containing: text)
    if let selector {
      let chosen = Set(try selector.matches(in: snapshot, noting: output))
      positions.removeAll { !chosen.contains($0) }
    }
    if positions.isEmpty { throw ConsoleError("no model contains '\(text)'") }
    return positions
  }

  func unknownNames(in snapshot: Snapshot) throws -> (words: SafeText, hasSuggestion: Bool)? {
    guard let selector = try selector.map({ try Selector($0.rawValue) }),
      let unknown = selector.unknownNames(in: snapshot)
    else { return nil }
    return (unknown.words, unknown.suggestion != nil)
  }

  func collector() throws -> @Sendable (Snapshot) -> [DumpFact] {
    let selector = try selector.map { try Selector($0.rawValue) }
    return { [text] snapshot in
      let paths = NodePaths(snapshot)
      var matches = selector?.matches(in: snapshot) ?? Array(snapshot.positions)
      if let text {
        let texts = Set(snapshot.positions(containing: text))
        matches.removeAll { !texts.contains($0) }
      }
      return matches.map { position in
        let path = paths.selector(of: position)
        return DumpFact(["type": snapshot[position].type, "path": path.string], text: [path])
      }
    }
  }
}
