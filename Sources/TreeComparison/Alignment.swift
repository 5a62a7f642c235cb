import TreeJournal

/// Finds which records of two runs are the same, from those without a cause down to what each led to. Takes a
/// few steps for each record, whatever differs.
struct Alignment {
  private(set) var old: Run
  private(set) var new: Run
  /// The record of the newer run that is the same as one of the older, and the other way around.
  private(set) var partners: [Int32]
  private(set) var origins: [Int32]
  private(set) var differences: [Difference] = []
  /// How many records were compared.
  private(set) var compared = 0

  private let record: (_ isOld: Bool, _ place: Int32) -> JournalRecord?
  private var frames: [Frame] = []
  private var modelPairs: UInt64 = 0

  /// What two records led to, as far as it is compared.
  private struct Frame {
    let context: (old: Int32, new: Int32)
    /// The next records.
    var next: (old: Int32, new: Int32)
    var gap: Int32 = 0
    var missing: [Leftover] = []
    var extra: [Leftover] = []

    var isDone: Bool { next.old < 0 && next.new < 0 && missing.isEmpty && extra.isEmpty }
  }

  /// A record that has no partner yet.
  private struct Leftover {
    let place: Int32
    /// The number of the place where the two runs differ.
    let gap: Int32
    /// Whether the other run had nothing more.
    let isBehindEnd: Bool
  }

  init(
    _ old: Run, _ new: Run, record: @escaping (_ isOld: Bool, _ place: Int32) -> JournalRecord?
  ) {
    self.old = old
    self.new = new
    self.record = record
    partners = Array(repeating: Run.none, count: old.count)
    origins = Array(repeating: Run.none, count: new.count)
  }

  /// Compares the runs.
  ///
  /// - Parameter goesOn: Asked now and then; what is not compared by then is left out.
  /// - Returns: Whether all was compared.
  mutating func run(while goesOn: () -> Bool) -> Bool {
    matchTrees()
    frames = [Frame(context: (-1, -1), next: (old.firstRoot, new.firstRoot))]
    var steps = 0
    while !frames.isEmpty {
      steps += 1
      if steps % 4_096 == 0, !goesOn() { break }
      step()
    }
    checkModels()
    checkStarts()
    Self.sort(&differences, origins, new)
    return frames.isEmpty
  }

  // MARK: Records

  private mutating func step() {
    let top = frames.count - 1
    let (one, other) = frames[top].next
    guard one >= 0 || other >= 0 else {
      settle(frames.removeLast())
      return
    }
    if one >= 0, other >= 0, areAlike(one, other) {
      let context = frames[top].context
      frames[top].next = (old.nextSiblings[Int(one)], new.nextSiblings[Int(other)])
      // A long chain of causes keeps nothing that is done.
      if frames[top].isDone { frames.removeLast() }
      match(one, other, in: context)
      return
    }
    let (until, untilOther) = meeting(one, other)
    var (place, otherPlace) = (one, other)
    while place != until {
      frames[top].missing.append(
        Leftover(place: place, gap: frames[top].gap, isBehindEnd: other < 0))
      place = old.nextSiblings[Int(place)]
    }
    while otherPlace != untilOther {
      frames[top].extra.append(
        Leftover(place: otherPlace, gap: frames[top].gap, isBehindEnd: one < 0))
      otherPlace = new.nextSiblings[Int(otherPlace)]
    }
    frames[top].gap += 1
    frames[top].next = (until, untilOther)
  }

  private func areAlike(_ one: Int32, _ other: Int32) -> Bool {
    old.keys[Int(one)] == new.keys[Int(other)]
      && old.modelKey(old.models[Int(one)]) == new.modelKey(new.models[Int(other)])
  }

  private mutating func match(
    _ one: Int32, _ other: Int32, in context: (old: Int32, new: Int32)
  ) {
    partners[Int(one)] = other
    origins[Int(other)] = one
    compared += 1
    bind(old.others[Int(one)], new.others[Int(other)], isAttached: old.event(one) == .attached)
    bind(old.models[Int(one)], new.models[Int(other)], isAttached: false)
    if old.details[Int(one)] != new.details[Int(other)] {
      for what in differences(one, other) { add(what, one, other, in: context) }
    }
    let below = (old.firstChildren[Int(one)], new.firstChildren[Int(other)])
    if below.0 >= 0 || below.1 >= 0 {
      frames.append(Frame(context: (one, other), next: below))
    }
  }

