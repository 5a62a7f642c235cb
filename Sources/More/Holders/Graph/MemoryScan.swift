import TextIO

/// Finds out who holds objects of a process.
package struct MemoryScan {
  private let source: any MemorySource
  private let pause: Int

  /// Scans the memory of a frozen copy, or of a process as it runs.
  ///
  /// - Parameters:
  ///   - source: the memory.
  ///   - pause: how long the process was paused for it, in nanoseconds.
  package init(_ source: any MemorySource, pause: Int = 0) {
    self.source = source
    self.pause = pause
  }

  /// Scans a frozen copy of a process.
  ///
  /// - Parameters:
  ///   - copy: the copy's process identifier; nil if there is none.
  ///   - process: the process that was copied.
  ///   - pause: how long it was paused for that, in nanoseconds.
  ///   - shouldEnd: whether to answer with what was found so far.
  /// - Throws: `MemoryError` if the process wasn't copied, or the copy can't be read.
  package static func report(
    onCopy copy: Int?, of process: Int, pause: Int, _ addresses: [UInt],
    shouldEnd: @escaping () -> Bool
  ) throws(MemoryError) -> HolderReport {
    guard let copy else { throw MemoryError.notCopied }
    let memory = try ProcessMemory(ofProcess: copy, copyOf: process)
    return MemoryScan(memory, pause: pause).answer(addresses, shouldEnd: shouldEnd)
  }

  /// The greatest number of objects whose holders are found at once.
  private static let objectLimit = 1_000

  /// Reads the heap, and finds the holders. Costs one walk over everything that is alive: about
  /// five seconds for 1 GB.
  ///
  /// - Parameters:
  ///   - addresses: the objects whose holders are asked for.
  ///   - shouldEnd: whether to answer with what was found so far.
  package func answer(
    _ addresses: [UInt], shouldEnd: @escaping () -> Bool = { false }
  ) -> HolderReport {
    let (search, missing) = search(shouldEnd)
    var others = missing
    let wanted = Set(addresses)
    let units = Set(wanted.compactMap(search.block)).sorted()
    if units.count < wanted.count {
      others.append("objects that don't lie in the heap: \(wanted.count - units.count)")
    }
    if units.count > Self.objectLimit {
      others.append("the holders of \(units.count - Self.objectLimit) more objects")
    }
    if !search.images.all.contains(where: \.hasSwiftTypes) {
      others.append("types of Swift, of which this process has none")
    }
    let asked = units.prefix(Self.objectLimit)
    for unit in asked { search.ask(for: unit) }
    search.run()
    let scanned = facts(of: search, others)
    let describer = PathDescriber(search, isComplete: scanned.isComplete)
    return HolderReport(objects: asked.map { describer.object($0) }, scanned: scanned)
  }

  private func search(_ shouldEnd: @escaping () -> Bool) -> (HolderSearch, missing: [String]) {
    let memory = Memory(source)
    let images = Images(memory)
    let (threads, missing) = source.threadStacks
    let heap = GlibcHeap.blocks(in: memory, images, stacks: threads.map(\.region))
    return (
      HolderSearch(memory, images, heap, threads, shouldEnd: shouldEnd),
      [missing].compactMap(\.self) + images.missing + heap.missing
    )
  }

  /// What was read, after the search.
  private func facts(of search: HolderSearch, _ missing: [String]) -> ScanFacts {
    var missing = missing
    if search.wasEnded { missing.append("what a longer scan would have reached") }
    if search.memory.hasGaps {
      missing.append("pages of memory that the system doesn't allow to read")
    }
    if let rest = source.missing { missing.append(rest) }
    return ScanFacts(
      bytes: search.heap.byteCount, objects: search.heap.blocks.count, pause: pause,
      missing: missing)
  }
}
