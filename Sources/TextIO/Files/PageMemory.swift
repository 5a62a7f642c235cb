#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory in whole pages, which can be given back to the system from its beginning on.
package struct PageMemory: ~Copyable {
  /// Where it begins.
  package let start: UnsafeMutablePointer<UInt8>
  /// How many bytes it has.
  package let capacity: Int
  private var freed = 0

  /// Takes memory.
  ///
  /// - Parameter path: the file that an error names.
  init(atLeast count: Int, for path: String) throws(FileError) {
    let page = Int(getpagesize())
    capacity = (count + page - 1) / page * page
    guard let memory = Self.map(capacity) else { throw FileError(.read, path, .system(errno)) }
    start = memory
  }

  /// Reserves addresses, which cost memory only where something is written: so many, or as many as the
  /// system has; nil where it has next to none.
  package init?(reservingUpTo count: Int) {
    var count = count
    while count >= 1 << 20 {
      if let memory = Self.map(count, MAP_NORESERVE) {
        capacity = count
        start = memory
        return
      }
      count /= 2
    }
    return nil
  }

  private static func map(_ count: Int, _ flags: Int32 = 0) -> UnsafeMutablePointer<UInt8>? {
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | flags, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { munmap(start + freed, capacity - freed) }

  /// Frees whole pages before an offset.
  mutating func free(upTo offset: Int) {
    let end = offset / Int(getpagesize()) * Int(getpagesize())
    guard end > freed, end < capacity else { return }
    munmap(start + freed, end - freed)
    freed = end
  }
}
