import TreeAnalysis
import TreeSnapshot

/// Which models of a tree are alike, they and everything below them: no spec can distinguish them.
struct AlikeModels {
  /// By position: a number that alike models share.
  private var classes: [Int32]

  /// Costs one pass over the tree, children before parents.
  init(_ snapshot: Snapshot) {
    let columns = snapshot.columns
    classes = Array(repeating: 0, count: snapshot.count)
    /// By all that a spec can say of a model, as numbers.
    var known: [[UInt32]: Int32] = [:]
    for position in snapshot.positions.reversed() {
      let fields = columns.nodes.fixed[position]
      var key = [
        fields.type.rawValue, fields.label.rawValue, fields.representation.rawValue,
        fields.isSession ? 1 : 0,
      ]
      if columns.hasLists(at: position) {
        for records in [columns.subscriptions(of: position), columns.raises(of: position)] {
          key.append(UInt32(records.count))
          for record in records {
            let kind: UInt32 = record.kind == .error ? 0 : record.kind == .bubble ? 1 : 2
            key += [kind, record.domain.rawValue, record.code.rawValue]
          }
        }
        let services = columns.services(of: position)
        key.append(UInt32(services.count))
        key += services.map(\.rawValue)
        let states = columns.states(of: position)
        key.append(UInt32(states.count))
        key += states.flatMap { [$0.key.rawValue, $0.value.rawValue] }
      }
      key.append(.max)
      var child = position + 1
      while child < Int(columns.subtreeEnds[position]) {
        key.append(UInt32(classes[child]))
        child = Int(columns.subtreeEnds[child])
      }
      let next = Int32(known.count)
      classes[position] = known[key] ?? next
      if classes[position] == next { known[key] = next }
    }
  }

  /// Whether two models are alike.
  func areAlike(_ one: Int, _ other: Int) -> Bool { classes[one] == classes[other] }
}
