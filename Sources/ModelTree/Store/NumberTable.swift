/// Finds small numbers by numbers.
///
/// In place of a dictionary, whose hash withstands an enemy and costs most of a registration: what is
/// looked for here are numbers that the tree gave, and an app's own codes.
///
/// `@exclusivity(unchecked)`: no code of the app runs while one of these is being changed.
final class NumberTable {
  private struct Slot {
    var key = 0
    /// `none` where the slot is empty.
    var value = NumberTable.none
  }

  /// No number.
  static let none: Int32 = -1
  private static let leastSlots = 8

  @exclusivity(unchecked) private var slots = NumberTable.emptySlots(leastSlots)
  /// The number of slots less one: a power of two less one. At least half of them are empty.
  @exclusivity(unchecked) private var mask = leastSlots - 1
  @exclusivity(unchecked) private(set) var count = 0

  deinit { slots.deallocate() }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(repeating: Slot(), count: count)
    return slots
  }

  /// The number that a key has; `none` for none.
  subscript(key: Int) -> Int32 { slots[place(of: key)].value }

  /// Gives a key, which has none, a number that is not negative.
  func insert(_ value: Int32, at key: Int) {
    if 2 * count > mask { grow() }
    slots[place(of: key)] = Slot(key: key, value: value)
    count += 1
  }

  /// Removes a key, if it is there.
  func remove(_ key: Int) {
    var hole = place(of: key)
    guard slots[hole].value != Self.none else { return }
    count -= 1
    // Those behind it move up that would not be found any more.
    var next = (hole + 1) & mask
    while slots[next].value != Self.none {
      if (next - home(of: slots[next].key)) & mask >= (next - hole) & mask {
        slots[hole] = slots[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    slots[hole] = Slot()
  }

  /// Removes all keys.
  func removeAll() {
    slots.deallocate()
    (slots, mask, count) = (Self.emptySlots(Self.leastSlots), Self.leastSlots - 1, 0)
  }

  /// Where a key belongs if no other were there.
  private func home(of key: Int) -> Int {
    let number = UInt64(truncatingIfNeeded: key)
    let mixed = (number ^ number >> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & mask
  }

  /// The slot of a key, or the empty one that it would take.
  private func place(of key: Int) -> Int {
    var place = home(of: key)
    while slots[place].value != Self.none, slots[place].key != key { place = (place + 1) & mask }
    return place
  }

  private func grow() {
    let (old, oldCount) = (slots, mask + 1)
    mask = 2 * oldCount - 1
    slots = Self.emptySlots(mask + 1)
    for place in 0..<oldCount where old[place].value != Self.none {
      slots[self.place(of: old[place].key)] = old[place]
    }
    old.deallocate()
  }
}
