import TextIO
import TreeSnapshot

/// What trees have in common that differ only in numbers: types, subscriptions, keys of states, and whether
/// there are no, one or several alike children.
struct Shape: Hashable {
  let value: UInt64
  /// The same for all shapes with models of the same types.
  let types: UInt64

  /// No tree.
  static let none = Shape()

  private init() { (value, types) = (0, 0) }

  /// Costs a look at each model.
  init(_ tree: Snapshot) {
    var values = [UInt64](repeating: 0, count: tree.count)
    var types: Set<UInt64> = []
    for position in tree.positions.reversed() {
      let node = tree[position]
      var digest = Digest()
      digest.mix(node.type)
      types.insert(digest.value)
      for subscription in node.subscriptions {
        digest.mix(subscription.domain)
        digest.mix(subscription.code ?? "*")
      }
      digest.mix(UInt64(node.work.count > 1 ? 2 : node.work.count))
      for entry in node.state {
        digest.mix(entry.key)
        digest.mix(Self.sort(of: entry.value))
      }
      var children: [UInt64] = []
      for child in node.children { children.append(values[child.position]) }
      children.sort()
      for (place, child) in children.enumerated()
      where place < 2 || children[place - 2] != child {
        digest.mix(child)
      }
      values[position] = digest.value
    }
    value = values[0]
    self.types = types.reduce(0, ^)
  }

  /// Nothing, zero, or something.
  private static func sort(of value: String) -> UInt64 {
    value.isEmpty || value == "none" || value == "nil"
      ? 0 : value == "0" || value == "false" ? 1 : 2
  }
}

/// The shapes of an app's tree and the steps between them, as they were found.
package struct ShapeMap: Sendable {
  /// A shape.
  package struct Place: Hashable, Sendable {
    /// The types of the tree's leaves, or of its root: the screens that it shows.
    package let name: String
  }

  /// A step from one shape to another.
  package struct Passage: Hashable, Sendable {
    package let from: Int
    package let to: Int
    /// The action, or another step without its details.
    package let step: String
  }

  package private(set) var shapes: [Place] = []
  package private(set) var passages: [Passage] = []
  private var places: [UInt64: Int] = [:]
  private var known: Set<Passage> = []

  /// The most shapes that are kept.
  private static let limit = 2_000

  mutating func name(_ shape: UInt64, _ tree: Snapshot) {
    guard places[shape] == nil, shapes.count < Self.limit else { return }
    places[shape] = shapes.count
    var names: [String] = []
    for position in tree.positions {
      let node = tree[position]
      if node.isLeaf, !names.contains(node.type) { names.append(node.type) }
    }
    shapes.append(Place(name: names.joined(separator: ", ")))
  }

  mutating func note(from: UInt64, _ step: Step, to: UInt64) {
    guard from != to, let from = places[from], let to = places[to] else { return }
    let name =
      switch step {
      case .perform(let words): words.first ?? ""
      case .raise(let message, _): message.description
      case .pass: "pass"
      case .hold: "hold"
      case .answer: "answer"
      }
    let passage = Passage(from: from, to: to, step: name)
    if known.insert(passage).inserted { passages.append(passage) }
  }

  /// The map as a drawing in Graphviz's language: a box for each shape, and an arrow with all steps
  /// that lead from one to another.
  package var dot: String {
    var steps: [[Int]: [String]] = [:]
    var arrows: [[Int]] = []
    for passage in passages {
      let ends = [passage.from, passage.to]
      if steps[ends] == nil { arrows.append(ends) }
      steps[ends, default: []].append(passage.step)
    }
    let boxes = shapes.enumerated().map { "  s\($0) [label=\(Self.quoted([$1.name]))]" }
    let lines = arrows.map { "  s\($0[0]) -> s\($0[1]) [label=\(Self.quoted(steps[$0] ?? []))]" }
    return (["digraph shapes {", "  node [shape=box]"] + boxes + lines + ["}", ""])
      .joined(separator: "\n")
  }

  /// Lines of names out of an app, which may hold anything.
  private static func quoted(_ lines: [String]) -> String {
    let safe = lines.map { line in
      SafeText(line).string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    return "\"" + safe.joined(separator: "\\n") + "\""
  }
}
