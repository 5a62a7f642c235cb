/// A `file:line` as the compiler gives it.
struct SourceLocation: Sendable {
  let file: StaticString
  let line: UInt32

  init(_ file: StaticString, _ line: UInt) {
    self.file = file
    self.line = UInt32(clamping: line)
  }

  /// The file's name without its module and folders.
  var fileName: String {
    let path = file.description
    return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The file's name and the line: `RootRouter.swift:20`.
  var text: String { "\(fileName):\(line)" }
}
