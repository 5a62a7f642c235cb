public import TreeSnapshot

/// A message as received by handlers: an error, a bubble, or a global event.
public protocol RaisedMessage {
  /// The direction in which messages of this type travel.
  static var kind: Message.Kind { get }
  /// The domain, such as `NetworkErrors`.
  var domain: String { get }
  /// The code within the domain, such as `101`.
  var code: String { get }
  /// Whether an inspector raised it as a test.
  var isTest: Bool { get }
}

extension ModelError {
  /// Errors rise.
  public static var kind: Message.Kind { .error }
}

/// A bubble on its way up the tree.
public struct BubbleNotification: RaisedMessage {
  /// Bubbles rise.
  public static var kind: Message.Kind { .bubble }
  /// The domain, such as `MainFlow`.
  public let domain: String
  /// The code within the domain, such as `ShowSideMenu`.
  public let code: String
  /// The model that raised it.
  public let sender: Model
  /// The value sent along.
  public let object: Any?
  /// Whether an inspector raised it as a test.
  public let isTest: Bool
  var location: SourceLocation?
}

/// A global event on its way down from a session.
public struct GlobalEvent: RaisedMessage {
  /// Events go down.
  public static var kind: Message.Kind { .event }
  /// The domain, such as `AppEvent`.
  public let domain: String
  /// The code within the domain, such as `StartExam`.
  public let code: String
  /// The model that raised it.
  public let sender: Model
  /// The value sent along.
  public let object: Any?
  /// Whether an inspector raised it as a test.
  public let isTest: Bool
  var location: SourceLocation?
}
