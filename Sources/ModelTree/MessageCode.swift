/// A code within a domain, by which models register for messages and raise them.
///
/// An enum with raw values has everything that is asked: the domain is the enum's name, the code is
/// the raw value, and where raw values are numbers the label is the case's name. Domains are told
/// apart by their names: two enums that are to differ must not give the same one.
///
/// ```swift
/// enum NetworkErrors: Int, ErrorCode, CaseIterable {
///   case badResponse = 100
///   case badToken = 101
/// }
/// ```
///
/// Codes that are equal must give the same `code`: it is asked for once.
///
/// The cases of a `CaseIterable` domain become the tree's vocabulary once a model registers for one
/// of them.
public protocol MessageCode: Hashable, Sendable {
  /// The name under which the codes are known, such as `NetworkErrors`.
  static var domain: String { get }
  /// The code within the domain, such as `101`.
  var code: String { get }
  /// What the code means in a word, such as `badToken`; nil where the code says so itself.
  var label: String? { get }
  /// Finds the case of a code.
  init?(code: String)
}

/// A code of errors: they rise to the first model that is registered for them.
public protocol ErrorCode: MessageCode, Error {}

/// A code of bubbles: they rise as errors do, and carry no failure.
public protocol BubbleNotificationName: MessageCode {}

/// A code of global events: they go down from the session to all models registered for them.
public protocol GlobalEventName: MessageCode {}

extension MessageCode {
  /// The enum's name, with the types around it but without the module: `Login.Failure`.
  public static var domain: String {
    let name = String(reflecting: Self.self)
    // Within a function the full name holds an address, which differs from run to run.
    guard !name.contains("("), let module = name.firstIndex(of: ".") else {
      return String(describing: Self.self)
    }
    return String(name[name.index(after: module)...])
  }
}

extension MessageCode where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var code: String { rawValue }
  /// None: the code is a word already.
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
