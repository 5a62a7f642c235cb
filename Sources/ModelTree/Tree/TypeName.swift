/// The name of a type in messages: `Nav.Open` in the module `Catalog`.
///
/// For a type in a function and for a private type, the enclosing context has no name. The
/// arguments of a generic type omit their modules: `Page<Show>`.
struct TypeName {
  /// The module.
  let module: String
  /// The names of the enclosing types, the outermost first, and its own.
  let parts: [String]

  /// Costs computing the name.
  init(_ type: Any.Type) {
    var parts = Self.parts(of: String(reflecting: type))
    module = parts.count > 1 ? parts.removeFirst() : ""
    // `(unknown context at $7ffe1)` is a function, or the file of a private type.
    self.parts = parts.filter { !$0.hasPrefix("(unknown context") }
  }

  /// The name without the module: `Nav.Open`.
  var text: String { parts.joined(separator: ".") }

  /// Splits a full name at the dots outside of brackets; within brackets, each name loses
  /// everything up to its last dot.
  private static func parts(of name: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in name {
      switch character {
      case "." where depth == 0:
        parts.append("")
        continue
      case ".":
        parts[parts.count - 1].removeLastName()
        continue
      case "<", "(", "[": depth += 1
      case ">" where !parts[parts.count - 1].hasSuffix("-"): depth -= 1
      case ")", "]": depth -= 1
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}

extension TypeName {
  /// The name of a class without its module.
  ///
  /// Of an object with key-value observers, the system replaces the class by a subclass of its own,
  /// named `NSKVONotifying_` and the class.
  static func of(_ type: AnyClass) -> String {
    let name = "\(type)"
    guard name.hasPrefix("NSKVONotifying_"), let observed = _getSuperclass(type) else {
      return name
    }
    return "\(observed)"
  }
}

extension String {
  /// Removes the name at the end, or its placeholder.
  fileprivate mutating func removeLastName() {
    if last == ")", let start = lastIndex(of: "(") { return removeSubrange(start...) }
    while let last, last.isLetter || last.isNumber || last == "_" { removeLast() }
  }
}
