/// The uses among the folders of one module, or among the modules.
struct Graph {
  struct Edge: Hashable, Comparable {
    var from: String
    var to: String

    static func < (left: Edge, right: Edge) -> Bool {
      (left.from, left.to) < (right.from, right.to)
    }
  }

  /// A line that causes an edge.
  struct Use: Hashable, Comparable {
    var file: String
    var line: Int
    var symbol: String
    /// The file that defines the symbol; nil for an import.
    var definition: String?

    static func < (left: Use, right: Use) -> Bool {
      (left.file, left.line, left.symbol) < (right.file, right.line, right.symbol)
    }
  }

  private(set) var uses: [Edge: Set<Use>] = [:]

  mutating func add(_ use: Use, from: String, to: String) {
    if from != to { uses[Edge(from: from, to: to), default: []].insert(use) }
  }

  /// Circles that together include each edge of any circle, short circles first; a circle is a list
  /// of edges.
  func circles() -> [[Edge]] {
    var next: [String: [String]] = [:]
    for edge in uses.keys.sorted() { next[edge.from, default: []].append(edge.to) }
    var circles: [[Edge]] = []
    var covered: Set<Edge> = []
    for edge in uses.keys.sorted() where !covered.contains(edge) {
      guard let back = path(from: edge.to, to: edge.from, next) else { continue }
      let circle = [edge] + back
      covered.formUnion(circle)
      circles.append(circle)
    }
    return circles.sorted { $0.count < $1.count }
  }

  /// The shortest path from one node to another.
  private func path(from start: String, to end: String, _ next: [String: [String]]) -> [Edge]? {
    var waysTo: [String: [Edge]] = [start: []]
    var queue = [start]
    while !queue.isEmpty {
      let node = queue.removeFirst()
      guard let way = waysTo[node] else { continue }
      if node == end { return way }
      for other in next[node] ?? [] where waysTo[other] == nil {
        waysTo[other] = way + [Edge(from: node, to: other)]
        queue.append(other)
      }
    }
    return nil
  }
}
