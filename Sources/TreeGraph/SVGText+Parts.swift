// What every drawing has.
extension SVGText {
  /// Adds everything before the drawing itself; `</svg>` ends it.
  mutating func addHead(size: TreeLayout.Size, title: String, summary: String) {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\"")
    add(" viewBox=\"0 0 ")
    add(size.width)
    add(" ")
    add(size.height)
    // Beyond a screen's size it fills the room that it is given.
    if size.width <= Self.screen.width, size.height <= Self.screen.height {
      add("\" width=\"")
      add(size.width)
      add("\" height=\"")
      add(size.height)
    }
    add("\" font-family=\"\(SVGStyle.fonts)\" font-size=\"")
    add(NodeBox.fontSize)
    add("\">\n<title>")
    add(escaped: title)
    add("</title>\n<desc>")
    add(escaped: summary)
    add("</desc>\n<style>\n\(SVGStyle.text)</style>\n")
    add("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n")
  }

  private static let screen = TreeLayout.Size(width: 1_600, height: 1_000)

  /// Adds a row as one element, so that the spaces between its pieces are as wide as the viewer's
  /// font makes them.
  ///
  /// - Parameter attributes: more attributes, with a space before each.
  mutating func add(
    _ row: TextRow, x: Double, y: Double, _ letters: Double = NodeBox.fontSize,
    attributes: String = ""
  ) {
    add("<text x=\"")
    add(x)
    add("\" y=\"")
    add(y)
    if letters != NodeBox.fontSize {
      add("\" font-size=\"")
      add(letters)
    }
    add("\"\(attributes)>")
    for piece in row.pieces {
      var names: [String] = []
      switch piece.ink {
      case .text: break
      case .note: names.append("note")
      case .tone(let tone): names.append("i-\(tone.rawValue)")
      }
      if piece.isBold { names.append("b") }
      if names.isEmpty {
        add(escaped: piece.text)
      } else {
        add("<tspan class=\"\(names.joined(separator: " "))\">")
        add(escaped: piece.text)
        add("</tspan>")
      }
    }
    add("</text>\n")
  }
}
