/// A regular expression that matches a whole name or a part of a text.
///
/// It supports characters, `.`, classes `[a-z]`, groups `( | )`, `*`, `+`, `?`, `{n}`, `{n,m}`,
/// `\d`, `\w`, `\s`, and escapes with `\`. An expression for parts of a text also supports named
/// groups `(?<name>)`, `(?:)`, `^`, `$`, and the lazy `*?`. Names come from untrusted dumps, so all
/// ways through the expression are followed at the same time: the cost is at most the product of
/// both lengths, whatever the name. (A backtracking engine takes minutes for `(a+)+` and 30
/// characters.)
package struct NameExpression: Hashable, Sendable {
  /// One step of the compiled expression.
  enum Step: Hashable, Sendable {
    case character(CharacterClass)
    /// Continues at both; the first is preferred.
    case split(Int, Int)
    case jump(Int)
    /// Notes the place: twice the group's number for its start, plus one for its end.
    case note(Int)
    /// Matches only at the start or only at the end of the text.
    case start, stop
    case end
  }

  /// A set of characters.
  struct CharacterClass: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false

    func contains(_ character: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(character.value) } != isNegated
    }
  }

  /// The names of the groups, in order.
  package let groups: [String]
  private let steps: [Step]

  /// Parses an expression that must match a whole name.
  ///
  /// - Throws: `NameExpressionError` with the place and the problem.
  package init(_ text: String) throws(NameExpressionError) {
    try self.init(NameExpressionParser(text, isPart: false))
  }

  /// Parses an expression that matches part of a text and may name groups.
  ///
  /// - Throws: `NameExpressionError` with the place and the problem.
  package init(part text: String) throws(NameExpressionError) {
    try self.init(NameExpressionParser(text, isPart: true))
  }

  private init(_ parser: NameExpressionParser) throws(NameExpressionError) {
    var parser = parser
    steps = try parser.parse()
    groups = parser.groups
  }

  /// Whether the expression matches a whole name.
  package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    run(Array(String(decoding: name, as: UTF8.self).unicodeScalars), isWhole: true) != nil
  }

  /// Returns the groups of the first match in a text; nil if there is none.
  ///
  /// - Returns: the text of each group; nil for a group that isn't part of the match.
  package func groups(of text: String) -> [String?]? {
    let text = Array(text.unicodeScalars)
    guard let places = run(text, isWhole: false) else { return nil }
    return groups.indices.map { group in
      let (start, end) = (places[2 * group], places[2 * group + 1])
      guard start >= 0, end >= start else { return nil }
      return String(String.UnicodeScalarView(text[start..<end]))
    }
  }

  /// Returns the places noted on the preferred way through a text; nil if there is no match.
  private func run(_ text: [Unicode.Scalar], isWhole: Bool) -> [Int]? {
    var (current, next) = (Reached(count: steps.count), Reached(count: steps.count))
    let none = Array(repeating: -1, count: 2 * groups.count)
    var match: [Int]?
    for place in 0...text.count {
      if place == 0 || !isWhole && match == nil {
        // A later start is preferred only if no earlier one is still alive.
        follow(0, none, at: place, of: text.count, &current)
      }
      if current.ways.isEmpty, isWhole || match != nil { break }
      next.clear()
      for way in current.ways {
        if case .character(let set) = steps[way.step] {
          if place < text.count, set.contains(text[place]) {
            follow(way.step + 1, way.places, at: place + 1, of: text.count, &next)
          }
        } else if !isWhole || place == text.count {
          // The end: all remaining ways are less preferred.
          match = way.places
          break
        }
      }
      swap(&current, &next)
    }
    return match
  }

  /// The steps that can be reached before the next character.
  private struct Reached {
    private var isReached: [Bool]
    private var all: [Int] = []
    /// Steps at a character or at the end, the preferred first, with the noted places.
    var ways: [(step: Int, places: [Int])] = []

    init(count: Int) { isReached = Array(repeating: false, count: count) }

    mutating func insert(_ step: Int) -> Bool {
      if isReached[step] { return false }
      isReached[step] = true
      all.append(step)
      return true
    }

    mutating func clear() {
      for step in all { isReached[step] = false }
      all.removeAll(keepingCapacity: true)
      ways.removeAll(keepingCapacity: true)
    }
  }

  private func follow(
    _ first: Int, _ places: [Int], at place: Int, of count: Int, _ reached: inout Reached
  ) {
    var open = [(step: first, places: places)]
    while var way = open.popLast() {
      guard reached.insert(way.step) else { continue }
      switch steps[way.step] {
      case .character, .end: reached.ways.append(way)
      case .split(let one, let other):
        open.append((other, way.places))
        open.append((one, way.places))
      case .jump(let target): open.append((target, way.places))
      case .note(let number):
        way.places[number] = place
        open.append((way.step + 1, way.places))
      case .start: if place == 0 { open.append((way.step + 1, way.places)) }
      case .stop: if place == count { open.append((way.step + 1, way.places)) }
      }
    }
  }
}

/// Where and why a regular expression couldn't be parsed.
package struct NameExpressionError: Error {
  /// The place, in bytes of the text.
  package var offset: Int
  /// The problem and its remedy, in one clause.
  package var message: SafeText
}
