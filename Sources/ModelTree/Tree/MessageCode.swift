public import TreeSnapshot

/// A code within a domain, by which models register for messages and raise them.
///
/// An enum with raw values has all requirements: the domain is the enum's name, the code is the raw
/// value, and the label of a numeric raw value is the case's name. The names of domains identify them:
/// two different enums must not have the same one.
///
/// ```swift
/// enum NetworkErrors: Int, ErrorCode, CaseIterable {
///   case badResponse = 100
///   case badToken = 101
/// }
/// ```
///
/// Equal values must have the same `code`, which is read once.
///
/// The cases of a `CaseIterable` domain become the tree's vocabulary once a model registers for one
/// of them.
///
/// Adopt `ErrorCode`, `BubbleNotificationName` or `GlobalEventName`, which decide what is delivered. For a
/// message that carries values, prefer a type of its own: see `TypedMessage`.
public protocol MessageCode: Hashable, Sendable {
  /// The value that handlers receive.
  associatedtype Delivered: RaisedMessage
  /// The name of the enum that declares the codes, such as `NetworkErrors`.
  static var domain: String { get }
  /// The code within the domain, such as `101`.
  var code: String { get }
  /// The meaning of the code in a word, such as `badToken`; nil if the code is a word.
  var label: String? { get }
  /// Finds the case of a code.
  init?(code: String)
}

/// A code of errors, which rise to the first model that is registered for them.
public protocol ErrorCode: MessageCode, Error where Delivered == ModelError {}

/// A code of bubbles, which rise as errors do and carry no failure.
public protocol BubbleNotificationName: MessageCode where Delivered == BubbleNotification {}

/// A code of global events, which go down from the session to all models registered for them.
public protocol GlobalEventName: MessageCode where Delivered == GlobalEvent {}

extension MessageCode {
  /// The kind of the domain's messages.
  public static var kind: Message.Kind { Delivered.kind }
}

extension RaisedMessage {
  /// Whether the message is this one. Costs making the domain's name, unless the enum declares it.
  public func `is`<Code: MessageCode>(_ code: Code) -> Bool {
    domain == Code.domain && self.code == code.code
  }

  /// The message as a case of a domain, for a switch; nil if it is of another domain. Costs making
  /// the domain's name, unless the enum declares it.
  public func `as`<Code: MessageCode>(_ domain: Code.Type) -> Code? {
    self.domain == Code.domain ? Code(code: code) : nil
  }
}

extension ModelError {
  /// Makes an error of a declared code, for a model to raise.
  ///
  /// - Parameters:
  ///   - code: the declared code.
  ///   - underlying: the error that led to this one.
  ///   - context: a note for the reader of a log.
  ///   - file: the file that makes it; left out, it is the caller's.
  ///   - line: the line that makes it; left out, it is the caller's.
  public init<Code: ErrorCode>(
    _ code: Code, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      domain: Code.domain, code: code.code, label: code.label, underlying: underlying,
      context: context, location: SourceLocation(file, line))
  }
}

extension MessageCode {
  /// The enum's name, with the types around it but without the module: `Login.Failure`.
  public static var domain: String {
    let name = String(reflecting: Self.self)
    // The full name of a function's local type holds an address, which differs from run to run.
    guard !name.contains("("), let module = name.firstIndex(of: ".") else {
      return String(describing: Self.self)
    }
    return String(name[name.index(after: module)...])
  }
}

extension MessageCode {
  /// Stands for the code that an enum without raw values lacks, to say what to write.
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
  /// None: the code is a word.
  public var label: String? { nil }
  /// Finds the case by its raw value.
  public init?(code: String) { self.init(rawValue: code) }
}

extension MessageCode where Self: RawRepresentable, RawValue: FixedWidthInteger {
  /// The raw value in decimal digits.
  public var code: String { String(rawValue) }
  /// The case's name.
  public var label: String? { String(describing: self) }
  /// Finds the case by its raw value in decimal digits.
  public init?(code: String) {
    guard let value = RawValue(code) else { return nil }
    self.init(rawValue: value)
  }
}
