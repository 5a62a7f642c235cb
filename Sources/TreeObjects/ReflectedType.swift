/// What reflection needs to know of a type.
struct ReflectedType {
  enum Kind {
    /// A class whose objects are nodes.
    case object
    /// A class whose objects are only named.
    case namedObject
    case optional
    case collection
    case dictionary
    case tuple
    case structure
    case enumeration
    /// A value whose description is the system's, such as a number, a text or a date.
    case scalar
    /// A closure, a type, or a value of the system that says nothing of itself.
    case opaque
  }

  let kind: Kind
  let name: String
  /// Whether it makes its mirrors itself.
  let isCustom: Bool
  /// Whether it is one of the app's or of a library's, and no part of the system.
  let isDeclared: Bool

  init(of value: Any, reflection: Reflection) {
    let type = Swift.type(of: value)
    name = String(describing: type)
    isCustom = value is any CustomReflectable
    let module = Self.module(of: type)
    isDeclared = !Self.isSystem(module)
    if type is AnyClass {
      kind =
        type is any Inspectable.Type
          || Self.reads(module, className: name, reflection) ? .object : .namedObject
      return
    }
    let style = Mirror(reflecting: value).displayStyle
    switch style {
    case .optional: kind = .optional
    case .collection, .set: kind = .collection
    case .dictionary: kind = .dictionary
    // What cannot be copied is shown as `()`.
    case .tuple: kind = type == Void.self ? .opaque : .tuple
    case _ where !isDeclared && value is any CustomStringConvertible: kind = .scalar
    case .enum: kind = .enumeration
    case .struct: kind = isDeclared ? .structure : .opaque
    default: kind = isCustom && isDeclared ? .structure : .opaque
    }
  }

  /// Whether the objects of a class are read.
  static func reads(_ module: String, className: String, _ reflection: Reflection) -> Bool {
    if reflection.leftOutClasses.contains(className) { return false }
    return reflection.modules.map { $0.contains(module) } ?? !isSystem(module)
  }

  /// The module that declares a type; empty for a class of Objective-C.
  static func module(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    guard let dot = name.firstIndex(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }),
      name[dot] == "."
    else { return "" }
    return String(name[..<dot])
  }

  private static func isSystem(_ module: String) -> Bool { systemModules.contains(module) }

  private static let systemModules: Set<String> = [
    "", "Swift", "_Concurrency", "_StringProcessing", "Builtin", "Combine", "Dispatch",
    "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "ObjectiveC",
    "Observation", "Synchronization", "__C", "os",
  ]
}
