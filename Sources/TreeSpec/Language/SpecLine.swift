import TreeAnalysis
import TreeSnapshot

/// A line of a spec's tree: the models that it asks for.
package struct SpecLine: Sendable {
  /// The line of the text, from 1.
  package var number: Int
  /// How many spaces are before it.
  package var indent: Int
  /// The index of the parent's line; nil for the root's.
  package var parent: Int?
  /// The indices of the children's lines, in their order.
  package var children: [Int] = []

  var pattern: NamePattern
  var count: ModelCount = .one
  /// The name after `as`, without its `$`.
  var capture: String?
  /// What the line says in brackets.
  var attributes: [SpecAttribute] = []

  /// The place of the name in the line.
  var nameSpan = Span(start: 0, end: 0)
  /// The place of the count.
  var countSpan: Span?
  /// The end of everything before a comment.
  var partsEnd = 0

  /// What holds for the children: set for this line, or inherited.
  var mode: ChildMode
  /// What holds for attributes that are not named: set for this line, or inherited.
  var unnamed: UnnamedAttributes
  /// The line with `...` that allows other children.
  var openLine: Int?
  /// How far the first line below is indented, and its number.
  var firstBelow: (indent: Int, number: Int)?

  /// Whether the line says how many models there may be at most. A line without a count asks for one,
  /// and leaves open how many others there are.
  var isLimited: Bool { countSpan != nil && count.most != nil }

  /// Whether the line says nothing of the model itself but a name.
  var isBare: Bool { attributes.isEmpty && unnamed.absent.isEmpty }

  /// What the line says of one attribute.
  func attribute(_ kind: AttributeKind) -> SpecAttribute? { attributes.first { $0.kind == kind } }

  /// The messages that it lists for an attribute.
  func messages(_ kind: AttributeKind) -> SpecList<SpecSubscription>? {
    if case .messages(let list)? = attribute(kind)?.claim { list } else { nil }
  }

  /// What the children are held to.
  var completeness: ChildMode.Completeness {
    mode.completeness == .exact && openLine != nil ? .contains : mode.completeness
  }
}

/// How many models a line asks for.
struct ModelCount: Hashable, Sendable {
  var least: Int
  /// No limit where it is nil.
  var most: Int?

  static let one = ModelCount(least: 1, most: 1)

  /// As it is written; empty for one.
  var text: String {
    switch (least, most) {
    case (1, 1): ""
    case (0, 1): "?"
    case (let least, let most?) where least == most: "{\(least)}"
    case (let least, let most): "{\(least)..\(most.map(String.init) ?? "")}"
    }
  }
}

/// What holds for the children of a model.
struct ChildMode: Hashable, Sendable {
  enum Completeness: String, CaseIterable, Sendable {
    /// Those that are listed, and no others.
    case exact
    /// Those that are listed; there may be others.
    case contains
    /// Those that are listed, at any depth below; there may be others.
    case deep
  }

  enum Order: String, CaseIterable, Sendable {
    case unordered
    case ordered
  }

  var completeness = Completeness.exact
  var order = Order.unordered

  /// As it is written: `exact unordered`.
  var text: String { "\(completeness.rawValue) \(order.rawValue)" }

  /// All words that set a mode.
  static let words = Completeness.allCases.map(\.rawValue) + Order.allCases.map(\.rawValue)
}

/// What a text says of the children of a model.
struct WrittenChildMode: Hashable, Sendable {
  var completeness: ChildMode.Completeness?
  var order: ChildMode.Order?

  /// The mode, of which the line above says what is not written.
  func mode(inheriting above: ChildMode) -> ChildMode {
    ChildMode(completeness: completeness ?? above.completeness, order: order ?? above.order)
  }
}

/// Which attributes must be absent where a line does not name them.
struct UnnamedAttributes: Hashable, Sendable {
  /// Those that must be absent; by default none.
  var absent: AttributeKinds = []

  /// As it is written: `named`, `exact`, `exact except state`.
  var text: String {
    if absent.isEmpty { return "named" }
    let others = AttributeKind.unnamed.filter { !absent.contains($0) }.map(\.rawValue)
    return others.isEmpty ? "exact" : "exact except \(others.joined(separator: ", "))"
  }
}
