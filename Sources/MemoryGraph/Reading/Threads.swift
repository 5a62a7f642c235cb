/// A thread of a process, and the part of its stack that is in use.
struct ThreadStack {
  /// Its number.
  let id: Int
  /// Its name.
  let name: String
  /// From the top of its stack to the end of the stack's region.
  let range: Range<UInt>
  /// The whole region.
  let region: Range<UInt>

  /// The threads of a process, as far as they wait.
  ///
  /// - Parameter regions: the address space.
  /// - Returns: their stacks, and what is missing as a clause for people.
  static func all(ofProcess pid: Int, in regions: [MemoryRegion]) -> (
    stacks: [ThreadStack], missing: String?
  ) {
    let ids = TextFile.names(in: "/proc/\(pid)/task").compactMap { Int($0) }
    var stacks: [ThreadStack] = []
    for id in ids {
      // A thread that was just about to wait does so a moment later.
      for attempt in 0..<3 {
        if attempt > 0 { usleep(1_000) }
        if let stack = ThreadStack(id, ofProcess: pid, in: regions) {
          stacks.append(stack)
          break
        }
      }
    }
    if stacks.isEmpty { return ([], "the threads' stacks, which the system doesn't allow to read") }
    let missing = ids.count - stacks.count
    return (stacks, missing == 0 ? nil : "the stacks of running threads: \(missing)")
  }

  /// Asks the system for the top of a thread's stack; nil if the thread runs.
  private init?(_ id: Int, ofProcess pid: Int, in regions: [MemoryRegion]) {
    // `NUMBER ARGUMENTS… STACK-POINTER PROGRAM-COUNTER`, or `running`.
    let words = TextFile.contents(of: "/proc/\(pid)/task/\(id)/syscall")?
      .split { $0 == " " || $0 == "\n" }
    guard let words, words.count >= 3,
      let top = UInt(words[words.count - 2].dropFirst(2), radix: 16),
      let region = regions.first(where: { $0.range.contains(top) })
    else { return nil }
    let name = TextFile.contents(of: "/proc/\(pid)/task/\(id)/comm")?.split(separator: "\n").first
    self.id = id
    self.name = String(name ?? "")
    range = top & ~7..<region.range.upperBound
    self.region = region.range
  }
}
