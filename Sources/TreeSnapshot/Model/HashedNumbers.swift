/// The numbers of things, from 0 on, found by the things' hashes.
///
/// In place of a dictionary, whose own hash costs most of a pass over a tree with many different things.
/// The things stay with whoever numbers them, and so does what makes their hashes random.
@usableFromInline
package struct HashedNumbers: Sendable {
  /// Open addressing: the hash above the number and 1, or 0 where the slot is free. At least half of them
  /// are. Things are compared only where hashes are equal, and growing looks at none.
  @usableFromInline var slots: [UInt64] = Array(repeating: 0, count: 16)
  /// How many numbers there are.
  @usableFromInline package internal(set) var count = 0

  /// No numbers.
  @inlinable
  package init() {}

  /// The number of a thing; nil where it has none.
  ///
  /// - Parameters:
  ///   - hash: the thing's hash.
  ///   - isSame: whether the thing with a number, whose hash is the same, is this one.
  @inlinable @inline(__always)
  package func number(ofHash hash: UInt32, where isSame: (Int) -> Bool) -> Int? {
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == UInt64(hash) {
        let number = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if isSame(number) { return number }
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Gives the next number to a thing that has none.
  ///
  /// - Parameter hash: the thing's hash.
  @inlinable
  package mutating func add(hash: UInt32) -> Int {
    count += 1
    if 2 * count > slots.count { grow() }
    place(UInt64(hash) << 32 | UInt64(count))
    return count - 1
  }

  @inlinable @inline(__always)
  mutating func place(_ entry: UInt64) {
    let mask = slots.count &- 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = entry
  }

  @usableFromInline
  mutating func grow() {
    let smaller = slots
    slots = Array(repeating: 0, count: 2 * smaller.count)
    for entry in smaller where entry != 0 { place(entry) }
  }
}
