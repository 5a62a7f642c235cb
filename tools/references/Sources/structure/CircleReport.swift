/// The circles of a structure in words.
struct CircleReport {
  /// Whether to list every line that causes a circle, instead of two for each edge.
  var all = false
  private(set) var text = ""
  private(set) var count = 0

  /// Adds the circles of one graph. An edge on several circles is explained once.
  mutating func add(_ graph: Graph, called name: String) {
    var explained: Set<Graph.Edge> = []
    for circle in graph.circles() {
      count += 1
      text += "\(name): \((circle.map(\.from) + [circle[0].from]).joined(separator: " → "))\n"
      for edge in circle where explained.insert(edge).inserted {
        explain(edge, graph.uses[edge] ?? [])
      }
    }
  }

  private mutating func explain(_ edge: Graph.Edge, _ uses: Set<Graph.Use>) {
    text += "  \(edge.from) → \(edge.to)\n"
    let shown = uses.sorted().prefix(all ? uses.count : 2)
    for use in shown {
      text += "    \(use.file):\(use.line) "
      text += use.definition.map { "uses \(use.symbol) (\($0))\n" } ?? "imports \(use.symbol)\n"
    }
    if shown.count < uses.count { text += "    and \(uses.count - shown.count) more\n" }
  }
}
