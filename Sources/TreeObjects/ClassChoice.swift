/// Which classes reflection reads of those that nobody named.
struct ClassChoice {
  private let modules: Reflection.Modules
  private let excluded: Set<ObjectIdentifier>
  /// The module of the root's class.
  var ownModule = ""

  init(modules: Reflection.Modules, excluded: Set<ObjectIdentifier>) {
    self.modules = modules
    self.excluded = excluded
  }

  /// Whether a class, or one above it, is excluded.
  func excludes(_ type: AnyClass) -> Bool {
    if excluded.isEmpty { return false }
    return sequence(first: type) { _getSuperclass($0) }
      .contains { excluded.contains(ObjectIdentifier($0)) }
  }

  /// Whether the properties that classes of a module declare are read.
  func contains(module: String) -> Bool {
    if ReflectedType.isSystem(module) { return false }
    return switch modules {
    case .own: module == ownModule
    case .named(let names): module == ownModule || names.contains(module)
    case .all: true
    }
  }

  /// The module above which a class is not read as it wishes to be: that of the nearest class above it
  /// that is not chosen and makes mirrors, which may be the ones that it has. Nil if there is none.
  func moduleOfForeignMirror(of type: AnyClass) -> String? {
    sequence(first: type) { _getSuperclass($0) }.lazy
      .filter { $0 is any CustomReflectable.Type }.map { ReflectedType.module(of: $0) }
      .first { !contains(module: $0) }
  }
}
