/// What a task of Swift's concurrency says of itself, in the layout of Swift 5.5 and later.
struct TaskFacts {
  /// Whether it has ended.
  let isComplete: Bool
  /// Where a task that has ended keeps its result, or the error that it threw, and the type of that; nil if
  /// it has none.
  private(set) var result: (offset: Int, type: UInt)?

  /// The size of a task itself. What it is besides, as a child of another task or of a group, follows.
  private static let size = 208

  init(at address: UInt, in memory: Memory) {
    isComplete = (memory.word(address + 96) ?? 0) & 0x2000 != 0
    guard isComplete, let flags = memory.half(address + 32), flags & 1 << 25 != 0 else { return }
    let isChild = flags & 1 << 24 != 0
    let isInGroup = flags & 1 << 26 != 0
    let future = Self.size + (isChild ? 16 : 0) + (isInGroup ? 8 : 0)
    let place = address + UInt(future)
    guard let state = memory.word(place), let type = memory.word(place + 8) else { return }
    // The lowest bits tell whether it succeeded or threw.
    switch state & 3 {
    case 1: result = (future + 24, type)
    case 2: result = (future + 16, 0)
    default: break
    }
  }
}
