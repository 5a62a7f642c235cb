/// Walks the heap of the GNU C library: the main arena, the arenas of threads, and blocks with
/// mappings of their own.
struct GlibcHeap {
  private let memory: Memory
  private let images: Images
  private var heap = Heap()
  /// The ranges whose blocks are known, with the blocks' addresses where the walk found them.
  private var arenas: [UInt] = []
  /// The blocks that could be a thread's cache of freed blocks.
  private var caches: [UInt] = []
  /// Regions that belong to threads' stacks.
  private let stacks: [Range<UInt>]

  /// The blocks of a process.
  ///
  /// - Parameter stacks: the regions of the threads' stacks.
  static func blocks(in memory: Memory, _ images: Images, stacks: [Range<UInt>]) -> Heap {
    var walk = GlibcHeap(memory: memory, images: images, stacks: stacks)
    walk.walkAll()
    return walk.heap
  }

  private init(memory: Memory, images: Images, stacks: [Range<UInt>]) {
    self.memory = memory
    self.images = images
    self.stacks = stacks
  }

  // The size of a block with its header, whose three low bits are flags.
  private static let sizeMask: UInt = ~7
  private static let previousIsUsed: UInt = 1
  private static let isMapped: UInt = 2
  /// How arenas of threads are aligned: the greatest size of one of their heaps.
  private static let heapAlignment: UInt = 64 << 20
  /// The size of a cache's block, with its header.
  private static let cacheSize: UInt = 0x290

  /// Whether a region is a thread's stack, that of a running thread as well: above it lies what the C library
  /// knows of the thread, which begins with its own address, twice.
  private func isStack(_ region: MemoryRegion) -> Bool {
    if stacks.contains(where: { $0.overlaps(region.range) }) { return true }
    guard region.range.count >= 32_768 else { return false }
    var place = region.range.upperBound - 16_384
    while place + 24 <= region.range.upperBound {
      if memory.word(place) == place, memory.word(place + 16) == place { return true }
      place += 64
    }
    return false
  }

  private mutating func walkAll() {
    let libc = images.all.first { $0.name.hasPrefix("libc.so") || $0.name.hasPrefix("libc-2") }
    var last: UInt?
    for region in memory.regions where region.isReadable && region.isWritable {
      if region.path == "[heap]" {
        last = walk(region.range, from: region.range.lowerBound)
        if last == nil { heap.missing.append("the main heap, which is damaged") }
      } else if region.range.count > ObjectMap.mostBytes {
        // Sanitizers reserve terabytes.
        heap.blocks.isFull = true
      } else if region.isAnonymous && !isStack(region) {
        // The variables of an image that its file doesn't hold.
        let end = region.range.upperBound
        let start = max(
          region.range.lowerBound,
          images.all.map(\.range).filter { $0.overlaps(region.range) }.map(\.upperBound).max()
            ?? 0)
        if start < end { walkAnonymous(start..<end) }
      }
    }
    if let libc, let top = last { findMainArena(libc, top) }
    removeFree()
    heap.blocks.number()
    if heap.blocks.isFull { heap.missing.append("memory beyond 32 GB") }
    if heap.blocks.count == 0 {
      heap.missing.append("a heap of the GNU C library, which wasn't found")
    }
  }

  /// Walks the blocks from an address to the top of a heap.
  ///
  /// - Returns: the address of the last block, which is the unused rest; nil if it is damaged.
  private mutating func walk(_ range: Range<UInt>, from start: UInt) -> UInt? {
    heap.blocks.append(range)
    heap.byteCount += range.count
    var block = start
    var isFirst = true
    var previous: UInt?
    while block < range.upperBound - 16 {
      guard let field = memory.word(block + 8) else { return nil }
      let size = field & Self.sizeMask
      // Whether a block is used stands in the next one.
      if let previous, field & Self.previousIsUsed == 0 { remove(previous + 16) }
      // The heap of an old program may begin with words of the loader.
      if size < 16 || size & 15 != 0 || size > range.upperBound - block {
        if isFirst { return nil }
        heap.missing.append("a part of the heap, which is damaged")
        return nil
      }
      isFirst = false
      if size == range.upperBound - block || range.upperBound - block - size < 32 { return block }
      if size >= 32, let unit = heap.blocks.unit(of: block + 16) {
        heap.blocks.insert(unit)
        if size == Self.cacheSize { caches.append(block + 16) }
      }
      previous = size >= 32 ? block : nil
      block += size
    }
    return block
  }

