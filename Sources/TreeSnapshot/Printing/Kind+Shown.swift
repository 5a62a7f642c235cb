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

extension Message.Kind {
  /// The mark of the kind in diagrams.
  package var mark: SafeText {
    switch self {
    case .error: "▲"
    case .bubble: "△"
    case .event: "▼"
    }
  }

  /// The mark of the kind in ASCII.
  package var asciiMark: SafeText {
    switch self {
    case .error: "!"
    case .bubble: "^"
    case .event: "v"
    }
  }
}

extension Subscription {
  /// The type of the values it takes, unless the message is named after it.
  package var shownPayload: SafeText {
    guard let payload, payload != domain, payload != code, payload != "\(domain).\(code ?? "")"
    else { return "" }
    return " with a payload of type \(payload)"
  }
}
