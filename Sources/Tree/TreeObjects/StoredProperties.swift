/// The stored properties of values, as `Mirror` reads them, except those that aren't safe to read.
///
/// `Mirror` reads a property when asked for it, and ends the process at an `unowned` one whose
/// object is gone. This is a class because nested properties are read during the iteration.
final class StoredProperties {
  /// For each class or struct, the indices of the properties that don't own their targets.
  private var notOwning: [ObjectIdentifier: Set<Int>] = [:]

  /// Calls a function with each property, under its declared name, until it returns false. The
  /// properties of superclasses come first.
  ///
  /// - Parameters:
  ///   - isCustom: whether the type provides its own mirrors.
  ///   - includes: whether to read the properties that a superclass declares.
  func forEach(
    of subject: Any, isCustom: Bool, where includes: (Any.Type) -> Bool = { _ in true },
    _ body: (_ name: String?, _ value: Any) -> Bool
  ) {
    let mirror = Mirror(reflecting: subject)
    if isCustom {
      for child in mirror.children where !body(child.label, child.value) { return }
      return
    }
    guard var above = mirror.superclassMirror else {
      _ = read(mirror, body)
      return
    }
    var levels = [mirror, above]
    while let next = above.superclassMirror {
      levels.append(next)
      above = next
    }
    for level in levels.reversed() where includes(level.subjectType) {
      if !read(level, body) { return }
    }
  }

  private func read(_ mirror: Mirror, _ body: (_ name: String?, _ value: Any) -> Bool) -> Bool {
    let children = mirror.children
    // Enum cases and tuples contain no such references.
    let mayNotOwn = mirror.displayStyle == .class || mirror.displayStyle == .struct
    let skipped =
      mayNotOwn ? notOwningPlaces(of: mirror.subjectType, count: children.count) : []
    if skipped.isEmpty {
      return children.allSatisfy { body(Self.declaredName($0.label), $0.value) }
    }
    var index = children.startIndex
    for place in 0..<children.count {
      if !skipped.contains(place) {
        let child = children[index]
        if !body(Self.declaredName(child.label), child.value) { return false }
      }
      children.formIndex(after: &index)
    }
    return true
  }

  /// Whether a class is an actor. A distributed actor doesn't adopt `Actor`.
  static func isOfActor(_ type: AnyClass) -> Bool {
    guard recursiveChildCount(type) > 0 else { return false }
    var facts = FieldFacts()
    _ = recursiveChildMetadata(type, index: 0, facts: &facts)
    defer { facts.free?(facts.name) }
    guard let name = facts.name.map({ String(cString: $0) }) else { return false }
    return name == "$defaultActor" || name == "$nonDefaultDistributedActor"
  }

  private func notOwningPlaces(of type: Any.Type, count: Int) -> Set<Int> {
    if let cached = notOwning[ObjectIdentifier(type)] { return cached }
    // The runtime also counts the properties of superclasses, before the others.
    let first = recursiveChildCount(type) - count
    var places: Set<Int> = []
    for place in 0..<count {
      var facts = FieldFacts()
      if first >= 0 { _ = recursiveChildMetadata(type, index: first + place, facts: &facts) }
      if !facts.isStrong { places.insert(place) }
      facts.free?(facts.name)
    }
    notOwning[ObjectIdentifier(type)] = places
    return places
  }

  /// The declared name of a lazy or wrapped property, whose storage has another name.
  private static func declaredName(_ name: String?) -> String? {
    guard let name, name.utf8.first == UInt8(ascii: "_") || name.utf8.first == UInt8(ascii: "$")
    else { return name }
    if name.hasPrefix("$__lazy_storage_$_") { return String(name.dropFirst(18)) }
    return name.count > 1 && name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}

/// The declared name of an enum's case, whatever the type's `description`, without associated
/// values; nil for other values.
func caseName<Value>(of value: Value) -> String? { enumCaseName(value).map(String.init(cString:)) }

/// The text that distinguishes a value from others of its type: a case's name, or the value's own
/// description, or its type's name.
func messageCode<Value>(of value: Value) -> String {
  if let name = caseName(of: value) { return name }
  let text = String(describing: value)
  return value is any CustomStringConvertible ? text : String(text.prefix { $0 != "(" })
}

// The runtime's own functions behind `Mirror` and `print`, for what those don't reveal: the name of
// a case whose type has a description, and which properties own their targets. They are part of the
// ABI since Swift 5 and 5.2, and can't be removed, because binaries compiled then call them.

/// The runtime's description of a property, in the layout of its C structure.
struct FieldFacts {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func recursiveChildMetadata(
  _ type: Any.Type, index: Int, facts: UnsafeMutablePointer<FieldFacts>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveCount")
func recursiveChildCount(_ type: Any.Type) -> Int

// Nil if the binary contains no reflection metadata.
@_silgen_name("swift_EnumCaseName")
func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
