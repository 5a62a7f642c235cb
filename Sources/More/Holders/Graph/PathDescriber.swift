/// Turns the walk's notes into paths with names.
struct PathDescriber {
  private let search: HolderSearch
  private var memory: Memory { search.memory }

  /// Whether everything was read.
  private let isComplete: Bool

  init(_ search: HolderSearch, isComplete: Bool) {
    self.search = search
    self.isComplete = isComplete
  }

  /// The number of paths that are described for one object.
  private static let pathLimit = 5
  /// The number of blocks at each end of a longer path that are described.
  private static let endLimit = 6

  /// An object that was asked for, with its holders.
  func object(_ unit: Int) -> HeldObject {
    let address = search.heap.blocks.address(of: unit)
    let header = search.reader.header(address)
    return HeldObject(
      address: address,
      type: header.flatMap { search.types.name(ofMetadata: $0.type.metadata) } ?? "an object",
      paths: paths(to: unit), strongReferences: header?.strongReferences)
  }

  private func paths(to unit: Int) -> [HoldPath] {
    var paths: [HoldPath] = []
    var stage: HolderSearch.Stage?
    let chain = search.chains[unit]
    if let chain, chain.isCycle {
      let steps = steps(chain.blocks, from: nil)
      paths.append(
        HoldPath(
          root: nil, steps: steps, isCycle: true,
          mayBeHeld: chain.isReached || !isComplete || steps.contains(where: \.isDoubtful)))
      // A stack is no better explanation than a cycle.
      stage = .tasks
    }
    for holder in search.holders[unit] ?? [] {
      // A surer path makes doubtful ones worthless.
      if let stage {
        let last = chain == nil && stage < .likely ? HolderSearch.Stage.tasks : .memory
        if holder.stage > max(stage, last) { break }
      }
      guard let path = path(to: unit, from: holder) else { continue }
      stage = stage ?? holder.stage
      if !paths.contains(path) { paths.append(path) }
      if paths.count == Self.pathLimit { break }
    }
    if stage == .stacks {
      // What a stack leads to through an object says more than a bare word of it.
      paths = paths.filter { !$0.steps.isEmpty } + paths.filter(\.steps.isEmpty)
    }
    if paths.isEmpty, let chain {
      paths.append(HoldPath(root: nil, steps: steps(chain.blocks, from: nil)))
    }
    return paths
  }

  private func path(to unit: Int, from holder: HolderSearch.Holder) -> HoldPath? {
    // From the holder up to the root.
    var blocks: [Int] = []
    var place: UInt?
    var stage = holder.stage
    switch holder.origin {
    case .root(let root): place = root
    case .block(let first):
      var current = first
      while true {
        // What only the object itself leads to doesn't hold it.
        if current == unit { return nil }
        blocks.append(current)
        guard let parent = search.parent(of: current) else { break }
        current = parent
      }
      guard let root = search.roots[current] else {
        return HoldPath(root: nil, steps: steps(blocks.reversed() + [unit], from: nil))
      }
      place = root.place
      stage = root.stage
    }
    guard let place else { return nil }
    let chain = blocks.reversed() + [unit]
    let root = self.root(at: place, in: stage)
    // A task that nothing else leads to stands for itself.
    let rest = steps(chain, from: isInVariable(place) ? place : nil)
    return HoldPath(root: root, steps: stage == .tasks ? Array(rest.dropFirst()) : rest)
  }

