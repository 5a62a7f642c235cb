import TextIO

/// Checked reading of a process's memory through a small cache. Not for several threads.
///
/// No address is trusted: what isn't there is nil. A word that was read is added to with `&+` and `&-`:
/// what comes out of it is looked up here, or compared with a range.
package final class Memory {
  let source: any MemorySource
  /// The address space, in ascending order.
  package let regions: [MemoryRegion]

  private static let windowBits = 14
  private static let windowSize = 1 << windowBits
  private static let slotCount = 512
  private let bytes: UnsafeMutableRawPointer
  /// For each slot, the number of the window in it plus one, and a bit for each of its pages that is
  /// there.
  private var windows = [UInt](repeating: 0, count: slotCount)
  private var pages = [Int](repeating: 0, count: slotCount)
  private var scratch: [UInt8] = []
  /// Whether some memory that a process can write to couldn't be read.
  private(set) var hasGaps = false

  /// Reads through a source.
  package init(_ source: any MemorySource) {
    self.source = source
    regions = source.regions
    bytes = .allocate(byteCount: Self.slotCount << Self.windowBits, alignment: 16)
  }

  deinit { bytes.deallocate() }

  /// Bytes at an address, valid until the next call; nil if not all of them are there.
  func bytes(at address: UInt, count: Int) -> UnsafeRawPointer? {
    guard count > 0, count <= Self.longest, address < MemoryRegion.end, address > 4_095 else {
      return nil
    }
    let offset = Int(address & UInt(Self.windowSize - 1))
    if offset + count <= Self.windowSize {
      let slot = load(address >> UInt(Self.windowBits))
      // The bits of the pages from the first byte's to the last one's.
      let needed = (2 << ((offset + count - 1) >> 12)) - (1 << (offset >> 12))
      return pages[slot] & needed == needed ? UnsafeRawPointer(start(of: slot) + offset) : nil
    }
    return longBytes(at: address, count: count)
  }

  /// The greatest number of bytes that are read together.
  static let longest = 1 << 20

  private func longBytes(at address: UInt, count: Int) -> UnsafeRawPointer? {
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Self.longest) }
    return scratch.withUnsafeMutableBytes { buffer in
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
      guard source.read(address, into: part) == count else {
        noteGap(at: address)
        noteGap(at: address + UInt(count - 1))
        return nil
      }
      return UnsafeRawPointer(buffer.baseAddress)
    }
  }

  private func start(of slot: Int) -> UnsafeMutableRawPointer { bytes + slot << Self.windowBits }

  private func load(_ window: UInt) -> Int {
    let slot = Int(window % UInt(Self.slotCount))
    if windows[slot] != window + 1 { fill(slot, with: window) }
    return slot
  }

  private func fill(_ slot: Int, with window: UInt) {
    windows[slot] = window + 1
    let buffer = UnsafeMutableRawBufferPointer(start: start(of: slot), count: Self.windowSize)
    let first = window << UInt(Self.windowBits)
    if source.read(first, into: buffer) == Self.windowSize {
      pages[slot] = (1 << (Self.windowSize >> 12)) - 1
      return
    }
    // Some of its pages don't exist.
    pages[slot] = 0
    for page in 0..<Self.windowSize >> 12 {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[page << 12..<(page + 1) << 12])
      if source.read(first + UInt(page << 12), into: part) == 4_096 {
        pages[slot] |= 1 << page
      } else {
        noteGap(at: first + UInt(page << 12))
      }
    }
  }

  private func noteGap(at address: UInt) {
    if let region = region(of: address), region.isReadable, region.isWritable { hasGaps = true }
  }

  /// The aligned or unaligned word at an address.
  func word(_ address: UInt) -> UInt? { bytes(at: address, count: 8)?.loadUnaligned(as: UInt.self) }

  /// The 32-bit number at an address.
  func half(_ address: UInt) -> UInt32? {
    bytes(at: address, count: 4)?.loadUnaligned(as: UInt32.self)
  }

  /// The 16-bit number at an address.
  func quarter(_ address: UInt) -> UInt16? {
    bytes(at: address, count: 2)?.loadUnaligned(as: UInt16.self)
  }

  /// The address that a 32-bit offset at an address leads to; nil for none.
  func relative(_ address: UInt) -> UInt? {
    guard let offset = half(address), offset != 0 else { return nil }
    let target = address &+ UInt(bitPattern: Int(Int32(bitPattern: offset)))
    return target > 4_095 && target < MemoryRegion.end ? target : nil
  }

  /// The address that an offset leads to, possibly through a pointer if its low bit is set.
  func indirectable(_ address: UInt) -> UInt? {
    guard let target = relative(address) else { return nil }
    return target & 1 == 0 ? target : word(target & ~1)
  }

  /// The byte at an address.
  func byte(_ address: UInt) -> UInt8? { bytes(at: address, count: 1)?.load(as: UInt8.self) }

  /// The text at an address, up to its zero byte; nil if there is none within 1,000 bytes.
  func text(at address: UInt) -> String? {
    var text: [UInt8] = []
    while text.count < 1_000, let byte = byte(address &+ UInt(text.count)) {
      if byte == 0 { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
    }
    return nil
  }

  /// The region of an address; nil if there is none.
  func region(of address: UInt) -> MemoryRegion? {
    let after = regions.partitionIndex { $0.range.lowerBound > address }
    guard after > 0, regions[after - 1].range.contains(address) else { return nil }
    return regions[after - 1]
  }
}
