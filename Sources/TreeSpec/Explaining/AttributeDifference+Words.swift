import TextIO

extension AttributeDifference {
  /// What is different, in a clause.
  var sentence: SafeText {
    switch (expected, found) {
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
    case (.element(let element), .label), (.element(let element), .representation):
      "[\(rawValue)=\(element.text)]"
    case (.element(let element), _): "[\(rawValue) \(element.written)]"
    }
  }
}
