/// A regular expression that a whole name must fit.
///
/// It knows characters, `.`, classes `[a-z]`, groups `( | )`, `*`, `+`, `?`, `{n}`, `{n,m}`, `\d`,
/// `\w`, `\s` and what `\` takes literally. Names come out of dumps, which are not to be trusted: all
/// ways through the expression are followed at once, so the cost is at most the product of both
/// lengths, whatever the name. (A backtracking engine takes minutes for `(a+)+` and 30 characters.)
struct NameExpression: Hashable, Sendable {
  /// One step of the program that the expression becomes.
  enum Step: Hashable, Sendable {
    case character(CharacterClass)
    /// Goes on at both.
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

  let steps: [Step]

  func matches(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var current = Reached(count: steps.count)
    var next = Reached(count: steps.count)
    follow(0, &current)
    for character in String(decoding: name, as: UTF8.self).unicodeScalars {
      if current.characters.isEmpty { return false }
      next.clear()
      for step in current.characters {
        if case .character(let set) = steps[step], set.contains(character) {
          follow(step + 1, &next)
        }
      }
      swap(&current, &next)
    }
    return current.isReached[steps.count - 1]
  }

  /// The steps that can be reached before the next character.
  private struct Reached {
    var isReached: [Bool]
    var characters: [Int] = []
    private var all: [Int] = []

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
      characters.removeAll(keepingCapacity: true)
    }
  }

  private func follow(_ first: Int, _ reached: inout Reached) {
    var open = [first]
    while let step = open.popLast() {
      guard reached.insert(step) else { continue }
      switch steps[step] {
      case .character: reached.characters.append(step)
      case .split(let one, let other):
        open.append(other)
        open.append(one)
      case .jump(let target): open.append(target)
      case .end: break
      }
    }
  }
}
