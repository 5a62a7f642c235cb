// Values that no reader needs: only their grammar is checked.
extension JSONScanner {
  /// Skips one value of any kind and checks its grammar.
  package mutating func skipValue() throws(Failure) {
    var open: [UInt8] = []
    while true {
      if try skipScalarOrOpen(&open) { continue }
      // A value is complete: close what ends here, or continue with the next element.
      while let close = open.last {
        if try continues(until: close) {
          if close == UInt8(ascii: "}") { _ = try key() }
          break
        }
        open.removeLast()
      }
      if open.isEmpty { return }
    }
  }

  /// True if it opened a non-empty object or array, so that another value comes first.
  private mutating func skipScalarOrOpen(_ open: inout [UInt8]) throws(Failure) -> Bool {
    guard let byte = peek() else { throw Failure(offset: position, .truncated) }
    switch byte {
    case UInt8(ascii: "{"):
      position += 1
      if consume(UInt8(ascii: "}")) { return false }
      open.append(UInt8(ascii: "}"))
      _ = try key()
      return true
    case UInt8(ascii: "["):
      position += 1
      if consume(UInt8(ascii: "]")) { return false }
      open.append(UInt8(ascii: "]"))
      return true
    case UInt8(ascii: "\""):
      _ = try string()
    case UInt8(ascii: "t") where consume(literal: "true"),
      UInt8(ascii: "f") where consume(literal: "false"),
      UInt8(ascii: "n") where consume(literal: "null"):
      break
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try skipNumber()
    default:
      let rest = Slice(start: base + position, count: count - position)
      if ["true", "false", "null"].contains(where: { $0.utf8.starts(with: rest) }) {
        throw Failure(offset: count, .truncated)
      }
      throw unexpected("a value")
    }
    return false
  }

  private mutating func skipNumber() throws(Failure) {
    if base[position] == UInt8(ascii: "-") { position += 1 }
    if position < count, base[position] == UInt8(ascii: "0") {
      position += 1
      if position < count, base[position] &- UInt8(ascii: "0") < 10 {
        throw unexpected("a number without a leading zero")
      }
    } else {
      try skipDigits()
    }
    if position < count, base[position] == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < count,
        base[position] == UInt8(ascii: "+") || base[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Failure) {
    let start = position
    while position < count, base[position] &- UInt8(ascii: "0") < 10 {
      position += 1
    }
    if position == start { throw unexpected("a digit") }
  }
}

// Numbers and words.
extension JSONScanner {
  /// Reads a whole number that fits into 63 bits; nil, with nothing consumed, for anything else.
  package mutating func wholeNumber() -> Int? {
    guard peek() != nil else { return nil }
    let start = position
    var value = 0
    var digits = 0
    while position < count, case let digit = base[position] &- UInt8(ascii: "0"), digit < 10 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(digit))
      // Leading zeros never overflow.
      if overflow || carry || digits > 19 {
        position = start
        return nil
      }
      value = sum
      digits += 1
      position += 1
    }
    let leadingZero = digits > 1 && base[start] == UInt8(ascii: "0")
    if digits == 0 || leadingZero || continuesNumber {
      position = start
      return nil
    }
    return value
  }

  /// Whether a fraction or an exponent follows the digits.
  private var continuesNumber: Bool {
    guard position < count else { return false }
    return switch base[position] {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }

  /// Reads `true` or `false`; nil, with nothing consumed, for anything else.
  package mutating func boolean() -> Bool? {
    _ = peek()
    if consume(literal: "true") { return true }
    if consume(literal: "false") { return false }
    return nil
  }

  /// Consumes a word if it comes next.
  mutating func consume(literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    for index in 0..<length {
      guard position + index < count, base[position + index] == literal.utf8Start[index] else {
        return false
      }
    }
    position += length
    return true
  }
}
