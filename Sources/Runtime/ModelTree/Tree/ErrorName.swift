import TreeSnapshot

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

extension Dictionary {
  /// The value of a key, made with the first call: names are slow to compute.
  package mutating func value(of key: Key, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}
