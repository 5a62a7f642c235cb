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
    let (number, rest) = source[source.index(after: colon)...].splitAtSpace
    guard let line = Int32(number), line > 0, rest.isEmpty || rest.hasPrefix("in ") else {
      return nil
    }
    return (String(source[..<colon]), line)
  }

  /// A file's name as a URI reference: everything but letters, digits, and `/._-~` is
  /// percent-encoded.
  package static func uri(of file: String) -> String {
    var uri = file.hasPrefix("/") ? "file://" : ""
    for byte in file.utf8 {
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-~".utf8.contains(byte)
        }
      if isPlain {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        uri += "%" + byte.hexadecimal.uppercased()
      }
    }
    return uri
  }
}

extension Substring {
  /// The text before the first space, and after it.
  fileprivate var splitAtSpace: (Substring, Substring) {
    firstIndex(of: " ").map { (self[..<$0], self[index(after: $0)...]) } ?? (self, "")
  }
}
