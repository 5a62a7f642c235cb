/// Finds out who holds objects of a process.
package struct MemoryScan {
  private let source: any MemorySource
  private let pause: Int

  /// Scans the memory of a frozen copy, of a process as it runs, or in a core file.
  ///
  /// - Parameters:
  ///   - source: the memory.
  ///   - pause: how long the process was paused for it, in nanoseconds.
  package init(_ source: any MemorySource, pause: Int = 0) {
    self.source = source
    self.pause = pause
  }

  /// Scans this process through a frozen copy.
  ///
  /// - Throws: `MemoryError` if the system can't copy it, or the copy can't be read.
  package static func ofThisProcess(
    _ question: HolderQuestion, shouldEnd: @escaping () -> Bool = { false }
  ) throws(MemoryError) -> HolderReport {
    guard let copy = FrozenCopy() else {
      throw MemoryError("the memory of this process can't be copied for reading on this system")
    }
    let memory = try ProcessMemory(ofProcess: copy.pid, copyOf: Int(getpid()))
    return withExtendedLifetime(copy) {
      MemoryScan(memory, pause: copy.pause).answer(question, shouldEnd: shouldEnd)
    }
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
    let memory = Memory(source)
    let images = Images(memory.regions)
    var missing: [String] = []
    let (threads, missingThreads) = source.threadStacks
    if let missingThreads { missing.append(missingThreads) }
    let heap = GlibcHeap.blocks(in: memory, images, stacks: threads.map(\.region))
    missing += images.missing + heap.missing
    let search = HolderSearch(memory, images, heap, threads, shouldEnd: shouldEnd)
    var units = units(question, search)
    if case .objects(let addresses) = question, units.count < Set(addresses).count {
      missing.append("objects that don't lie in the heap: \(Set(addresses).count - units.count)")
    }
    let count = units.count
    units = Array(units.prefix(Self.objectLimit))
    for unit in units { search.ask(for: unit) }
    search.run()
    if search.wasEnded { missing.append("what a longer scan would have reached") }
    if memory.hasGaps { missing.append("pages of memory that the system doesn't allow to read") }
    if let rest = source.missing { missing.append(rest) }
    let describer = PathDescriber(search, isComplete: missing.isEmpty)
    let objects = units.map { describer.object($0) }
    return HolderReport(
      objects: objects, count: count,
      scanned: ScanFacts(
        bytes: heap.byteCount, objects: heap.blocks.count, pause: pause, missing: missing))
  }

  private func units(_ question: HolderQuestion, _ search: HolderSearch) -> [Int] {
    switch question {
    case .objects(let addresses):
      var seen: Set<Int> = []
      return addresses.compactMap { search.block($0) }.filter { seen.insert($0).inserted }
    case .type(let name):
      var units: [Int] = []
      search.heap.blocks.forEach { unit in
        let address = search.heap.blocks.address(of: unit)
        if let header = search.reader.header(address), header.type.kind == MetadataKind.class,
          header.type.shape != .unknown, !header.isDead,
          let type = search.types.name(ofMetadata: header.type.metadata),
          type == name || type.hasSuffix(".\(name)")
        {
          units.append(unit)
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
