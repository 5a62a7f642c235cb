/// Entries by the addresses of objects, which each look reads once. It is simpler than a dictionary,
/// whose hashing protects against chosen keys: addresses are not chosen.
struct AddressTable {
  private struct Slot {
    /// 0 where the slot is free.
    var address: UInt = 0
    var entry: Int32 = 0
  }

  /// Open addressing; never more than half full.
  private var slots = [Slot](repeating: Slot(), count: 1 << 6)
  private var bits: UInt = 6
  private var count = 0

  func entry(of object: ObjectIdentifier) -> Int32? {
    let slot = slots[place(of: UInt(bitPattern: object))]
    return slot.address == 0 ? nil : slot.entry
  }

  /// Sets the entry of an object, in place of the one that had its address before.
  mutating func set(_ entry: Int32, of object: ObjectIdentifier) {
    let address = UInt(bitPattern: object)
    let place = place(of: address)
    if slots[place].address == 0 { count += 1 }
    slots[place] = Slot(address: address, entry: entry)
    if count * 2 > slots.count { grow() }
  }

  /// The slot of an address, or the free one for it.
  private func place(of address: UInt) -> Int {
    // The golden ratio spreads the addresses' middle bits, in which they differ, to the top.
    let mixed = UInt64(address) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: mixed >> (64 - UInt64(bits)))
    while slots[place].address != 0, slots[place].address != address {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private mutating func grow() {
    let full = slots.filter { $0.address != 0 }
    slots = Array(repeating: Slot(), count: slots.count * 2)
    bits += 1
    for slot in full { slots[place(of: slot.address)] = slot }
  }
}
