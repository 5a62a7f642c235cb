/// Parses a regular expression.
struct NameExpressionParser {
  typealias Element = NameExpression.Element
  typealias CharacterClass = NameExpression.CharacterClass

  /// An expression with more steps is too long for a person to read.
  private static let stepLimit = 5_000
  private static let nestingLimit = 50

  private let text: [Unicode.Scalar]
  private var place = 0
  private var nesting = 0
  private var steps: [Element] = []

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func parse() throws(NameExpressionError) -> [Element] {
    if text.isEmpty { throw error("the expression is empty") }
    try alternatives()
    if place < text.count { throw error("')' closes no group; write '\\)' for the character") }
    return steps + [.end]
  }

  /// Moves steps to another place, which changes the places that they refer to.
  private static func shifted(_ steps: some Sequence<Element>, by distance: Int) -> [Element] {
    steps.map { step in
      switch step {
      case .split(let one, let other): .split(one + distance, other + distance)
      case .jump(let target): .jump(target + distance)
      case .character, .end: step
      }
    }
  }

  private mutating func alternatives() throws(NameExpressionError) {
    let start = steps.count
    try sequence()
    while peek() == "|" {
      place += 1
      // split first, second; first…; jump end; second…
      steps.replaceSubrange(start..., with: Self.shifted(steps[start...], by: 1))
      steps.insert(.split(start + 1, steps.count + 2), at: start)
      let jump = steps.count
      steps.append(.jump(jump))
      try sequence()
      steps[jump] = .jump(steps.count)
      try checkSize()
    }
  }

  private mutating func sequence() throws(NameExpressionError) {
    while let character = peek(), character != "|", character != ")" {
      try repeated()
      try checkSize()
    }
  }

  private mutating func repeated() throws(NameExpressionError) {
    let begin = steps.count
    try single()
    guard let sign = peek(), "*+?{".unicodeScalars.contains(sign) else { return }
    let start = place
    place += 1
    let (least, most): (Int, Int?)
    switch sign {
    case "*": (least, most) = (0, nil)
    case "+": (least, most) = (1, nil)
    case "?": (least, most) = (0, 1)
    default: (least, most) = try bounds(from: start)
    }
    if let next = peek(), "*+?{".unicodeScalars.contains(next) {
      throw error("'\(next)' repeats what is already repeated; put it into a group")
    }
    let piece = Array(steps[begin...])
    steps.removeSubrange(begin...)
    try emit(piece, from: begin, least, most)
  }

  /// - Parameter piece: the repeated part, as steps from `begin`.
  private mutating func emit(
    _ piece: [Element], from begin: Int, _ least: Int, _ most: Int?
  ) throws(NameExpressionError) {
    func copy() -> [Element] { Self.shifted(piece, by: steps.count - begin) }
    for _ in 0..<least {
      steps += copy()
      try checkSize()
    }
    guard let most else {
      // again: split body, after; body…; jump again
      let again = steps.count
      steps.append(.split(again + 1, again + piece.count + 2))
      steps += copy()
      steps.append(.jump(again))
      return
    }
    for _ in 0..<max(0, most - least) {
      let start = steps.count
      steps.append(.split(start + 1, start + 1 + piece.count))
      steps += copy()
      try checkSize()
    }
  }

  private mutating func bounds(from start: Int) throws(NameExpressionError) -> (Int, Int?) {
    let least = number()
    var most = least
    if peek() == "," {
      place += 1
      most = number()
    }
    guard peek() == "}", let least, most.map({ $0 >= least }) ?? true else {
      place = start
      throw error("'{' begins a count, such as {2} or {1,3}; write '\\{' for the character")
    }
    place += 1
    return (least, most)
  }

  private mutating func single() throws(NameExpressionError) {
    guard let character = peek() else { throw error("a part of the expression is missing here") }
    switch character {
    case "(":
      let start = place
      place += 1
      if peek() == "?" { throw error("groups have no options; '(' alone begins one") }
      nesting += 1
      if nesting > Self.nestingLimit { throw error("groups are nested too deep") }
      try alternatives()
      nesting -= 1
      guard peek() == ")" else {
        place = start
        throw error("'(' is not closed; write '\\(' for the character")
      }
      place += 1
    case "*", "+", "?", "{":
      throw error("'\(character)' repeats nothing; write '\\\(character)' for the character")
    case "^", "$":
      throw error("an expression fits whole names as it is, without '\(character)'")
    case "[": steps.append(.character(try characterClass()))
    case ".":
      place += 1
      steps.append(.character(CharacterClass(ranges: [], isNegated: true)))
    case "\\": steps.append(.character(try escaped()))
    default:
      place += 1
      steps.append(.character(CharacterClass(ranges: [character.value...character.value])))
    }
  }

  private mutating func escaped() throws(NameExpressionError) -> CharacterClass {
    let start = place
    place += 1
    guard let character = peek() else { throw error("'\\' at the end escapes nothing") }
    place += 1
    switch character {
    case "d": return CharacterClass(ranges: [0x30...0x39])
    case "w": return CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    case "s": return CharacterClass(ranges: [0x09...0x0D, 0x20...0x20])
    default:
      if character.properties.isAlphabetic || character.properties.numericType != nil {
        place = start
        throw error("'\\\(character)' is not known; there are \\d, \\w and \\s")
      }
      return CharacterClass(ranges: [character.value...character.value])
    }
  }

  private mutating func characterClass() throws(NameExpressionError) -> CharacterClass {
    let start = place
    place += 1
    var set = CharacterClass(ranges: [])
    if peek() == "^" {
      set.isNegated = true
      place += 1
    }
    while let character = peek(), character != "]" {
      if character == "\\" {
        set.ranges += try escaped().ranges
        continue
      }
      place += 1
      guard peek() == "-", place + 1 < text.count, text[place + 1] != "]" else {
        set.ranges.append(character.value...character.value)
        continue
      }
      let last = text[place + 1]
      guard character.value <= last.value else {
        throw error("'\(character)-\(last)' runs backwards")
      }
      set.ranges.append(character.value...last.value)
      place += 2
    }
    guard peek() == "]", !set.ranges.isEmpty else {
      place = start
      throw error("'[' begins a class of characters that is empty or not closed; write '\\['")
    }
    place += 1
    return set
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = peek(), ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      place += 1
    }
    return digits.count < 6 ? Int(digits) : nil
  }

  private func peek() -> Unicode.Scalar? { place < text.count ? text[place] : nil }

  private func checkSize() throws(NameExpressionError) {
    if steps.count > Self.stepLimit { throw error("the expression is too large") }
  }

  private func error(_ message: SafeText) -> NameExpressionError {
    let offset = text[..<place].reduce(0) { $0 + String(Character($1)).utf8.count }
    return NameExpressionError(offset: offset, message: message)
  }
}
