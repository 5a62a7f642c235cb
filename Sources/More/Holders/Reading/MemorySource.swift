import CTreeSystem
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
  /// Where this process finds the file that the regions call by a path.
  func place(ofFile path: String) -> String
}

/// The memory of another process of this user, on Linux.
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
    guard let regions = MemoryRegion.all(ofProcess: pid),
      let readable = regions.first(where: { $0.isReadable && $0.isWritable })
    else { throw MemoryError("process \(pid) has ended") }
    self.pid = pid
    self.original = original ?? pid
    self.regions = regions
    probe = readable.range.lowerBound
    if !isReadable { throw MemoryError.forbidden(pid) }
  }

  package var threadStacks: (stacks: [ThreadStack], missing: String?) {
    ThreadStack.all(ofProcess: original, in: regions)
  }

  private var isReadable: Bool {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(probe, into: $0) } == 1
  }

  package func place(ofFile path: String) -> String {
    // The program that runs, even if it was built anew since; a library as a process in a container sees it.
    path == program ? "/proc/\(pid)/exe" : "/proc/\(pid)/root\(path)"
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
    return max(0, csystem_read(Int32(truncatingIfNeeded: pid), address, base, buffer.count))
  }
}

/// Why memory can't be read: one line with the problem and its remedy.
package struct MemoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line with the problem and its remedy.
  package let description: String

  init(_ description: String) { self.description = description }

  /// A process can't be copied.
  package static var notCopied: MemoryError {
    #if os(Linux)
      MemoryError("the system can't copy the app for reading: it may lack the memory for that")
    #else
      MemoryError("memory is read only on Linux; use Xcode's memory graph or macOS's 'leaks'")
    #endif
  }

  static func forbidden(_ pid: Int) -> MemoryError {
    let scope = TextFile.contents(of: "/proc/sys/kernel/yama/ptrace_scope")?.first ?? "0"
    let reason =
      scope == "0"
      ? "run the command as the same user, or in a container with --cap-add=SYS_PTRACE"
      : "kernel.yama.ptrace_scope is \(scope); run 'sysctl kernel.yama.ptrace_scope=0' as root"
    return MemoryError("the system doesn't allow reading the memory of process \(pid); \(reason)")
  }
}
