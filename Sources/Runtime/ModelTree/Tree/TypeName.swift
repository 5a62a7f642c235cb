/// The name of a type in messages: `Nav.Open` in the module `Catalog`.
///
/// For a type in a function and for a private type, the enclosing context has no name. The
/// arguments of a generic type omit their modules: `Page<Show>`.
package struct TypeName {
  /// The module.
  let module: String
  /// The names of the enclosing types, the outermost first, and its own.
  let parts: [String]

  /// Costs computing the name.
  package init(_ type: Any.Type) {
    var parts = Self.parts(of: String(reflecting: type))
    module = parts.count > 1 ? parts.removeFirst() : ""
    // `(unknown context at $7ffe1)` is a function, or the file of a private type.
    self.parts = parts.filter { !$0.hasPrefix("(unknown context") }
  }

  /// The name without the module: `Nav.Open`.
  package var text: String { parts.joined(separator: ".") }

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
  package static func of(_ type: AnyClass) -> String {
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

extension Dictionary {
  /// The value of a key, made with the first call: names are slow to compute.
  package mutating func value(of key: Key, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}

/// The name of an error as a message: its type is the domain, and its case, raw value, or number
/// the code.
package struct ErrorName: Hashable {
  package let domain: String
  package let code: String
}

extension ErrorName {
  /// Costs computing the name of its type.
  package init(_ error: any Error) {
    switch error {
    case let error as ModelError: self.init(domain: error.domain, code: error.code)
    case let code as any MessageCode: self.init(code: code)
    case let message as any ErrorMessage: self.init(message: message)
    default:
      let domain = Self.domain(of: type(of: error))
      // All errors from Objective-C have one class, which contains their domain.
      if let type = Self.bridgedTypes[error._domain] {
        self.init(domain: type, code: String(error._code))
      } else if type(of: error) is AnyClass, !error._domain.hasSuffix(domain) {
        self.init(domain: error._domain, code: String(error._code))
      } else {
        self.init(domain: domain, code: Self.caseName(of: error) ?? String(error._code))
      }
    }
  }

  private init<Code: MessageCode>(code: Code) { self.init(domain: Code.domain, code: code.code) }

  private init<Value: ErrorMessage>(message: Value) {
    self.init(domain: Value.domain, code: Value.code)
  }

  /// The domain of a type of errors: its name without the module.
  static func domain(of type: any Error.Type) -> String { TypeName(type).text }

  /// The types with which Swift catches errors from Objective-C, by domain.
  private static let bridgedTypes = [
    "NSURLErrorDomain": "URLError", "NSCocoaErrorDomain": "CocoaError",
    "NSPOSIXErrorDomain": "POSIXError",
  ]

  /// The raw text or the name of an enum's case, or the number of a structure's `code`; nil for other
  /// values, and if the app declares the description.
  private static func caseName(of error: any Error) -> String? {
    if let raw = error as? any RawRepresentable, let text = raw.rawValue as? String { return text }
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else {
      // Without Objective-C, an error such as `CocoaError` has its number only here.
      let code = mirror.children.first { $0.label == "code" }?.value as? any RawRepresentable
      return (code?.rawValue as? Int).map { String($0) }
    }
    if let name = mirror.children.first?.label { return name }
    let describesItself =
      error is any CustomStringConvertible || error is any CustomDebugStringConvertible
      || error is any TextOutputStreamable
    return describesItself ? nil : String(describing: error)
  }
}
