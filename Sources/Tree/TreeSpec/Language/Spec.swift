import TextIO
import TreeAnalysis

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
package struct Spec: Sendable {
  /// The name in messages, usually the file's path.
  package let name: String
  /// The text, line by line.
  package let text: [String]
  /// The title in the first line.
  package internal(set) var title: String?
  /// The attributes that a model doesn't have unless its line names them.
  package internal(set) var exact: Set<AttributeKind> = []
  /// Whether all children are in the order of their lines.
  package internal(set) var isOrdered = false
  /// The lines of the tree, parents before their children; the first is the root's. Empty if the spec
  /// doesn't describe the tree's shape.
  package internal(set) var lines: [TreeLine] = []
  /// The other lines, in the order of the text.
  package internal(set) var statements: [Statement] = []
  /// The names that lines give to their models, such as `$flow`, by the index of the line.
  package internal(set) var captures: [String: Int] = [:]

  /// The maximum number of levels in a spec: matching recurses for each.
  package static let nestingLimit = 200
}

extension Spec {
  /// Whether any line is about the past.
  package var asksForJournal: Bool { statements.contains(where: \.isOfJournal) }

  /// Whether any line is about the tree.
  package var asksForTree: Bool { !lines.isEmpty || !statements.allSatisfy(\.isOfJournal) }
}

/// A line of a spec's tree, and the models that it asks for.
package struct TreeLine: Sendable {
  /// The line of the text, from 1.
  package var number: Int
  /// The number of leading spaces.
  package var indent: Int
  /// The index of the parent's line; nil for the root's.
  package var parent: Int?
  /// The indices of the children's lines, in order.
  package var children: [Int] = []

  package var name = NamePattern(Glob(elements: []), of: Word([]))
  package var count = Count()
  package var attributes: [Attribute] = []
  /// Whether the children are in the order of their lines.
  package var isOrdered: Bool
  /// The number of the line with `...`, which allows other children.
  package var opening: Int?
  /// The name that the line gives to its models, such as `$flow`.
  package var capture: String?
  /// The text without indentation and comment.
  package var text = ""

  /// How many models a line asks for.
  package struct Count: Hashable, Sendable {
    package var least = 1
    /// Nil for any number.
    package var most: Int? = 1

    /// The count as written; empty for one that isn't.
    package var text = ""

    var isOne: Bool { least == 1 && most == 1 }
  }

  /// Whether other children are allowed.
  var isOpen: Bool { opening != nil }

  /// Whether a limit is written, which holds even if other models are allowed.
  var isLimited: Bool { !count.text.isEmpty && count.most != nil }

  /// The label that the line asks for.
  var label: NamePattern? { attribute(.label)?.elements.first?.name }

  /// The attribute of a kind.
  package func attribute(_ kind: AttributeKind) -> Attribute? {
    attributes.first { $0.kind == kind }
  }
}

extension TreeLine.Count {
  /// Reads `{2}`, `{1..3}`, `{1..}` or `?`.
  init(_ word: Word) throws(LineProblem) {
    if word.text == "?" {
      self.init(least: 0, text: "?")
      return
    }
    let parts = word.text.dropFirst().dropLast()
      .split(separator: "..", omittingEmptySubsequences: false)
    let (least, most) = (Int(parts[0]) ?? -1, parts.last.flatMap { Int($0) })
    let isOpen = parts.count == 2 && parts[1].isEmpty
    guard word.text.last == "}", parts.count < 3, least >= 0, isOpen || most ?? -1 >= least else {
      throw LineProblem(
        word.span,
        "'\(word.text)' isn't a count; write {2}, {1..3} or {1..}, the smaller number first")
    }
    self.init(least: least, most: most, text: word.text)
  }
}
