import TextIO
import TreeJournal

// Which models of two runs are the same.
extension Alignment {
  /// Matches sessions by type and order, and the models of checkpoints below them by parent, type and
  /// order.
  mutating func matchTrees() {
    // Both runs name a place by the older one's parent; parents come first.
    var children: [Child: Int32] = [:]
    Self.forEachChild(of: old, parent: { $0 }) { children[$0] = $1 }
    var partners: [Int32: Int32] = [:]
    Self.forEachChild(of: new, parent: { partners[$0] }) { child, other in
      guard let one = children[child] else { return }
      partners[other] = one
      bind(one, other, isAttached: true)
    }
  }

  /// A model of a checkpoint, below another or at the top.
  private struct Child: Hashable {
    var parent: Int32
    var type: String
    /// Its number among those of its parent and type.
    var number = 0
  }

  private static func forEachChild(
    of run: Run, parent: (Int32) -> Int32?, _ body: (Child, Int32) -> Void
  ) {
    var numbers: [Child: Int] = [:]
    for (index, model) in run.all.enumerated() where model.isOfCheckpoint {
      guard let above = model.parent < 0 ? Run.none : parent(model.parent) else { continue }
      var child = Child(parent: above, type: model.type)
      numbers[child, default: 0] += 1
      child.number = numbers[child] ?? 0
      body(child, Int32(index))
    }
  }

  /// Matches two models, unless one of them has a partner.
  ///
  /// - Parameter isAttached: Whether by a record or a checkpoint, and not by their types alone.
  mutating func bind(_ one: Int32, _ other: Int32, isAttached: Bool) {
    guard one >= 0, other >= 0 else { return }
    let (model, otherModel) = (old.all[Int(one)], new.all[Int(other)])
    guard model.partner < 0, otherModel.partner < 0 else { return }
    if !isAttached, model.isPlaced || otherModel.isPlaced || model.shape != otherModel.shape {
      return
    }
    pair(one, other)
  }

  private mutating func pair(_ one: Int32, _ other: Int32) {
    modelPairs += 1
    let key = Run.mixed(modelPairs, 0x5EED)
    old.all[Int(one)].partner = other
    old.all[Int(one)].key = key
    new.all[Int(other)].partner = one
    new.all[Int(other)].key = key
  }

  /// Whether two models are the same. Without other evidence, they are if the types above them are the
  /// same.
  private mutating func areSame(_ one: Int32, _ other: Int32) -> Bool {
    if one < 0 || other < 0 { return one == other }
    let (model, otherModel) = (old.all[Int(one)], new.all[Int(other)])
    if model.partner < 0, otherModel.partner < 0, model.shape == otherModel.shape {
      pair(one, other)
      return true
    }
    return model.partner == other
  }

  /// Finds matched records of different models: some models are matched later than their records.
  mutating func checkModels() {
    for (place, entry) in old.entries.enumerated() where entry.partner >= 0 {
      let other = new[entry.partner]
      guard let event = entry.event, event == other.event else { continue }
      let what: Difference.What
      if event.isOutcome {
        if areSame(entry.other, other.other) { continue }
        what = .handler
      } else {
        if areSame(entry.model, other.model) { continue }
        what = event == .received ? .receivers : .model
      }
      add(what, Int32(place), entry.partner, in: (entry.parent, other.parent))
    }
  }

  /// Finds matched ends of work that was cancelled, or whose answer nobody took, by different records or
  /// after different actions.
  mutating func checkEnds() {
    for (place, entry) in old.entries.enumerated() where entry.partner >= 0 && entry.event == .ended
    {
      let place = Int32(place)
      let outcome = old.record(place)?.outcome
      guard outcome == .cancelled || outcome == .dropped,
        outcome == new.record(entry.partner)?.outcome
      else { continue }
      let (ender, other) = (old.ender(of: place), new.ender(of: entry.partner))
      let isSame = ender < 0 || other < 0 ? ender == other : old[ender].partner == other
      if !isSame {
        add(.outcome, place, entry.partner, in: (entry.parent, new[entry.partner].parent))
      }
    }
  }
}

extension Run {
  /// What ended work that was cancelled: the record that detached its model, or one above it; else the
  /// last action before. -1 for none.
  package func ender(of place: Int32) -> Int32 {
    let started = self[place].parent
    let departures = line(above: self[place].model).map { all[Int($0)].left }
    if let left = departures.filter({ $0 < place && $0 > started }).max() { return left }
    return lastAction(before: place)
  }

  /// The last action before a record; -1 for none.
  package func lastAction(before place: Int32) -> Int32 {
    let next = actions.partitionIndex { $0 >= place }
    return next > 0 ? actions[next - 1] : Run.none
  }
}
