import TextIO

/// A file in this process's memory, whose every offset is checked.
final class ProgramFile {
  private let start: UnsafeRawPointer
  /// The number of bytes.
  let count: Int

  /// Maps a regular file of more than 20 bytes; nil if it can't be read, or isn't one.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 20,
      let mapped = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      mapped != MAP_FAILED
    else { return nil }
    start = UnsafeRawPointer(mapped)
    count = Int(status.st_size)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }

  /// Whether it is an ELF file for a system of 64 bits.
  var isELF: Bool { number(0, UInt32.self) == 0x464c_457f && number(4, UInt8.self) == 2 }

  /// The number at an offset; nil if the file ends before.
  func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type) -> Number? {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return nil }
    return start.loadUnaligned(fromByteOffset: offset, as: Number.self)
  }

  /// The position or size of 64 bits at an offset; nil for one that no file has.
  func offset(_ position: Int) -> Int? {
    number(position, UInt64.self).flatMap { $0 < 1 << 48 ? Int($0) : nil }
  }

  /// The text in a part of the file from an offset to its zero byte.
  func text(at offset: Int, in range: Range<Int>) -> String? {
    guard range.contains(offset), range.upperBound <= count else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start + offset, count: range.upperBound - offset)
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
