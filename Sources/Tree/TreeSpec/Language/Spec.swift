import TextIO
import TreeAnalysis
import TreeSnapshot

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

  init(name: String, text: [String]) {
    self.name = name
    self.text = text
  }
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
  /// Whether a count is written.
  package var hasCount = false
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

    /// The count as written; empty for one.
    package var text: String {
      switch (least, most) {
      case (1, 1): ""
      case (0, 1): "?"
      case (_, least): "{\(least)}"
      case (_, let most?): "{\(least)..\(most)}"
      case (_, nil): "{\(least)..}"
      }
    }
  }

  /// Whether other children are allowed.
  var isOpen: Bool { opening != nil }

  /// Whether a limit is written, which holds even if other models are allowed.
  var isLimited: Bool { hasCount && count.most != nil }

  /// The label that the line asks for.
  var label: NamePattern? { attribute(.label)?.elements.first?.name }

  /// The attribute of a kind.
  package func attribute(_ kind: AttributeKind) -> Attribute? {
    attributes.first { $0.kind == kind }
  }
}
