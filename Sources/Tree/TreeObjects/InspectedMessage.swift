import TreeSnapshot

/// A message, or all messages of a domain, that an object describes to an inspector.
public struct InspectedMessage: Sendable {
  /// The direction in which a message travels.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Rises from its raiser to the first owner that listens for it.
    case error
    /// Rises like an error, but isn't a failure.
    case bubble
    /// Goes down from a session, or from the root, to all objects that listen for it.
    case event
  }

  /// The direction in which the message travels.
  public let kind: Kind
  /// The domain that declares the code, such as `StorageError`.
  public let domain: String
  /// The code within the domain; nil for the whole domain.
  public let code: String?
  /// A short name for the code, if the code alone isn't clear.
  public let label: String?
  /// The type whose messages are all included; nil if they are identified by name.
  package private(set) var type: Any.Type?
  /// The source of the description: the file's name without its module and folders, and the line,
  /// such as `CarRouter.swift:20`.
  public let source: String?

  /// Creates a description of a message.
  ///
  /// - Parameters:
  ///   - kind: the direction in which it travels.
  ///   - domain: the domain that declares the code.
  ///   - code: the code within the domain; nil for the whole domain.
  ///   - label: a short name for the code.
  ///   - file: the source file; defaults to the caller's.
  ///   - line: the line that names it; left out, it is the caller's.
  public init(
    _ kind: Kind, domain: String, code: String?, label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let name = "\(file)".split(separator: "/").last ?? ""
    self.init(kind, domain: domain, code: code, label: label, source: "\(name):\(line)")
  }

  /// Creates a description of a message with a source that is already text.
  ///
  /// - Parameters:
  ///   - kind: the direction in which it travels.
  ///   - domain: the domain that declares the code.
  ///   - code: the code within the domain; nil for the whole domain.
  ///   - label: a short name for the code.
  ///   - source: the `file:line` that describes it; nil if unknown.
  public init(_ kind: Kind, domain: String, code: String?, label: String? = nil, source: String?) {
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    self.source = source
  }
}

// Names from an app's own types. The code of a case with a raw value is that value, and its label
// is its name; the code of any other case is its name, without associated values.
extension InspectedMessage {
  init<Code>(_ kind: Kind, case value: Code, _ file: StaticString, _ line: UInt) {
    let (code, label) = Self.name(of: value)
    self.init(
      kind, domain: TypeName(Code.self).text, code: code, label: label, file: file, line: line)
  }

  init(_ kind: Kind, all domain: Any.Type, _ file: StaticString, _ line: UInt) {
    self.init(kind, domain: TypeName(domain).text, code: nil, file: file, line: line)
    type = domain
  }
}

extension InspectedMessage {
  /// The codes and labels of a whole type; empty if the type doesn't list its cases.
  package var cases: [(code: String, label: String?)] {
    (type as? any CaseIterable.Type).map { Self.cases(of: $0) } ?? []
  }

  private static func cases<Code: CaseIterable>(
    of type: Code.Type
  ) -> [(code: String, label: String?)] { type.allCases.map { name(of: $0) } }

  /// The code of a case, and its name if its code is a raw value that differs.
  private static func name<Code>(of value: Code) -> (code: String, label: String?) {
    guard let raw = value as? any RawRepresentable else { return (messageCode(of: value), nil) }
    let (name, code) = (caseName(of: value), "\(raw.rawValue)")
    return (code, name == code ? nil : name)
  }
}

// The ways to write each kind of message: by names, by a case, or by a type for all of its cases. A
// case is named by its raw value or otherwise by its own name, never by its `description`, which is
// for people.
extension InspectedMessage {
  /// An error by its names; without a code, all errors of the domain.
  public static func error(
    _ domain: String, _ code: String? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(.error, domain: domain, code: code, label: label, file: file, line: line)
  }

  /// An error by a case: its raw value, labeled with its name, or its name without associated values.
  public static func error<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, case: code, file, line) }

  /// All errors of a type. If the type is `CaseIterable`, its cases are known by name.
  public static func error<Code>(
    _ domain: Code.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, all: domain, file, line) }

  /// A bubble by its names; without a code, all bubbles of the domain.
  public static func bubble(
    _ domain: String, _ code: String? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(.bubble, domain: domain, code: code, label: label, file: file, line: line)
  }

  /// A bubble by a case: its raw value, labeled with its name, or its name without associated values.
  public static func bubble<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, case: code, file, line) }

  /// All bubbles of a type. If the type is `CaseIterable`, its cases are known by name.
  public static func bubble<Code>(
    _ domain: Code.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, all: domain, file, line) }

  /// An event by its names; without a code, all events of the domain.
  public static func event(
    _ domain: String, _ code: String? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(.event, domain: domain, code: code, label: label, file: file, line: line)
  }

  /// An event by a case: its raw value, labeled with its name, or its name without associated values.
  public static func event<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, case: code, file, line) }

  /// All events of a type. If the type is `CaseIterable`, its cases are known by name.
  public static func event<Code>(
    _ domain: Code.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, all: domain, file, line) }
}
