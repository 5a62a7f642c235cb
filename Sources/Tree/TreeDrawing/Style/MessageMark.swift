package import TextIO
package import TreeSnapshot

extension Message.Kind {
  /// The mark of the kind in diagrams.
  package var mark: SafeText {
    switch self {
    case .error: "▲"
    case .bubble: "△"
    case .event: "▼"
    }
  }
}
