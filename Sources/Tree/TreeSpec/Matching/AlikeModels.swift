import TreeAnalysis
import TreeSnapshot

/// Models that are alike, with everything below them, in all that a spec asks for. Costs a pass over the
/// tree.
struct AlikeModels {
  /// By position: the number that alike models share.
  let numbers: [Int32]

  private struct Traits: Hashable {
    var fields: FixedFields
    var subscriptions: [MessageKey]
    var raises: [MessageKey]
    var services: ArraySlice<Symbol>
    var states: ArraySlice<StateRecord>
    var children: [Int32]
  }

  init(_ columns: Columns) {
    let count = columns.nodes.ids.count
    var numbers = [Int32](repeating: 0, count: count)
    var known: [Traits: Int32] = [:]
    var children = [[Int32]](repeating: [], count: count)
    // Children follow their parents, and so are numbered first.
    for position in (0..<count).reversed() {
      var fields = columns.nodes.fixed[position]
      fields.source = .none
      var traits = Traits(
        fields: fields, subscriptions: [], raises: [], services: [], states: [],
        children: children[position])
      if columns.nodes.hasLists(at: position) {
        traits.subscriptions = columns.nodes.subscriptions(of: position).map { MessageKey($0) }
        traits.raises = columns.nodes.raises(of: position).map { MessageKey($0) }
        traits.services = columns.nodes.services(of: position)
        traits.states = columns.nodes.states(of: position)
      }
      children[position] = []
      let number = known[traits] ?? Int32(known.count)
      known[traits] = number
      numbers[position] = number
      let parent = Int(columns.parents[position])
      if parent >= 0 { children[parent].append(number) }
    }
    self.numbers = numbers
  }

  /// Whether two models are alike.
  func areAlike(_ one: Int, _ other: Int) -> Bool { numbers[one] == numbers[other] }
}
