extension Alignment {
  /// The models that have left in both runs, and are alive at the end of one alone.
  var leaks: [Difference] {
    func difference(_ model: Int32, _ place: Int32, _ run: Run, _ other: Run) -> Difference? {
      let partner = run.all[Int(model)].partner
      guard partner >= 0, other.leaked[partner] == nil, other.isReleased(partner) else {
        return nil
      }
      var difference = Difference(.leak, place, Run.none, in: (-1, -1))
      difference.models = (model, partner)
      return difference
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
    var next = model
    while next >= 0 {
      let left = all[Int(next)].left
      if left >= 0, left <= looked { return true }
      next = all[Int(next)].parent
    }
    return false
  }
}

extension Difference {
  /// The same between the newer run and the older one.
  fileprivate var mirrored: Difference {
    var mirrored = Difference(what, new, old, in: (context.new, context.old))
    mirrored.models = (models.new, models.old)
    return mirrored
  }
}
