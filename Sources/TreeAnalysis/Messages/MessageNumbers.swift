import TreeSnapshot

/// The numbers of messages, from 0 on, in the order in which the messages are noted.
package struct MessageNumbers: Sendable {
  /// The messages by their numbers.
  private(set) var keys: [MessageKey] = []
  private var numbers = HashedNumbers()

  /// How many messages there are.
  package var count: Int { keys.count }

  /// No messages.
  package init() {}

  /// The number of a message, which gets one where it has none.
  package mutating func note(_ key: MessageKey) -> Int {
    if let number = number(of: key) { return number }
    keys.append(key)
    return numbers.add(hash: key.hash)
  }

  /// The number of a message; nil where it has none.
  package func number(of key: MessageKey) -> Int? {
    numbers.number(ofHash: key.hash) { keys[$0] == key }
  }
}

extension MessageKey {
  /// Random, so that nobody can choose names whose messages collide.
  private static let secrets = (
    first: UInt64.random(in: .min ... .max), second: UInt64.random(in: .min ... .max)
  )

  @inline(__always)
  fileprivate var hash: UInt32 {
    let names = UInt64(domain.rawValue) << 32 | UInt64(code.rawValue)
    let mixed = (names ^ Self.secrets.first)
      .multipliedFullWidth(by: Self.secrets.second ^ kind.number)
    return UInt32(truncatingIfNeeded: mixed.high ^ mixed.low)
  }
}

extension Message.Kind {
  fileprivate var number: UInt64 {
    switch self {
    case .error: 0
    case .bubble: 1
    case .event: 2
    }
  }
}
