/// How objects are read that nobody describes: by reflection, within limits.
///
/// What an object owns are the objects in its stored properties, also those in optionals,
/// collections, tuples, the cases of enums, and structs. Other properties are its state. References
/// that do not own (`weak`, `unowned`, `unowned(unsafe)`) are not read, as what an `unowned` one
/// refers to may be gone; a lazy property is read once it has a value, and never computed. A type
/// that adopts `CustomReflectable` is read as it wishes to be.
public struct Reflection: Sendable {
  /// How structs and enums of the app are shown.
  public enum Values: Hashable, Sendable {
    /// As the state of the object that holds them; the objects in them are its children.
    case state
    /// As nodes of their own below the object that holds them.
    case nodes
  }

  /// The modules whose classes are read; nil for all but the system's, such as `Foundation`.
  ///
  /// An object of another class is named in the state of what holds it, unless it adopts
  /// `Inspectable`.
  public var modules: Set<String>?

  /// The names of classes that are not read, private ones included: `ConnectionPool`.
  public var leftOutClasses: Set<String>

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
  ///   - modules: the modules whose classes are read; nil for all but the system's.
  ///   - leftOutClasses: the names of classes that are not read.
  ///   - values: how structs and enums are shown.
  ///   - depth: how many levels below the root are read.
  ///   - breadth: how many children, and entries of its state, each object shows at most.
  ///   - time: how long one look may read.
  public init(
    modules: Set<String>? = nil, leftOutClasses: Set<String> = [], values: Values = .state,
    depth: Int = 64, breadth: Int = 256, time: Duration = .seconds(1)
  ) {
    self.modules = modules
    self.leftOutClasses = leftOutClasses
    self.values = values
    self.depth = depth
    self.breadth = breadth
    self.time = time
  }
}

extension InspectionAdapter {
  /// Reads every object by reflection that neither adopts `Inspectable` nor has a nearer adapter.
  ///
  /// ```swift
  /// let snapshot = Snapshot(of: app, adapters: [.reflecting()])
  /// ```
  ///
  /// Stored properties are read without the app's locks, on the actor that the inspector was made on:
  /// begin at objects that belong there. An actor is shown and not read.
  ///
  /// - Parameter reflection: what is read, and the limits.
  public static func reflecting(_ reflection: Reflection = Reflection()) -> Self {
    Self(scope: .everything, reflector: Reflector(reflection, isCatchAll: true))
  }

  /// Reads the objects of a class, and of those below it, by reflection.
  ///
  /// - Parameters:
  ///   - type: the class.
  ///   - reflection: what is read, and the limits. The class itself is read whatever its module.
  public static func reflecting<Object: AnyObject>(
    _ type: Object.Type, _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(scope: Scope(type), reflector: Reflector(reflection, isCatchAll: false))
  }

  /// Reads the objects of classes by reflection that cannot be named in code, such as the private
  /// ones of a library.
  ///
  /// - Parameters:
  ///   - names: the names of the classes, with or without their module: `HeadChannelHandler`.
  ///   - reflection: what is read, and the limits. The classes themselves are read whatever their
  ///     module.
  public static func reflecting(
    classesNamed names: Set<String>, _ reflection: Reflection = Reflection()
  ) -> Self {
    Self(scope: .named(names), reflector: Reflector(reflection, isCatchAll: false))
  }
}
