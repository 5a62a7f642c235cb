import TreeSnapshot

/// What every raised message tells its handler.
public protocol RaisedMessage {
  /// The domain, such as `NetworkErrors`.
  var domain: String { get }
  /// The code within the domain, such as `101`.
  var code: String { get }
  /// Whether an inspector raised it to see what happens.
  var isTest: Bool { get }
}

extension RaisedMessage {
  /// Whether the message is this one.
  public func `is`<Code: MessageCode>(_ code: Code) -> Bool {
    domain == Code.domain && self.code == code.code
  }

  /// The message as a case of a domain, for a switch; nil where it is of another domain.
  public func `as`<Code: MessageCode>(_ domain: Code.Type) -> Code? {
    self.domain == Code.domain ? Code(code: code) : nil
  }
}

/// An error on its way up the tree.
public struct ModelError: Error, RaisedMessage {
  /// The domain, such as `NetworkErrors`.
  public let domain: String
  /// The code within the domain, such as `101`.
  public let code: String
  /// What the code means in a word, such as `badToken`.
  public let label: String?
  /// What went wrong underneath.
  public let underlying: (any Error)?
  /// What a person who reads the log should know.
  public let context: String?
  /// Whether an inspector raised it to see what happens.
  public let isTest: Bool

  /// Makes an error of a declared code.
  ///
  /// - Parameters:
  ///   - code: the declared code.
  ///   - underlying: the error that led to this one.
  ///   - context: what a person who reads the log should know.
  public init(_ code: some ErrorCode, underlying: (any Error)? = nil, context: String? = nil) {
    domain = type(of: code).domain
    self.code = code.code
    label = code.label
    self.underlying = underlying
    self.context = context
    isTest = false
  }

  /// An error whose names are known already.
  init(
    domain: String, code: String, label: String?, underlying: (any Error)?, context: String?
  ) {
    self.domain = domain
    self.code = code
    self.label = label
    self.underlying = underlying
    self.context = context
    isTest = false
  }

  init(test message: Message, label: String?) {
    domain = message.domain
    code = message.code
    self.label = label
    underlying = nil
    context = "a test message"
    isTest = true
  }
}

extension ModelError: CustomStringConvertible {
  /// The name, the label and the context: `NetworkErrors.101 (badToken): the token has expired`.
  public var description: String {
    "\(domain).\(code)" + (label.map { " (\($0))" } ?? "") + (context.map { ": \($0)" } ?? "")
  }
}

/// A bubble on its way up the tree.
public struct BubbleNotification: RaisedMessage {
  /// The domain, such as `MainFlow`.
  public let domain: String
  /// The code within the domain, such as `ShowSideMenu`.
  public let code: String
  /// The model that raised it.
  public let sender: Model
  /// What the raiser sent along.
  public let object: Any?
  /// Whether an inspector raised it to see what happens.
  public let isTest: Bool
}

/// A global event on its way down from a session.
public struct GlobalEvent: RaisedMessage {
  /// The domain, such as `AppEvent`.
  public let domain: String
  /// The code within the domain, such as `StartExam`.
  public let code: String
  /// The model that raised it.
  public let sender: Model
  /// What the raiser sent along.
  public let object: Any?
  /// Whether an inspector raised it to see what happens.
  public let isTest: Bool
}
