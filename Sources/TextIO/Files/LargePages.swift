#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Pages of megabytes, where the system has them: many megabytes are touched with a few hundred times
/// fewer faults, and found without a walk through the tables of pages.
@usableFromInline
package enum LargePages {
  /// The size of one, on most systems.
  package static let size = 2 << 20

  /// Asks for large pages for memory of which all will be touched. Where there are none, or the memory
  /// would not fill one, nothing changes.
  @usableFromInline
  package static func prefer(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard memory.count >= size, let start = memory.baseAddress else { return }
      let page = Int(getpagesize())
      let before = (page - Int(bitPattern: start) % page) % page
      let count = (memory.count - before) / page * page
      if count > 0 { madvise(start + before, count, MADV_HUGEPAGE) }
    #endif
  }
}

extension GrowingBuffer {
  /// Creates a buffer of equal elements, in large pages where they fill some.
  @inlinable
  package init(inLargePages element: Element, count: Int) {
    self.init()
    let start = room(for: count)
    let size = count * MemoryLayout<Element>.stride
    LargePages.prefer(UnsafeMutableRawBufferPointer(start: start, count: size))
    start.initialize(repeating: element, count: count)
    self.count = count
  }
}

extension Array {
  /// Makes an array of equal elements, in large pages where they fill some.
  @inlinable
  package init(inLargePages element: Element, count: Int) {
    self.init(unsafeUninitializedCapacity: count) { elements, filled in
      LargePages.prefer(UnsafeMutableRawBufferPointer(elements))
      elements.initialize(repeating: element)
      filled = count
    }
  }

  /// Makes room for so many elements, in large pages where they fill some.
  @inlinable
  package mutating func reserveLargeCapacity(_ count: Int) {
    if count <= capacity { return }
    reserveCapacity(count)
    withUnsafeMutableBytes { bytes in
      let size = count * MemoryLayout<Element>.stride
      LargePages.prefer(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: size))
    }
  }
}
