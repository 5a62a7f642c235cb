import TextIO
import TreeSnapshot

/// Names from outside, made safe for their places in DOT.
///
/// All of them pass `SafeText` first: no control character, no text direction and nothing invisible
/// reaches a picture.
enum DOTText {
  /// How much of a name is drawn; a name of 10,000 characters would make one box wider than a screen.
  static let drawnLength = 80
  /// How much of a text a tooltip holds.
  static let tooltipLength = 400

  /// A name as it is drawn: escaped, visible where it is empty or only spaces, and shortened.
  static func visible(_ name: String, length: Int = drawnLength) -> String {
    if name.isEmpty { return "(empty)" }
    let text = shortened(SafeText(name).string, to: length)
    // Graphviz refuses an element around nothing but spaces.
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return String(repeating: "␣", count: text.unicodeScalars.count)
    }
    return text
  }

  /// The text with its middle left out where it is longer than `length` characters.
  static func shortened(_ text: String, to length: Int) -> String {
    // Counted in scalars, of which one character may have thousands.
    let scalars = text.unicodeScalars
    guard text.utf8.count > length, scalars.count > length else { return text }
    var result = String.UnicodeScalarView(scalars.prefix(length - length / 3 - 1))
    result.append("…")
    result.append(contentsOf: scalars.suffix(length / 3))
    return String(result)
  }

  /// Text within an HTML-like label.
  ///
  /// Graphviz decodes entities first and then replaces escapes such as `\N` by the node's name, so
  /// a backslash is written twice and each time as an entity.
  static func html(_ text: String) -> String {
    text.replacing([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\\": "&#92;&#92;",
    ])
  }

  /// Text within the double quotes of a tooltip. Graphviz undoes escapes twice there, once for the
  /// ends of lines and once for `\N`, and decodes entities between quotes as well.
  static func tooltip(_ text: String) -> String {
    text.replacing(["&": "&amp;", "\"": "\\\"", "\\": "\\\\\\\\", "\n": "\\n"])
  }

  /// Text within the double quotes of a name. Graphviz keeps both of two backslashes there, and
  /// copies what looks like an entity into an SVG as it is.
  static func identifier(_ text: String) -> String {
    text.replacing(["&": "&amp;", "\"": "\\\"", "\\": "\\\\"])
  }
}
