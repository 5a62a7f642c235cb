import TreeSnapshot

/// What reflection needs to know about a type.
struct ReflectedType {
  enum Kind {
    /// A class whose objects are nodes.
    case object
    /// A class whose objects are named but not read.
    case namedObject
    case optional
    case collection
    case dictionary
    case tuple
    case structure
    case enumeration
    /// A value that the system describes, such as a number, a text, or a date.
    case scalar
    /// A closure, a type, or a system value without a useful description.
    case opaque

    /// Whether objects may be found in it.
    var hasParts: Bool {
      switch self {
      case .collection, .dictionary, .tuple, .structure, .enumeration: true
      case .object, .namedObject, .optional, .scalar, .opaque: false
      }
    }
  }

  let kind: Kind
  let name: String
  /// Whether it is a set or a dictionary, whose parts come in another order in each process.
  let isUnordered: Bool
  /// Whether it provides its own mirrors.
  let isCustom: Bool
  /// Why objects of the class aren't read; nil if they are.
  let reasonNotToRead: String?

  init(of value: Any, _ choice: ClassChoice?) {
    let actual = Swift.type(of: value)
    let type: Any.Type = (actual as? AnyClass).map(TypeName.declared) ?? actual
    name = String(describing: type)
    isCustom = value is any CustomReflectable
    let module = Self.module(of: type)
    let isDeclared = !Self.isSystem(module)
    if let type = type as? AnyClass {
      let isNode = isDeclared && choice?.excludes(type) != true
      kind = type is any Inspectable.Type || isNode ? .object : .namedObject
      reasonNotToRead = Self.reasonNotToRead(value, type, module, choice)
      isUnordered = false
      return
    }
    reasonNotToRead = nil
    let style = Mirror(reflecting: value).displayStyle
    isUnordered = style == .set || style == .dictionary
    switch style {
    case .optional: kind = .optional
    case .collection, .set: kind = .collection
    case .dictionary: kind = .dictionary
    // A noncopyable value appears as `()`.
    case .tuple: kind = type == Void.self ? .opaque : .tuple
    case _ where !isDeclared && value is any CustomStringConvertible: kind = .scalar
    case .enum: kind = .enumeration
    case .struct: kind = isDeclared ? .structure : .opaque
    default: kind = isCustom && isDeclared ? .structure : .opaque
    }
  }

  private static func reasonNotToRead(
    _ value: Any, _ type: AnyClass, _ module: String, _ choice: ClassChoice?
  ) -> String? {
    if value is any Actor || StoredProperties.isOfActor(type) {
      return "what an actor holds; describe it with an InspectionAdapter"
    }
    guard let choice else { return nil }
    if choice.excludes(type) { return "what an excluded class holds" }
    let foreign =
      choice.contains(module: module) ? choice.moduleOfForeignMirror(of: type) : module
    return foreign.map(leftOut)
  }

  /// What is not read of a class of another module, and what reads it.
  static func leftOut(_ module: String) -> String {
    module.isEmpty
      ? "what a class of another language holds"
      : "what a class of \(module) holds; .reflecting(modules: [\"\(module)\"]) reads it"
  }

  /// The module that declares a type; empty for an Objective-C class.
  static func module(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    // A type nested in one of another module.
    let start = "(extension in "
    if name.hasPrefix(start), let end = name.firstIndex(of: ")") {
      return String(name[name.index(name.startIndex, offsetBy: start.count)..<end])
    }
    guard let dot = name.firstIndex(where: { !$0.isLetter && !$0.isNumber && $0 != "_" }),
      name[dot] == "."
    else { return "" }
    return String(name[..<dot])
  }

  static func isSystem(_ module: String) -> Bool { systemModules.contains(module) }

  private static let systemModules: Set<String> = [
    "", "Swift", "_Concurrency", "_StringProcessing", "Builtin", "Combine", "Dispatch",
    "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "ObjectiveC",
    "Observation", "Synchronization", "__C", "os",
  ]
}

/// The classes that reflection reads, apart from those chosen by name.
struct ClassChoice {
  private let modules: Reflection.Modules
  private let excluded: Set<ObjectIdentifier>
  /// The module of the root's class.
  var ownModule = ""

  init(modules: Reflection.Modules, excluded: Set<ObjectIdentifier>) {
    self.modules = modules
    self.excluded = excluded
  }

  /// Whether a class or one of its superclasses is excluded.
  func excludes(_ type: AnyClass) -> Bool {
    if excluded.isEmpty { return false }
    return sequence(first: type) { _getSuperclass($0) }
      .contains { excluded.contains(ObjectIdentifier($0)) }
  }

  /// Whether to read the properties that classes of a module declare.
  func contains(module: String) -> Bool {
    if ReflectedType.isSystem(module) { return false }
    return switch modules {
    case .own: module == ownModule
    case .named(let names): module == ownModule || names.contains(module)
    case .all: true
    }
  }

  /// The module of the nearest superclass that isn't chosen and provides its own mirrors, which
  /// this class may inherit; the class isn't read through them. Nil if there is none.
  func moduleOfForeignMirror(of type: AnyClass) -> String? {
    sequence(first: type) { _getSuperclass($0) }.lazy
      .filter { $0 is any CustomReflectable.Type }.map { ReflectedType.module(of: $0) }
      .first { !contains(module: $0) }
  }
}
