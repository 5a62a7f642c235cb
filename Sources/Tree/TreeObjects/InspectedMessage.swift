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
  private let place: Place

  /// The source: as text, or still as the compiler passes it, because formatting takes time.
  private enum Place {
    case literal(StaticString, UInt)
    case text(String?)
  }

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
    self.kind = kind
    self.domain = domain
    self.code = code
    self.label = label
    place = .literal(file, line)
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
    place = .text(source)
  }

  /// The source of the description: the file's name without its module and folders, and the line,
  /// such as `CarRouter.swift:20`.
  public var source: String? {
    switch place {
    case .text(let text): text
    case .literal(let file, let line):
      file.withUTF8Buffer { bytes in
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return "\(String(decoding: bytes[start...], as: UTF8.self)):\(line)"
      }
    }
  }
}

// Names from an app's own types. The code of a case with a raw value is that value, and its label
// is its name; the code of any other case is its name, without associated values.
extension InspectedMessage {
  init<Code: RawRepresentable>(_ kind: Kind, raw code: Code, _ file: StaticString, _ line: UInt) {
    let (text, label) = rawCode(of: code)
    self.init(
      kind, domain: TypeName(Code.self).text, code: text, label: label, file: file, line: line)
  }

  init<Code>(_ kind: Kind, named value: Code, _ file: StaticString, _ line: UInt) {
    self.init(
      kind, domain: TypeName(Code.self).text, code: messageCode(of: value), file: file,
      line: line)
  }

  init(_ kind: Kind, all domain: Any.Type, _ file: StaticString, _ line: UInt) {
    self.init(kind, domain: TypeName(domain).text, code: nil, file: file, line: line)
    type = domain
  }
}

extension InspectedMessage {
  /// The codes and labels of a whole type; empty if the type doesn't list its cases.
  package var cases: [(code: String, label: String?)] {
    guard let type = type as? any CaseIterable.Type else { return [] }
    return Self.cases(of: type)
  }

  private static func cases<Code: CaseIterable>(
    of type: Code.Type
  ) -> [(code: String, label: String?)] {
    type.allCases.map { code in
      if let raw = code as? any RawRepresentable { return rawCode(of: raw) }
      return (messageCode(of: code), nil)
    }
  }
}

/// The raw value of a case, and its name if that differs.
private func rawCode<Code: RawRepresentable>(of code: Code) -> (code: String, label: String?) {
  let (name, raw) = (caseName(of: code), "\(code.rawValue)")
  return (raw, name == raw ? nil : name)
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

  /// An error by a case: its raw value, labeled with its name.
  public static func error<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, raw: code, file, line) }

  /// An error by a case: its name, without associated values.
  public static func error<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, named: code, file, line) }

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

  /// A bubble by a case: its raw value, labeled with its name.
  public static func bubble<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, raw: code, file, line) }

  /// A bubble by a case: its name, without associated values.
  public static func bubble<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, named: code, file, line) }

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

  /// An event by a case: its raw value, labeled with its name.
  public static func event<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, raw: code, file, line) }

  /// An event by a case: its name, without associated values.
  public static func event<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, named: code, file, line) }

  /// All events of a type. If the type is `CaseIterable`, its cases are known by name.
  public static func event<Code>(
    _ domain: Code.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, all: domain, file, line) }
}
