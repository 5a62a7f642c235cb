import TreeSnapshot

/// An error on its way up the tree.
///
/// It names the model that raised it and does not hold it, so it can be kept, logged and sent
/// anywhere.
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
  /// The model that raised it first; nil until it is raised.
  public private(set) var raiser: Raiser?
  /// Whether an inspector raised it to see what happens.
  public let isTest: Bool
  private let location: SourceLocation?

  /// Makes an error of a declared code, for a model to raise.
  ///
  /// - Parameters:
  ///   - code: the declared code.
  ///   - underlying: the error that led to this one.
  ///   - context: what a person who reads the log should know.
  ///   - file: the file that makes it; left out, it is the caller's.
  ///   - line: the line that makes it; left out, it is the caller's.
  public init(
    _ code: some ErrorCode, underlying: (any Error)? = nil, context: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    domain = type(of: code).domain
    self.code = code.code
    label = code.label
    self.underlying = underlying
    self.context = context
    isTest = false
    location = SourceLocation(file, line)
  }

  /// An error whose names are known already.
  init(
    domain: String, code: String, label: String?, underlying: (any Error)?, context: String?,
    location: SourceLocation
  ) {
    self.domain = domain
    self.code = code
    self.label = label
    self.underlying = underlying
    self.context = context
    isTest = false
    self.location = location
  }

  init(test message: Message, label: String?) {
    domain = message.domain
    code = message.code
    self.label = label
    underlying = nil
    context = "a test message"
    isTest = true
    location = nil
  }

  /// Where the error was made, such as `PickerModel.swift:20`; nil for a test message.
  public var source: String? { location?.text }

  /// The error as it leaves a model; one that was raised before keeps its raiser.
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

  /// The description, then who raised it, where it was made, and what went wrong underneath.
  public var debugDescription: String {
    var lines = [description]
    if let raiser { lines.append("raised by \(raiser)") }
    if let source { lines.append("made at \(source)") }
    if let underlying { lines.append("because of \(underlying)") }
    return lines.joined(separator: ", ")
  }
}

/// The model that raised an error, by what names it once it is gone.
public struct Raiser: Hashable, Sendable {
  /// The number by which the inspector and dumps name the model.
  public let id: Int
  // Held as a type, for its name takes longer to make than the error to arrive.
  private let metatype: Model.Type

  init(_ model: Model) {
    id = model.id
    metatype = Swift.type(of: model)
  }

  /// The name of the model's type, such as `PickerModel`.
  public var type: String { String(describing: metatype) }

  /// Whether two name the same model, of the same tree.
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
