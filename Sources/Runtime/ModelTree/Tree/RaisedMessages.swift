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
  package var location: SourceLine?
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
  package var location: SourceLine?
}

/// An error on its way up the tree.
///
/// It identifies its raiser without retaining it, so it can be kept, logged, and sent anywhere.
public struct ModelError: Error, RaisedMessage {
  /// The domain, such as `NetworkErrors`.
  public let domain: String
  /// The code within the domain, such as `101`.
  public let code: String
  /// The code's label, such as `badToken`.
  public let label: String?
  /// The error that caused this one; for an error raised by its type, that error itself.
  public let underlying: (any Error)?
  /// A note for readers of a log.
  public let context: String?
  /// The model that first raised it; nil until it is raised.
  public private(set) var raiser: Raiser?
  /// Whether an inspector raised it as a test.
  public let isTest: Bool
  package let location: SourceLine?

  /// The line that created the error, such as `PickerModel.swift:20`; nil for a test message.
  public var source: String? { location?.text }

  /// The error with its raiser; one that was raised before keeps its first raiser.
  @MainActor
  func raised(by model: Model) -> ModelError {
    var error = self
    if raiser == nil { error.raiser = Raiser(model) }
    return error
  }
}

extension ModelError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name, the label and the context: `NetworkErrors.101 (badToken): the token has expired`.
  public var description: String {
    "\(domain).\(code)" + (label.map { " (\($0))" } ?? "") + (context.map { ": \($0)" } ?? "")
  }

  /// The description, followed by the raiser, the line that created it, and the underlying error.
  public var debugDescription: String {
    var lines = [description]
    if let raiser { lines.append("raised by \(raiser)") }
    if let source { lines.append("made at \(source)") }
    if let underlying { lines.append("because of \(underlying)") }
    return lines.joined(separator: ", ")
  }
}

/// The model that raised an error, by id and type.
public struct Raiser: Hashable, Sendable {
  /// The number that identifies the model in the inspector and in dumps.
  public let id: Int
  // The type, because its name takes longer to compute than the error takes to arrive.
  private let metatype: Model.Type

  @MainActor
  init(_ model: Model) {
    id = model.id
    metatype = Swift.type(of: model)
  }

  /// The name of the model's type, such as `PickerModel`.
  public var type: String { String(describing: metatype) }

  /// Whether both identify the same model of the same tree.
  public static func == (one: Raiser, other: Raiser) -> Bool {
    one.id == other.id && one.metatype == other.metatype
  }

  /// Feeds the id and the type into the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(ObjectIdentifier(metatype))
  }
}

extension Raiser: CustomStringConvertible {
  /// The type and the id: `PickerModel #8`.
  public var description: String { "\(type) #\(id)" }
}
