/// The `AddressTable` of `ObjectSnapshot` as a dictionary, which shows in a whole look what the
/// table gains.
struct AddressTable {
  private var entries: [ObjectIdentifier: Int32] = [:]

  func entry(of object: ObjectIdentifier) -> Int32? { entries[object] }

  mutating func set(_ entry: Int32, of object: ObjectIdentifier) { entries[object] = entry }
}
