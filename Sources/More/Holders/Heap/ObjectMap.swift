import TextIO

/// The blocks of memory that a process has allocated and not freed.
struct Heap {
  /// Where they begin.
  var blocks = ObjectMap()
  /// The sizes of listed blocks, by index; empty if the size stands before each block.
  private var sizes: [Int] = []
  /// Anonymous memory that belongs to no heap and no thread: pools of libraries.
  var pools: [Range<UInt>] = []
  /// The number of bytes of the heaps.
  var byteCount = 0
  /// What could not be read, as clauses for people.
  var missing: [String] = []

  /// The greatest size of a region that is searched, in bytes. Sanitizers reserve terabytes.
  static let mostReserved = 64 << 30

  init() {}

  /// Notes how many regions are too large to be searched.
  mutating func noteReserved(_ count: Int) {
    if count > 0 { missing.append("regions of more than \(Self.mostReserved >> 30) GB: \(count)") }
  }

  /// Notes whether there are more blocks than are searched.
  mutating func noteFull() {
    if blocks.isFull { missing.append("what lies beyond the first 32 GB of the heap") }
  }

  /// The blocks that an allocator lists.
  ///
  /// - Parameters:
  ///   - list: the blocks.
  ///   - images: the programs and libraries, whose variables are roots of their own.
  init(_ list: [AllocatedBlock], in memory: Memory, _ images: Images) {
    let list = list.filter { $0.address & 15 == 0 && $0.size > 0 }.sorted {
      $0.address < $1.address
    }
    var first = list.startIndex
    for index in list.indices {
      // Far from the next one, the next segment begins.
      let end = list[index].address &+ UInt(list[index].size)
      let isLast = index + 1 == list.count || list[index + 1].address > end &+ 1 << 20
      guard isLast else { continue }
      blocks.append(list[first].address..<end)
      for block in list[first...index] {
        guard let unit = blocks.unit(of: block.address), !blocks.contains(unit) else { continue }
        blocks.insert(unit)
        sizes.append(block.size)
        byteCount += block.size
      }
      first = index + 1
    }
    blocks.number()
    noteFull()
    if list.isEmpty { missing.append("the allocator's blocks, which couldn't be listed") }
    let data = memory.regions.filter { $0.isReadable && $0.isWritable && $0.path == "[data]" }
      .flatMap { images.outside(of: $0.range) }
    let pools = data.filter { $0.count <= Self.mostReserved }
    noteReserved(data.count - pools.count)
    self.pools = pools.flatMap { memory.source.used(in: $0) }
  }

  /// The size of a block with its header in front, or as its allocator lists it; nil if it isn't known.
  func size(ofBlockAt address: UInt, in memory: Memory) -> Int? {
    if sizes.isEmpty {
      guard let field = memory.word(address &- 8), field < 1 << 44 else { return nil }
      return Int(field & ~7) - (field & 2 != 0 ? 16 : 8)
    }
    guard let unit = blocks.unit(of: address), blocks.contains(unit) else { return nil }
    return sizes[blocks.index(of: unit)]
  }
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

  /// The most units: searches number blocks with 31 bits, and mark some with another one.
  private static let mostUnits = 1 << 31 - 64
  /// Whether segments were left out because there were too many units, which are those of 32 GB.
  private(set) var isFull = false

  /// Adds a segment, whose blocks are then added; segments ascend. Beyond 32 GB, it is left out.
  mutating func append(_ range: Range<UInt>) {
    let units = (range.count + 15) / 16
    if bits.count * 64 + units > Self.mostUnits {
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
