package import TreeSnapshot

/// Elements by the number of their group, in order within it. Costs two passes over them to create.
struct Groups<Element> {
  /// The elements, group by group.
  private let elements: [Element]
  /// The ends of the groups.
  private let ends: [Int]

  /// - Parameters:
  ///   - elements: the elements.
  ///   - owners: the group of each element.
  ///   - count: the number of groups.
  init(_ elements: [Element], by owners: [Int], count: Int) {
    // Each element goes to the end of its group so far, and moves that end.
    var ends = [Int](repeating: 0, count: count + 1)
    for owner in owners { ends[owner + 1] += 1 }
    for group in 0..<count { ends[group + 1] += ends[group] }
    var grouped = elements
    for (element, owner) in zip(elements, owners) {
      grouped[ends[owner]] = element
      ends[owner] += 1
    }
    self.elements = grouped
    self.ends = ends
  }

  /// The elements of a group.
  subscript(group: Int) -> ArraySlice<Element> {
    elements[(group == 0 ? 0 : ends[group - 1])..<ends[group]]
  }
}

extension Groups: Sendable where Element: Sendable {}

/// The models of each type, in document order. Costs two passes over the tree to create.
package struct ModelsByType: Sendable {
  private let positions: Groups<Int>

  /// Groups the models of a tree.
  package init(_ columns: Columns) {
    positions = Groups(
      Array(columns.nodes.fixed.indices), by: columns.nodes.fixed.map { Int($0.type.rawValue) },
      count: columns.symbols.count + 1)
  }

  /// The models of a type.
  package subscript(type: Symbol) -> ArraySlice<Int> { positions[Int(type.rawValue)] }
}
