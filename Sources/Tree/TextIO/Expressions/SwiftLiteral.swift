/// Text as literals of Swift source, from which the compiler reads the same text.
package enum SwiftLiteral {
  /// A literal on one line.
  package static func text(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      default: literal += SafeText.isPlain(scalar) ? String(scalar) : escape(scalar, "")
      }
    }
    return literal + "\""
  }

  /// A literal of several lines.
  ///
  /// - Parameter indent: stands before each line, the quotes included.
  package static func lines(_ lines: [String], indent: String) -> String {
    let signs = lines.map { self.signs(around: $0) }.max { $0.count < $1.count } ?? ""
    let escaped = lines.map { line in
      indent
        + line.unicodeScalars.map { SafeText.isPlain($0) ? String($0) : escape($0, signs) }.joined()
    }
    return ([indent + signs + "\"\"\""] + escaped + [indent + "\"\"\"" + signs])
      .joined(separator: "\n")
  }

  /// The number signs around the quotes of a literal of several lines that leave no quotes and no
  /// backslash of a text with a meaning.
  package static func signs(around text: String) -> String {
    func longest(_ sign: Unicode.Scalar) -> Int {
      text.unicodeScalars.split { $0 != sign }.map(\.count).max() ?? 0
    }
    let isPlain = longest("\"") < 3 && longest("\\") == 0
    return isPlain ? "" : String(repeating: "#", count: longest("#") + 1)
  }

  private static func escape(_ scalar: Unicode.Scalar, _ signs: String) -> String {
    "\\\(signs)u{\(String(scalar.value, radix: 16))}"
  }
}
