import TreeJournal

/// Matches the records of two runs, from those without a cause down to those that each led to. Takes a few
/// steps for each record, whatever differs.
struct Alignment {
  var old: Run
  var new: Run
  var differences: [Difference] = []
  /// The number of matched models.
  var modelPairs: UInt64 = 0
  private var frames: [Frame] = []

  /// The records that two matched records led to.
  private struct Frame {
    let context: (old: Int32, new: Int32)
    /// Those that are to be compared.
    var old: ArraySlice<Int32>
    var new: ArraySlice<Int32>
    /// The number of places where the two runs differ so far.
    var gap = 0
    var missing: [Leftover] = []
    var extra: [Leftover] = []

    var isDone: Bool { old.isEmpty && new.isEmpty && missing.isEmpty && extra.isEmpty }
  }

  /// A record without a partner.
  private struct Leftover {
    let place: Int32
    let gap: Int
  }

  init(_ old: Run, _ new: Run) { (self.old, self.new) = (old, new) }

  /// Compares the runs.
  mutating func run() {
    matchTrees()
    frames = [Frame(context: (-1, -1), old: old.roots[...], new: new.roots[...])]
    while !frames.isEmpty { step() }
    checkModels()
    checkEnds()
    addStates()
  }

  // MARK: Records

  private mutating func step() {
    let top = frames.count - 1
    let (olds, news) = (frames[top].old, frames[top].new)
    if olds.isEmpty, news.isEmpty { return settle(frames.removeLast()) }
    if let one = olds.first, let other = news.first, areAlike(one, other) {
      let context = frames[top].context
      (frames[top].old, frames[top].new) = (olds.dropFirst(), news.dropFirst())
      // A long chain of causes keeps no finished frames.
      if frames[top].isDone { frames.removeLast() }
      return match(one, other, in: context)
    }
    let gap = frames[top].gap
    let meeting = meeting(olds, news)
    frames[top].missing += olds.prefix(meeting.old).map { Leftover(place: $0, gap: gap) }
    frames[top].extra += news.prefix(meeting.new).map { Leftover(place: $0, gap: gap) }
    frames[top].gap += 1
    (frames[top].old, frames[top].new) = (olds.dropFirst(meeting.old), news.dropFirst(meeting.new))
  }

  private func areAlike(_ one: Int32, _ other: Int32) -> Bool {
    old[one].key == new[other].key
      && old.modelKey(old[one].model) == new.modelKey(new[other].model)
  }

  private mutating func match(
    _ one: Int32, _ other: Int32, in context: (old: Int32, new: Int32)
  ) {
    old[one].partner = other
    new[other].partner = one
    let (entry, otherEntry) = (old[one], new[other])
    bind(entry.other, otherEntry.other, isAttached: entry.event == .attached)
    bind(entry.model, otherEntry.model, isAttached: false)
    for what in details(one, other) { add(what, one, other, in: context) }
    if !entry.children.isEmpty || !otherEntry.children.isEmpty {
      frames.append(
        Frame(
          context: (one, other), old: entry.children[...], new: otherEntry.children[...]))
    }
  }

  /// Notes a difference.
  mutating func add(
    _ what: Difference.What, _ one: Int32, _ other: Int32, in context: (old: Int32, new: Int32)
  ) {
    differences.append(Difference(what, one, other, in: context))
  }

  /// The differing details of two matched records.
  private func details(_ one: Int32, _ other: Int32) -> [Difference.What] {
    guard let before = old.compared(one), let after = new.compared(other) else { return [] }
    // Receivers with records of their own are compared by these.
    func hasReceivers(_ run: Run, _ delivered: Int32) -> Bool {
      let raise = run[delivered].parent
      return raise >= 0 && run[raise].children.contains { run[$0].event == .received }
    }
    return before.differences(
      from: after, countsReceivers: !hasReceivers(old, one) && !hasReceivers(new, other))
  }

  // MARK: Where the runs meet again

