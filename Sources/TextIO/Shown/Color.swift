/// A color of text in a terminal. A color only repeats the meaning of a word or a mark.
///
/// The colors are those of the fixed palette, whose contrast to black and to white is 3.9 to
/// 1 at least: what a terminal has as its own blue cannot be read on black, its yellow not on white.
package enum Color: Hashable, Sendable {
  case plain, bold, dim, red, violet, blue, green, yellow

  /// The escape sequence that begins it.
  package var sequence: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .bold: "\u{1b}[1m"
    case .dim: "\u{1b}[2m"
    case .red: "\u{1b}[38;5;196m"
    case .violet: "\u{1b}[38;5;129m"
    case .blue: "\u{1b}[38;5;27m"
    case .green: "\u{1b}[38;5;28m"
    case .yellow: "\u{1b}[38;5;130m"
    }
  }
}
