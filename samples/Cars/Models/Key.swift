/// The number that a storage keeps an entity under; that of a car is no driver's.
package struct Key<Entity>: Hashable, Sendable {
  /// The number that a person reads and types.
  package let number: Int

  /// Makes the key with a number.
  package init(_ number: Int) { self.number = number }
}

extension Key: Comparable {
  package static func < (one: Key, other: Key) -> Bool { one.number < other.number }
}

extension Key: CustomStringConvertible {
  package var description: String { "\(number)" }
}
