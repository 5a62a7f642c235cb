/// Text in SARIF's format.
package enum SARIFText {
  /// A plain message. Braces are doubled, because SARIF reads single ones as placeholders, and no
  /// name can become a link.
  package static func message(_ text: SafeText) -> String {
    var result = ""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "{": result += "{{"
      case "}": result += "}}"
      case "(" where result.unicodeScalars.last == "]":
        result.unicodeScalars.removeLast()
        result += "\\]("
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Splits `file:line` or `file:line in …` into file and line; nil for other text.
  package static func fileAndLine(_ source: String) -> (file: String, line: Int32)? {
    guard let colon = source.lastIndex(of: ":"), colon > source.startIndex else { return nil }
    let words = source[source.index(after: colon)...]
      .split(separator: " ", omittingEmptySubsequences: false)
    guard let line = Int32(words[0]), line > 0, words.count < 2 || words[1] == "in" else {
      return nil
    }
    return (String(source[..<colon]), line)
  }

  /// What stands in a URI as it is.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-~".utf8)

  /// A file's name as a URI reference: everything but letters, digits, and `/._-~` is
  /// percent-encoded.
  package static func uri(of file: String) -> String {
    (file.hasPrefix("/") ? "file://" : "")
      + file.utf8.map { byte in
        plain.contains(byte)
          ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal.uppercased()
      }.joined()
  }
}
