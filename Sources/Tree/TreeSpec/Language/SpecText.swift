import TextIO
import TreeAnalysis
import TreeSnapshot

/// Names in the form of a spec, so that parsing returns the same names.
package enum SpecText {
  /// A model's name, in quotes if it would be read as something else.
  static func name(_ name: String) -> String {
    Keyword(rawValue: name) == nil && name != "..." ? value(name) : quoted(name)
  }

  /// A value after `=` or in a list.
  static func value(_ value: String) -> String {
    value.isEmpty || value == "only" || !value.unicodeScalars.allSatisfy(isPlain)
      ? quoted(value) : value
  }

  /// `NetworkErrors.101`: the last dot separates domain and code, so a dot within a code is escaped.
  package static func message(_ domain: String, _ code: String) -> String {
    let name = "\(domain).\(code)"
    if !domain.isEmpty, !code.isEmpty, !code.contains("."), value(name) == name { return name }
    let quotedCode = quoted(code).replacing(".", with: "\\.")
    return quoted(domain).dropLast() + "." + quotedCode.dropFirst()
  }

  /// A model's name as a selector within a line.
  package static func selector(_ name: String) -> String {
    let text = separated(NodePaths.selectorName(name).string)
    // After `\`, a name that equals a word of the line or looks like a capture is a name.
    let isWord = words.contains(name) || name.hasPrefix("$") || name.hasPrefix("=>")
    return isWord ? "\\" + text : text
  }

  private static let words = Statement.outcomes.union(["only", "via", "from", "except", "within"])

  /// A path as a selector within a line.
  static func path(_ path: SafeText) -> String { separated(path.string) }

  /// With `\` before characters that would end a selector.
  private static func separated(_ selector: String) -> String {
    selector.unicodeScalars.map { " ,\"()".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined()
  }

  /// In quotes, with all characters escaped that could end them or affect a terminal.
  static func quoted(_ name: String) -> String {
    "\"\(escaped(name) { isShown($0) && $0 != "\"" && $0 != "\\" })\""
  }

  /// With all characters escaped but letters and some others.
  static func escaped(
    _ name: String, unless isAllowed: (Unicode.Scalar) -> Bool = isPlain
  ) -> String {
    name.unicodeScalars.map { scalar in
      if isAllowed(scalar) { return "\(scalar)" }
      return scalar.isASCII && isShown(scalar)
        ? "\\\(scalar)" : "\\u{\(String(scalar.value, radix: 16))}"
    }.joined()
  }

  /// Whether a character is shown as it is. A combining mark would change the one before.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .enclosingMark]
    return !marks.contains(scalar.properties.generalCategory)
      && SafeText.isPlain(scalar) && !scalar.properties.isWhitespace
  }

  /// Whether a character has no meaning in a line.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    "_.<>-".unicodeScalars.contains(scalar)
      || isShown(scalar) && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }
}
