import TreeSnapshot

/// Which models of a tree are alike, they and everything below them.
///
/// Models of one class are interchangeable for every line of a spec, so a line is compared with each
/// class once, however many models have it. Costs one pass over the tree, children before parents.
struct NodeClasses {
  /// By position: the class, from 0.
  private(set) var classes: [Int32]
  /// By class: one of its models.
  private(set) var representatives: [Int32] = []

  private let columns: Columns
  private var numbers = HashedNumbers()
  /// Random, to let no dump force collisions.
  private let seed = UInt64.random(in: .min ... .max)

  /// Whether the lines of code that made models count.
  private let withSources: Bool

  /// - Parameters:
  ///   - snapshot: the tree.
  ///   - withSources: whether the lines of code that made models count.
  init(_ snapshot: Snapshot, withSources: Bool = false) {
    columns = snapshot.columns
    self.withSources = withSources
    classes = Array(repeating: -1, count: snapshot.count)
    for position in snapshot.positions.reversed() { classify(position) }
  }

  private mutating func classify(_ position: Int) {
    let hash = UInt32(truncatingIfNeeded: hash(of: position))
    let known = numbers.number(ofHash: hash) { looksAlike(Int(representatives[$0]), position) }
    if known == nil { representatives.append(Int32(position)) }
    classes[position] = Int32(known ?? numbers.add(hash: hash))
  }

  private func hash(of position: Int) -> UInt64 {
    var hash = seed
    func add(_ value: UInt32) {
      hash = (hash ^ UInt64(value)) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash >> 32
    }
    let fields = columns.nodes.fixed[position]
    add(fields.type.rawValue)
    add(fields.label.rawValue)
    add(fields.representation.rawValue)
    add(fields.isSession ? 1 : 0)
    if withSources { add(fields.source.rawValue) }
    if columns.hasLists(at: position) {
      for record in columns.subscriptions(of: position) {
        add(record.domain.rawValue)
        add(record.code.rawValue)
      }
      for record in columns.raises(of: position) { add(record.code.rawValue) }
      for service in columns.services(of: position) { add(service.rawValue) }
      for state in columns.states(of: position) { add(state.value.rawValue) }
    }
    let end = columns.subtreeEnds[position]
    var child = Int32(position + 1)
    while child < end {
      add(UInt32(truncatingIfNeeded: classes[Int(child)]))
      child = columns.subtreeEnds[Int(child)]
    }
    return hash
  }

  /// Whether no spec can distinguish two models.
  private func looksAlike(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (columns.nodes.fixed[one], columns.nodes.fixed[other])
    guard
      first.type == second.type, first.label == second.label,
      first.representation == second.representation, first.isSession == second.isSession,
      !withSources || first.source == second.source, hasSameLists(one, other)
    else { return false }
    let (firstEnd, secondEnd) = (columns.subtreeEnds[one], columns.subtreeEnds[other])
    var (left, right) = (Int32(one + 1), Int32(other + 1))
    while left < firstEnd, right < secondEnd {
      if classes[Int(left)] != classes[Int(right)] { return false }
      left = columns.subtreeEnds[Int(left)]
      right = columns.subtreeEnds[Int(right)]
    }
    return left >= firstEnd && right >= secondEnd
  }

  private func hasSameLists(_ one: Int, _ other: Int) -> Bool {
    if !columns.hasLists(at: one), !columns.hasLists(at: other) { return true }
    return columns.services(of: one).elementsEqual(columns.services(of: other))
      && columns.states(of: one).elementsEqual(columns.states(of: other))
      && columns.subscriptions(of: one).elementsEqual(
        columns.subscriptions(of: other), by: Self.isSameMessage)
      && columns.raises(of: one).elementsEqual(columns.raises(of: other), by: Self.isSameMessage)
  }

  private static func isSameMessage(_ one: SubscriptionRecord, _ other: SubscriptionRecord) -> Bool
  {
    one.kind == other.kind && one.domain == other.domain && one.code == other.code
  }
}
