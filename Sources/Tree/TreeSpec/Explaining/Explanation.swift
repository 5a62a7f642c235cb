package import TextIO
import TreeAnalysis
package import TreeSnapshot

/// A violation of a spec in words.
package struct Explanation {
  /// The problem, in a clause.
  package var problem: SafeText
  /// The comment above the line.
  package var comment: [SafeText] = []
  /// The first tree line that differs; nil if the check is about a single line.
  package var line: Int?
  /// The differences between the tree and its spec.
  package var differences: [ShapeDifference] = []
  /// The actual and the expected tree in one.
  package var rows: [AnnotatedRow] = []
  /// More lines.
  package var details: [SafeText] = []
  /// The actual routes of messages.
  package var routes: [Route] = []
  /// The first violation in a journal; nil for a tree.
  package var moment: MomentFinding?
}

/// One difference between a tree and its spec.
package struct ShapeDifference: Hashable, Sendable {
  /// The kind of difference.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An expected model is missing.
    case missing
    /// No line asks for a model.
    case extra
    /// A model is elsewhere.
    case moved
    /// A model differs from its line.
    case different
  }

  /// The kind of difference.
  package var kind: Kind
  /// The line of the spec; nil for an extra model.
  package var line: Int?
  /// The path of the model, or of the missing model's parent; for a moved model, its current place.
  package var path: String
  /// The model's id in the dump; nil for a missing one.
  package var id: Int?
  /// The line of code that created the model, if known.
  package var source: String?
  /// The difference, in a clause.
  package var text: SafeText
  /// The comment above the line of the spec.
  package var comment: [SafeText] = []
  /// The number of models that are missing, extra, moved, or different.
  package var count = 1
  /// The journal record as of which the model's label and state are, if the text is about them and
  /// they are older than the tree.
  package var asOf: Int?
}

/// A line of the actual and expected tree.
package struct AnnotatedRow: Hashable, Sendable {
  /// What precedes the line.
  package enum Mark: Character, Hashable, Sendable {
    case none = " "
    case missing = "-"
    case extra = "+"
    case different = "~"
    case moved = ">"
  }

  package var mark: Mark
  package var depth: Int
  package var text: SafeText
  /// What follows the line.
  package var note: SafeText
}

extension AttributeDifference {
  /// Whether it is about the label or the state, which may be older than the tree.
  var isAged: Bool { attribute == .label || attribute == .state }

  /// The difference, in a clause.
  ///
  /// - Parameter age: the age of the actual value, as a note after it.
  func sentence(_ age: SafeText) -> SafeText {
    statement(age) + (hint.map { " (\($0.words)\(age))" } ?? "")
  }

  private func statement(_ age: SafeText) -> SafeText {
    if case .order? = hint, let expected {
      return "\(attribute.shown(expected)) has another place"
    }
    return switch (expected, found) {
    case (let expected?, let found?):
      "\(attribute.shown(found))\(age) should be \(attribute.shown(expected))"
    case (let expected?, nil): "\(attribute.shown(expected)) is missing"
    case (nil, let found?): "\(attribute.shown(found))\(age) should not be there"
    case (nil, nil): "\(attribute.rawValue)"
    }
  }
}

extension AttributeKind {
  /// The attribute with a value, as in a spec; for a name, also the value itself.
  func shown(_ value: AttributeDifference.Value) -> SafeText {
    switch (value, self) {
    case (.flag(let isSet), _): "[\(isSet ? "" : "!")\(rawValue)]"
    case (.element(let element), .name): "name \(element.text)"
    case (.element(let element), .label), (.element(let element), .representation),
      (.element(let element), .source):
      "[\(rawValue)=\(element.text)]"
    case (.element(let element), _): "[\(rawValue) \(element.written)]"
    }
  }
}

extension SpecHint {
  private static let shownEntries = 5

  /// The hint, in a clause.
  var words: SafeText {
    switch self {
    case .unknown(let fault): return fault.message
    case .state([]): return "there is no state"
    case .state(let entries):
      let shown: SafeText = entries.prefix(Self.shownEntries).map { "\($0)" }
        .joined(separator: ", ")
      let more = entries.count - Self.shownEntries
      return "the state is \(shown)" + (more > 0 ? " and \(more) more" : "")
    case .order(let elements): return "the order is \(elements.written)"
    case .repeated(let found, let listed):
      return "registered \(Self.times(found)), listed \(Self.times(listed))"
    }
  }

  private static func times(_ count: Int) -> SafeText {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
