/// The limits within which objects are read that don't describe themselves.
///
/// An object owns the objects in its stored properties, including those in optionals, collections,
/// tuples, enum cases, and structs. Other properties are its state. References that don't own
/// (`weak`, `unowned`, `unowned(unsafe)`) aren't read, because the target of an `unowned` one may
/// be gone. A lazy property is read once it has a value, and never computed. A type that adopts
/// `CustomReflectable` is read through its own mirror. Sets and dictionaries, which have another order
/// in each process, are read in the order of their elements' or keys' texts.
public struct Reflection: Sendable {
  /// The modules whose classes are read. System modules, such as `Foundation`, and Objective-C and
  /// C++ classes are never read.
  public enum Modules: Hashable, Sendable {
    /// The module of the root object's class.
    case own
    /// The module of the root object's class, and the modules with these names.
    case named(Set<String>)
    /// All modules except the system's. Nothing else in the app may run during the snapshot: a
    /// value that a library's threads change is read torn, which may crash the app.
    case all
  }

  /// The maximum number of levels below the root.
  public var depth: Int

  /// The maximum number of children, and of state entries, for each object.
  public var breadth: Int

  /// The maximum time for one snapshot. Objects that aren't read in time appear without their
  /// children.
  public var time: Duration

  /// Creates the options. An object whose contents exceed a limit has `left out` in its state.
  ///
  /// - Parameters:
  ///   - depth: the maximum number of levels below the root.
  ///   - breadth: the maximum number of children, and of state entries, for each object.
  ///   - time: the maximum time for one snapshot.
  public init(depth: Int = 64, breadth: Int = 256, time: Duration = .seconds(1)) {
    self.depth = depth
    self.breadth = breadth
    self.time = time
  }
}

extension Reflection.Modules: ExpressibleByArrayLiteral {
  /// The module of the root object's class, and the modules with these names.
  public init(arrayLiteral names: String...) { self = .named(Set(names)) }
}

extension InspectionAdapter {
  /// Reads objects by reflection that neither adopt `Inspectable` nor have a nearer adapter.
  ///
  /// ```swift
  /// let snapshot = Snapshot(of: app, adapters: [.reflecting(modules: ["ShopCore"])])
  /// ```
  ///
  /// It reads stored properties without locks, on the actor on which the inspector was created. A
  /// value that another thread is changing can be read torn, which may crash the app. That's why it
  /// reads only classes of the root object's module and of the modules that you name. An object of
  /// another module, or an actor, is a leaf with `left out` in its state. Exclude classes that
  /// threads share behind a lock.
  ///
  /// - Parameters:
  ///   - modules: the modules whose classes are read, in addition to the root object's, such as
  ///     `["ShopCore"]`. Use `.all` only if nothing else in the app runs.
  ///   - excluding: classes that aren't read, including their subclasses. An owner names such
  ///     objects in its state.
  ///   - reflection: the limits.
  public static func reflecting(
    modules: Reflection.Modules = .own, excluding: [AnyClass] = [],
    _ reflection: Reflection = Reflection()
  ) -> Self {
    let excluded = Set(excluding.map { ObjectIdentifier($0) })
    return Self(
      AnyObject.self,
      Reflector(reflection, choice: ClassChoice(modules: modules, excluded: excluded)))
  }

  /// Reads the objects of a class and its subclasses by reflection, whatever their module.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - reflection: the limits.
  public static func reflecting<Object: AnyObject>(
    _ type: Object.Type, _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(type, Reflector(reflection, choice: nil))
  }
}
