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
      var child = Child(parent: above, type: run.typeNames[Int(model.type)])
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

  /// Compares the models that were there when the journals, or their trees, began.
  mutating func checkStarts() {
    func isTop(_ model: Run.Model, _ run: Run) -> Bool {
      // Everything below a missing model is missing as well.
      model.partner >= 0 || model.parent < 0 || run.all[Int(model.parent)].partner >= 0
    }
    func add(_ one: Int32, _ other: Int32, at anchor: Int32) {
      var difference = Difference(.start, -1, -1, in: (-1, -1), models: (one, other))
      difference.anchor = anchor
      differences.append(difference)
    }
    for (index, model) in old.all.enumerated() where model.isOfCheckpoint && isTop(model, old) {
      if model.partner < 0 || new.all[Int(model.partner)].holdings != model.holdings {
        add(Int32(index), model.partner, at: model.since - 1)
      }
    }
    for (index, model) in new.all.enumerated()
    where model.isOfCheckpoint && model.partner < 0 && isTop(model, new) {
      add(Run.none, Int32(index), at: Run.none)
    }
  }
}

extension Alignment {
  /// The models that have left in both runs, and are alive at the end of one alone.
  var leaks: [Difference] {
    func difference(_ model: Int32, _ place: Int32, _ run: Run, _ other: Run) -> Difference? {
      let partner = run.all[Int(model)].partner
      guard partner >= 0, other.leaked[partner] == nil, other.isReleased(partner) else {
        return nil
      }
      return Difference(.leak, place, Run.none, in: (-1, -1), models: (model, partner))
    }
    let olds = old.leaked.compactMap { difference($0, $1, old, new) }
    let news = new.leaked.compactMap { difference($0, $1, new, old)?.mirrored }
    return (olds + news).sorted { ($0.old, $0.new) < ($1.old, $1.new) }
  }
}

extension Run {
  /// Whether a model, or one above it, left before all models were looked at the last time: it isn't leaked
  /// unless a record says so.
  fileprivate func isReleased(_ model: Int32) -> Bool {
    line(above: model).contains { model in
      let left = all[Int(model)].left
      return left >= 0 && left <= looked
    }
  }
}

extension Difference {
  /// The same between the newer run and the older one.
  fileprivate var mirrored: Difference {
    Difference(
      what, new, old, in: (context.new, context.old), models: (models.new, models.old))
  }
}
