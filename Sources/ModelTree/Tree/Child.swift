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