  private func root(at place: UInt, in stage: HolderSearch.Stage) -> HoldRoot {
    switch stage {
    case .tasks:
      let name = taskName(place)
      return HoldRoot(.task, name?.words ?? "a task", code: name?.code)
    case .stacks:
      let thread = search.threads.first { $0.range.contains(place) }
      return HoldRoot(.stack, thread.map { "thread \($0.id), \($0.name)" } ?? "a thread")
    case .variables, .likely, .memory:
      guard let image = search.images.image(of: place) else {
        return HoldRoot(.memory, "memory outside of the heap")
      }
      guard let symbol = image.symbol(at: place) else {
        let reason = image.hasSymbols ? "" : ", which has no symbols"
        let offset = String(place - image.range.lowerBound, radix: 16)
        return HoldRoot(.global, "\(image.name)+0x\(offset)\(reason)")
      }
      let name = SymbolName(mangled: symbol.name)
      if name.words.hasPrefix("_dispatch_timers") {
        return HoldRoot(.memory, "a timer of Dispatch")
      }
      if stage == .memory { return HoldRoot(.memory, "\(name.words) of \(image.name)") }
      return HoldRoot(name.isStatic ? .static : .global, name.withoutStatic)
    }
  }

  /// Whether a word belongs to the same variable as the one before it, which may be a function's address.
  private func isInVariable(_ place: UInt) -> Bool {
    search.images.image(of: place)?.symbol(at: place).map { $0.offset >= 8 } ?? false
  }

  /// The function of a task: the nearest one on its chain of callers that isn't a library's.
  private func taskName(_ task: UInt) -> SymbolName? {
    var functions = [memory.word(task + 56) ?? 0]
    var context = memory.word(task + 64) ?? 0
    while functions.count < 100, context > 4_096, context & 7 == 0,
      let parent = memory.word(context), let function = memory.word(context + 8)
    {
      functions.append(function)
      if parent == context { break }
      context = parent
    }
    // Images read their symbols when they are asked for a name: those of libraries are large.
    let names = functions.lazy.compactMap { function in
      search.images.image(of: function).flatMap { image in
        search.images.name(of: function).map { (name: $0, isLibrary: image.isLibrary) }
      }
    }
    let own = names.first { !$0.isLibrary && !$0.name.isStandard && !$0.name.isThunk }
    let named = own ?? names.first { !$0.name.isThunk } ?? names.first
    // A function of the runtime, in C++, says nothing of the task.
    return named?.name.words.hasPrefix("_Z") == true ? nil : named?.name
  }

  // MARK: Steps

  /// - Parameter place: the variable that leads to the first block; nil for none.
  private func steps(_ blocks: [Int], from place: UInt?) -> [HoldStep] {
    var steps: [HoldStep] = []
    // The word that leads to the block at hand, if a function may stand before it.
    var (link, isBoxed) = (place, false)
    let hidden = max(0, blocks.count - 2 * Self.endLimit - 4)
    for index in blocks.indices {
      if hidden > 0, (Self.endLimit..<Self.endLimit + hidden).contains(index) {
        if index == Self.endLimit, !steps.isEmpty { steps[steps.count - 1].more = hidden }
        link = nil
        continue
      }
      let address = search.heap.blocks.address(of: blocks[index])
      guard let header = search.reader.header(address) else { continue }
      let function = link.flatMap { self.function(before: $0) }
      // Only a closure has a function before its context.
      if function != nil, !steps.isEmpty { steps[steps.count - 1].isDoubtful = false }
      let isLast = index == blocks.count - 1
      let kind = header.type.shape == .unknown ? nil : header.type.kind
      // The memory of a task stands for the task.
      let isHidden = header.type.shape == .slab
      if let function, kind != nil, !isHidden, isLast || kind != MetadataKind.context {
        // A closure that captures only one object has it in place of a context.
        steps.append(Self.closure(function))
      }
      if isLast { break }
      let found = self.place(of: blocks[index + 1], in: address, header)
      let word = found?.description(in: header.type)
      let isOpen = found?.isOpen ?? false
      link = word?.isContext == false && !isOpen ? nil : found.map { address + UInt($0.offset) }
      if isHidden { continue }
      let name = word.flatMap { $0.name.isEmpty ? nil : $0.name }
      // An enum's case may have its value in a box, which is no closure's.
      if isBoxed, function == nil, kind == MetadataKind.context { continue }
      isBoxed = word.map { !$0.isContext && !isOpen } ?? false
      add(header, kind, found, name, function, at: address, to: &steps)
      if isOpen, !steps.isEmpty { steps[steps.count - 1].isDoubtful = true }
    }
    return Self.withoutThunks(steps)
  }

