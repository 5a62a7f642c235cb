import TextIO

/// The blocks of memory that a process has allocated and not freed.
struct Heap {
  /// Where they begin.
  var blocks = ObjectMap()
  /// Anonymous memory that belongs to no heap and no thread: pools of libraries.
  var pools: [Range<UInt>] = []
  /// The number of bytes of the heaps.
  var byteCount = 0
  /// What could not be read, as clauses for people.
  var missing: [String] = []
}

/// Where the blocks of a heap begin: one bit for each 16 bytes, and counts that number them.
///
/// A block's *unit* is its number among all 16 bytes of the segments, its *index* its number among
/// the blocks.
struct ObjectMap {
  /// A range of addresses in which blocks lie.
  struct Segment {
    let range: Range<UInt>
    /// The unit of its first 16 bytes; a multiple of the bits of a word.
    let firstUnit: Int
  }

  private(set) var segments: [Segment] = []
  private var bits: [UInt64] = []
  /// For each group of words of bits, the number of blocks before it.
  private var counts: [UInt32] = []
  /// The number of blocks.
  private(set) var count = 0

  private static let wordsOfGroup = 8

  /// The most bytes: searches number units with 31 bits, and mark some with another one.
  static let mostBytes = 32 << 30 - 1_024
  /// Whether something was left out because there were too many bytes.
  var isFull = false

  /// Adds a segment, whose blocks are then added; segments ascend. Beyond 32 GB, one is left out.
  mutating func append(_ range: Range<UInt>) {
    let units = (range.count + 15) / 16
    if bits.count * 64 + units > Self.mostBytes / 16 {
      isFull = true
      return
    }
    segments.append(Segment(range: range, firstUnit: bits.count * 64))
    bits.append(contentsOf: repeatElement(0, count: (units + 63) / 64))
  }

  /// The unit of an address; nil if it lies in no segment or isn't a multiple of 16 bytes away.
  func unit(of address: UInt) -> Int? {
    guard !segments.isEmpty, address & 15 == 0 else { return nil }
    var (first, last) = (0, segments.count)
    while last - first > 1 {
      let middle = (first + last) / 2
      if segments[middle].range.lowerBound <= address { first = middle } else { last = middle }
    }
    let segment = segments[first]
    guard segment.range.contains(address) else { return nil }
    return segment.firstUnit + Int((address - (segment.range.lowerBound & ~15)) / 16)
  }

  /// The address of a unit.
  func address(of unit: Int) -> UInt {
    let after = segments.partitionIndex { $0.firstUnit > unit }
    guard after > 0 else { return 0 }
    let segment = segments[after - 1]
    return (segment.range.lowerBound & ~15) + UInt(unit - segment.firstUnit) * 16
  }

  mutating func insert(_ unit: Int) { bits[unit / 64] |= 1 << UInt64(unit % 64) }

  mutating func remove(_ unit: Int) { bits[unit / 64] &= ~(1 << UInt64(unit % 64)) }

  /// Whether a block begins at a unit.
  func contains(_ unit: Int) -> Bool { bits[unit / 64] & (1 << UInt64(unit % 64)) != 0 }

  /// Numbers the blocks, after all were added.
  mutating func number() {
    counts = []
    counts.reserveCapacity(bits.count / Self.wordsOfGroup + 1)
    count = 0
    for (index, word) in bits.enumerated() {
      if index % Self.wordsOfGroup == 0 { counts.append(UInt32(truncatingIfNeeded: count)) }
      count += word.nonzeroBitCount
    }
  }

  /// The index of the block that begins at a unit.
  func index(of unit: Int) -> Int {
    let word = unit / 64
    let group = word / Self.wordsOfGroup
    var index = Int(counts[group])
    for earlier in group * Self.wordsOfGroup..<word { index += bits[earlier].nonzeroBitCount }
    return index + (bits[word] & ((1 << UInt64(unit % 64)) - 1)).nonzeroBitCount
  }

  /// Calls a closure with each block's unit, in ascending order, until it returns false.
  func forEach(_ body: (Int) -> Bool) {
    for (index, word) in bits.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        if !body(index * 64 + rest.trailingZeroBitCount) { return }
        rest &= rest - 1
      }
    }
  }
}
