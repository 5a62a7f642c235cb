/// The services and children that the property wrappers of a class declare.
struct WrappedProperties {
  /// The services that they ask for, each once.
  private(set) var services: [String] = []
  /// Whether they create children during initialization.
  private(set) var makeChildren = false

  /// By class; a class is added with its first model.
  @MainActor private static var byClass: [ObjectIdentifier: WrappedProperties] = [:]

  /// The properties of a class; none before its first model exists.
  @MainActor static func of(_ type: Model.Type) -> WrappedProperties {
    byClass[ObjectIdentifier(type)] ?? WrappedProperties()
  }

  /// The properties of the class of a model that is being created.
  @MainActor fileprivate static func ofClass(of model: Model) -> WrappedProperties {
    let type = ObjectIdentifier(type(of: model))
    if let properties = byClass[type] { return properties }
    var properties = WrappedProperties()
    model.forEachStoredProperty { value in
      if let asking = value as? any AskingProperty {
        let service = Swift.type(of: asking).service
        if !properties.services.contains(service) { properties.services.append(service) }
      }
      if value is any ChildProperty { properties.makeChildren = true }
    }
    byClass[type] = properties
    return properties
  }
}

extension Model {
  /// Creates the children that properties declare, in the order of declaration. The first model of
  /// a class costs a look at its properties; later ones without such properties cost a lookup in a
  /// table.
  final func makeDeclaredChildren() {
    guard WrappedProperties.ofClass(of: self).makeChildren else { return }
    forEachStoredProperty { value in (value as? any ChildProperty)?.makeChild(of: self) }
  }

  /// Calls `body` with the stored properties of the subclasses of `Model`, from the top down.
  fileprivate final func forEachStoredProperty(_ body: (Any) -> Void) {
    var levels: [Mirror] = []
    var level: Mirror? = Mirror(reflecting: self)
    while let mirror = level, mirror.subjectType != Model.self, mirror.subjectType != Session.self {
      levels.append(mirror)
      level = mirror.superclassMirror
    }
    for level in levels.reversed() { for property in level.children { body(property.value) } }
  }
}

/// A child that a model creates with itself, and keeps in a typed property.
///
/// ```swift
/// final class RoomModel: Model {
///   @Child({ PlayerModel(parent: $0) }) var player
///   @Child({ ChatModel(title: "All", parent: $0) }) var chat
///   @Child var guest: PlayerModel?
/// }
/// ```
///
/// The model's `super.init` creates the children in the order of their declarations, those of a
/// superclass first. Declare a child that may leave the tree as optional: the property is nil once
/// the child has left and, without a closure, until you set it. Setting the property to another
/// child, or to nil, removes the previous child.
///
/// In an `@Observable` class, write `@ObservationIgnored @Child`.
@MainActor @propertyWrapper
public final class Child<Value> {
  private let make: ((Model) -> Model?)?
  private let value: (Model?) -> Value?
  private let model: (Value) -> Model?
  private let mayLeave: Bool

  private var isMade = false
  private weak var child: Model?
  /// Retains a child that can't leave.
  private var kept: Model?

  private init(
    mayLeave: Bool, _ make: ((Model) -> Model?)?, value: @escaping (Model?) -> Value?,
    model: @escaping (Value) -> Model?
  ) {
    self.mayLeave = mayLeave
    self.make = make
    self.value = value
    self.model = model
  }

  /// Creates the property of a child that stays.
  ///
  /// - Parameter make: creates the child, given its parent.
  public convenience init(_ make: @escaping @MainActor (Model) -> Value) where Value: Model {
    self.init(mayLeave: false, make, value: { $0 as? Value }, model: { $0 })
  }

  /// Creates the property of a child that may leave the tree.
  ///
  /// - Parameter make: creates the child, or returns nil, given its parent.
  public convenience init<Kind: Model>(
    _ make: @escaping @MainActor (Model) -> Kind?
  ) where Value == Kind? {
    self.init(mayLeave: true, make, value: { .some($0 as? Kind) }, model: { $0 })
  }

  /// Creates the property of a child that is set later.
  public convenience init() where Value: ExpressibleByNilLiteral {
    self.init(mayLeave: true, nil, value: { $0 as? Value }, model: { $0 as? Model })
  }

  /// Only a model has children.
  @available(*, unavailable, message: "@Child is for properties of models")
  public var wrappedValue: Value {
    get { preconditionFailure("the compiler refuses this") }
    // swift-format-ignore: UseEarlyExits
    set { preconditionFailure("the compiler refuses this") }
  }

  /// The child of a model's property.
  public static subscript<Owner: Model>(
    _enclosingInstance owner: Owner, wrapped _: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Child>
  ) -> Value {
    get { owner[keyPath: storage].read(of: owner) }
    set { owner[keyPath: storage].set(newValue, of: owner) }
  }

  private func present(of owner: Model) -> Model? {
    makeChild(of: owner)
    return mayLeave && child?.parent !== owner ? nil : child
  }

  private func read(of owner: Model) -> Value {
    guard let value = value(present(of: owner)) else {
      preconditionFailure("\(owner.typeName) reads a child while it makes that child")
    }
    return value
  }

  private func set(_ value: Value, of owner: Model) {
    let (former, new) = (present(of: owner), model(value))
    precondition(
      new.map { $0.parent === owner } ?? true,
      "\(owner.typeName) sets a child to \(new?.typeName ?? "nil"), which is not its child")
    hold(new)
    if former !== new { former?.removeFromParent() }
  }

  private func hold(_ model: Model?) {
    child = model
    kept = mayLeave ? nil : model
  }
}

/// A property that creates a child.
@MainActor
protocol ChildProperty: AnyObject {
  /// Creates the child, unless it exists.
  func makeChild(of owner: Model)
}

extension Child: ChildProperty {
  func makeChild(of owner: Model) {
    if isMade { return }
    isMade = true
    hold(make?(owner))
  }
}

/// A service that a model uses, from the nearest session that provides it.
///
/// ```swift
/// final class FeedModel: Model {
///   @FromSession var client: APIClient
///   func load() { task { [client] in await client.posts() } then: { $0.show($1) } }
/// }
/// ```
///
/// The property looks up the service on first access, and keeps it. Accessing it without a session
/// that provides the service is a programmer error, which ends the process with the message of
/// ``MissingServiceError``; if a service may be missing, use ``Model/service(_:)``. The tree knows
/// the property before that: `lint` reports a model whose service no session around it provides,
/// and `resolve` lists the models that ask for each service.
///
/// In an `@Observable` class, write `@ObservationIgnored @FromSession`.
@MainActor @propertyWrapper
public struct FromSession<Wanted: Service> {
  private var service: Wanted?

  /// Creates a property that hasn't been accessed.
  public init() {}

  /// Only a model has a session.
  @available(*, unavailable, message: "@FromSession is for properties of models")
  public var wrappedValue: Wanted { preconditionFailure("the compiler refuses this") }

  /// The service of a model's property.
  public static subscript<Owner: Model>(
    _enclosingInstance model: Owner, wrapped _: KeyPath<Owner, Wanted>,
    storage storage: ReferenceWritableKeyPath<Owner, FromSession>
  ) -> Wanted {
    if let service = model[keyPath: storage].service { return service }
    do throws(MissingServiceError) {
      let service = try model.service(Wanted.self)
      model[keyPath: storage].service = service
      return service
    } catch {
      fatalError("\(error)")
    }
  }
}

/// A property with which a model asks for a service.
@MainActor
protocol AskingProperty {
  static var service: String { get }
}

extension FromSession: AskingProperty {
  static var service: String { String(describing: Wanted.self) }
}