  /// How many records come before the nearest two that are alike; all if none are.
  private func meeting(
    _ olds: ArraySlice<Int32>, _ news: ArraySlice<Int32>
  ) -> (old: Int, new: Int) {
    var (seen, seenOther): ([UInt64: Int], [UInt64: Int]) = ([:], [:])
    for depth in 0..<max(olds.count, news.count) {
      let key = olds.dropFirst(depth).first.map(old.key)
      let keyOther = news.dropFirst(depth).first.map(new.key)
      if let key, seen[key] == nil { seen[key] = depth }
      if let keyOther, seenOther[keyOther] == nil { seenOther[keyOther] = depth }
      // Of two equally near, the same one is chosen whichever run is named first.
      switch (keyOther.flatMap { seen[$0] }, key.flatMap { seenOther[$0] }) {
      case (let ahead?, let other?) where (ahead, keyOther ?? 0) <= (other, key ?? 0):
        return (ahead, depth)
      case (_, let other?): return (depth, other)
      case (let ahead?, nil): return (ahead, depth)
      case (nil, nil): break
      }
    }
    return (olds.count, news.count)
  }

  // MARK: Leftovers

  /// Whether order counts below a record.
  private func isOrdered(_ context: Int32) -> Bool {
    context >= 0 && old[context].event != .raised
  }

  /// Matches the records that only came in another order, then notes the others as differences.
  private mutating func settle(_ frame: Frame) {
    for (one, other) in samePairs(frame) {
      let isFree =
        isOrdered(frame.context.old)
        ? old[one].isLate && new[other].isLate : old[one].event != .performed
      if !isFree { add(.order, one, other, in: frame.context) }
      match(one, other, in: frame.context)
    }
    var missing = frame.missing.filter { old[$0.place].partner < 0 }[...]
    var extra = frame.extra.filter { new[$0.place].partner < 0 }[...]
    while let one = missing.first, let other = extra.first {
      if one.gap <= other.gap { missing.removeFirst() }
      if other.gap <= one.gap { extra.removeFirst() }
      if one.gap == other.gap, isLike(one.place, other.place) {
        add(.replaced, one.place, other.place, in: frame.context)
      } else {
        if one.gap <= other.gap { addSingle(one.place, .old, frame.context) }
        if other.gap <= one.gap { addSingle(other.place, .new, frame.context) }
      }
    }
    for one in missing { addSingle(one.place, .old, frame.context) }
    for other in extra { addSingle(other.place, .new, frame.context) }
  }

  /// The leftovers of both runs that are alike, each once.
  private func samePairs(_ frame: Frame) -> [(old: Int32, new: Int32)] {
    if frame.missing.isEmpty || frame.extra.isEmpty { return [] }
    var partners = Dictionary(grouping: frame.extra.map(\.place).reversed(), by: new.key)
    return frame.missing.compactMap { leftover in
      partners[old.key(leftover.place)]?.popLast().map { (leftover.place, $0) }
    }
  }

  /// Whether one record can take the place of another.
  private func isLike(_ one: Int32, _ other: Int32) -> Bool {
    guard let event = old[one].event, let otherEvent = new[other].event else { return false }
    return event == otherEvent || (event.isOutcome && otherEvent.isOutcome)
  }

  /// Notes a record that only one run has.
  private mutating func addSingle(
    _ place: Int32, _ side: RunSide, _ context: (old: Int32, new: Int32)
  ) {
    let event = (side == .old ? old : new)[place].event
    let what: Difference.What =
      switch event {
      case .received: .receivers
      case .leaked: .leak
      default: side == .old ? .missing : .extra
      }
    add(what, side == .old ? place : -1, side == .old ? -1 : place, in: context)
  }
}

// MARK: Order

extension Alignment {
  /// The records that come earlier in the newer run than the records before them in the older one, among
  /// those whose order doesn't count: they have no cause, end work, receive an event, or come from a
  /// separate task.
  var reordered: [(old: Int32, new: Int32)] {
    var all: [(Int32, Int32)] = []
    var last = Run.none
    for (place, entry) in old.entries.enumerated() where entry.partner >= 0 {
      let isFree = !isOrdered(entry.parent) || entry.isLate || entry.event == .ended
      guard isFree, entry.event?.isOutcome == false else { continue }
      if entry.partner < last { all.append((Int32(place), entry.partner)) }
      last = entry.partner
    }
    return all
  }
}
