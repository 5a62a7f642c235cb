/// A child that a model makes when it is created, and keeps by its type.
///
/// ```swift
/// final class RoomModel: Model {
///   @Child({ PlayerModel(parent: $0) }) var player
///   @Child({ ChatModel(title: "All", parent: $0) }) var chat
///   @Child var guest: PlayerModel?
/// }
/// ```
///
/// The children are made by the model's `super.init`, in the order of their declaration, those of a
/// superclass first. A child that may leave the tree is declared optional: the property is nil as soon
/// as the child has left, and until it is set where it has no closure. Setting the property to another
/// child, or to nil, removes the one before.
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
  /// Keeps a child that may not leave.
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

  /// Makes the property of a child that stays.
  ///
  /// - Parameter make: makes the child of the model that it is given.
  public convenience init(_ make: @escaping @MainActor (Model) -> Value) where Value: Model {
    self.init(mayLeave: false, make, value: { $0 as? Value }, model: { $0 })
  }

  /// Makes the property of a child that may leave the tree.
  ///
  /// - Parameter make: makes the child of the model that it is given, or nil.
  public convenience init<Kind: Model>(
    _ make: @escaping @MainActor (Model) -> Kind?
  ) where Value == Kind? {
    self.init(mayLeave: true, make, value: { .some($0 as? Kind) }, model: { $0 })
  }

  /// Makes the property of a child that is set later.
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

/// A property that makes a child.
@MainActor
protocol ChildProperty: AnyObject {
  /// Makes the child, unless that was done.
  func makeChild(of owner: Model)
}

extension Child: ChildProperty {
  func makeChild(of owner: Model) {
    if isMade { return }
    isMade = true
    hold(make?(owner))
  }
}
