/// Walks from the roots of a process along references, and notes how each block was reached first
/// and who holds the blocks that are asked for.
final class HolderSearch {
  let memory: Memory
  let images: Images
  let heap: Heap
  let types: SwiftTypes
  let reader: BlockReader
  let threads: [ThreadStack]

  /// For each block: 0 if it wasn't reached, 1 if a root leads to it, or the unit of the block that
  /// leads to it plus `firstParent`; with the highest bit, it is asked for.
  private var parents: [UInt32]
  private static let asked: UInt32 = 1 << 31
  private static let firstParent = 2
  /// The places of the roots, by the unit that they lead to.
  private(set) var roots: [Int: Root] = [:]
  /// Who holds the blocks that are asked for, in the order in which the walk met them.
  private(set) var holders: [Int: [Holder]] = [:]
  /// What holds the blocks that are asked for and to which no sure root leads.
  private(set) var chains: [Int: CycleSearch.Chain] = [:]
  /// References that may not retain, which are followed when nothing else is left.
  private var pending: [(from: Origin, to: Int)] = []
  /// Words that may be references, which are followed before that.
  private var likely: [(from: Origin, to: Int)] = []
  private var frontier: [UInt32] = []
  /// Blocks that are asked for and were reached since the last stage.
  private var reachedTargets: [Int] = []
  private(set) var stage = Stage.variables
  /// The number of blocks of Swift's runtime.
  private(set) var objectCount = 0
  /// Whether the search should end with what it has.
  private let shouldEnd: () -> Bool
  private(set) var wasEnded = false

  /// How sure it is that a reference retains: the earlier, the surer.
  enum Stage: Comparable {
    /// Variables of Swift code, and what they retain.
    case variables
    /// Tasks that haven't ended.
    case tasks
    /// Words of them that nothing describes, such as the unused ones of an enum or what is behind an object.
    case likely
    /// Variables and memory of C code.
    case memory
    /// Threads' stacks.
    case stacks

  }

  /// Where a walk begins.
  struct Root {
    let stage: Stage
    /// The address of the variable, or the task.
    let place: UInt
  }

  enum Origin: Hashable {
    case root(UInt)
    case block(Int)
  }

  /// Someone who holds a block that is asked for.
  struct Holder: Hashable {
    let origin: Origin
    let stage: Stage
  }

  init(
    _ memory: Memory, _ images: Images, _ heap: Heap, _ threads: [ThreadStack],
    shouldEnd: @escaping () -> Bool
  ) {
    self.memory = memory
    self.images = images
    self.heap = heap
    self.threads = threads
    self.shouldEnd = shouldEnd
    types = SwiftTypes(memory, images)
    reader = BlockReader(memory, types)
    parents = Array(repeating: 0, count: heap.blocks.count)
  }

  /// Asks for the holders of a block.
  func ask(for unit: Int) {
    parents[heap.blocks.index(of: unit)] |= Self.asked
    holders[unit] = []
  }

  /// Whether a block was reached.
  func isReached(_ unit: Int) -> Bool { parents[heap.blocks.index(of: unit)] & ~Self.asked != 0 }

  /// The block that leads to a block; nil for a root.
  func parent(of unit: Int) -> Int? {
    let parent = Int(parents[heap.blocks.index(of: unit)] & ~Self.asked)
    return parent >= Self.firstParent ? parent - Self.firstParent : nil
  }

  /// The block that a word refers to: tags in its high and low bits aside.
  func block(_ word: UInt) -> Int? {
    guard let unit = heap.blocks.unit(of: word & 0x00ff_ffff_ffff_fff8),
      heap.blocks.contains(unit)
    else { return nil }
    return unit
  }

  /// Walks everything.
  func run() {
    follow(variables: images.all.filter { $0.hasSwiftTypes && !isSystem($0) }, in: .variables)
    finishStage()
    stage = .tasks
    forEachTask { unit in reach(unit, from: .root(heap.blocks.address(of: unit))) }
    finishStage()
    stage = .likely
    follow(&likely)
    findCycles()
    follow(variables: images.all.filter { !$0.hasSwiftTypes && !isSystem($0) }, in: .memory)
    for pool in heap.pools { followRoots(pool) }
    follow(&pending)
    for (unit, chain) in chains {
      chains[unit]?.isReached = chain.blocks.contains(where: isReached)
    }
    stage = .stacks
    for thread in threads { followRoots(thread.range) }
    finishStage()
  }

