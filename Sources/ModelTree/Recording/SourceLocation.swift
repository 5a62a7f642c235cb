/// A `file:line` as the compiler gives it.
///
/// It keeps the address of the literal, which lives as long as the process and ends with a zero.
/// `@unchecked Sendable`: the literal never changes.
struct SourceLocation: @unchecked Sendable {
  let file: UnsafePointer<UInt8>?
  let line: UInt32

  init(file: UnsafePointer<UInt8>?, line: UInt32) {
    self.file = file
    self.line = line
  }

  init(_ file: StaticString, _ line: UInt) {
    self.file = file.hasPointerRepresentation ? file.utf8Start : nil
    self.line = UInt32(clamping: line)
  }

  /// The file's name without its module and folders; empty where no file is known.
  var fileName: UnsafeBufferPointer<UInt8> {
    guard let file else { return UnsafeBufferPointer(start: nil, count: 0) }
    var count = 0
    var start = 0
    while file[count] != 0 {
      count += 1
      if file[count - 1] == UInt8(ascii: "/") { start = count }
    }
    return UnsafeBufferPointer(start: file + start, count: count - start)
  }

  /// The file's name and the line: `RootRouter.swift:20`.
  var text: String {
    file == nil ? "?:\(line)" : "\(String(decoding: fileName, as: UTF8.self)):\(line)"
  }
}
