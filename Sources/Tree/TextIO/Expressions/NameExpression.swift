/// A regular expression that matches a whole name.
///
/// It supports characters, `.`, classes `[a-z]`, groups `( | )`, `*`, `+`, `?`, `{n}`, `{n,m}`,
/// `\d`, `\w`, `\s`, and escapes with `\`. Names come from untrusted dumps, so all ways through the
/// expression are followed at the same time: the cost is at most the product of both lengths,
/// whatever the name. (A backtracking engine takes minutes for `(a+)+` and 30 characters.)
package struct NameExpression: Hashable, Sendable {
  /// One step of the compiled expression.
  enum Element: Hashable, Sendable {
    case character(CharacterClass)
    /// Continues at both.
    case split(Int, Int)
    case jump(Int)
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

  private let steps: [Element]

  /// Parses an expression.
  ///
  /// - Throws: `NameExpressionError` with the place and the problem.
  package init(_ text: String) throws(NameExpressionError) {
    var parser = NameExpressionParser(text)
    steps = try parser.parse()
  }

  /// Whether the expression matches a whole name.
  package func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var current: Set<Int> = []
    follow(0, &current)
    for character in String(decoding: name, as: UTF8.self).unicodeScalars {
      var next: Set<Int> = []
      for step in current {
        if case .character(let set) = steps[step], set.contains(character) {
          follow(step + 1, &next)
        }
      }
      if next.isEmpty { return false }
      current = next
    }
    return current.contains(steps.count - 1)
  }

  /// Adds the steps that can be reached from one before the next character.
  private func follow(_ first: Int, _ reached: inout Set<Int>) {
    var open = [first]
    while let step = open.popLast() {
      guard reached.insert(step).inserted else { continue }
      switch steps[step] {
      case .character, .end: break
      case .split(let one, let other): open += [one, other]
      case .jump(let target): open.append(target)
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
