import TreeJournal

/// Matches the records of two runs, from those without a cause down to those that each led to. Takes a few
/// steps for each record, whatever differs.
struct Alignment {
  var old: Run
  var new: Run
  var differences: [Difference] = []
  /// The number of matched models.
  var modelPairs: UInt64 = 0
  let record: (RunSide, _ place: Int32) -> JournalRecord?
  private var frames: [Frame] = []

  /// The records that two matched records led to.
  private struct Frame {
    let context: (old: Int32, new: Int32)
    /// The next ones to compare.
    var next: (old: Int32, new: Int32)
    /// The number of places where the two runs differ so far.
    var gap: Int32 = 0
    var missing: [Leftover] = []
    var extra: [Leftover] = []

    var isDone: Bool { next.old < 0 && next.new < 0 && missing.isEmpty && extra.isEmpty }
  }

  /// A record without a partner.
  private struct Leftover {
    let place: Int32
    let gap: Int32
  }

  init(_ old: Run, _ new: Run, record: @escaping (RunSide, _ place: Int32) -> JournalRecord?) {
    self.old = old
    self.new = new
    self.record = record
  }

  /// Compares the runs.
  mutating func run() {
    matchTrees()
    frames = [Frame(context: (-1, -1), next: (old.firstRoot, new.firstRoot))]
    while !frames.isEmpty { step() }
    checkModels()
    checkEnds()
    addStates()
  }

  // MARK: Records

  private mutating func step() {
    let top = frames.count - 1
    var (one, other) = frames[top].next
    guard one >= 0 || other >= 0 else { return settle(frames.removeLast()) }
    if one >= 0, other >= 0, areAlike(one, other) {
      let context = frames[top].context
      frames[top].next = (old[one].nextSibling, new[other].nextSibling)
      // A long chain of causes keeps no finished frames.
      if frames[top].isDone { frames.removeLast() }
      return match(one, other, in: context)
    }
    let gap = frames[top].gap
    let meeting = meeting(one, other)
    while one != meeting.old {
      frames[top].missing.append(Leftover(place: one, gap: gap))
      one = old[one].nextSibling
    }
    while other != meeting.new {
      frames[top].extra.append(Leftover(place: other, gap: gap))
      other = new[other].nextSibling
    }
    frames[top].gap += 1
    frames[top].next = meeting
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
    if entry.firstChild >= 0 || otherEntry.firstChild >= 0 {
      frames.append(
        Frame(context: (one, other), next: (entry.firstChild, otherEntry.firstChild)))
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
    guard let before = record(.old, one), let after = record(.new, other) else { return [] }
    // Receivers with records of their own are compared by these.
    func hasReceivers(_ run: Run, _ delivered: Int32) -> Bool {
      let next = run[delivered].nextSibling
      return next >= 0 && run[next].event == .received
    }
    return before.differences(
      from: after, countsReceivers: !hasReceivers(old, one) && !hasReceivers(new, other))
  }

  // MARK: Where the runs meet again

  /// The nearest two records that are alike; -1 for none.
  private func meeting(_ one: Int32, _ other: Int32) -> (old: Int32, new: Int32) {
    if one < 0 || other < 0 { return (Run.none, Run.none) }
    var (next, nextOther) = (one, other)
    var seen: [UInt64: (place: Int32, depth: Int)] = [:]
    var seenOther = seen
    var depth = 0
    while next >= 0 || nextOther >= 0 {
      let key = next >= 0 ? old.key(next) : nil
      let keyOther = nextOther >= 0 ? new.key(nextOther) : nil
      if let key, seen[key] == nil { seen[key] = (next, depth) }
      if let keyOther, seenOther[keyOther] == nil { seenOther[keyOther] = (nextOther, depth) }
      let ahead = keyOther.flatMap { seen[$0] }
      let aheadOther = key.flatMap { seenOther[$0] }
      // Of two equally near, the same one is chosen whichever run is named first.
      switch (ahead, aheadOther) {
      case (let ahead?, let other?)
      where (ahead.depth, keyOther ?? 0) <= (other.depth, key ?? 0):
        return (ahead.place, nextOther)
      case (_, let other?): return (next, other.place)
      case (let ahead?, nil): return (ahead.place, nextOther)
      case (nil, nil): break
      }
      if next >= 0 { next = old[next].nextSibling }
      if nextOther >= 0 { nextOther = new[nextOther].nextSibling }
      depth += 1
    }
    return (Run.none, Run.none)
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
