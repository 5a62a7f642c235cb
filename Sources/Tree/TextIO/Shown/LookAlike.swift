// Two sides of a difference, shown so that a reader sees what differs.

extension SafeText {
  /// Two different texts, each as short as the difference allows, and told apart.
  ///
  /// Of long texts, the part that differs is shown with some context on each side. Texts that look
  /// alike are escaped or quoted until they don't: `é` and `e\u{301}`, `a b` and `a\u{a0}b`, `A` and
  /// `\u{410}`, `a` and `"a "`. A text that doesn't exist is `–`, an empty one `""`.
  package static func sides(_ old: String?, _ new: String?) -> (old: SafeText, new: SafeText) {
    guard let old, let new else { return (alone(old), alone(new)) }
    let parts = Excerpt.pair(old, new)
    for escapes in Escapes.allCases {
      let sides = (parts.old.shown(escapes), parts.new.shown(escapes))
      if appearance(sides.0) != appearance(sides.1) { return sides }
    }
    // Equal texts, or long ones of which the shown parts are equal.
    let sides = (parts.old.shown(.none), parts.new.shown(.none))
    if old.utf8.count == new.utf8.count { return sides }
    return ("\(sides.0) (\(old.utf8.count) bytes)", "\(sides.1) (\(new.utf8.count) bytes)")
  }

  /// The only text of a difference, its beginning if it is long.
  private static func alone(_ text: String?) -> SafeText {
    guard let text else { return "–" }
    let looksEmpty = text == "–" || text.first == " " || text.last == " "
    return Excerpt(of: text).shown(looksEmpty ? .spacesAndMarks : .none)
  }

  /// What a reader sees of a text: one that looks the same has an equal one.
  private static func appearance(_ text: SafeText) -> String {
    let scalars = text.string.unicodeScalars.map { scalar -> Character in
      if scalar.properties.generalCategory == .spaceSeparator { return " " }
      return lookAlikes[scalar] ?? Character(scalar)
    }
    let start = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let end = scalars.lastIndex { $0 != " " }.map { $0 + 1 } ?? start
    // Strings are equal whether they are composed or not.
    return String(scalars[start..<end])
  }

  /// The letters and signs that most fonts draw like one of ASCII.
  private static let lookAlikes: [Unicode.Scalar: Character] = {
    let pairs: [(String, String)] = [
      ("АВЕЅІЈКМНОРСТХУаеѕіјорсухԁԛԝһѵ", "ABESIJKMHOPCTXYaesijopcyxdqwhv"),
      ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονϲρ", "ABEZHIKMNOPTYXovcp"),
      ("‐‑‒–−ʼ‘’′“”″ıⅼ∕⁄∶։․", "-----''''\"\"\"il//::."),
    ]
    var table: [Unicode.Scalar: Character] = [:]
    for (letters, looks) in pairs {
      for (letter, look) in zip(letters.unicodeScalars, looks) { table[letter] = look }
    }
    return table
  }()
}

/// What is escaped of a text besides what could harm a terminal.
private enum Escapes: CaseIterable {
  case none, spacesAndMarks, allButASCII, escapesThemselves

  func include(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .none: return false
    case .spacesAndMarks:
      switch scalar.properties.generalCategory {
      case .spaceSeparator: return scalar != " "
      case .nonspacingMark, .enclosingMark, .spacingMark: return true
      default: return false
      }
    case .allButASCII: return !scalar.isASCII
    case .escapesThemselves: return !scalar.isASCII || scalar == "\\" || scalar == "\""
    }
  }
}

/// The part of a text in which it differs from another, with some context on each side.
private struct Excerpt {
  private static let context = 24
  /// How much is shown of a part that differs.
  private static let longest = 96

  /// What both texts have before it.
  private var before: Substring
  private var different: Substring
  private var after: Substring
  private var isCutBefore: Bool
  private var isCutAfter: Bool

  /// The beginning of a text.
  init(of text: String) {
    (before, different, after) = (text.prefix(0), text[...], text.suffix(0))
    (isCutBefore, isCutAfter) = (false, false)
  }

  /// The parts of two texts.
  static func pair(_ old: String, _ new: String) -> (old: Excerpt, new: Excerpt) {
    var start = commonCount(old.utf8, new.utf8, atMost: .max)
    while !old.hasCharacter(at: start) || !new.hasCharacter(at: start) { start -= 1 }
    let most = min(old.utf8.count, new.utf8.count) - start
    var end = commonCount(old.utf8.reversed(), new.utf8.reversed(), atMost: most)
    while !old.hasCharacter(at: old.utf8.count - end)
      || !new.hasCharacter(at: new.utf8.count - end)
    { end -= 1 }
    return (Excerpt(of: old, from: start, less: end), Excerpt(of: new, from: start, less: end))
  }

  private static func commonCount(
    _ old: some Sequence<UInt8>, _ new: some Sequence<UInt8>, atMost most: Int
  ) -> Int {
    var count = 0
    for (one, other) in zip(old, new) {
      if one != other || count == most { break }
      count += 1
    }
    return count
  }

  private init(of text: String, from start: Int, less end: Int) {
    let first = text.utf8.index(text.startIndex, offsetBy: start)
    let last = text.utf8.index(text.endIndex, offsetBy: -end)
    let isShort = text.utf8.count <= Self.longest
    let (from, to) =
      isShort
      ? (text.startIndex, text.endIndex)
      : (
        text.index(first, offsetBy: -Self.context, limitedBy: text.startIndex) ?? text.startIndex,
        text.index(last, offsetBy: Self.context, limitedBy: text.endIndex) ?? text.endIndex
      )
    (before, different, after) = (text[from..<first], text[first..<last], text[last..<to])
    (isCutBefore, isCutAfter) = (from > text.startIndex, to < text.endIndex)
  }

  /// The part as text.
  func shown(_ escapes: Escapes) -> SafeText {
    var text: SafeText = isCutBefore ? "…" : ""
    text += SafeText(before)
    let end = different.index(
      different.startIndex, offsetBy: Self.longest, limitedBy: different.endIndex)
    if let end, end < different.endIndex {
      let rest = different.suffix(after.isEmpty ? 0 : Self.context)
      text += escaped(different[..<end], escapes)
      text += "…"
      text += escaped(rest, escapes)
    } else {
      text += escaped(different, escapes)
    }
    text += SafeText(after)
    if isCutAfter { text += "…" }
    let hasEdges = text.string.hasPrefix(" ") || text.string.hasSuffix(" ")
    return text.isEmpty || hasEdges && escapes != .none || isDash(escapes) ? "\"\(text)\"" : text
  }

  /// Whether the text could be taken for one that doesn't exist.
  private func isDash(_ escapes: Escapes) -> Bool {
    escapes != .none && different == "–" && before.isEmpty && after.isEmpty
  }

  private func escaped(_ text: Substring, _ escapes: Escapes) -> SafeText {
    guard text.unicodeScalars.contains(where: escapes.include) else { return SafeText(text) }
    return text.unicodeScalars.map { scalar -> SafeText in
      escapes.include(scalar)
        ? "\\u{\(String(scalar.value, radix: 16))}" : SafeText(String(scalar))
    }.joined()
  }
}

extension String {
  /// Whether a character begins at an offset in bytes.
  fileprivate func hasCharacter(at offset: Int) -> Bool {
    Index(utf8.index(startIndex, offsetBy: offset), within: self) != nil
  }
}
