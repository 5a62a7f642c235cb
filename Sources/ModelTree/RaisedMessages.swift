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
  /// Whether the message is this one. Costs making the domain's name, unless the enum declares it.
  public func `is`<Code: MessageCode>(_ code: Code) -> Bool {
    domain == Code.domain && self.code == code.code
  }

  /// The message as a case of a domain, for a switch; nil where it is of another domain. Costs
  /// making the domain's name, unless the enum declares it.
  public func `as`<Code: MessageCode>(_ domain: Code.Type) -> Code? {
    self.domain == Code.domain ? Code(code: code) : nil
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
