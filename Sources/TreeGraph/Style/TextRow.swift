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
