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
  ) -> SourceLocation {
    let isUnsure = function.isInitializer && !isDirectSubclass
    return SourceLocation(file, line, isUnsure ? .someInitializer : .caller)
  }

  /// The line of a call to `super.init`, or of one that creates a plain model or session.
  final class func creation(_ file: StaticString, _ line: UInt) -> SourceLocation {
    SourceLocation(file, line, isPlain ? .caller : .ownInitializer)
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