  private static func closure(_ function: SymbolName) -> HoldStep {
    if function.isThunk { return HoldStep(.capture) }
    return HoldStep(.capture, function: function.words, code: function.code)
  }

  /// Leaves out closures that only call others, and memory that is described twice.
  private static func withoutThunks(_ steps: [HoldStep]) -> [HoldStep] {
    var plain: [HoldStep] = []
    for (index, step) in steps.enumerated() {
      let isThunk = step.kind == .capture && step.function == nil && step.type == nil
      let hasClosure = steps.indices.contains { other in
        abs(other - index) <= 2 && other != index
          && (steps[other].kind == .task
            || steps[other].kind == .capture && steps[other].function != nil)
      }
      if step.more == nil,
        isThunk && hasClosure || step.kind == .memory && plain.last?.kind == .memory
      {
        continue
      }
      plain.append(step)
    }
    return plain
  }

  private func add(
    _ header: BlockReader.Header, _ kind: UInt?, _ place: BlockReader.Place?, _ name: String?,
    _ function: SymbolName?, at address: UInt, to steps: inout [HoldStep]
  ) {
    switch kind {
    case nil:
      if steps.last?.kind != .memory { steps.append(HoldStep(.memory)) }
    case MetadataKind.context?:
      if let function {
        steps.append(Self.closure(function))
      } else if steps.last?.kind != .capture {
        steps.append(HoldStep(.capture, type: "captured variable"))
      }
    case MetadataKind.task?:
      let name = taskName(address)
      steps.append(HoldStep(.task, type: "Task", function: name?.words, code: name?.code))
      steps[steps.count - 1].hasEnded = TaskFacts(at: address, in: memory).isComplete
    case MetadataKind.class?:
      let type = search.types.name(ofMetadata: header.type.metadata)
      if header.type.shape == .words {
        steps.append(HoldStep(.field, type: type, field: name))
        return
      }
      let collection = Self.collection(header.type, isValue: place?.isValue ?? false)
      if let last = steps.last, last.kind == .field, let field = last.field {
        steps[steps.count - 1].kind = .element
        steps[steps.count - 1].collection = collection
        if let name { steps[steps.count - 1].field = "\(field)[].\(name)" }
      } else {
        steps.append(
          HoldStep(
            .element, type: type.map(Self.collectionType), field: name, collection: collection))
      }
    default:
      if steps.isEmpty { steps.append(HoldStep(.memory, type: "boxed value")) }
    }
  }

  private static func collection(_ type: BlockType, isValue: Bool) -> HoldStep.Collection {
    switch type.shape {
    case .table: type.values.size > 0 ? (isValue ? .value : .key) : .set
    case .ring: .queue
    default: .array
    }
  }

  /// A collection's type by its public name.
  private static func collectionType(_ storage: String) -> String {
    for (prefix, name) in [
      ("_ContiguousArrayStorage", "Array"), ("_DictionaryStorage", "Dictionary"),
      ("_SetStorage", "Set"), ("_DequeBuffer", "Deque"),
    ] where storage.hasPrefix(prefix) {
      return name + storage.dropFirst(prefix.count)
    }
    return storage
  }

  /// The function whose context a word is: it stands before the word.
  private func function(before link: UInt) -> SymbolName? {
    guard let word = memory.word(link &- 8), word > 4_096,
      let region = memory.region(of: word), region.isExecutable
    else { return nil }
    return search.images.function(at: word)
  }

  /// Where a block refers to another.
  private func place(
    of target: Int, in address: UInt, _ header: BlockReader.Header
  ) -> BlockReader.Place? {
    var found: BlockReader.Place?
    search.reader.forEachReference(at: address, header) { word, isRaw, place in
      if found == nil, search.block(word) == target { found = place }
    }
    return found
  }
}
