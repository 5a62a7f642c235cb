import TextIO
import TreeSnapshot

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

    init(_ kind: Message.Kind) {
      switch kind {
      case .error: self = .error
      case .bubble: self = .bubble
      case .event: self = .event
      }
    }

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

  /// The color of the mark before a kind.
  static func mark(_ kind: Message.Kind) -> String { kind.mark.string }
}
