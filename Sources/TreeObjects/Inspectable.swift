/// An object of an app, as an inspector sees it: what it owns, and how it describes itself.
///
/// Any class can adopt it, whatever the app's architecture:
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
/// A class of the main actor adopts it as `extension CarsScreen: @MainActor Inspectable`. Where a
/// class is to be inspected in another way than the one above it, the class above declares what it
/// answers in its body, and the class below overrides it.
///
/// All is asked on the actor that the inspector was made on, only while a picture of the
/// tree is taken, and nothing of it is retained afterwards.
public protocol Inspectable: AnyObject {
  /// What the object is called, by which trees are printed and selected; nil, as by default, for the
  /// name of its type.
  var inspectedName: String? { get }

  /// What the object owns, in order; nil is passed over.
  ///
  /// An object among them that does not adopt `Inspectable` is shown as its `InspectionAdapter`
  /// tells, and by the name of its type where it has none. List objects that exist: one that is made
  /// for the answer is another each time, with another id.
  var inspectedChildren: [AnyObject?] { get }

  /// The object's label among objects of the same name; nil by default.
  var inspectedLabel: String? { get }

  /// What the object listens for; by default nothing.
  var inspectedSubscriptions: [InspectedMessage] { get }

  /// What the object is known to raise; by default nothing.
  var inspectedRaises: [InspectedMessage] { get }

  /// The names of the services that the object provides to what is below it; by default none.
  var inspectedServices: [String] { get }

  /// Whether events that are raised below the object go down from it, and services are looked up in
  /// it; false by default. The root does both in any case.
  var isInspectedSession: Bool { get }

  /// The screen object that shows this one; by default there is none.
  var inspectedRepresentation: AnyObject? { get }

  /// What is worth knowing of the object's state; by default nothing.
  var inspectedState: KeyValuePairs<String, String> { get }

  /// The `file:line` that created the object; nil, as by default, where that is not known.
  var inspectedSource: String? { get }

  /// Handles a message that an inspector raises to see what happens: one of those that the object
  /// listens for, and that came to it by the same rules as any other.
  ///
  /// - Throws: why the object cannot handle it; by default `NoTestsReceived`.
  func receive(_ test: TestMessage) throws
}

extension Inspectable {
  /// The name of the type.
  public var inspectedName: String? { nil }

  /// Nothing.
  public var inspectedLabel: String? { nil }

  /// Nothing.
  public var inspectedSubscriptions: [InspectedMessage] { [] }

  /// Nothing.
  public var inspectedRaises: [InspectedMessage] { [] }

  /// None.
  public var inspectedServices: [String] { [] }

  /// Not one.
  public var isInspectedSession: Bool { false }

  /// None.
  public var inspectedRepresentation: AnyObject? { nil }

  /// Nothing.
  public var inspectedState: KeyValuePairs<String, String> { [:] }

  /// Not known.
  public var inspectedSource: String? { nil }

  /// Cannot handle any.
  ///
  /// - Throws: `NoTestsReceived`.
  public func receive(_ test: TestMessage) throws { throw NoTestsReceived() }
}

/// The object does not say how it handles test messages.
public struct NoTestsReceived: Error, Hashable, Sendable, CustomStringConvertible {
  /// Describes the lack of an answer.
  public init() {}

  /// What to do about it.
  public var description: String { "it receives no tests; give it a 'receive(_:)'" }
}

/// A message that an inspector raises to see what happens.
public struct TestMessage: Hashable, Sendable {
  /// Which way the message travels.
  public let kind: InspectedMessage.Kind
  /// What declares the code, such as `StorageError`.
  public let domain: String
  /// The code within the domain.
  public let code: String

  /// Names a message.
  ///
  /// - Parameters:
  ///   - kind: which way it travels.
  ///   - domain: what declares the code.
  ///   - code: the code within the domain.
  public init(_ kind: InspectedMessage.Kind, domain: String, code: String) {
    self.kind = kind
    self.domain = domain
    self.code = code
  }
}

// Back to the app's own types.
extension TestMessage {
  /// The message as a case of the type, by its raw value; nil if it is of another
  /// domain, or the type has no such case.
  public func value<Code: RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard domain == String(describing: type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }

  /// The message as a case of the type, by its name; nil if it is of another
  /// domain, or the type has no such case. Costs a look at each case.
  public func value<Code: CaseIterable>(of type: Code.Type) -> Code? {
    guard domain == String(describing: type) else { return nil }
    return Code.allCases.first { messageCode(of: $0) == code }
  }

  /// The message as a case of the type, by its raw value; nil if it is of another
  /// domain, or the type has no such case.
  public func value<Code: CaseIterable & RawRepresentable>(of type: Code.Type) -> Code?
  where Code.RawValue: LosslessStringConvertible {
    guard domain == String(describing: type) else { return nil }
    return Code.RawValue(code).flatMap(Code.init(rawValue:))
  }
}
