/// A `file:line` as the compiler gives it.
///
/// It keeps the address of the literal, which lives as long as the process: 16 bytes and no copy.
/// `@unchecked Sendable`: the literal never changes.
struct SourceLocation: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>?
  private let count: UInt32
  private let line: UInt32

  init(_ file: StaticString, _ line: UInt) {
    start = file.hasPointerRepresentation ? file.utf8Start : nil
    count = file.hasPointerRepresentation ? UInt32(clamping: file.utf8CodeUnitCount) : 0
    self.line = UInt32(clamping: line)
  }

  /// The file's name without its module and folders, and the line: `RootRouter.swift:20`.
  var text: String {
    guard let start else { return "?:\(line)" }
    let path = UnsafeBufferPointer(start: start, count: Int(count))
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path[...]
    return "\(String(decoding: name, as: UTF8.self)):\(line)"
  }
}
