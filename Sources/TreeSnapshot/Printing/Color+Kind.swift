package import TextIO

extension Color {
  /// The color of a kind of message.
  package init(_ kind: Message.Kind) {
    switch kind {
    case .error: self = .red
    case .bubble: self = .violet
    case .event: self = .blue
    }
  }
}
