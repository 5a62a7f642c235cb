import TextIO
import TreeSnapshot

/// The colors of a diagram. Each repeats what a word or a mark says.
enum Palette {
  /// What colors a box: its lines and its header.
  struct Box: Hashable {
    var line: String
    var header: String
  }

  static let plain = Box(line: "#98a2b3", header: "#f2f4f7")
  static let taker = Box(line: "#1f6f43", header: "#e7f5ec")
  /// Where no model took the message.
  static let end = Box(line: "#b54708", header: "#fef0c7")

  static let note = "#475467"
  static let faint = "#667085"

  /// The box of a node on a route.
  static func box(_ role: RouteMarks.Role, _ kind: Message.Kind) -> Box {
    switch (role, kind) {
    case (.taker, _): taker
    case (.end, _): end
    case (_, .error): Box(line: ink(kind), header: "#fef3f2")
    case (_, .bubble): Box(line: ink(kind), header: "#f4f3ff")
    case (_, .event): Box(line: ink(kind), header: "#f0f9ff")
    }
  }

  /// The box of a node that is different.
  static func box(_ kind: DifferenceMarks.Kind) -> Box {
    switch kind {
    case .added: taker
    case .removed: Box(line: ink(.error), header: "#fef3f2")
    case .moved: Box(line: ink(.event), header: "#f0f9ff")
    case .changed: end
    }
  }

  /// How the edge above a node that is different is drawn; nil for the same as others.
  static func edge(_ kind: DifferenceMarks.Kind) -> String? {
    switch kind {
    case .added: "color=\"\(box(kind).line)\""
    case .removed: "color=\"\(box(kind).line)\", style=dashed"
    case .moved: "color=\"\(box(kind).line)\""
    case .changed: nil
    }
  }

  /// The color of a kind of message.
  static func ink(_ kind: Message.Kind) -> String {
    switch kind {
    case .error: "#b42318"
    case .bubble: "#6938ef"
    case .event: "#026aa2"
    }
  }

  /// The mark before a kind's word.
  static func mark(_ kind: Message.Kind) -> String { kind.mark.string }
}
