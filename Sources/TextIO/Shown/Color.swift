/// A color of text in a terminal. A color only repeats the meaning of a word or a mark.
///
/// The colors come from the fixed palette and have a contrast of at least 3.9 to 1 on both black
/// and white. A terminal's own blue is often unreadable on black, and its yellow on white.
package enum Color: Hashable, Sendable {
  case plain, bold, dim, red, violet, blue, green, yellow

  /// The escape sequence that starts it.
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
