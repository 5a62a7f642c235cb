#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The least that reading text with many different strings costs: its bytes are gone over for quotes,
/// each string is looked up in a table by a hash of its bytes, and one that is new is copied. No grammar
/// is checked, and nothing is kept but the table.
struct StringScan {
  /// How many different strings there are.
  private(set) var count = 0
  private var slots: UnsafeMutableBufferPointer<(hash: UInt64, place: Int, count: Int)>
  private let copies: UnsafeMutablePointer<UInt8>
  private var used = 0

  /// Goes over text that has at most so many different strings.
  ///
  /// - Parameter most: A power of two, twice as large as that number at least.
  static func count(in text: UnsafeBufferPointer<UInt8>, most: Int) -> Int {
    var scan = StringScan(most: most, bytes: text.count)
    scan.read(text)
    scan.slots.deallocate()
    scan.copies.deallocate()
    return scan.count
  }

  private init(most: Int, bytes: Int) {
    slots = .allocate(capacity: most)
    slots.initialize(repeating: (0, 0, 0))
    copies = .allocate(capacity: bytes)
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    guard var next = text.baseAddress else { return }
    let end = next + text.count
    while let open = memchr(next, Int32(UInt8(ascii: "\"")), end - next) {
      let start = UnsafePointer(open.assumingMemoryBound(to: UInt8.self)) + 1
      guard let close = memchr(start, Int32(UInt8(ascii: "\"")), end - start) else { return }
      let stop = UnsafePointer(close.assumingMemoryBound(to: UInt8.self))
      add(start, stop - start)
      next = stop + 1
    }
  }

  private mutating func add(_ start: UnsafePointer<UInt8>, _ length: Int) {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(length)
    var place = 0
    while place + 8 <= length {
      let word = UnsafeRawPointer(start + place).loadUnaligned(as: UInt64.self)
      let product = (word ^ hash).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
      hash = product.high ^ product.low
      place += 8
    }
    var rest: UInt64 = 1
    while place < length {
      rest = rest << 8 | UInt64(start[place])
      place += 1
    }
    let product = (rest ^ hash).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    hash = (product.high ^ product.low) | 1

    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 1) & mask
    while slots[slot].hash != 0 {
      let found = slots[slot]
      if found.hash == hash, found.count == length,
        memcmp(copies + found.place, start, length) == 0
      {
        return
      }
      slot = (slot + 1) & mask
    }
    (copies + used).update(from: start, count: length)
    slots[slot] = (hash, used, length)
    used += length
    count += 1
  }
}
