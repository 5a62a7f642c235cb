import TextIO
import TreeSnapshot

/// A line of text in pieces, each with a color and a weight.
struct TextRow: Equatable, Sendable {
  enum Ink: Hashable, Sendable {
    case text
    case note
    case tone(Palette.Tone)
  }

  struct Piece: Equatable, Sendable {
    var text: String
    var ink = Ink.text
    var isBold = false
  }

  var pieces: [Piece] = []

  init(pieces: [Piece] = []) { self.pieces = pieces }

  init(_ text: String, _ ink: Ink = .text, isBold: Bool = false) {
    pieces = [Piece(text: text, ink: ink, isBold: isBold)]
  }

  mutating func add(_ text: String, _ ink: Ink = .text, isBold: Bool = false) {
    if !text.isEmpty { pieces.append(Piece(text: text, ink: ink, isBold: isBold)) }
  }

  var isEmpty: Bool { pieces.isEmpty }

  /// Its maximum width.
  func width(size: Double) -> Double {
    pieces.reduce(0) { $0 + TextWidth.of($1.text, size: size, isBold: $1.isBold) }
  }
}

extension TextRow {
  /// The row, broken between its pieces into lines within a width, if possible.
  func lines(width limit: Double, size: Double) -> [TextRow] {
    var lines = [TextRow()]
    for piece in pieces {
      let longer = TextRow(pieces: lines[lines.count - 1].pieces + [piece])
      if longer.pieces.count > 1, longer.width(size: size) > limit {
        lines.append(TextRow(pieces: [piece]))
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines
  }
}

/// The maximum width of a text in a drawing's fonts.
///
/// The viewer chooses one of several fonts, and an SVG can't ask which, so a box fits the widest.
enum TextWidth {
  /// The width of a text in points.
  static func of(_ text: String, size: Double, isBold: Bool = false) -> Double {
    var width = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 32..<127: width += ascii[Int(scalar.value) - 32]
      case ..<0x2000: width += 720
      case ..<0x2e80: width += 900
      // Ideographs and pictures.
      default: width += 1_060
      }
    }
    return Double(width) / 1_000 * size * (isBold ? boldness : 1)
  }

  /// The relative width of bold text.
  private static let boldness = 1.13

  /// The larger of the widths in Helvetica and DejaVu Sans Condensed, in thousandths of the size.
  private static let ascii = [
    286, 360, 414, 754, 572, 889, 702, 247, 351, 351, 450, 754, 286, 333, 286, 303,
    572, 572, 572, 572, 572, 572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 616, 351, 303, 351, 754, 556,
    450, 556, 571, 500, 571, 556, 316, 571, 570, 250, 250, 521, 250, 876, 570, 556,
    571, 571, 370, 500, 353, 570, 532, 736, 532, 532, 500, 572, 303, 572, 754,
  ]
}

/// The colors of a drawing, for light and dark screens. A color only repeats the meaning of a word
/// or a mark.
enum Palette {
  struct Color: Hashable, Sendable {
    let light: String
    let dark: String

    init(_ light: String, _ dark: String) {
      self.light = light
      self.dark = dark
    }
  }

  /// The role of a box or a line in the drawing.
  enum Tone: String, CaseIterable, Sendable {
    case plain, taker, end, error, bubble, event

    init(_ kind: Message.Kind) { self = Self(rawValue: kind.rawValue) ?? .plain }

    /// The color of lines, frames, and words.
    var ink: Color { colors.ink }

    /// The color behind a name.
    var header: Color { colors.header }

    private var colors: (ink: Color, header: Color) {
      switch self {
      case .plain: (.init("#768294", "#7d8896"), .init("#eef1f6", "#232b36"))
      case .taker: (.init("#1f6f43", "#56c271"), .init("#e7f5ec", "#14301f"))
      case .end: (.init("#b54708", "#e0a32e"), .init("#fef0c7", "#3a2c0d"))
      case .error: (.init("#b42318", "#ff8d85"), .init("#fef3f2", "#3b1a1a"))
      case .bubble: (.init("#6938ef", "#b9a6ff"), .init("#f4f3ff", "#29224a"))
      case .event: (.init("#026aa2", "#6cb6ff"), .init("#f0f9ff", "#12304a"))
      }
    }
  }

  static let background = Color("#ffffff", "#0d1117")
  static let box = Color("#ffffff", "#161b22")
  static let text = Color("#101828", "#e6edf3")
  /// The color of words next to a name.
  static let note = Color("#475467", "#aab4c0")

}
