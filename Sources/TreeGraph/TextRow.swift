/// A line of text in pieces, of which each has a color and a weight.
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

  /// How wide it gets at most.
  func width(size: Double) -> Double {
    pieces.reduce(0) { $0 + TextWidth.of($1.text, size: size, isBold: $1.isBold) }
  }
}
