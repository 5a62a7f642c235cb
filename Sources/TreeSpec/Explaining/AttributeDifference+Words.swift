import TextIO

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

extension AttributeDifference.Attribute {
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