  private mutating func walkAnonymous(_ range: Range<UInt>) {
    // Where memory begins that belongs to no heap.
    var pool = range.lowerBound
    var start = pool
    while start + 64 <= range.upperBound {
      if let end = walkArena(at: start, in: range) ?? walkMapped(at: start, in: range) {
        addPool(pool..<start)
        (start, pool) = (end, end)
      } else {
        start = (start | 4_095) + 1
      }
    }
    addPool(pool..<range.upperBound)
  }

  /// Adds a block with a mapping of its own, if there is one.
  ///
  /// - Returns: its end.
  private mutating func walkMapped(at start: UInt, in range: Range<UInt>) -> UInt? {
    guard let field = memory.word(start + 8), field & 7 == Self.isMapped,
      case let size = field & Self.sizeMask, size >= 4_096, size & 4_095 == 0,
      size <= range.upperBound - start, (memory.word(start) ?? 1) < 4_096
    else { return nil }
    heap.blocks.append(start..<start + size)
    heap.byteCount += Int(size)
    if let unit = heap.blocks.unit(of: start + 16) { heap.blocks.insert(unit) }
    return start + size
  }

  private mutating func addPool(_ range: Range<UInt>) {
    if !range.isEmpty { heap.pools.append(range) }
  }

  /// Walks one heap of a thread's arena, if there is one.
  ///
  /// - Returns: its end.
  private mutating func walkArena(at start: UInt, in range: Range<UInt>) -> UInt? {
    guard start & (Self.heapAlignment - 1) == 0, let arena = memory.word(start),
      let size = memory.word(start + 16), size > 4_095,
      size <= range.upperBound - start, size & 4_095 == 0,
      [32, 48].contains(arena & (Self.heapAlignment - 1))
    else { return nil }
    var first = start + arena & (Self.heapAlignment - 1)
    if arena & ~(Self.heapAlignment - 1) == start {
      arenas.append(arena)
      // The state of the arena stands before its first block.
      first = (arena + 0x898 + 15) & ~15
    }
    _ = walk(start..<start + size, from: first)
    return start + size
  }

  /// Finds the state of the main arena among the library's variables: it points to the top.
  private mutating func findMainArena(_ libc: Image, _ top: UInt) {
    for range in libc.data {
      for place in stride(from: (range.lowerBound + 7) & ~7, to: range.upperBound - 7, by: 8)
      where memory.word(place) == top {
        arenas.append(place &- 96)
        return
      }
    }
  }

  // Freed blocks that wait in lists for their next use look used from outside.
  private mutating func removeFree() {
    for cache in caches where isCache(cache) {
      for list in 0..<64 {
        removeList(from: memory.word(cache + 128 + UInt(list) * 8) ?? 0, header: 0)
      }
      // The cache itself points to what was freed.
      remove(cache)
    }
    for arena in arenas {
      for list in 0..<10 {
        removeList(from: memory.word(arena &+ 16 &+ UInt(list) * 8) ?? 0, header: 16)
      }
    }
  }

  private func isCache(_ block: UInt) -> Bool {
    for list in 0..<64 {
      guard let count = memory.quarter(block + UInt(list) * 2), count <= 127,
        let first = memory.word(block + 128 + UInt(list) * 8), (count == 0) == (first == 0),
        first == 0 || heap.blocks.unit(of: first) != nil
      else { return false }
    }
    return true
  }

  private mutating func remove(_ address: UInt) {
    if let unit = heap.blocks.unit(of: address) { heap.blocks.remove(unit) }
  }

  private mutating func removeList(from first: UInt, header: UInt) {
    var block = first
    var count = 0
    while block != 0, count < 1_000_000, let unit = heap.blocks.unit(of: block &+ header) {
      // Met before: the list is damaged.
      guard heap.blocks.contains(unit) else { return }
      heap.blocks.remove(unit)
      let link = block &+ header
      // Links are stored as differences from their own place.
      guard let stored = memory.word(link) else { return }
      block = stored ^ (link >> 12)
      count += 1
    }
  }
}