  private func follow(_ references: inout [(from: Origin, to: Int)]) {
    let all = references
    references = []
    for (origin, unit) in all { reach(unit, from: origin) }
    finishStage()
  }

  /// Explains what no root leads to, before less sure references are followed.
  private func findCycles() {
    let unexplained = holders.keys.filter { !isReached($0) }.sorted()
    if unexplained.isEmpty || endsEarly() { return }
    chains = CycleSearch(self).chains(to: unexplained)
  }

  /// Calls a closure with each block that another one surely refers to.
  func forEachTarget(of block: Int, _ body: (Int) -> Void) {
    let address = heap.blocks.address(of: block)
    guard let header = reader.header(address), header.type.shape != .unknown else { return }
    reader.forEachReference(at: address, header) { word, isRaw, _ in
      if !isRaw, let target = self.block(word) { body(target) }
    }
  }

  /// The C library's own variables lead to freed blocks.
  private func isSystem(_ image: Image) -> Bool {
    ["libc.so", "libc-2", "ld-linux", "ld-2"].contains { image.name.hasPrefix($0) }
  }

  private func follow(variables images: [Image], in stage: Stage) {
    self.stage = stage
    for image in images { for range in image.data { followRoots(range) } }
  }

  private func followRoots(_ range: Range<UInt>) {
    var place = (range.lowerBound + 7) & ~7
    while place < range.upperBound {
      let end = min(range.upperBound, (place | 4_095) + 1)
      let count = Int(end - place) & ~7
      guard count > 0 else { return }
      if let bytes = memory.bytes(at: place, count: count) {
        // No stride: tests run in debug builds, where each step of one asks for a type's metadata.
        var offset = 0
        while offset < count {
          let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
          if word != 0, let unit = block(word) { reach(unit, from: .root(place + UInt(offset))) }
          offset += 8
        }
      }
      place = end
    }
  }

  private func forEachTask(_ body: (Int) -> Void) {
    heap.blocks.forEach { unit in
      let address = heap.blocks.address(of: unit)
      guard let metadata = memory.word(address), metadata & 7 == 0 else { return true }
      if types.type(ofBlockWith: metadata).kind == MetadataKind.task,
        !TaskFacts(at: address, in: memory).isComplete
      {
        body(unit)
      }
      return !endsEarly()
    }
  }

  /// Notes that a block was reached.
  private func reach(_ unit: Int, from origin: Origin) {
    let index = heap.blocks.index(of: unit)
    let before = parents[index]
    if before != 0 && before < Self.asked { return }
    let isAsked = before & Self.asked != 0
    if isAsked {
      let holder = Holder(origin: origin, stage: stage)
      if holders[unit].map({ $0.count < 50 && !$0.contains(holder) }) ?? false {
        holders[unit]?.append(holder)
      }
      if before != Self.asked { return }
    }
    switch origin {
    case .root(let place):
      roots[unit] = Root(stage: stage, place: place)
      parents[index] = 1 | (isAsked ? Self.asked : 0)
    case .block(let parent):
      parents[index] =
        UInt32(truncatingIfNeeded: parent + Self.firstParent)
        | (isAsked ? Self.asked : 0)
    }
    // What is asked for isn't followed as long as something else may lead on.
    if isAsked { reachedTargets.append(unit) } else { frontier.append(UInt32(unit)) }
  }

  func endsEarly() -> Bool {
    if !wasEnded && shouldEnd() { wasEnded = true }
    return wasEnded
  }

  private func finishStage() {
    repeat {
      while !frontier.isEmpty && !endsEarly() { walkFrontier() }
      frontier = reachedTargets.map { UInt32($0) }
      reachedTargets = []
    } while !frontier.isEmpty && !wasEnded
  }

  private func walkFrontier() {
    var units = frontier
    frontier = []
    // In the order of addresses, memory is read once.
    units.sort()
    for unit in units where !endsEarly() { walk(Int(unit)) }
  }

  private func walk(_ unit: Int) {
    let address = heap.blocks.address(of: unit)
    guard let header = reader.header(address) else { return }
    if header.type.shape != .unknown { objectCount += 1 }
    let isSure = stage < .memory
    reader.forEachReference(at: address, header) { word, isRaw, place in
      guard let target = block(word) else { return }
      if isRaw && isSure {
        pending.append((.block(unit), target))
      } else if place.isOpen && stage < .likely {
        likely.append((.block(unit), target))
      } else {
        reach(target, from: .block(unit))
      }
    }
  }
}
