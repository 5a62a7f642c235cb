package import TextIO
package import TreeAnalysis
import TreeSnapshot

/// What is wrong with one thing that a spec asks for, in words.
package struct Explanation {
  /// What is wrong, in a clause.
  package var problem: SafeText
  /// The comment above the line.
  package var comment: [SafeText] = []
  /// The line of the tree that differs first; nil for what is about one line.
  package var line: Int?
  /// How the tree differs from its spec.
  package var differences: [ShapeDifference] = []
  /// The tree as it is and as it should be.
  package var rows: [AnnotatedRow] = []
  /// More lines.
  package var details: [SafeText] = []
  /// The ways that messages take instead.
  package var routes: [Route] = []
  /// Where a journal first holds what is not allowed; nil for a tree.
  package var moment: MomentFinding?
}

/// One place in which a tree is not what its spec says.
package struct ShapeDifference: Hashable, Sendable {
  /// In what way.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A model that is asked for is not there.
    case missing
    /// A model is there that no line asks for.
    case extra
    /// A model is elsewhere.
    case moved
    /// A model is not what its line says.
    case different
  }

  /// In what way.
  package var kind: Kind
  /// The line of the spec; nil for what is extra.
  package var line: Int?
  /// The path of the model, or of the parent that it should have; for what moved, where it is.
  package var path: String
  /// The model's id in the dump; nil for what is missing.
  package var id: Int?
  /// The line of code that made the model, where it is known.
  package var source: String?
  /// What is different, in a clause.
  package var text: SafeText
  /// The comment above the line of the spec.
  package var comment: [SafeText] = []
  /// How many models are missing, extra, moved or different.
  package var count = 1
}

/// A line of the tree as it is and as it should be.
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
  /// What is different, in a clause.
  var sentence: SafeText { statement + (hint.map { " (\($0.words))" } ?? "") }

  private var statement: SafeText {
    if case .order? = hint, let expected {
      return "\(attribute.shown(expected)) has another place"
    }
    return switch (expected, found) {
    case (let expected?, let found?):
      "\(attribute.shown(found)) should be \(attribute.shown(expected))"
    case (let expected?, nil): "\(attribute.shown(expected)) is missing"
    case (nil, let found?): "\(attribute.shown(found)) should not be there"
    case (nil, nil): "\(attribute.rawValue)"
    }
  }
}

extension AttributeKind {
  /// The attribute with a value, as a spec writes it; of a name, what it is as well.
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
