import TreeSnapshot

/// The numbers of messages, from 0 on, in the order in which the messages are noted.
///
/// In place of a dictionary, whose hash costs most of a pass over a tree with many messages.
struct MessageNumbers: Sendable {
  /// The messages by their numbers.
  private(set) var keys: [MessageKey] = []
  /// Open addressing: a number and 1, or 0 where the slot is free. At least half of them are.
  private var slots: [Int32] = Array(repeating: 0, count: 16)

  /// How many messages there are.
  var count: Int { keys.count }

  /// The number of a message, which gets one where it has none.
  mutating func note(_ key: MessageKey) -> Int {
    let slot = slot(of: key)
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    keys.append(key)
    slots[slot] = Int32(keys.count)
    if 2 * keys.count > slots.count { grow() }
    return keys.count - 1
  }

  /// The number of a message; nil where it has none.
  func number(of key: MessageKey) -> Int? {
    let found = slots[slot(of: key)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// The slot of a message, or the free one that it would take.
  private func slot(of key: MessageKey) -> Int {
    let mask = slots.count - 1
    var slot = key.hash & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let mask = 2 * slots.count - 1
    slots = Array(repeating: 0, count: mask + 1)
    for (number, key) in keys.enumerated() {
      var slot = key.hash & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Int32(number + 1)
    }
  }
}

extension MessageKey {
  /// Random, so that nobody can choose names whose messages collide.
  private static let secrets = (
    first: UInt64.random(in: .min ... .max), second: UInt64.random(in: .min ... .max)
  )

  @inline(__always)
  fileprivate var hash: Int {
    let names = UInt64(domain.rawValue) << 32 | UInt64(code.rawValue)
    let mixed = (names ^ Self.secrets.first)
      .multipliedFullWidth(by: Self.secrets.second ^ kind.number)
    return Int(truncatingIfNeeded: mixed.high ^ mixed.low)
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
