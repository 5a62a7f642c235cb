/// The entries of a builder by their nodes' ids: a table where the ids are close together, as those of
/// models that were created one after the other, else a dictionary.
struct EntriesByID {
  private var table: [Int32]
  private var dictionary: [Int: Int32] = [:]

  /// Begins without entries.
  ///
  /// - Parameter ids: the ids that come, none of them negative.
  init(_ ids: [Int]) {
    let largest = ids.max() ?? 0
    let isClose = largest < ids.count * 4
    table = isClose ? Array(repeating: -1, count: largest + 1) : []
    if !isClose { dictionary.reserveCapacity(ids.count) }
  }

  /// Adds an entry, and returns whether its id is new.
  mutating func insert(_ entry: Int32, id: Int) -> Bool {
    guard !table.isEmpty else { return dictionary.updateValue(entry, forKey: id) == nil }
    if table[id] >= 0 { return false }
    table[id] = entry
    return true
  }

  /// The entry of a node.
  subscript(id: Int) -> Int32? {
    guard !table.isEmpty else { return dictionary[id] }
    return table.indices.contains(id) && table[id] >= 0 ? table[id] : nil
  }
}
