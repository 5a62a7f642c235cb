import TextIO
import TreeSnapshot

/// Makes names from outside safe for their places in DOT.
///
/// They all pass through `SafeText` first, which removes control characters, text direction, and
/// invisible characters.
enum DOTText {
  /// The maximum length of a drawn name; a box for 10,000 characters would be wider than a screen.
  static let drawnLength = 80
  /// The maximum length of a tooltip's text.
  static let tooltipLength = 400

  /// A name for drawing: escaped, visible even if empty or blank, and shortened.
  static func visible(_ name: String, length: Int = drawnLength) -> String {
    if name.isEmpty { return "(empty)" }
    let text = SafeText(name).string.withoutMiddle(longerThan: length)
    // Graphviz refuses an element that contains only spaces.
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      return String(repeating: "␣", count: text.unicodeScalars.count)
    }
    return text
  }

  /// Text within an HTML-like label.
  ///
  /// Graphviz first decodes entities and then replaces escapes such as `\N` with the node's name,
  /// so a backslash is written twice, each time as an entity.
  static func html(_ text: String) -> String {
    text.replacing([
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\\": "&#92;&#92;",
    ])
  }

  /// Text within the double quotes of a tooltip. There, Graphviz resolves escapes twice, once for
  /// newlines and once for `\N`, and also decodes entities.
  static func tooltip(_ text: String) -> String {
    text.replacing(["&": "&amp;", "\"": "\\\"", "\\": "\\\\\\\\", "\n": "\\n"])
  }

  /// Text within the double quotes of a name. There, Graphviz keeps both of two backslashes, and
  /// copies entities into an SVG unchanged.
  static func identifier(_ text: String) -> String {
    text.replacing(["&": "&amp;", "\"": "\\\"", "\\": "\\\\"])
  }
}
