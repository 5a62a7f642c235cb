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
    onCopy copy: Int?, of process: Int, pause: Int, _ question: HolderQuestion,
    shouldEnd: @escaping () -> Bool
  ) throws(MemoryError) -> HolderReport {
    guard let copy else { throw MemoryError.notCopied }
    let memory = try ProcessMemory(ofProcess: copy, copyOf: process)
    return MemoryScan(memory, pause: pause).answer(question, shouldEnd: shouldEnd)
  }

  /// The greatest number of objects whose holders are found at once.
  package static let objectLimit = 1_000

  /// Reads the heap, and finds the holders. Costs one walk over everything that is alive: about
  /// five seconds for 1 GB.
  ///
  /// - Parameter shouldEnd: whether to answer with what was found so far.
  package func answer(
    _ question: HolderQuestion, shouldEnd: @escaping () -> Bool = { false }
  ) -> HolderReport {
    let (search, missing) = search(shouldEnd)
    var (units, others) = (units(question, search), missing)
    if case .objects(let addresses) = question, units.count < Set(addresses).count {
      others.append("objects that don't lie in the heap: \(Set(addresses).count - units.count)")
    }
    if !search.images.all.contains(where: \.hasSwiftTypes) {
      others.append("types of Swift, of which this process has none")
    }
    let count = units.count
    units = Array(units.prefix(Self.objectLimit))
    for unit in units { search.ask(for: unit) }
    search.run()
    let scanned = facts(of: search, others)
    let describer = PathDescriber(search, isComplete: scanned.isComplete)
    return HolderReport(objects: units.map { describer.object($0) }, count: count, scanned: scanned)
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

  private func units(_ question: HolderQuestion, _ search: HolderSearch) -> [Int] {
    switch question {
    case .objects(let addresses):
      var seen: Set<Int> = []
      return addresses.compactMap { search.block($0) }.filter { seen.insert($0).inserted }
    case .type(let name):
      var units: [Int] = []
      var asked: [UInt: Bool] = [:]
      search.heap.blocks.forEach { unit in
        let address = search.heap.blocks.address(of: unit)
        if let header = search.reader.header(address), header.type.kind == MetadataKind.class,
          header.type.shape != .unknown, !header.isDead
        {
          let metadata = header.type.metadata
          let isAsked = asked[metadata] ?? search.types.isClass(metadata, named: name)
          asked[metadata] = isAsked
          if isAsked { units.append(unit) }
        }
        return !search.endsEarly()
      }
      return units
    }
  }
}

/// Which objects' holders are asked for.
package enum HolderQuestion: Hashable, Sendable {
  /// Objects at addresses; what isn't an object there is left out.
  case objects([UInt])
  /// All objects of a class, by its name without the module.
  case type(String)
}
