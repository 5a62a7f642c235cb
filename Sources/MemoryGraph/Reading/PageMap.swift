/// Which pages of a process's memory were ever used. Reading another one would make the system note it for the
/// process, and a process may reserve terabytes.
struct PageMap {
  private let descriptor: Int32

  /// Opens the list of a process's pages; nil if it can't be read.
  init?(ofProcess pid: Int) {
    descriptor = open("/proc/\(pid)/pagemap", O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  func end() { close(descriptor) }

  private static let pageSize = UInt(max(4_096, sysconf(Int32(_SC_PAGESIZE))))
  /// The two highest bits of an entry: the page is in memory, or was swapped out.
  private static let used: UInt64 = 3 << 62

  /// The parts of a range whose pages are used; nil if that can't be read.
  func used(in range: Range<UInt>) -> [Range<UInt>]? {
    var parts: [Range<UInt>] = []
    var entries = [UInt64](repeating: 0, count: 8_192)
    var page = range.lowerBound / Self.pageSize
    let end = (range.upperBound + Self.pageSize - 1) / Self.pageSize
    while page < end {
      let count = min(entries.count, Int(end - page))
      let read = entries.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, count * 8, off_t(page * 8))
      }
      guard read == count * 8 else { return nil }
      for index in 0..<count where entries[index] & Self.used != 0 {
        let start = max(range.lowerBound, (page + UInt(index)) * Self.pageSize)
        let after = min(range.upperBound, (page + UInt(index) + 1) * Self.pageSize)
        if let last = parts.last, last.upperBound == start {
          parts[parts.count - 1] = last.lowerBound..<after
        } else {
          parts.append(start..<after)
        }
      }
      page += UInt(count)
    }
    return parts
  }
}
