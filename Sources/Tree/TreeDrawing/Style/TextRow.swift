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

  init(_ pieces: Piece...) { self.pieces = pieces }

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
  /// The row, broken between words into lines within a width, if possible.
  func lines(width limit: Double, size: Double) -> [TextRow] {
    var lines = [TextRow()]
    var width = 0.0
    for piece in pieces {
      for word in Self.words(of: piece) {
        let own = TextWidth.of(word.text, size: size, isBold: word.isBold)
        if width > 0, width + own > limit {
          lines.append(TextRow())
          width = 0
        }
        lines[lines.count - 1].pieces.append(word)
        width += own
      }
    }
    return lines.map(\.joined)
  }

  /// Words with their trailing spaces.
  private static func words(of piece: Piece) -> [Piece] {
    var words: [Piece] = []
    var rest = piece.text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: " ").map {
        rest[$0...].firstIndex { $0 != " " } ?? rest.endIndex
      }
      words.append(
        Piece(text: String(rest[..<(end ?? rest.endIndex)]), ink: piece.ink, isBold: piece.isBold))
      rest = rest[(end ?? rest.endIndex)...]
    }
    return words
  }

  /// The row with adjacent pieces of the same style merged.
  private var joined: TextRow {
    var row = TextRow()
    for piece in pieces {
      if let last = row.pieces.last, last.ink == piece.ink, last.isBold == piece.isBold {
        row.pieces[row.pieces.count - 1].text += piece.text
      } else {
        row.pieces.append(piece)
      }
    }
    return row
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
    var light: String
    var dark: String
  }

  /// The role of a box or a line in the drawing.
  enum Tone: String, CaseIterable, Sendable {
    case plain, taker, end, error, bubble, event

    init(_ kind: Message.Kind) { self = Self(rawValue: kind.rawValue) ?? .plain }

    /// The color of lines, frames, and words.
    var ink: Color {
      switch self {
      case .plain: Color(light: "#768294", dark: "#7d8896")
      case .taker: Color(light: "#1f6f43", dark: "#56c271")
      case .end: Color(light: "#b54708", dark: "#e0a32e")
      case .error: Color(light: "#b42318", dark: "#ff8d85")
      case .bubble: Color(light: "#6938ef", dark: "#b9a6ff")
      case .event: Color(light: "#026aa2", dark: "#6cb6ff")
      }
    }

    /// The color behind a name.
    var header: Color {
      switch self {
      case .plain: Color(light: "#eef1f6", dark: "#232b36")
      case .taker: Color(light: "#e7f5ec", dark: "#14301f")
      case .end: Color(light: "#fef0c7", dark: "#3a2c0d")
      case .error: Color(light: "#fef3f2", dark: "#3b1a1a")
      case .bubble: Color(light: "#f4f3ff", dark: "#29224a")
      case .event: Color(light: "#f0f9ff", dark: "#12304a")
      }
    }
  }

  static let background = Color(light: "#ffffff", dark: "#0d1117")
  static let box = Color(light: "#ffffff", dark: "#161b22")
  static let text = Color(light: "#101828", dark: "#e6edf3")
  /// The color of words next to a name.
  static let note = Color(light: "#475467", dark: "#aab4c0")

}
