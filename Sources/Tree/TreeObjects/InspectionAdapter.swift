import TreeSnapshot

/// A description of the objects of a class that you can't change.
///
/// ```swift
/// InspectionAdapter(UINavigationController.self, children: { $0.viewControllers })
/// ```
///
/// It also applies to subclasses, unless they have a nearer adapter. A class that adopts
/// `Inspectable` needs no adapter.
public struct InspectionAdapter {
  /// The objects that an adapter describes.
  enum Scope {
    /// The objects of a class and its subclasses.
    case classes(AnyClass, covers: (AnyClass) -> Bool)
    /// The objects of the classes with these names.
    case named(Set<String>)
    case everything

    init<Object: AnyObject>(_ type: Object.Type) {
      // Every object is an `AnyObject`, but no class is one.
      if type == AnyObject.self {
        self = .everything
      } else {
        self = .classes(type, covers: { $0 is Object.Type })
      }
    }
  }

  let scope: Scope
  private let description: Description

  private enum Description {
    case closures((AnyObject) -> (any Inspectable)?)
    case reflection(Reflector)
  }

  init(scope: Scope, reflector: Reflector) {
    self.scope = scope
    description = .reflection(reflector)
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
    scope = Scope(type)
    description = .closures { object in
      (object as? Object).map { AdaptedObject(object: $0, description: closures) }
    }
  }
}

extension InspectionAdapter {
  /// Describes an object; nil if the adapter doesn't cover it.
  package func adapt(_ object: AnyObject) -> (any Inspectable)? {
    switch description {
    case .closures(let adapt): adapt(object)
    case .reflection(let reflector): reflector.view(of: object)
    }
  }

  /// The reflector that reads the objects, if they are read by reflection.
  package var reflector: Reflector? {
    if case .reflection(let reflector) = description { reflector } else { nil }
  }

  /// Whether the adapter covers the objects of a class.
  package func covers(_ type: AnyClass) -> Bool {
    switch scope {
    case .classes(_, let covers): covers(type)
    case .named(let names):
      Self.names(of: type).contains(where: names.contains)
    case .everything: true
    }
  }

  /// Whether this adapter is less specific than another for the same class: a name is more specific
  /// than a class, and a class more than any object.
  package func isWider(than other: Self) -> Bool {
    switch (scope, other.scope) {
    case (.everything, .everything), (.named, .named): false
    case (.everything, _), (.classes, .named): true
    case (.named, _), (_, .everything): false
    case (.classes(let type, _), .classes(let otherType, let otherCovers)):
      type != otherType && !otherCovers(type)
    }
  }

  /// The names of a class: with the types around it and with its module, or without.
  private static func names(of type: AnyClass) -> [String] {
    let names = [String(describing: type), TypeName(type).text]
    return names + names.map { "\(ReflectedType.module(of: type)).\($0)" }
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
