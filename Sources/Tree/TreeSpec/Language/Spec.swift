/// The expected tree at a point of the app, and where its messages must go.
///
/// A spec is parsed from text. The article `SpecLanguage` of `TreeSpec` describes the language:
///
/// ```
/// tree-spec 1 "the dashboard"
/// AppAuthorizedSession [session]
///   MainFlow
///     DashboardModel
///     SideMenuModel
/// error NetworkErrors.101 from ** => AppAuthorizedSession
/// ```
public struct Spec: Sendable {
  /// The spec's name in messages, usually its file's path.
  package let name: String
  /// The title in its first line.
  package let title: String?

  /// The text, line by line, without the ends of the lines.
  package let text: TextLines
  /// The lines of the tree, parents before their children; the first is the root's. Empty if the
  /// spec doesn't describe the tree's shape.
  package let lines: [SpecLine]
  /// The requirements other than the tree's shape, in the order of the text.
  package let assertions: [SpecAssertion]
  /// The names of all captures, by the line that makes them.
  package let captures: [String: Int]

  /// The names that lines give to selectors' models.
  package let bindings: [String: SpecBinding]
  /// The rules, in the order of the text.
  package let rules: [SpecRule]
  /// The included specs, in the order of the text; they have no trees.
  package let included: [Spec]
  /// Additional folders for included files; nil if includes aren't allowed.
  package let includeFolders: [String]?

  /// The maximum number of levels in a spec: matching recurses for each.
  package static let nestingLimit = 200

  /// The spec and its includes.
  package var parts: [Spec] { included.flatMap(\.parts) + [self] }

  /// Its rules and those of its includes.
  package var allRules: [SpecRule] { parts.flatMap(\.rules) }
}

extension Spec {
  /// The same without a tree of its own.
  package var withoutTree: Spec {
    Spec(
      name: name, title: title, text: text, lines: [], assertions: assertions, captures: [:],
      bindings: bindings, rules: rules, included: included, includeFolders: nil)
  }
}

/// The lines of a text without their ends; each becomes a string on access.
package struct TextLines: RandomAccessCollection, Sendable {
  package let bytes: [UInt8]
  package let ranges: [Range<Int>]

  package init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    var ranges: [Range<Int>] = []
    // A byte order mark has no meaning in UTF-8.
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      ranges.append(start..<place)
      start = place + 1
    }
    // Text after the last newline is a line unless it is empty.
    let rest = bytes.dropFirst(start)
    if !rest.isEmpty, !rest.elementsEqual([UInt8(ascii: "\r")]) {
      ranges.append(start..<bytes.count)
    }
    self.ranges = ranges.map { range in
      bytes[range].last == UInt8(ascii: "\r") ? range.dropLast() : range
    }
    self.bytes = bytes
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ranges.count }
  package subscript(line: Int) -> String { String(decoding: bytes[ranges[line]], as: UTF8.self) }
}

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

  package var pattern: NamePattern
  package var count: ModelCount = .one
  /// The name after `as`, without its `$`.
  package var capture: String?
  /// The attributes in brackets.
  package var attributes: [SpecAttribute] = []

  /// The place of the name in the line.
  package var nameSpan = Span(start: 0, end: 0)
  /// The place of the count.
  package var countSpan: Span?
  /// The end of everything before a comment.
  package var partsEnd = 0

  /// The mode of the children: set for this line, or inherited.
  package var mode: ChildMode
  /// The mode of unnamed attributes: set for this line, or inherited.
  package var unnamed: UnnamedAttributes
  /// The line with `...` that allows other children.
  package var openLine: Int?
  /// The indentation and the number of the first line below.
  var firstBelow: (indent: Int, number: Int)?

  /// Whether the line has an upper limit. A line without a count asks for at least one.
  package var isLimited: Bool { countSpan != nil && count.most != nil }

  /// Whether the line consists of a name only.
  package var isBare: Bool { attributes.isEmpty && unnamed.absent.isEmpty }

  /// The line's value for an attribute.
  package func attribute(_ kind: AttributeKind) -> SpecAttribute? {
    attributes.first { $0.kind == kind }
  }

  /// The messages listed for an attribute.
  package func messages(_ kind: AttributeKind) -> SpecList<SpecSubscription>? {
    if case .messages(let list)? = attribute(kind)?.claim { list } else { nil }
  }

  /// How complete the list of children must be.
  package var completeness: ChildMode.Completeness {
    mode.completeness == .exact && openLine != nil ? .contains : mode.completeness
  }
}

/// The number of models that a line asks for.
package struct ModelCount: Hashable, Sendable {
  package var least: Int
  /// Nil for no limit.
  package var most: Int?

  package static let one = ModelCount(least: 1, most: 1)

  package init(least: Int, most: Int?) {
    self.least = least
    self.most = most
  }

  /// The count as written; empty for one.
  package var text: String {
    switch (least, most) {
    case (1, 1): ""
    case (0, 1): "?"
    case (let least, let most?) where least == most: "{\(least)}"
    case (let least, let most): "{\(least)..\(most.map(String.init) ?? "")}"
    }
  }
}

/// The mode of a model's children.
package struct ChildMode: Hashable, Sendable {
  package enum Completeness: String, CaseIterable, Sendable {
    /// The listed children, and no others.
    case exact
    /// The listed children, and any others.
    case contains
    /// The listed models, at any depth, and any others.
    case deep
  }

  package enum Order: String, CaseIterable, Sendable {
    case unordered
    case ordered
  }

  package var completeness = Completeness.exact
  package var order = Order.unordered

  /// The mode as written: `exact unordered`.
  package var text: String { "\(completeness.rawValue) \(order.rawValue)" }

  /// All words that set a mode.
  package static let words = Completeness.allCases.map(\.rawValue) + Order.allCases.map(\.rawValue)
}

/// The attributes that must be absent unless a line names them.
package struct UnnamedAttributes: Hashable, Sendable {
  /// The attributes; none by default.
  package var absent: [AttributeKind] = []

  /// The mode as written: `named`, `exact`, `exact except state`.
  package var text: String {
    if absent.isEmpty { return "named" }
    let others = AttributeKind.unnamed.filter { !absent.contains($0) }.map(\.rawValue)
    return others.isEmpty ? "exact" : "exact except \(others.joined(separator: ", "))"
  }
}
