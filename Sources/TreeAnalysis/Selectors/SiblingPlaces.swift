import TreeSnapshot

/// Which of its name each node is among its siblings. Costs a pass over the tree.
struct SiblingPlaces {
  /// For each position the place, from 1.
  private(set) var places: [Int32]
  /// Which nodes have a sibling of the same name.
  private(set) var hasTwin: [Bool]

  private struct Name: Hashable {
    var parent: Int32
    var type: Symbol
  }

  init(_ columns: Columns) {
    places = Array(repeating: 1, count: columns.nodes.ids.count)
    hasTwin = Array(repeating: false, count: columns.nodes.ids.count)
    var lastOfName: [Name: Int] = [:]
    for position in columns.nodes.ids.indices.dropFirst() {
      let name = Name(parent: columns.parents[position], type: columns.nodes.fixed[position].type)
      guard let twin = lastOfName.updateValue(position, forKey: name) else { continue }
      places[position] = places[twin] + 1
      hasTwin[position] = true
      hasTwin[twin] = true
    }
  }
}
