import TextIO
import TreeSnapshot

extension Message.Kind {
  /// The mark of the kind in diagrams.
  var mark: SafeText {
    switch self {
    case .error: "▲"
    case .bubble: "△"
    case .event: "▼"
    }
  }
}
