/// A thread of a process, and the part of its stack that is in use.
package struct ThreadStack: Sendable {
  /// Its number.
  let id: Int
  /// Its name.
  let name: String
  /// From the top of its stack to the end of the stack's region.
  let range: Range<UInt>
  /// The whole region.
  let region: Range<UInt>
  /// Its registers; none if they can't be read.
  var registers: [UInt] = []

  /// The threads of a process, as far as they wait.
  ///
  /// - Parameter regions: the address space.
  /// - Returns: their stacks, and what is missing as a clause for people.
  static func all(ofProcess pid: Int, in regions: [MemoryRegion]) -> (
    stacks: [ThreadStack], missing: String?
  ) {
    let ids = TextFile.names(in: "/proc/\(pid)/task").compactMap { Int($0) }
    var (stacks, running, readable) = ([ThreadStack](), 0, false)
    for id in ids {
      var top: UInt?
      // A thread that was just about to wait does so a moment later.
      for attempt in 0..<3 where top == nil {
        if attempt > 0 { usleep(1_000) }
        let words = TextFile.contents(of: "/proc/\(pid)/task/\(id)/syscall")?
          .split { $0 == " " || $0 == "\n" }
        guard let words else { continue }
        readable = true
        // `NUMBER ARGUMENTS… STACK-POINTER PROGRAM-COUNTER`, or `running`.
        if words.count >= 3 { top = UInt(words[words.count - 2].dropFirst(2), radix: 16) }
      }
      guard let top else {
        running += 1
        continue
      }
      // A thread that began after the memory was copied has no stack in it.
      guard let region = regions.first(where: { $0.range.contains(top) }) else { continue }
      let name = TextFile.contents(of: "/proc/\(pid)/task/\(id)/comm")?.split(separator: "\n").first
      stacks.append(
        ThreadStack(
          id: id, name: String(name ?? ""), range: top & ~7..<region.range.upperBound,
          region: region.range))
    }
    if !readable { return ([], "the threads' stacks, which the system doesn't allow to read") }
    return (stacks, running == 0 ? nil : "the stacks of running threads: \(running)")
  }
}
