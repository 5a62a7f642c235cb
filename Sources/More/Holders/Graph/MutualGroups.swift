/// The vertices of a graph in groups: those of one group lead to each other.
///
/// Found by Tarjan's walk, without recursion. Costs one step for each edge.
struct MutualGroups {
  /// By vertex: the number of its group.
  private(set) var groups: [Int32]
  /// By group: the number of its vertices.
  private(set) var sizes: [Int] = []
  private var open: [Int] = []

  /// - Parameter targets: by vertex: those to which it leads directly.
  init(_ targets: [[Int]]) {
    groups = Array(repeating: -1, count: targets.count)
    // In the order of the walk, from 1.
    var numbers = [Int32](repeating: 0, count: targets.count)
    var lowest = numbers
    var number: Int32 = 0
    for first in targets.indices where numbers[first] == 0 {
      var walk = [(vertex: first, next: 0)]
      while let (vertex, next) = walk.last {
        if numbers[vertex] == 0 {
          number += 1
          (numbers[vertex], lowest[vertex]) = (number, number)
          open.append(vertex)
        }
        if next < targets[vertex].count {
          walk[walk.count - 1].next += 1
          let target = targets[vertex][next]
          if numbers[target] == 0 {
            walk.append((target, 0))
          } else if groups[target] < 0 {
            lowest[vertex] = min(lowest[vertex], numbers[target])
          }
          continue
        }
        walk.removeLast()
        if let above = walk.last?.vertex { lowest[above] = min(lowest[above], lowest[vertex]) }
        if lowest[vertex] == numbers[vertex] { close(vertex) }
      }
    }
  }

  private mutating func close(_ top: Int) {
    sizes.append(0)
    while let vertex = open.popLast() {
      groups[vertex] = Int32(sizes.count - 1)
      sizes[sizes.count - 1] += 1
      if vertex == top { break }
    }
  }
}
