// Two sides of a difference, shown so that a reader sees what differs.

extension SafeText {
  /// Two different texts, each as short as the difference allows, and told apart.
  ///
  /// Of long texts, the part that differs is shown with some context on each side. Texts that look
  /// alike are escaped or quoted until they don't: `é` and `e\u{301}`, `a b` and `a\u{a0}b`, `A` and
  /// `\u{410}`, `a` and `"a "`. A text that doesn't exist is `–`, an empty one `""`.
  package static func sides(_ old: String?, _ new: String?) -> (old: SafeText, new: SafeText) {
    guard let old, let new else { return (alone(old), alone(new)) }
    let (one, other) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    let start = zip(one, other).prefix { $0 == $1 }.count
    let most = min(one.count, other.count) - start
    let end = zip(one.reversed(), other.reversed()).prefix(most).prefix { $0 == $1 }.count
    let parts = (
      old: Excerpt(of: one, differingIn: start..<one.count - end),
      new: Excerpt(of: other, differingIn: start..<other.count - end)
    )
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
    let scalars = Array(text.unicodeScalars)
    return Excerpt(of: scalars, differingIn: scalars.indices)
      .shown(looksEmpty ? .spacesAndMarks : .none)
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
      return scalar != " "
        && [.spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark]
          .contains(scalar.properties.generalCategory)
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
  private let before: [Unicode.Scalar]
  private let different: ArraySlice<Unicode.Scalar>
  private let after: [Unicode.Scalar]

  init(of text: [Unicode.Scalar], differingIn range: Range<Int>) {
    let isShort = text.count <= Self.longest
    let start = isShort ? 0 : max(0, range.lowerBound - Self.context)
    let end = isShort ? text.count : min(text.count, range.upperBound + Self.context)
    before = (start > 0 ? ["…"] : []) + text[start..<range.lowerBound]
    different = text[range]
    after = text[range.upperBound..<end] + (end < text.count ? ["…"] : [])
  }

  /// The part as text.
  func shown(_ escapes: Escapes) -> SafeText {
    let isCut = different.count > Self.longest
    let start = Array(different.prefix(Self.longest))
    let end = Array(different.suffix(isCut && !after.isEmpty ? Self.context : 0))
    func escaped(_ scalars: [Unicode.Scalar]) -> SafeText {
      scalars.map { escapes.include($0) ? "\\u{\(String($0.value, radix: 16))}" : Self.text([$0]) }
        .joined()
    }
    let text =
      different.contains(where: escapes.include)
      ? Self.text(before) + escaped(start) + (isCut ? "…" : "") + escaped(end) + Self.text(after)
      : Self.text(before + start + (isCut ? ["…"] : []) + end + after)
    if text.isEmpty { return "\"\"" }
    // At the edges, or alone, it could be taken for nothing.
    let isUnclear = text.string.hasPrefix(" ") || text.string.hasSuffix(" ") || text == "–"
    return isUnclear && escapes != .none ? "\"\(text)\"" : text
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> SafeText {
    SafeText(String(String.UnicodeScalarView(scalars)))
  }
}
