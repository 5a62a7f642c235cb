import CSystem
import TextIO

/// Something that has the bytes of a process's memory.
package protocol MemorySource {
  /// The address space, in ascending order.
  var regions: [MemoryRegion] { get }
  /// The threads' stacks, and what is missing of them as a clause for people.
  var threadStacks: (stacks: [ThreadStack], missing: String?) { get }
  /// What couldn't be read of the whole, as a clause for people; asked after everything was read.
  var missing: String? { get }
  /// Reads bytes at an address, as many as are there.
  ///
  /// - Returns: the number of bytes read.
  func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// The parts of a range that the process has ever used.
  func used(in range: Range<UInt>) -> [Range<UInt>]
  /// Where this process may find the file that the regions call by a path.
  func places(ofFile path: String) -> [String]
  /// The programs and libraries, where the system lists them; nil where the regions tell them.
  var images: [LoadedImage]? { get }
  /// The blocks that are allocated, where the allocator lists them; nil where they are searched.
  var blocks: [AllocatedBlock]? { get }
}

/// A program or a library of Apple's systems.
package struct LoadedImage {
  /// Its file.
  let path: String
  /// Where it begins.
  let address: UInt
}

/// A block of memory as its allocator lists it.
package struct AllocatedBlock {
  let address: UInt
  /// In bytes.
  let size: Int
}

extension MemorySource {
  package func used(in range: Range<UInt>) -> [Range<UInt>] { [range] }
  package func places(ofFile path: String) -> [String] { [path] }
  package var images: [LoadedImage]? { nil }
  package var blocks: [AllocatedBlock]? { nil }
}

/// The memory of another process of this user.
package struct ProcessMemory: MemorySource {
  /// The process.
  package let pid: Int
  package let regions: [MemoryRegion]
  /// The process that is asked for its threads.
  private let original: Int
  /// Where there is a byte as long as the process lives.
  private let probe: UInt

  /// Opens the memory of a process.
  ///
  /// - Parameter original: the process of which this one is a frozen copy; nil for none.
  /// - Throws: `MemoryError` with a reason and a remedy if it may not be read.
  package init(ofProcess pid: Int, copyOf original: Int? = nil) throws(MemoryError) {
    #if os(Linux)
      self.original = original ?? pid
      guard let regions = MemoryRegion.all(ofProcess: pid) else {
        throw MemoryError(
          access("/proc/\(pid)", F_OK) == 0
            ? "the memory of process \(pid) belongs to another user; run the command as that user"
            : "process \(pid) doesn't exist, or has ended")
      }
      self.pid = pid
      self.regions = regions
      guard let readable = regions.first(where: { $0.isReadable && $0.isWritable }) else {
        throw MemoryError("process \(pid) has no memory of its own; it has ended")
      }
      probe = readable.range.lowerBound
      if !isReadable { throw MemoryError.forbidden(pid) }
    #else
      throw MemoryError(
        "the memory of another process can be read only on Linux; here, a prompt inside the app reads its own"
      )
    #endif
  }

  package var threadStacks: (stacks: [ThreadStack], missing: String?) {
    ThreadStack.all(ofProcess: original, in: regions)
  }

  private var isReadable: Bool {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(probe, into: $0) } == 1
  }

  package func used(in range: Range<UInt>) -> [Range<UInt>] {
    let descriptor = open("/proc/\(pid)/pagemap", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [range] }
    defer { close(descriptor) }
    // Reading a page that was never used would make the system note it for the process, and a process may
    // reserve terabytes.
    var parts: [Range<UInt>] = []
    var entries = [UInt64](repeating: 0, count: 8_192)
    var page = range.lowerBound / Self.pageSize
    let end = (range.upperBound + Self.pageSize - 1) / Self.pageSize
    while page < end {
      let count = min(entries.count, Int(end - page))
      let read = entries.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, count * 8, off_t(page * 8))
      }
      guard read == count * 8 else { return [range] }
      for entry in entries.prefix(count) {
        let part = page * Self.pageSize..<(page + 1) * Self.pageSize
        if entry & Self.used != 0 { parts.add(part.clamped(to: range)) }
        page += 1
      }
    }
    return parts
  }

  private static let pageSize = UInt(max(4_096, sysconf(Int32(_SC_PAGESIZE))))
  /// The two highest bits of an entry: the page is in memory, or was swapped out.
  private static let used: UInt64 = 3 << 62

  package func places(ofFile path: String) -> [String] {
    // As a process in a container sees it; and its program, which is there even if it was built anew since.
    [path, "/proc/\(pid)/root\(path)"] + (path == program ? ["/proc/\(pid)/exe"] : [])
  }

  /// The path of the program, as the regions call it.
  private var program: String? {
    var path = [UInt8](repeating: 0, count: 4_096)
    let count = path.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map { readlink("/proc/\(pid)/exe", $0, buffer.count) } ?? 0
    }
    return count > 0 ? String(decoding: path[..<count], as: UTF8.self) : nil
  }

  package var missing: String? { isReadable ? nil : "the rest of a process that ended meanwhile" }

  package func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let base = buffer.baseAddress else { return 0 }
    return max(0, cprocessmemory_read(Int32(truncatingIfNeeded: pid), address, base, buffer.count))
  }
}

/// Why memory can't be read: one line with the problem and its remedy.
package struct MemoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line with the problem and its remedy.
  package let description: String

  init(_ description: String) { self.description = description }

  static func forbidden(_ pid: Int) -> MemoryError {
    let scope = TextFile.contents(of: "/proc/sys/kernel/yama/ptrace_scope")?.first ?? "0"
    let reason =
      scope == "0"
      ? "run the command as the same user, or in a container with --cap-add=SYS_PTRACE"
      : "kernel.yama.ptrace_scope is \(scope); run 'sysctl kernel.yama.ptrace_scope=0' as root"
    return MemoryError("the system doesn't allow reading the memory of process \(pid); \(reason)")
  }
}

extension [Range<UInt>] {
  /// Adds a part that follows all others, as one with the last if they are adjacent.
  mutating func add(_ part: Range<UInt>) {
    if let last, last.upperBound == part.lowerBound {
      self[count - 1] = last.lowerBound..<part.upperBound
    } else {
      append(part)
    }
  }
}

/// A copy of this process that does nothing but wait, so that its memory can be read while this
/// process keeps running. It ends when the object is released.
///
/// Costs a `fork`: about a millisecond for each 100 MB of memory. Memory that this process writes to
/// meanwhile is duplicated.
package final class FrozenCopy: Sendable {
  /// The copy's process identifier.
  package let pid: Int
  /// How long this process was paused to make it, in nanoseconds.
  package let pause: Int
  private let pipe: Int32

  /// Copies this process; nil if the system can't.
  package init?() {
    var (pipe, pause): (Int32, Int64) = (-1, 0)
    let pid = cprocessmemory_freeze(&pipe, &pause)
    guard pid > 0 else { return nil }
    self.pid = Int(pid)
    self.pause = Int(pause)
    self.pipe = pipe
  }

  deinit { cprocessmemory_thaw(Int32(truncatingIfNeeded: pid), pipe) }
}