  private mutating func add(
    _ what: Difference.What, _ one: Int32, _ other: Int32, in context: (old: Int32, new: Int32)
  ) {
    differences.append(
      Difference(what: what, old: one, new: other, context: context, anchor: one))
  }

  /// What differs between two records that are the same but for their details.
  private func differences(_ one: Int32, _ other: Int32) -> [Difference.What] {
    guard let before = record(true, one), let after = record(false, other) else { return [.text] }
    if before.event != after.event || before.outcome != after.outcome { return [.outcome] }
    var all: [Difference.What] = []
    if before.words != after.words { all.append(.input) }
    if (before.nanoseconds == nil) != (after.nanoseconds == nil) { all.append(.unfinished) }
    if before.vocabulary.map(\.unlabeled) != after.vocabulary.map(\.unlabeled) {
      all.append(.vocabulary)
    }
    if (before.handler == nil) != (after.handler == nil) { all.append(.handler) }
    // Receivers that have records of their own are compared by these.
    let isCounted = !hasReceivers(old, one) && !hasReceivers(new, other)
    if before.rest != after.rest || (isCounted && before.count != after.count) {
      all.append(.receivers)
    }
    for text in [\JournalRecord.context, \.underlying, \.value, \.representation, \.payload]
    where before[keyPath: text].map(RecordSignature.plain)
      != after[keyPath: text].map(RecordSignature.plain)
    {
      all.append(.text)
      break
    }
    return all
  }

  private func hasReceivers(_ run: Run, _ delivered: Int32) -> Bool {
    let next = run.nextSiblings[Int(delivered)]
    return next >= 0 && run.event(next) == .received
  }

  // MARK: Where the runs meet again

  /// The next two records that are alike; -1 if none are.
  private func meeting(_ one: Int32, _ other: Int32) -> (Int32, Int32) {
    if one < 0 || other < 0 { return (Run.none, Run.none) }
    let (second, secondOther) = (old.nextSiblings[Int(one)], new.nextSiblings[Int(other)])
    // Mostly a single record differs.
    if secondOther >= 0, areAlike(one, secondOther) { return (one, secondOther) }
    if second >= 0, areAlike(second, other) { return (second, other) }
    if second >= 0, secondOther >= 0, areAlike(second, secondOther) {
      return (second, secondOther)
    }
    var seen: [UInt64: (place: Int32, depth: Int)] = [old.key(one): (one, 0)]
    var seenOther: [UInt64: (place: Int32, depth: Int)] = [new.key(other): (other, 0)]
    var (next, nextOther) = (second, secondOther)
    var depth = 1
    while next >= 0 || nextOther >= 0 {
      let key = next >= 0 ? old.key(next) : 0
      let keyOther = nextOther >= 0 ? new.key(nextOther) : 0
      if next >= 0, seen[key] == nil { seen[key] = (next, depth) }
      if nextOther >= 0, seenOther[keyOther] == nil { seenOther[keyOther] = (nextOther, depth) }
      let ahead = next >= 0 ? seenOther[key] : nil
      let aheadOther = nextOther >= 0 ? seen[keyOther] : nil
      if let ahead, ahead.depth <= aheadOther?.depth ?? .max { return (next, ahead.place) }
      if let aheadOther { return (aheadOther.place, nextOther) }
      if next >= 0 { next = old.nextSiblings[Int(next)] }
      if nextOther >= 0 { nextOther = new.nextSiblings[Int(nextOther)] }
      depth += 1
    }
    return (Run.none, Run.none)
  }

  // MARK: Leftovers

  /// Whether the order counts of what a record led to.
  private func isOrdered(_ context: Int32) -> Bool {
    context >= 0 && old.event(context) != .raised
  }

