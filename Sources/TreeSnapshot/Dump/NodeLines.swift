import TextIO

/// The lines of a text on which its nodes are.
struct NodeLines {
  /// The line of each node's id.
  private var ids: [Int32] = []
  /// The line of each node's parent; empty as long as these are the same.
  private var parents: [Int32] = []

  /// Notes where more nodes are.
  ///
  /// - Parameter line: the number of lines before those that are counted there.
  mutating func append(_ read: borrowing ReadNodes, behind line: Int) {
    func append(_ read: UnsafeBufferPointer<Int32>, to lines: inout [Int32]) {
      lines += read.lazy.map { Int32(clamping: Int($0) &+ line) }
    }
    let hasLongNodes = read.parentLines.count > 0
    if hasLongNodes, parents.isEmpty { parents = ids }
    if hasLongNodes {
      read.parentLines.withElements { append($0, to: &parents) }
    } else if !parents.isEmpty {
      read.idLines.withElements { append($0, to: &parents) }
    }
    read.idLines.withElements { append($0, to: &ids) }
  }

  /// The line of the id of a node; nil where there is no such node.
  func id(of entry: Int) -> Int? { ids.indices.contains(entry) ? Int(ids[entry]) : nil }

  /// The line of the parent of a node; nil where there is no such node.
  func parent(of entry: Int) -> Int? {
    parents.isEmpty ? id(of: entry) : parents.indices.contains(entry) ? Int(parents[entry]) : nil
  }

  /// Makes room for so many times what there is.
  mutating func reserveCapacity(factor: Double) {
    ids.reserveLargeCapacity(Int(Double(ids.count) * factor))
    parents.reserveLargeCapacity(Int(Double(parents.count) * factor))
  }
}
