/// A color of text in a terminal. A color repeats what a word or a mark says.
package enum Color: Hashable, Sendable {
  case plain, bold, dim, red, violet, blue, green, yellow

  /// The escape sequence that begins it.
  package var sequence: StaticString {
    switch self {
    case .plain: "\u{1b}[0m"
    case .bold: "\u{1b}[1m"
    case .dim: "\u{1b}[2m"
    case .red: "\u{1b}[31m"
    case .violet: "\u{1b}[35m"
    case .blue: "\u{1b}[34m"
    case .green: "\u{1b}[32m"
    case .yellow: "\u{1b}[33m"
    }
  }
}
