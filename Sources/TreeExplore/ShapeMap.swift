import TextIO
import TreeSnapshot

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
