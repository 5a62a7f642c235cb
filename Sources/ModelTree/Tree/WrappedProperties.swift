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
