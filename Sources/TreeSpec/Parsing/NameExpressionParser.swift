/// Makes steps of a regular expression's text.
struct NameExpressionParser {
  typealias Step = NameExpression.Step
  typealias LetterClass = NameExpression.LetterClass

  /// More steps than this say nothing that a person could read.
  private static let stepLimit = 5_000
  private static let nestingLimit = 50

  private let letters: [Unicode.Scalar]
  private var place = 0
  private var nesting = 0
  private var steps: [Step] = []

  init(_ text: String) { letters = Array(text.unicodeScalars) }

  mutating func parse() throws(NameExpressionError) -> [Step] {
    if letters.isEmpty { throw problem("the expression is empty") }
    try alternatives()
    if place < letters.count { throw problem("')' closes no group; write '\\)' for the letter") }
    return steps + [.end]
  }

  /// The same steps at another place: they name each other by their places.
  private static func shifted(_ steps: some Sequence<Step>, by distance: Int) -> [Step] {
    steps.map { step in
      switch step {
      case .split(let one, let other): .split(one + distance, other + distance)
      case .jump(let target): .jump(target + distance)
      case .letter, .end: step
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
    while let letter = peek(), letter != "|", letter != ")" {
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
      throw problem("'\(next)' repeats what is already repeated; put it into a group")
    }
    let piece = Array(steps[begin...])
    steps.removeSubrange(begin...)
    try emit(piece, from: begin, least, most)
  }

  /// - Parameters:
  ///   - piece: what is repeated, as it stood at `begin`.
  private mutating func emit(
    _ piece: [Step], from begin: Int, _ least: Int, _ most: Int?
  ) throws(NameExpressionError) {
    func copy() -> [Step] { Self.shifted(piece, by: steps.count - begin) }
    for _ in 0..<least {
      steps += copy()
      try checkSize()
    }
    guard let most else {
      // again: split body, behind; body…; jump again
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
      throw problem("'{' begins a count, such as {2} or {1,3}; write '\\{' for the letter")
    }
    place += 1
    return (least, most)
  }

  private mutating func single() throws(NameExpressionError) {
    guard let letter = peek() else { throw problem("something must stand here") }
    switch letter {
    case "(":
      let start = place
      place += 1
      if peek() == "?" { throw problem("groups have no options; '(' alone begins one") }
      nesting += 1
      if nesting > Self.nestingLimit { throw problem("groups are nested too deep") }
      try alternatives()
      nesting -= 1
      guard peek() == ")" else {
        place = start
        throw problem("'(' is not closed; write '\\(' for the letter")
      }
      place += 1
    case "*", "+", "?", "{":
      throw problem("'\(letter)' repeats nothing; write '\\\(letter)' for the letter")
    case "^", "$":
      throw problem("an expression fits whole names as it is, without '\(letter)'")
    case "[": steps.append(.letter(try letterClass()))
    case ".":
      place += 1
      steps.append(.letter(LetterClass(ranges: [], isNegated: true)))
    case "\\": steps.append(.letter(try escaped()))
    default:
      place += 1
      steps.append(.letter(LetterClass(ranges: [letter.value...letter.value])))
    }
  }

  private mutating func escaped() throws(NameExpressionError) -> LetterClass {
    let start = place
    place += 1
    guard let letter = peek() else { throw problem("'\\' at the end stands for nothing") }
    place += 1
    switch letter {
    case "d": return LetterClass(ranges: [0x30...0x39])
    case "w": return LetterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    case "s": return LetterClass(ranges: [0x09...0x0D, 0x20...0x20])
    default:
      if letter.properties.isAlphabetic || letter.properties.numericType != nil {
        place = start
        throw problem("'\\\(letter)' is not known; there are \\d, \\w and \\s")
      }
      return LetterClass(ranges: [letter.value...letter.value])
    }
  }

  private mutating func letterClass() throws(NameExpressionError) -> LetterClass {
    let start = place
    place += 1
    var letters = LetterClass(ranges: [])
    if peek() == "^" {
      letters.isNegated = true
      place += 1
    }
    while let letter = peek(), letter != "]" {
      if letter == "\\" {
        letters.ranges += try escaped().ranges
        continue
      }
      place += 1
      guard peek() == "-", place + 1 < self.letters.count, self.letters[place + 1] != "]" else {
        letters.ranges.append(letter.value...letter.value)
        continue
      }
      let last = self.letters[place + 1]
      guard letter.value <= last.value else {
        throw problem("'\(letter)-\(last)' runs backwards")
      }
      letters.ranges.append(letter.value...last.value)
      place += 2
    }
    guard peek() == "]", !letters.ranges.isEmpty else {
      place = start
      throw problem("'[' begins a class of letters that is empty or not closed; write '\\['")
    }
    place += 1
    return letters
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let digit = peek(), ("0"..."9").contains(digit) {
      digits.unicodeScalars.append(digit)
      place += 1
    }
    return digits.count < 6 ? Int(digits) : nil
  }

  private func peek() -> Unicode.Scalar? { place < letters.count ? letters[place] : nil }

  private func checkSize() throws(NameExpressionError) {
    if steps.count > Self.stepLimit { throw problem("the expression is too large") }
  }

  private func problem(_ text: String) -> NameExpressionError {
    let offset = letters[..<place].reduce(0) { $0 + String(Character($1)).utf8.count }
    return NameExpressionError(offset: offset, problem: text)
  }
}
