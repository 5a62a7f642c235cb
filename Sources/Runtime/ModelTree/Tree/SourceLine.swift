/// A `file:line` from the compiler.
package struct SourceLine: Sendable {
  /// The kind of line.
  package enum Line {
    /// The line that creates the model, registers, or raises.
    case caller
    /// The line in the initializer of the model's own class or of a superclass.
    case ownInitializer
    /// A line in an initializer, which may be the model's own.
    case someInitializer
  }

  package let file: StaticString
  package let line: UInt32
  package let kind: Line

  init(_ file: StaticString, _ line: UInt, _ kind: Line = .caller) {
    self.file = file
    self.line = UInt32(clamping: line)
    self.kind = kind
  }

  /// The file's name without its module and folders.
  package var fileName: String {
    let path = file.description
    return path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The file's name and the line: `RootRouter.swift:20`.
  package var text: String { line == 0 ? fileName : "\(fileName):\(line)" }

  /// The source that created a model: `RootRouter.swift:20`, or `Player.swift:7 in Player.init` if
  /// only the initializer's own line is known.
  package func text(of model: Model.Type) -> String {
    switch kind {
    case .caller: text
    case .ownInitializer: "\(text) in \(model).init"
    case .someInitializer: "\(text) in an initializer"
    }
  }
}

extension Model {
  /// A type without values: an initializer with such a parameter can be overridden, but not called.
  @_documentation(visibility: internal)
  public final class Absent: Model {
    private init(_ none: Never) { switch none {} }
  }
}

// The line that created a model.
extension Model {
  /// The line of a call that is probably the creating one. It is uncertain if a class between this
  /// one and `Model` or `Session` may have called it in its initializer.
  final class func creation(
    _ file: StaticString, _ line: UInt, in function: StaticString
  ) -> SourceLine {
    let isUnsure = function.isInitializer && !isDirectSubclass
    return SourceLine(file, line, isUnsure ? .someInitializer : .caller)
  }

  /// The line of a call to `super.init`, or of one that creates a plain model or session.
  final class func creation(_ file: StaticString, _ line: UInt) -> SourceLine {
    SourceLine(file, line, isPlain ? .caller : .ownInitializer)
  }

  /// The source that created the model.
  package final var creationSource: String { store.links[Int(node)].creation }

  /// Whether the class is `Model` or `Session`, whose initializers are called to create one.
  final class var isPlain: Bool { self == Model.self || self == Session.self }

  private final class var isDirectSubclass: Bool {
    isPlain || _getSuperclass(self).map { $0 == Model.self || $0 == Session.self } ?? true
  }
}

extension StaticString {
  /// Whether a `#function` is an initializer.
  fileprivate var isInitializer: Bool {
    let beginning: StaticString = "init("
    guard hasPointerRepresentation, utf8CodeUnitCount > beginning.utf8CodeUnitCount else {
      return false
    }
    return (0..<beginning.utf8CodeUnitCount).allSatisfy {
      utf8Start[$0] == beginning.utf8Start[$0]
    }
  }
}
