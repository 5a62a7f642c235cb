/// A description of the objects of a class that you can't change.
///
/// ```swift
/// InspectionAdapter(UINavigationController.self, children: { $0.viewControllers })
/// ```
///
/// It also applies to subclasses, unless they have a nearer adapter. A class that adopts
/// `Inspectable` needs no adapter.
public struct InspectionAdapter {
  /// The class whose objects it describes; nil for every object.
  private let type: AnyClass?
  /// Whether a class is that one or a subclass of it.
  private let isBelow: (AnyClass) -> Bool
  /// Describes an object; nil if it isn't of the class.
  let adapt: (AnyObject) -> (any Inspectable)?
  /// The reflector that reads the objects, if they are read by reflection.
  let reflector: Reflector?

  private init<Object: AnyObject>(
    _ type: Object.Type, reflector: Reflector?, adapt: @escaping (AnyObject) -> (any Inspectable)?
  ) {
    // Every object is an `AnyObject`, but no class is one.
    self.type = type == AnyObject.self ? nil : type
    isBelow = { $0 is Object.Type }
    self.reflector = reflector
    self.adapt = adapt
  }

  init<Object: AnyObject>(_ type: Object.Type, _ reflector: Reflector) {
    self.init(type, reflector: reflector) { ReflectedObject($0, reflector) }
  }

  /// Creates a description of the objects of a class. The defaults are those of `Inspectable`.
  ///
  /// - Parameters:
  ///   - type: the class; `AnyObject.self` for every object without a nearer adapter.
  ///   - name: returns the name of an object.
  ///   - children: returns the objects that it owns, in order.
  ///   - label: returns its label among objects of the same name.
  ///   - subscriptions: returns the messages that it listens for.
  ///   - raises: returns the messages that it is known to raise.
  ///   - services: returns the services that it provides.
  ///   - isSession: returns whether it delivers events that are raised below it.
  ///   - representation: returns the screen object that shows it.
  ///   - state: returns the state to show.
  ///   - source: returns the `file:line` that created it.
  ///   - receive: handles a test message.
  public init<Object: AnyObject>(
    _ type: Object.Type,
    name: @escaping (Object) -> String? = { _ in nil },
    children: @escaping (Object) -> [AnyObject?],
    label: @escaping (Object) -> String? = { _ in nil },
    subscriptions: @escaping (Object) -> [InspectedMessage] = { _ in [] },
    raises: @escaping (Object) -> [InspectedMessage] = { _ in [] },
    services: @escaping (Object) -> [String] = { _ in [] },
    isSession: @escaping (Object) -> Bool = { _ in false },
    representation: @escaping (Object) -> AnyObject? = { _ in nil },
    state: @escaping (Object) -> KeyValuePairs<String, String> = { _ in [:] },
    source: @escaping (Object) -> String? = { _ in nil },
    receive: @escaping (Object, TestMessage) throws -> Void = { _, _ in throw NoTestsReceived() }
  ) {
    let closures = ClassDescription(
      name: name, children: children, label: label, subscriptions: subscriptions, raises: raises,
      services: services, isSession: isSession, representation: representation, state: state,
      source: source, receive: receive)
    self.init(type, reflector: nil) { object in
      (object as? Object).map { AdaptedObject(object: $0, description: closures) }
    }
  }
}

extension InspectionAdapter {
  /// Whether the adapter covers the objects of a class.
  func covers(_ type: AnyClass) -> Bool { self.type == nil || isBelow(type) }

  /// Whether this adapter is less specific than another for the same object: it describes every
  /// object, or a superclass.
  func isWider(than other: Self) -> Bool {
    guard let otherType = other.type else { return false }
    return type.map { $0 != otherType && isBelow(otherType) } ?? true
  }
}

/// An adapter's description of a class.
private struct ClassDescription<Object: AnyObject> {
  let name: (Object) -> String?
  let children: (Object) -> [AnyObject?]
  let label: (Object) -> String?
  let subscriptions: (Object) -> [InspectedMessage]
  let raises: (Object) -> [InspectedMessage]
  let services: (Object) -> [String]
  let isSession: (Object) -> Bool
  let representation: (Object) -> AnyObject?
  let state: (Object) -> KeyValuePairs<String, String>
  let source: (Object) -> String?
  let receive: (Object, TestMessage) throws -> Void
}

/// An object of such a class during a snapshot.
private final class AdaptedObject<Object: AnyObject>: Inspectable {
  private let object: Object
  private let description: ClassDescription<Object>

  init(object: Object, description: ClassDescription<Object>) {
    self.object = object
    self.description = description
  }

  var inspectedName: String? { description.name(object) }
  var inspectedChildren: [AnyObject?] { description.children(object) }
  var inspectedLabel: String? { description.label(object) }
  var inspectedSubscriptions: [InspectedMessage] { description.subscriptions(object) }
  var inspectedRaises: [InspectedMessage] { description.raises(object) }
  var inspectedServices: [String] { description.services(object) }
  var isInspectedSession: Bool { description.isSession(object) }
  var inspectedRepresentation: AnyObject? { description.representation(object) }
  var inspectedState: KeyValuePairs<String, String> { description.state(object) }
  var inspectedSource: String? { description.source(object) }
  func receive(_ test: TestMessage) throws { try description.receive(object, test) }
}
