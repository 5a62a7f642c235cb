import TextIO

/// SVG text. Literals and interpolated SVG stay unchanged; other text is escaped, so that nothing
/// in it is markup. Names have passed through `SafeText`. Numbers have at most two decimals.
struct SVGText: ExpressibleByStringInterpolation {
  private(set) var string: String

  init(stringLiteral value: String) { string = value }

  init(stringInterpolation: StringInterpolation) { string = stringInterpolation.string }

  static func += (svg: inout SVGText, more: SVGText) { svg.string += more.string }

  /// The text as UTF-8.
  var bytes: [UInt8] { Array(string.utf8) }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      string.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { string += literal }

    mutating func appendInterpolation(_ svg: SVGText) { string += svg.string }

    mutating func appendInterpolation(_ tone: Palette.Tone) { string += tone.rawValue }

    mutating func appendInterpolation(_ point: TreeLayout.Point) {
      appendInterpolation(point.x)
      string += " "
      appendInterpolation(point.y)
    }

    mutating func appendInterpolation(_ text: String) {
      string += text.replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    }

    mutating func appendInterpolation(_ value: Double) { string += value.shortText }
  }
}

extension Double {
  /// The number with at most two decimals.
  var shortText: String {
    let rounded = (self * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

// The parts common to all drawings.
extension SVGText {
  /// The part before the drawing; `</svg>` ends it.
  static func head(
    size: TreeLayout.Size, title: String, summary: String, isDark: Bool
  ) -> SVGText {
    // If it is larger than a screen, it fills the available room.
    let isSmall = size.width <= screen.width && size.height <= screen.height
    let extent: SVGText = isSmall ? " width=\"\(size.width)\" height=\"\(size.height)\"" : ""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" role="img" xml:space="preserve" \
      viewBox="0 0 \(size.width) \(size.height)"\(extent) font-family="\(SVGStyle.fonts)" \
      font-size="\(NodeBox.fontSize)">
      <title>\(title)</title>
      <desc>\(summary)</desc>
      <style>
      \(SVGStyle.text(isDark: isDark))</style>
      <rect class="ground" width="100%" height="100%"/>

      """
  }

  private static let screen = TreeLayout.Size(width: 1_600, height: 1_000)

  /// A row as one element, so that the viewer's font determines the width of spaces.
  static func row(
    _ row: TextRow, x: Double, y: Double, _ letters: Double = NodeBox.fontSize
  ) -> SVGText {
    let size: SVGText = letters == NodeBox.fontSize ? "" : " font-size=\"\(letters)\""
    var svg: SVGText = "<text x=\"\(x)\" y=\"\(y)\"\(size)>"
    for piece in row.pieces {
      var classes: [String] = piece.isBold ? ["b"] : []
      switch piece.ink {
      case .text: break
      case .note: classes.append("note")
      case .tone(let tone): classes.append("i-\(tone.rawValue)")
      }
      svg +=
        classes.isEmpty
        ? "\(piece.text)"
        : "<tspan class=\"\(classes.joined(separator: " "))\">\(piece.text)</tspan>"
    }
    svg += "</text>\n"
    return svg
  }

  static func rectangle(_ place: TreeLayout.Rectangle, _ classes: SVGText) -> SVGText {
    """
    <rect class="\(classes)" x="\(place.x)" y="\(place.y)" width="\(place.width)" \
    height="\(place.height)" rx="3"/>
    """
  }

  /// The path commands of a line; none if it has no length.
  static func path(along line: [TreeLayout.Point]) -> SVGText {
    guard line.count > 1 else { return "" }
    var path: SVGText = "M\(line[0])"
    for (from, to) in zip(line, line.dropFirst()) {
      path += from.x == to.x ? "V\(to.y)" : "H\(to.x)"
    }
    return path
  }

  var isEmpty: Bool { string.isEmpty }
}

/// The style of an SVG: colors by class, for light and dark screens.
enum SVGStyle {
  static let fonts =
    "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans Condensed,sans-serif"

  /// The rules: for light and dark screens, or dark on any.
  static func text(isDark: Bool) -> SVGText {
    let colors: SVGText =
      isDark
      ? colors(\.dark)
      : "\(colors(\.light))@media (prefers-color-scheme:dark){\n\(colors(\.dark))}\n"
    return """
      text{white-space:pre}
      tspan{unicode-bidi:isolate}
      .b{font-weight:bold}
      .box,.line{stroke-width:1}
      .line,.way{fill:none}
      .way{stroke-width:2.4}
      .dashed{stroke-dasharray:4 3}
      \(colors)
      """
  }

  private static func colors(_ color: KeyPath<Palette.Color, String>) -> SVGText {
    var text: SVGText = """
      .ground{fill:\(Palette.background[keyPath: color])}
      .box{fill:\(Palette.box[keyPath: color])}
      text{fill:\(Palette.text[keyPath: color])}
      .note{fill:\(Palette.note[keyPath: color])}

      """
    for tone in Palette.Tone.allCases {
      let ink = tone.ink[keyPath: color]
      text += """
        .s-\(tone){stroke:\(ink)}.i-\(tone){fill:\(ink)}\
        .h-\(tone){fill:\(tone.header[keyPath: color])}

        """
    }
    return text
  }
}
