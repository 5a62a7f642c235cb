import TreeAnalysis
import TreeSnapshot

/// The older of two trees with a difference applied to it; nothing else is known of the newer one.
struct AppliedDifference {
  /// A model by its position in the newer tree; one that the difference has not led there by the other.
  private enum Key: Hashable {
    case old(Int)
    case new(Int)
  }

  /// The compared attributes of a model.
  struct Facts: Equatable {
    var type: String
    var label: String?
    var isSession: Bool
    var isOpen: Bool
    var representation: String?
    /// Subscriptions, raised messages and services, each as often as the model has it.
    var traits: [String]
    var state: [String: String]

    init(_ node: Snapshot.Node) {
      type = node.type
      label = node.label
      isSession = node.isSession
      isOpen = !node.isUnopened
      representation = node.representation
      traits =
        node.subscriptions.map { Self.text(.subscription($0)) }
        + node.raises.map { Self.text(.raise($0)) } + node.services.map { Self.text(.text($0)) }
      traits.sort()
      state = Dictionary(node.state.map { ($0.key, $0.value) }) { $1 }
    }

    private static func text(_ value: ModelChange.Value) -> String {
      switch value {
      case .subscription(let own): "handles \(own.kind) \(own.domain) \(own.code ?? "*")"
      case .raise(let declared): "raises \(declared.message)"
      case .text(let name): "service \(name)"
      case .flag(let isSet): isSet.description
      }
    }

    /// Makes a change.
    ///
    /// - Returns: whether the model was as the change says.
    mutating func make(_ change: ModelChange) -> Bool {
      let (old, new) = (change.old, change.new)
      func isSet(_ value: ModelChange.Value?) -> Bool { value.map(Self.text) == "true" }
      switch change.what {
      case .label:
        defer { label = new?.text }
        return label == old?.text
      case .session:
        defer { (isSession, isOpen) = (isSet(new), true) }
        return isSession == isSet(old)
      case .open:
        defer { isOpen = isSet(new) }
        return isOpen == isSet(old)
      case .representation:
        defer { representation = new?.text }
        return representation == old?.text
      case .state:
        guard let key = change.key else { return false }
        defer { state[key] = new?.text }
        return state[key] == old?.text
      case .service, .handles, .raises:
        if let new { traits = (traits + [Self.text(new)]).sorted() }
        guard let old else { return new != nil }
        guard let place = traits.firstIndex(of: Self.text(old)) else { return false }
        traits.remove(at: place)
        return true
      }
    }
  }

  private let difference: TreeDifference
  private var parents: [Key: Key] = [:]
  private var facts: [Key: Facts] = [:]
  /// The claims of the difference that are wrong.
  private(set) var faults: [String] = []

  init(_ difference: TreeDifference) {
    self.difference = difference
    for position in difference.old.positions {
      facts[.old(position)] = Facts(difference.old[position])
      parents[.old(position)] = difference.old[position].parent.map { .old($0.position) }
    }
    let moves = difference.moved.filter { !$0.isAmongSiblings }
    // Models that move leave their places first, so that they aren't removed with their
    // surroundings.
    for move in moves { parents[.old(move.oldPosition)] = nil }
    for part in difference.removed { remove(part) }
    for part in difference.added { add(part, besides: Set(moves.map(\.newPosition))) }
    for move in moves {
      parents[.old(move.oldPosition)] = difference.new[move.newPosition].parent.map(key)
    }
    for changed in difference.changed {
      for change in changed.changes
      where facts[.old(changed.oldPosition)]?.make(change) != true {
        faults.append("\(change) at \(changed.oldPosition)")
      }
    }
  }

  private func key(of node: Snapshot.Node) -> Key {
    difference.oldPosition(ofNew: node.position).map { .old($0) } ?? .new(node.position)
  }

  private mutating func remove(_ part: TreeDifference.Part) {
    var gone: [Key] = [.old(part.position)]
    var next = 0
    while next < gone.count {
      gone += parents.filter { $0.value == gone[next] }.map(\.key)
      next += 1
    }
    if gone.count != part.below + 1 { faults.append("\(part) takes \(gone.count) models along") }
    for key in gone {
      facts[key] = nil
      parents[key] = nil
    }
  }

  private mutating func add(_ part: TreeDifference.Part, besides moved: Set<Int>) {
    var came = [difference.new[part.position]]
    var next = 0
    while next < came.count {
      came += came[next].children.filter { !moved.contains($0.position) }
      next += 1
    }
    if came.count != part.below + 1 { faults.append("\(part) brings \(came.count) models along") }
    for node in came {
      facts[.new(node.position)] = Facts(node)
      parents[.new(node.position)] = node.parent.map(key)
    }
  }

  /// Whether that is the newer tree, the order of siblings aside.
  var isNewerTree: Bool {
    faults.isEmpty && facts.count == difference.new.count
      && difference.new.positions.allSatisfy { position in
        let node = difference.new[position]
        return facts[key(of: node)] == Facts(node) && parents[key(of: node)] == node.parent.map(key)
      }
  }
}
