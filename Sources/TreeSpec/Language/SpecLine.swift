import TreeAnalysis
import TreeSnapshot

/// A line of a spec's tree, and the models that it asks for.
package struct SpecLine: Sendable {
  /// The line of the text, from 1.
  package var number: Int
  /// The number of leading spaces.
  package var indent: Int
  /// The index of the parent's line; nil for the root's.
  package var parent: Int?
  /// The indices of the children's lines, in order.
  package var children: [Int] = []

  var pattern: NamePattern
  var count: ModelCount = .one
  /// The name after `as`, without its `$`.
  var capture: String?
  /// The attributes in brackets.
  var attributes: [SpecAttribute] = []

  /// The place of the name in the line.
  var nameSpan = Span(start: 0, end: 0)
  /// The place of the count.
  var countSpan: Span?
  /// The end of everything before a comment.
  var partsEnd = 0

  /// The mode of the children: set for this line, or inherited.
  var mode: ChildMode
  /// The mode of unnamed attributes: set for this line, or inherited.
  var unnamed: UnnamedAttributes
  /// The line with `...` that allows other children.
  var openLine: Int?
  /// The indentation and the number of the first line below.
  var firstBelow: (indent: Int, number: Int)?

  /// Whether the line has an upper limit. A line without a count asks for at least one.
  var isLimited: Bool { countSpan != nil && count.most != nil }

  /// Whether the line consists of a name only.
  var isBare: Bool { attributes.isEmpty && unnamed.absent.isEmpty }

  /// The line's value for an attribute.
  func attribute(_ kind: AttributeKind) -> SpecAttribute? { attributes.first { $0.kind == kind } }

  /// The messages listed for an attribute.
  func messages(_ kind: AttributeKind) -> SpecList<SpecSubscription>? {
    if case .messages(let list)? = attribute(kind)?.claim { list } else { nil }
  }

  /// How complete the list of children must be.
  var completeness: ChildMode.Completeness {
    mode.completeness == .exact && openLine != nil ? .contains : mode.completeness
  }
}

/// The number of models that a line asks for.
struct ModelCount: Hashable, Sendable {
  var least: Int
  /// Nil for no limit.
  var most: Int?

  static let one = ModelCount(least: 1, most: 1)

  /// The count as written; empty for one.
  var text: String {
    switch (least, most) {
    case (1, 1): ""
    case (0, 1): "?"
    case (let least, let most?) where least == most: "{\(least)}"
    case (let least, let most): "{\(least)..\(most.map(String.init) ?? "")}"
    }
  }
}

/// The mode of a model's children.
struct ChildMode: Hashable, Sendable {
  enum Completeness: String, CaseIterable, Sendable {
    /// The listed children, and no others.
    case exact
    /// The listed children, and any others.
    case contains
    /// The listed models, at any depth, and any others.
    case deep
  }

  enum Order: String, CaseIterable, Sendable {
    case unordered
    case ordered
  }

  var completeness = Completeness.exact
  var order = Order.unordered

  /// The mode as written: `exact unordered`.
  var text: String { "\(completeness.rawValue) \(order.rawValue)" }

  /// All words that set a mode.
  static let words = Completeness.allCases.map(\.rawValue) + Order.allCases.map(\.rawValue)
}

/// The parts of a mode that a line sets.
struct WrittenChildMode: Hashable, Sendable {
  var completeness: ChildMode.Completeness?
  var order: ChildMode.Order?

  /// The mode, with unset parts inherited from the line above.
  func mode(inheriting above: ChildMode) -> ChildMode {
    ChildMode(completeness: completeness ?? above.completeness, order: order ?? above.order)
  }
}

/// The attributes that must be absent unless a line names them.
struct UnnamedAttributes: Hashable, Sendable {
  /// The attributes; none by default.
  var absent: [AttributeKind] = []

  /// The mode as written: `named`, `exact`, `exact except state`.
  var text: String {
    if absent.isEmpty { return "named" }
    let others = AttributeKind.unnamed.filter { !absent.contains($0) }.map(\.rawValue)
    return others.isEmpty ? "exact" : "exact except \(others.joined(separator: ", "))"
  }
}
