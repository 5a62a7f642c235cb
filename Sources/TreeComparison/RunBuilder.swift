package import TreeJournal

extension Run {
  /// Reads the run of a journal. Costs a pass over it.
  ///
  /// - Parameters:
  ///   - contents: The journal.
  ///   - first: The number of the first record that counts.
  ///   - goesOn: Asked now and then; the rest of the journal is left out once it returns false.
  package init(
    _ contents: JournalContents, from first: Int? = nil, while goesOn: () -> Bool = { true }
  ) {
    let first = max(first ?? 0, contents.records.lowerBound)
    var builder = RunBuilder(
      first: first, count: max(0, contents.records.upperBound - first))
    contents.forEachStep(from: first) { step in
      switch step {
      case .tree(let tree): builder.take(tree)
      case .record(let record):
        if record.number % 4_096 == 0, !goesOn() { return false }
        builder.take(record)
      }
      return true
    }
    self = builder.finished()
  }
}

/// Puts the records of a run below those that led to them.
struct RunBuilder {
  private var run: Run
  private var indices: [JournalNode: Int32] = [:]
  private var types: [String: Int32] = [:]
  private var lastChildren: [Int32] = []
  private var lastRoot = Run.none
  /// When what each record led to was over, in nanoseconds since the journal began.
  private var ends: [Int] = []
  /// The answer that is taken, and what its records have as their cause.
  private var answer: (place: Int32, cause: Int?, end: Int)?

