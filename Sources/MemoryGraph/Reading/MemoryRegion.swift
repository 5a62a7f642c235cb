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
      let end = UInt(bounds[1], radix: 16), start < end, let offset = UInt(words[2], radix: 16)
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
      bytes += chunk[..<count]
    }
  }

  /// The names in a folder; empty if it can't be read.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
