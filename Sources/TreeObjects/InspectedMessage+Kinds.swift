// What each kind of message is written as: by names, by a case, or by a type for all of its cases.
// A case goes by its raw value, or by its own name where it has none: never by its `description`,
// which is for people.
extension InspectedMessage {
  /// An error by its names; without a code, all errors of the domain.
  public static func error(
    _ domain: String, _ code: String? = nil, label: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    Self(.error, domain: domain, code: code, label: label, file: file, line: line)
  }

  /// An error by its case: its raw value, labeled with its name.
  public static func error<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, raw: code, file, line) }

  /// An error by its case: its name, without what it carries.
  public static func error<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.error, named: code, file, line) }

  /// All errors that a type declares; the cases of one that is `CaseIterable` are known by name.
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

  /// A bubble by its case: its raw value, labeled with its name.
  public static func bubble<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, raw: code, file, line) }

  /// A bubble by its case: its name, without what it carries.
  public static func bubble<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.bubble, named: code, file, line) }

  /// All bubbles that a type declares; the cases of one that is `CaseIterable` are known by name.
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

  /// An event by its case: its raw value, labeled with its name.
  public static func event<Code: RawRepresentable>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, raw: code, file, line) }

  /// An event by its case: its name, without what it carries.
  public static func event<Code>(
    _ code: Code, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, named: code, file, line) }

  /// All events that a type declares; the cases of one that is `CaseIterable` are known by name.
  public static func event<Code>(
    _ domain: Code.Type, file: StaticString = #fileID, line: UInt = #line
  ) -> Self { Self(.event, all: domain, file, line) }
}
