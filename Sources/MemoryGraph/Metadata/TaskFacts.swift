/// What a task of Swift's concurrency says of itself, in the layout of Swift 5.5 and later.
struct TaskFacts {
  /// The address of the function with which it goes on.
  let resumeFunction: UInt
  /// Whether it has ended.
  let isComplete: Bool

  /// Where a task that has ended keeps its result.
  static let resultOffset = 232

  init(at address: UInt, in memory: Memory) {
    resumeFunction = memory.word(address + 56) ?? 0
    isComplete = (memory.word(address + 96) ?? 0) & 0x2000 != 0
  }
}
