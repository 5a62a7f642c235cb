import TreeSnapshot

/// An object that describes itself to an inspector: what it owns, listens for, and raises.
///
/// Adopt it in any class, whatever the app's architecture:
///
/// ```swift
/// extension CarRouter: Inspectable {
///   var inspectedChildren: [AnyObject?] { [list, editor, storage] }
///   var inspectedSubscriptions: [InspectedMessage] {
///     [.error(StorageError.self), .bubble("CarList", "didSelect")]
///   }
///   func receive(_ test: TestMessage) {
///     if let error = test.value(of: StorageError.self) { show(error) }
///   }
/// }
/// ```
///
/// In a class of the main actor, adopt it with `extension CarsScreen: @MainActor Inspectable`. To
/// describe a subclass differently, declare the property in the body of the superclass and override
/// it in the subclass.
///
/// An inspector reads these properties on the actor on which it was created, only while it takes a
/// snapshot, and retains nothing afterward.
public protocol Inspectable: AnyObject {
  /// The name by which trees are printed and selected; nil, the default, for the name of the type.
  var inspectedName: String? { get }

  /// The objects that this object owns, in order; nil entries are skipped.
  ///
  /// An object among them that doesn't adopt `Inspectable` is shown as its `InspectionAdapter`
  /// describes it or, if it has none, with the name of its type. List existing objects: an object
  /// created for the answer gets a new id each time.
  var inspectedChildren: [AnyObject?] { get }

  /// The object's label among objects of the same name; nil by default.
  var inspectedLabel: String? { get }

  /// The messages that the object listens for; empty by default.
  var inspectedSubscriptions: [InspectedMessage] { get }

  /// The messages that the object is known to raise; empty by default.
  var inspectedRaises: [InspectedMessage] { get }

  /// The names of the services that the object provides to the objects below it; empty by default.
  var inspectedServices: [String] { get }

  /// Whether the object delivers events that are raised below it and provides services there; false
  /// by default. The root always does.
  var isInspectedSession: Bool { get }

  /// The screen object that shows this one; nil by default.
  var inspectedRepresentation: AnyObject? { get }

  /// The state to show; empty by default.
  var inspectedState: KeyValuePairs<String, String> { get }

  /// The `file:line` that created the object; nil, the default, if unknown.
  var inspectedSource: String? { get }

  /// Handles a test message that an inspector raises. The message is one that the object listens
  /// for, and it arrived by the same rules as any other.
  ///
  /// - Throws: an error that says why the object can't handle it; by default `NoTestsReceived`.
  func receive(_ test: TestMessage) throws
}

extension Inspectable {
  /// The name of the type.
  public var inspectedName: String? { nil }

  /// Nil.
  public var inspectedLabel: String? { nil }

  /// Empty.
  public var inspectedSubscriptions: [InspectedMessage] { [] }

  /// Empty.
  public var inspectedRaises: [InspectedMessage] { [] }

  /// Empty.
  public var inspectedServices: [String] { [] }

  /// False.
  public var isInspectedSession: Bool { false }

  /// Nil.
  public var inspectedRepresentation: AnyObject? { nil }

  /// Empty.
  public var inspectedState: KeyValuePairs<String, String> { [:] }

  /// Nil.
  public var inspectedSource: String? { nil }

  /// Refuses the test message.
  ///
  /// - Throws: `NoTestsReceived`.
  public func receive(_ test: TestMessage) throws { throw NoTestsReceived() }
}

/// The object doesn't handle test messages.
public struct NoTestsReceived: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What to do about it.
  public var description: String { "it receives no tests; give it a 'receive(_:)'" }
}

/// A message that an inspector raises as a test.
public struct TestMessage: Hashable, Sendable {
  /// The direction in which the message travels.
  public let kind: InspectedMessage.Kind
  /// The domain that declares the code, such as `StorageError`.
  public let domain: String
  /// The code within the domain.
  public let code: String

  /// Creates a test message.
  ///
  /// - Parameters:
  ///   - kind: the direction in which it travels.
  ///   - domain: the domain that declares the code.
  ///   - code: the code within the domain.
  public init(_ kind: InspectedMessage.Kind, domain: String, code: String) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }
}

// Back to the app's own types.
extension TestMessage {
  /// Returns the case of a type with the message's code as its raw value; nil if the message is of
  /// another domain, or the type has no such case.
  public func value<Code: RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard isOfDomain(type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }

  /// Returns the case of a type with the message's code as its name; nil if the message is of
  /// another domain, or the type has no such case. Compares the name of each case.
  public func value<Code: CaseIterable>(of type: Code.Type) -> Code? {
    guard isOfDomain(type) else { return nil }
    return Code.allCases.first { messageCode(of: $0) == code }
  }

  /// Returns the case of a type with the message's code as its raw value; nil if the message is of
  /// another domain, or the type has no such case.
  public func value<Code: CaseIterable & RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard isOfDomain(type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }

  /// Whether the message's domain is a type, named with the types around it or without.
  private func isOfDomain(_ type: Any.Type) -> Bool {
    domain == TypeName(type).text || domain == String(describing: type)
  }
}
