import TextIO

/// A part of a process's address space.
package struct MemoryRegion: Hashable, Sendable {
  /// The addresses.
  package var range: Range<UInt>
  /// Whether the process may read it.
  package var isReadable: Bool
  /// Whether the process may write to it.
  package var isWritable: Bool
  /// Whether it holds code.
  package var isExecutable = false
  /// The position of its first byte in the file.
  package var offset: UInt
  /// The file, or a name such as `[heap]`; empty for anonymous memory.
  package var path: String

  /// Where the addresses of a process end. What lies above belongs to the system.
  static let end: UInt = 1 << 62

  /// Whether it belongs to no file and has no name.
  var isAnonymous: Bool { path.isEmpty || path.hasPrefix("[anon:") }
}

extension MemoryRegion {
  /// Parses a line of `/proc/PID/maps`: `7f00-7f10 rw-p 00000000 00:00 0   PATH`.
  init?(line: Substring) {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard words.count >= 5 else { return nil }
    let bounds = words[0].split(separator: "-")
    guard bounds.count == 2, let start = UInt(bounds[0], radix: 16),
      let end = UInt(bounds[1], radix: 16), start < end, end <= Self.end,
      let offset = UInt(words[2], radix: 16)
    else { return nil }
    self.init(
      range: start..<end, isReadable: words[1].hasPrefix("r"),
      isWritable: words[1].dropFirst().hasPrefix("w"),
      isExecutable: words[1].dropFirst(2).hasPrefix("x"), offset: offset,
      path: words.count > 5 ? String(words[5].drop { $0 == " " }) : "")
  }

  /// The regions of a running process, in ascending order; nil if they can't be read.
  package static func all(ofProcess pid: Int) -> [MemoryRegion]? {
    guard let text = TextFile.contents(of: "/proc/\(pid)/maps") else { return nil }
    return text.split(separator: "\n").compactMap { MemoryRegion(line: $0) }
  }
}

/// Small files of the system.
enum TextFile {
  /// The contents of a file as text; nil if it can't be read.
  static func contents(of path: String) -> String? {
    (try? FileBytes(path: path))?.withBuffer { String(decoding: $0, as: UTF8.self) }
  }
}

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

  /// The threads of a process, as far as they wait.
  ///
  /// - Parameter regions: the address space.
  /// - Returns: their stacks, and what is missing as a clause for people.
  static func all(ofProcess pid: Int, in regions: [MemoryRegion]) -> (
    stacks: [ThreadStack], missing: String?
  ) {
    let ids = ((try? FileNames.inFolder("/proc/\(pid)/task")) ?? []).compactMap { Int($0) }
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