  /// Finds the records that came in another order, then notes the others as differences.
  private mutating func settle(_ frame: Frame) {
    if frame.missing.isEmpty, frame.extra.isEmpty { return }
    var taken: Set<Int32> = []
    var takenOther: Set<Int32> = []
    for (leftover, other) in samePairs(frame) {
      taken.insert(leftover.place)
      takenOther.insert(other.place)
      let isFree =
        isOrdered(frame.context.old)
        ? old.isLate[Int(leftover.place)] && new.isLate[Int(other.place)]
        : old.event(leftover.place) != .performed
      if !isFree { add(.order, leftover.place, other.place, in: frame.context) }
      match(leftover.place, other.place, in: frame.context)
    }
    let missing = frame.missing.filter { !taken.contains($0.place) }
    var extra = frame.extra.filter { !takenOther.contains($0.place) }[...]
    for leftover in missing {
      while let next = extra.first, next.gap < leftover.gap {
        addExtra(extra.removeFirst(), frame)
      }
      if let next = extra.first, next.gap == leftover.gap,
        isLike(leftover.place, next.place)
      {
        extra.removeFirst()
        add(.replaced, leftover.place, next.place, in: frame.context)
      } else {
        let isReceiver = old.event(leftover.place) == .received
        add(isReceiver ? .receivers : .missing, leftover.place, Run.none, in: frame.context)
        markEnd(leftover, frame.context.old, old)
      }
    }
    for leftover in extra { addExtra(leftover, frame) }
  }

  /// Whether one record may have come in the place of another.
  private func isLike(_ one: Int32, _ other: Int32) -> Bool {
    guard let event = old.event(one), let otherEvent = new.event(other) else { return false }
    return event == otherEvent || (event.isOutcome && otherEvent.isOutcome)
  }

  private mutating func addExtra(_ leftover: Leftover, _ frame: Frame) {
    let isReceiver = new.event(leftover.place) == .received
    add(isReceiver ? .receivers : .extra, Run.none, leftover.place, in: frame.context)
    markEnd(leftover, frame.context.new, new)
  }

  /// What has no cause, and the answers to work, may be all that the other run has not done yet.
  private mutating func markEnd(_ leftover: Leftover, _ context: Int32, _ run: Run) {
    guard leftover.isBehindEnd, context < 0 || run.event(context) == .started else { return }
    differences[differences.count - 1].isBehindEnd = true
  }

  /// The leftovers of both runs that are alike, each once.
  private func samePairs(_ frame: Frame) -> [(Leftover, Leftover)] {
    if frame.missing.isEmpty || frame.extra.isEmpty { return [] }
    // The first of each key, and after each the next of its key.
    var heads: [UInt64: Int] = [:]
    var following = Array(repeating: -1, count: frame.extra.count)
    for place in frame.extra.indices.reversed() {
      let key = new.key(frame.extra[place].place)
      following[place] = heads[key] ?? -1
      heads[key] = place
    }
    var pairs: [(Leftover, Leftover)] = []
    for leftover in frame.missing {
      let key = old.key(leftover.place)
      guard let place = heads[key], place >= 0 else { continue }
      heads[key] = following[place]
      pairs.append((leftover, frame.extra[place]))
    }
    return pairs
  }
}

// MARK: Order

extension Alignment {
  /// The records that came earlier in the newer run than what follows them in the older one, of those whose
  /// order doesn't count: they have no cause, end work, receive an event, or come from a task of their own.
  var reordered: [(old: Int32, new: Int32)] {
    var all: [(Int32, Int32)] = []
    var last = Run.none
    for (place, other) in partners.enumerated() where other >= 0 {
      let parent = old.parents[place]
      let isFree =
        !isOrdered(parent) || old.isLate[place] || old.event(Int32(place)) == .ended
      guard isFree, old.event(Int32(place))?.isOutcome == false else { continue }
      if other < last { all.append((Int32(place), other)) }
      last = other
    }
    return all
  }
}

// MARK: Models

extension Alignment {
  /// Matches sessions by their types and their order, and what a checkpoint had below them by parent, type and
  /// order.
  private mutating func matchTrees() {
    var counts: [String: Int] = [:]
    var roots: [String: Int32] = [:]
    for root in old.trees {
      let type = old.type(root)
      counts[type, default: 0] += 1
      roots["\(type) \(counts[type] ?? 0)"] = root
    }
    counts = [:]
    for root in new.trees {
      let type = new.type(root)
      counts[type, default: 0] += 1
      if let one = roots["\(type) \(counts[type] ?? 0)"] { bind(one, root, isAttached: true) }
    }
    // Parents come first. Both runs name a place by the older one's parent.
    var children: [Child: Int32] = [:]
    forEachChild(of: old, parent: { $0 }) { children[$0] = $1 }
    var pairs: [Int32: Int32] = [:]
    for (one, model) in old.all.enumerated() where model.partner >= 0 {
      pairs[model.partner] = Int32(one)
    }
    forEachChild(of: new, parent: { pairs[$0] }) { child, other in
      guard let one = children[child] else { return }
      pairs[other] = one
    }
    for (other, one) in pairs { bind(one, other, isAttached: true) }
  }

