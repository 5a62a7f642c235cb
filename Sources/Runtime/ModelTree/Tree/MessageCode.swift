public import TreeSnapshot

/// A code within a domain, for raising messages and registering for them.
///
/// An enum with raw values meets all requirements: the domain is the enum's name, the code is the
/// raw value, and the label of a numeric raw value is the case's name. Domains are identified by
/// name, so two enums must not share one.
///
/// ```swift
/// enum NetworkErrors: Int, ErrorCode, CaseIterable {
///   case badResponse = 100
///   case badToken = 101
/// }
/// ```
///
/// Equal values must have the same `code`, which is read only once.
///
/// The cases of a `CaseIterable` domain become the tree's vocabulary once a model registers for one
/// of them.
///
/// Adopt `ErrorCode`, `BubbleNotificationName`, or `GlobalEventName`, which determine what is
/// delivered. For a message with values, prefer a type of its own: see `TypedMessage`.
public protocol MessageCode: Hashable, Sendable {
  /// The value that handlers receive.
  associatedtype Delivered: RaisedMessage
  /// The name of the enum that declares the codes, such as `NetworkErrors`.
  static var domain: String { get }
  /// The code within the domain, such as `101`.
  var code: String { get }
  /// The meaning of the code in one word, such as `badToken`; nil if the code is already a word.
  var label: String? { get }
  /// Creates the case of a code.
  init?(code: String)
}

/// An error code. Errors rise to the first model registered for them.
public protocol ErrorCode: MessageCode, Error where Delivered == ModelError {}

/// A bubble's code. Bubbles rise like errors, but aren't failures.
public protocol BubbleNotificationName: MessageCode where Delivered == BubbleNotification {}

/// A global event's code. Events travel down from the session to all models registered for them.
public protocol GlobalEventName: MessageCode where Delivered == GlobalEvent {}

extension MessageCode {
  /// The kind of the domain's messages.
  public static var kind: Message.Kind { Delivered.kind }
}

extension RaisedMessage {
  /// Whether the message has this code. Costs computing the domain's name, unless the enum declares
  /// it.
  public func `is`<Code: MessageCode>(_ code: Code) -> Bool {
    domain == Code.domain && self.code == code.code
  }

  /// Returns the message as a case of a domain, for a switch; nil for another domain. Costs
  /// computing the domain's name, unless the enum declares it.
  public func `as`<Code: MessageCode>(_ domain: Code.Type) -> Code? {
    self.domain == Code.domain ? Code(code: code) : nil
  }
}

extension ModelError {
  /// Creates an error with a declared code, for a model to raise.
  ///
  /// - Parameters:
  ///   - code: the declared code.
  ///   - underlying: the error that caused this one.
  ///   - context: a note for readers of a log.
  ///   - file: the file that makes it; defaults to the caller's.
  ///   - line: the line that makes it; defaults to the caller's.
  public init<Code: ErrorCode>(
    _ code: Code, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      domain: Code.domain, code: code.code, label: code.label, underlying: underlying,
      context: context, isTest: false, location: SourceLine(file, line))
  }
}

extension MessageCode {
  /// The enum's name, with enclosing types but without the module: `Login.Failure`.
  public static var domain: String {
    let name = String(reflecting: Self.self)
    // The full name of a type in a function contains an address, which differs from run to run.
    guard !name.contains("("), let module = name.firstIndex(of: ".") else {
      return String(describing: Self.self)
    }
    return String(name[name.index(after: module)...])
  }
}

extension MessageCode {
  /// Stands for the missing code of an enum without raw values; its message says what to write.
  @available(
    *, unavailable,
    message:
      "give the enum raw values; write a message with values as 'struct Open: BubbleMessage { … }'"
  )
  public var code: String { "" }
}

extension MessageCode where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var code: String { rawValue }
  /// Nil: the code is already a word.
  public var label: String? { nil }
  /// Creates the case with a raw value.
  public init?(code: String) { self.init(rawValue: code) }
}

extension MessageCode where Self: RawRepresentable, RawValue: FixedWidthInteger {
  /// The raw value in decimal digits.
  public var code: String { String(rawValue) }
  /// The case's name.
  public var label: String? { String(describing: self) }
  /// Creates the case with a raw value in decimal digits.
  public init?(code: String) {
    guard let value = RawValue(code) else { return nil }
    self.init(rawValue: value)
  }
}
