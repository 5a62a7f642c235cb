import TextIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SymbolTable {
  /// Makes room for so many names, and so many bytes of names.
  mutating func reserveCapacity(names: Int, bytes byteCount: Int) {
    // Names get longer where there are numbers in them; what is never touched takes no memory.
    bytes.reserveLargeCapacity(byteCount + byteCount / 2)
    entries.reserveLargeCapacity(names + 1)
    if (names + 1) * 4 > slots.count * 3 { grow(for: names) }
  }

  /// Makes room for so many more names, and so many more bytes of names.
  @inline(__always)
  mutating func makeRoom(names: Int, bytes: Int) {
    let (names, end) = (count + 1 + names, byteCount + bytes)
    if names > entries.count || end > self.bytes.count || names * 4 > slots.count * 3 {
      extend(names: names, bytes: end)
    }
  }

  @inline(never)
  private mutating func extend(names: Int, bytes end: Int) {
    precondition(names <= Int(UInt32.max), "a tree has at most 4,294,967,294 different names")
    let none = Entry(end: 0, isPlain: true, isVerbatim: true)
    Self.extend(&entries, to: names, with: none)
    Self.extend(&bytes, to: end, with: 0)
    if names * 4 > slots.count * 3 { grow(for: names) }
  }

  /// Extends an array by twice as much where it is short, and by little more than needed where it is
  /// long; not beyond its capacity, which may have been reserved, where that is enough.
  private static func extend<Element>(
    _ array: inout [Element], to needed: Int, with element: Element
  ) {
    guard needed > array.count else { return }
    var count = max(needed, array.count + max(min(array.count, 65_536), 64))
    if needed <= array.capacity { count = min(count, array.capacity) }
    array += repeatElement(element, count: count - array.count)
  }

  /// Makes room for so many names in all.
  private mutating func grow(for names: Int) {
    var count = slots.count
    while (names + 1) * 4 > count * 3 { count *= 2 }
    // Names are found anywhere in it.
    var larger = [UInt64](inLargePages: 0, count: count)
    larger.withUnsafeMutableBufferPointer { larger in
      for entry in slots where entry != 0 {
        var slot = Int(entry >> 32) & (count - 1)
        while larger[slot] != 0 { slot = (slot + 1) & (count - 1) }
        larger[slot] = entry
      }
    }
    slots = larger
  }

  /// Lends the table's memory, in which there must be room for what is added.
  @inline(__always)
  mutating func withMemory<Result>(_ body: (inout Memory) -> Result) -> Result {
    let end = byteCount
    return slots.withUnsafeMutableBufferPointer { slots in
      entries.withUnsafeMutableBufferPointer { entries in
        bytes.withUnsafeMutableBufferPointer { bytes in
          var memory = Memory(
            bytes: bytes, entries: entries, slots: slots, count: count, byteCount: end)
          defer { count = memory.count }
          return body(&memory)
        }
      }
    }
  }

  /// The memory of a table that has room.
  struct Memory {
    fileprivate let bytes: UnsafeMutableBufferPointer<UInt8>
    fileprivate let entries: UnsafeMutableBufferPointer<Entry>
    fileprivate let slots: UnsafeMutableBufferPointer<UInt64>
    fileprivate var count: Int
    fileprivate var byteCount: Int

    var search: SymbolSearch {
      @inline(__always) get {
        SymbolSearch(
          bytes: UnsafeBufferPointer(bytes), entries: UnsafeBufferPointer(entries),
          slots: UnsafeBufferPointer(slots))
      }
    }

    /// Gives the symbol of a name, adding the name where it is new.
    ///
    /// - Parameters:
    ///   - hash: the name's hash.
    ///   - isVerbatim: whether the name is known to be ASCII that can be shown and written as it is.
    ///   - seen: what was in the first slot of the name a moment ago; nil where nobody looked.
    @inline(__always)
    mutating func intern(
      _ name: UnsafeBufferPointer<UInt8>, hash: UInt32, isVerbatim: Bool? = nil,
      seen: UInt64? = nil
    ) -> Symbol {
      let found = search.find(name, hash: hash, seen: seen)
      if let symbol = found.symbol { return symbol }
      count += 1
      slots[found.slot] = UInt64(hash) << 32 | UInt64(count)
      if let start = name.baseAddress, !name.isEmpty {
        memcpy(bytes.baseAddress.unsafelyUnwrapped + byteCount, start, name.count)
      }
      byteCount += name.count
      entries[count] = Self.entry(of: name, end: byteCount, isVerbatim: isVerbatim)
      return Symbol(rawValue: UInt32(truncatingIfNeeded: count))
    }

    @inline(__always)
    private static func entry(
      of name: UnsafeBufferPointer<UInt8>, end: Int, isVerbatim: Bool?
    ) -> Entry {
      if isVerbatim ?? JSONString.isVerbatimASCII(name) {
        return Entry(end: end, isPlain: true, isVerbatim: true)
      }
      return otherEntry(of: name, end: end)
    }

    @inline(never)
    private static func otherEntry(of name: UnsafeBufferPointer<UInt8>, end: Int) -> Entry {
      let isPlain = SafeText.isPlain(name)
      let needsEscape = name.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      return Entry(end: end, isPlain: isPlain, isVerbatim: isPlain && !needsEscape)
    }
  }
}

/// The search for a name in the memory of a table.
struct SymbolSearch {
  let bytes: UnsafeBufferPointer<UInt8>
  let entries: UnsafeBufferPointer<SymbolTable.Entry>
  let slots: UnsafeBufferPointer<UInt64>

  /// What is in the first slot of a name: not all memory is near, and many slots that are asked for in
  /// a row come together.
  @inline(__always)
  func firstSlot(hash: UInt32) -> UInt64 { slots[Int(hash) & (slots.count - 1)] }

  /// Finds a name.
  ///
  /// - Parameters:
  ///   - hash: the name's hash.
  ///   - seen: what was in its first slot a moment ago; nil where nobody looked.
  /// - Returns: its symbol, or else the slot where it would be.
  @inline(__always)
  func find(
    _ name: UnsafeBufferPointer<UInt8>, hash: UInt32, seen: UInt64? = nil
  ) -> (symbol: Symbol?, slot: Int) {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    // What is in a slot stays there; one that was free may be taken now.
    var word = seen ?? 0
    if word == 0 { word = slots[slot] }
    while word != 0 {
      let symbol = Symbol(rawValue: UInt32(truncatingIfNeeded: word))
      if UInt32(truncatingIfNeeded: word >> 32) == hash, isEqual(symbol, name) {
        return (symbol, slot)
      }
      slot = (slot + 1) & mask
      word = slots[slot]
    }
    return (nil, slot)
  }

  @inline(__always)
  private func isEqual(_ symbol: Symbol, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = entries[Int(symbol.rawValue) - 1].end
    guard entries[Int(symbol.rawValue)].end - start == name.count else { return false }
    guard let other = name.baseAddress, !name.isEmpty else { return true }
    return memcmp(bytes.baseAddress.unsafelyUnwrapped + start, other, name.count) == 0
  }
}
