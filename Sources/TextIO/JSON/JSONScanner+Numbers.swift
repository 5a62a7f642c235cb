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

  /// Whether the text ends within a word that begins here.
  func isCutOff(literal: StaticString) -> Bool {
    let rest = count - position
    guard rest < literal.utf8CodeUnitCount else { return false }
    for index in 0..<rest where base[position + index] != literal.utf8Start[index] { return false }
    return true
  }
}
