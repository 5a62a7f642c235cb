/// What a task of Swift's concurrency says of itself, in the layout of Swift 5.5 and later.
struct TaskFacts {
  /// Whether it has ended.
  let isComplete: Bool

  /// Where a task that has ended keeps its result.
  static let resultOffset = 232

  init(at address: UInt, in memory: Memory) {
    isComplete = (memory.word(address + 96) ?? 0) & 0x2000 != 0
  }
}
