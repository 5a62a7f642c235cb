/// A `file:line` from the compiler.
struct SourceLocation: Sendable {
  /// The kind of line.
  enum Line {
    /// The line that creates the model, registers, or raises.
    case caller
    /// The line in the initializer of the model's own class or of a superclass.
    case ownInitializer
    /// A line in an initializer, which may be the model's own.
    case someInitializer
  }

  let file: StaticString
  let line: UInt32
  let kind: Line

  init(_ file: StaticString, _ line: UInt, _ kind: Line = .caller) {
    self.file = file
    self.line = UInt32(clamping: line)
    self.kind = kind
  }

  /// The file's name without its module and folders.
  var fileName: String {
    let path = file.description
    return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The file's name and the line: `RootRouter.swift:20`.
  var text: String { line == 0 ? fileName : "\(fileName):\(line)" }

  /// The source that created a model: `RootRouter.swift:20`, or `Player.swift:7 in Player.init` if
  /// only the initializer's own line is known.
  func text(of model: Model.Type) -> String {
    switch kind {
    case .caller: text
    case .ownInitializer: "\(text) in \(model).init"
    case .someInitializer: "\(text) in an initializer"
    }
  }
}