  /// A model that a checkpoint has, below another.
  private struct Child: Hashable {
    var parent: Int32
    var type: String
    /// The how-manyth of its type it is.
    var number = 0
  }

  private func forEachChild(
    of run: Run, parent: (Int32) -> Int32?, _ body: (Child, Int32) -> Void
  ) {
    var numbers: [Child: Int] = [:]
    for (index, model) in run.all.enumerated()
    where model.isPlaced && model.record < 0 && model.parent >= 0 {
      guard let above = parent(model.parent) else { continue }
      var child = Child(parent: above, type: run.typeNames[Int(model.type)])
      numbers[child, default: 0] += 1
      child.number = numbers[child] ?? 0
      body(child, Int32(index))
    }
  }

  /// Notes that two models are the same.
  ///
  /// - Parameter isAttached: Whether a record or a checkpoint says so, and not only their types.
  private mutating func bind(_ one: Int32, _ other: Int32, isAttached: Bool) {
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

  /// Whether two models are the same, as far as is known. Those of which nothing else is known are, if they
  /// have the same types above them.
  private mutating func areSame(_ one: Int32, _ other: Int32) -> Bool {
    if one < 0 || other < 0 { return one == other }
    let (model, otherModel) = (old.all[Int(one)], new.all[Int(other)])
    if model.partner < 0, otherModel.partner < 0, model.shape == otherModel.shape {
      pair(one, other)
      return true
    }
    return model.partner == other
  }

  /// Looks for records that are the same but for their models: those were matched in the meantime.
  private mutating func checkModels() {
    for place in partners.indices {
      let (one, other) = (Int32(place), partners[place])
      guard other >= 0, let event = old.event(one), event == new.event(other) else { continue }
      let what: Difference.What
      if event.isOutcome {
        if areSame(old.others[place], new.others[Int(other)]) { continue }
        what = .handler
      } else {
        if areSame(old.models[place], new.models[Int(other)]) { continue }
        what = event == .received ? .receivers : .model
      }
      add(what, one, other, in: (old.parents[place], new.parents[Int(other)]))
    }
  }

  /// Compares what was there when the journals, or their trees, began.
  private mutating func checkStarts() {
    func add(_ one: Int32, _ other: Int32, at anchor: Int32, _ all: inout [Difference]) {
      var difference = Difference(
        what: .start, old: Run.none, new: Run.none, context: (-1, -1), anchor: anchor)
      difference.models = (one, other)
      all.append(difference)
    }
    for (index, model) in old.all.enumerated() where model.isPlaced && model.record < 0 {
      // Below what is missing, all is.
      if model.partner < 0, model.parent >= 0, old.all[Int(model.parent)].partner < 0 { continue }
      if model.partner < 0 || new.all[Int(model.partner)].holdings != model.holdings {
        add(Int32(index), model.partner, at: model.since - 1, &differences)
      }
    }
    for (index, model) in new.all.enumerated()
    where model.isPlaced && model.record < 0 && model.partner < 0 {
      if model.parent >= 0, new.all[Int(model.parent)].partner < 0 { continue }
      add(Run.none, Int32(index), at: Run.none, &differences)
    }
  }

  /// Puts what only the newer run has behind the last record before it that both have, then all in the order
  /// of the older run.
  static func sort(_ differences: inout [Difference], _ origins: [Int32], _ new: Run) {
    var latest: [Int32] = []
    latest.reserveCapacity(origins.count)
    for origin in origins { latest.append(origin >= 0 ? origin : latest.last ?? Run.none) }
    for index in differences.indices where differences[index].old < 0 {
      let other = differences[index].models.new
      let isStart = differences[index].what == .start
      if isStart, differences[index].models.old >= 0 || other < 0 { continue }
      // It is looked at when there is time, and known at the end.
      if differences[index].what == .state, differences[index].new < 0 {
        differences[index].anchor = Int32(max(0, latest.last ?? 0))
        continue
      }
      let place = isStart ? new.all[Int(other)].since : differences[index].new
      differences[index].anchor = place > 0 ? latest[Int(place) - 1] : Run.none
    }
    differences.sort { $0.position < $1.position }
  }
}