  init(first: Int, count: Int) {
    run = Run(first: first)
    run.events.reserveCapacity(count)
    run.keys.reserveCapacity(count)
    run.details.reserveCapacity(count)
    run.parents.reserveCapacity(count)
    run.firstChildren.reserveCapacity(count)
    run.nextSiblings.reserveCapacity(count)
    run.models.reserveCapacity(count)
    run.others.reserveCapacity(count)
    run.isLate.reserveCapacity(count)
    lastChildren.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  consuming func finished() -> Run { run }

  // MARK: Models

  /// Takes the models of a tree that the journal has from now on.
  mutating func take(_ tree: ReplayedTree) {
    var isRoot = true
    tree.forEachEntry { entry in
      let node = JournalNode(tree: tree.treeNumber, id: entry.id)
      let parent = entry.parent.flatMap { indices[JournalNode(tree: node.tree, id: $0)] }
      let model = add(node, parent: parent ?? Run.none, type: entry.type)
      run.all[Int(model)].isPlaced = true
      run.all[Int(model)].since = Int32(run.events.count)
      run.all[Int(model)].holdings = Self.holdings(entry)
      if isRoot { run.trees.append(model) }
      isRoot = false
    }
  }

  private static func holdings(_ entry: ReplayedTree.Entry) -> UInt64 {
    let interests = entry.interests.reduce(UInt64(0)) { $0 &+ RecordSignature.number($1) }
    var hasher = Hasher()
    hasher.combine(entry.services)
    hasher.combine(interests)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  private mutating func typeNumber(_ name: String) -> Int32 {
    if let number = types[name] { return number }
    let number = Int32(run.typeNames.count)
    types[name] = number
    run.typeNames.append(name)
    return number
  }

  private mutating func add(_ node: JournalNode, parent: Int32, type: String) -> Int32 {
    let number = typeNumber(type)
    let above = parent < 0 ? 0 : run.all[Int(parent)].shape
    let shape = Run.mixed(above, RecordSignature.number(type))
    let model = Int32(run.all.count)
    run.all.append(
      Run.Model(node: node, parent: parent, type: number, shape: shape, key: shape))
    indices[node] = model
    return model
  }

  /// A model that a record names; what no record and no tree told of is known by its type alone.
  private mutating func model(_ node: JournalNode, type: String? = nil) -> Int32 {
    if node.id == 0 { return Run.none }
    return indices[node] ?? add(node, parent: Run.none, type: type ?? "…")
  }

  // MARK: Records

  private mutating func append(_ place: Int) {
    // A record that is not understood is none.
    while run.events.count <= place {
      run.events.append(0)
      run.keys.append(0)
      run.details.append(0)
      run.parents.append(Run.none)
      run.firstChildren.append(Run.none)
      run.nextSiblings.append(Run.none)
      run.models.append(Run.none)
      run.others.append(Run.none)
      run.isLate.append(false)
      lastChildren.append(Run.none)
      ends.append(.max)
    }
  }

  mutating func take(_ record: JournalRecord) {
    let place = record.number - run.first
    guard place >= 0, place < Int(Int32.max) else { return }
    append(place)
    // Labels and states are looked at when the app leaves time for it: that is no part of what happened.
    if record.event.isLook {
      run.models[place] = model(record.node)
      run.keys[place] = RecordSignature.number(record.key ?? "")
      return
    }
    run.events[place] = record.event.rawValue
    let signature = RecordSignature(record)
    run.keys[place] = signature.key
    run.details[place] = signature.detail
    if let nanoseconds = record.nanoseconds { ends[place] = record.elapsed &+ nanoseconds }
    setModels(record, place)
    let parent = parent(of: record, place)
    // Which of the receivers that have no records of their own it was.
    if parent >= 0, run.event(parent) == .delivered, let by = record.by {
      run.keys[place] = Run.mixed(run.keys[place], run.all[Int(model(by))].shape)
    }
    append(Int32(place), below: parent)
    if record.event == .ended, record.nanoseconds != nil {
      answer = (Int32(place), record.cause, ends[place])
    }
  }

  /// Takes a record that is told by a number alone.
  mutating func take(_ event: JournalEvent, key: UInt64, _ place: Int32, below parent: Int32) {
    append(Int(place))
    run.events[Int(place)] = event.rawValue
    run.keys[Int(place)] = key
    append(place, below: parent)
  }

  private mutating func setModels(_ record: JournalRecord, _ place: Int) {
    switch record.event {
    case .attached:
      let parent = model(JournalNode(tree: record.node.tree, id: record.parent ?? 0))
      run.models[place] = parent
      var model = indices[record.node]
      // A model that was there comes back; an id is never another's.
      if model == nil {
        model = add(record.node, parent: parent, type: record.type ?? "…")
        run.all[Int(model ?? 0)].record = Int32(place)
        run.all[Int(model ?? 0)].isPlaced = true
      }
      run.others[place] = model ?? Run.none
    default:
      run.models[place] = model(record.node, type: record.type)
      if let handler = record.handler {
        run.others[place] = model(
          JournalNode(tree: record.node.tree, id: handler), type: record.handlerType)
      }
    }
  }

  private func place(_ number: Int?) -> Int32? {
    guard let number, number >= run.first, number - run.first < run.events.count else {
      return nil
    }
    return Int32(number - run.first)
  }

  /// The record that led to another: the message of an outcome, the start of work, the answer that is taken,
  /// the receiver of an event, or else the cause.
  private mutating func parent(of record: JournalRecord, _ place: Int) -> Int32 {
    if let begun = record.begun { return self.place(begun) ?? Run.none }
    if record.event == .ended, let started = self.place(record.started) { return started }
    if let current = answer {
      if record.elapsed > current.end {
        answer = nil
      } else if let cause = record.cause,
        cause == current.cause || self.place(cause) == current.place
      {
        return current.place
      }
    }
    guard let cause = self.place(record.cause) else { return Run.none }
    let parent = receiver(of: record, cause) ?? cause
    run.isLate[place] = record.elapsed > ends[Int(parent)]
    return parent
  }

  /// The record of the receiver during whose handler another happened.
  private func receiver(of record: JournalRecord, _ cause: Int32) -> Int32? {
    guard run.event(cause) == .delivered, let by = record.by.flatMap({ indices[$0] }) else {
      return nil
    }
    let raise = run.parents[Int(cause)]
    if raise < 0 { return nil }
    let last = lastChildren[Int(raise)]
    if run.models[Int(last)] == by, run.event(last) == .received { return last }
    var next = run.firstChildren[Int(raise)]
    while next >= 0 {
      if run.models[Int(next)] == by, run.event(next) == .received { return next }
      next = run.nextSiblings[Int(next)]
    }
    return nil
  }

  private mutating func append(_ place: Int32, below parent: Int32) {
    run.parents[Int(place)] = parent
    let last = parent < 0 ? lastRoot : lastChildren[Int(parent)]
    if last >= 0 {
      run.nextSiblings[Int(last)] = place
    } else if parent < 0 {
      run.firstRoot = place
    } else {
      run.firstChildren[Int(parent)] = place
    }
    if parent < 0 { lastRoot = place } else { lastChildren[Int(parent)] = place }
  }
}
