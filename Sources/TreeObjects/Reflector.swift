/// Reads objects by reflection, and remembers of their types what is slow to ask for.
package final class Reflector {
  let reflection: Reflection
  /// Which classes it reads; nil if it reads those that an adapter names.
  private(set) var choice: ClassChoice?
  let properties = StoredProperties()
  private var types: [ObjectIdentifier: ReflectedType] = [:]
  private var end: ContinuousClock.Instant?
  private var valueNodes: [ValuePlace: ValueNode] = [:]

  init(_ reflection: Reflection, choice: ClassChoice?) {
    self.reflection = reflection
    self.choice = choice
  }

  /// Begins a look, which has the time that the reflection gives it.
  package func beginLook(at root: AnyObject) {
    let ownModule = ReflectedType.module(of: Swift.type(of: root))
    if let choice, choice.ownModule != ownModule {
      self.choice?.ownModule = ownModule
      types = [:]
    }
    end = .now + reflection.time
    valueNodes = valueNodes.filter { $0.value.owner != nil }
  }

  /// Describes an object.
  package func view(of object: AnyObject) -> ReflectedObject {
    ReflectedObject(object, owner: object, path: "", self)
  }

  var isTimeOver: Bool { end.map { .now > $0 } ?? false }

  func type(of value: Any) -> ReflectedType {
    let key = ObjectIdentifier(Swift.type(of: value))
    if let cached = types[key] { return cached }
    let type = ReflectedType(of: value, choice)
    types[key] = type
    return type
  }

  /// The node of a value within an object, the same one at each look.
  func node(for value: Any, of owner: AnyObject, path: String) -> ValueNode {
    let place = ValuePlace(owner: ObjectIdentifier(owner), path: path)
    if let node = valueNodes[place], node.owner === owner {
      node.put(value)
      return node
    }
    let node = ValueNode(value, owner: owner, path: path, self)
    valueNodes[place] = node
    return node
  }
}

/// Where a value is: the path of properties from the object that holds it.
private struct ValuePlace: Hashable {
  let owner: ObjectIdentifier
  let path: String
}

/// Stands for a struct or an enum among objects, by which it is known from look to look.
///
/// It holds its value from when it is listed to when it is looked at, so that nothing of the app is
/// retained between looks.
package final class ValueNode {
  private(set) weak var owner: AnyObject?
  let path: String
  private var value: Any?
  private weak var reflector: Reflector?

  init(_ value: Any, owner: AnyObject, path: String, _ reflector: Reflector) {
    self.reflector = reflector
    self.owner = owner
    self.path = path
    self.value = value
  }

  func put(_ value: Any) { self.value = value }

  /// Describes the value once; nil if it is no longer available.
  package func view() -> ReflectedObject? {
    guard let reflector, let owner, let value else { return nil }
    self.value = nil
    return ReflectedObject(value, owner: owner, path: path, reflector)
  }
}
