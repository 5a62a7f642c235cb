/// How objects without a description are read: by reflection, within limits.
///
/// What an object owns are the objects in its stored properties, also those in optionals,
/// collections, tuples, the cases of enums, and structs. Other properties are its state. References
/// that do not own (`weak`, `unowned`, `unowned(unsafe)`) are not read, as what an `unowned` one
/// refers to may be gone; a lazy property is read once it has a value, and never computed. A type
/// that adopts `CustomReflectable` is read as it wishes to be.
public struct Reflection: Sendable {
  /// The modules whose classes are read. Those of the system, such as `Foundation`, never are, nor are
  /// classes of Objective-C and C++.
  public enum Modules: Hashable, Sendable {
    /// The module of the root object's class.
    case own
    /// The module of the root object's class, and these.
    case named(Set<String>)
    /// Every module but the system's. The app must stand still during a look: what threads of a library
    /// change meanwhile is read torn, which may end the process.
    case all
  }

  /// How structs and enums of the app are shown.
  public enum Values: Hashable, Sendable {
    /// As the state of the object that holds them; the objects in them are its children.
    case state
    /// As nodes of their own below the object that holds them.
    case nodes
  }

  /// How structs and enums are shown.
  public var values: Values

  /// How many levels below the root are read.
  public var depth: Int

  /// How many children, and how many entries of its state, each object shows at most.
  public var breadth: Int

  /// How long one look may read. What it did not come to is shown without what it owns.
  public var time: Duration

  /// Describes the limits. Where one cuts something off, the state of the object says so as `left out`.
  ///
  /// - Parameters:
  ///   - values: how structs and enums are shown.
  ///   - depth: how many levels below the root are read.
  ///   - breadth: how many children, and entries of its state, each object shows at most.
  ///   - time: how long one look may read.
  public init(
    values: Values = .state, depth: Int = 64, breadth: Int = 256, time: Duration = .seconds(1)
  ) {
    self.values = values
    self.depth = depth
    self.breadth = breadth
    self.time = time
  }
}

extension Reflection.Modules: ExpressibleByArrayLiteral {
  /// The module of the root object's class, and those with these names.
  public init(arrayLiteral names: String...) { self = .named(Set(names)) }
}

extension InspectionAdapter {
  /// Reads the objects by reflection that neither adopt `Inspectable` nor have a nearer adapter.
  ///
  /// ```swift
  /// let snapshot = Snapshot(of: app, adapters: [.reflecting(modules: ["ShopCore"])])
  /// ```
  ///
  /// Stored properties are read without locks, on the actor that the inspector was made on. What
  /// another thread changes meanwhile can be read torn, which may end the process. So only classes of
  /// the root's own module, and of modules that you name, are read. An object of another module, and
  /// an actor, is a leaf whose state says so as `left out`. Exclude a class of the app that threads
  /// share behind a lock.
  ///
  /// - Parameters:
  ///   - modules: the modules whose classes are read, such as `["ShopCore"]` beside the root's own;
  ///     `.all` only while the app stands still.
  ///   - excluding: classes that are not read, nor are those below them. What holds such an object
  ///     names it in its state.
  ///   - reflection: how values are shown, and the limits.
  public static func reflecting(
    modules: Reflection.Modules = .own, excluding: [AnyClass] = [],
    _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(
      scope: .everything,
      reflector: Reflector(
        reflection,
        choice: ClassChoice(modules: modules, excluded: Set(excluding.map { ObjectIdentifier($0) }))
      )
    )
  }

  /// Reads the objects of a class, and of those below it, by reflection, whatever their module.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - reflection: how values are shown, and the limits.
  public static func reflecting<Object: AnyObject>(
    _ type: Object.Type, _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(scope: Scope(type), reflector: Reflector(reflection, choice: nil))
  }

  /// Reads the objects of classes by reflection that cannot be named in code, such as the private
  /// ones of a library, whatever their module.
  ///
  /// - Parameters:
  ///   - names: the names of the classes, with or without their module: `HeadChannelHandler`.
  ///   - reflection: how values are shown, and the limits.
  public static func reflecting(
    classesNamed names: Set<String>, _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(scope: .named(names), reflector: Reflector(reflection, choice: nil))
  }
}
