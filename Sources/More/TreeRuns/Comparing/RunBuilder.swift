package import TreeJournal
import TreeSnapshot

extension Run {
  /// Reads the run of a journal. Costs a pass over it.
  ///
  /// - Parameter first: The number of the first record to read.
  package init(_ contents: JournalContents, from first: Int? = nil) {
    let first = max(first ?? 0, contents.records.lowerBound)
    var builder = RunBuilder(
      first: first, count: max(0, contents.records.upperBound - first), leaks: contents.lastLeaks)
    contents.forEachPart(from: first) { step in
      switch step {
      case .tree(let tree): builder.take(tree)
      case .record(let record): builder.take(record)
      }
    }
    self = builder.run
  }
}

extension JournalContents {
  /// The records of the models that have left and are alive at the end.
  fileprivate var lastLeaks: Set<Int> {
    var leaks: [JournalNode: Int] = [:]
    forEachRecord(of: [.leaked, .released]) { record in
      leaks[record.node] = record.event == .leaked ? record.number : nil
      return true
    }
    return Set(leaks.values)
  }
}

/// Puts the records of a run below those that led to them.
struct RunBuilder {
  private(set) var run: Run
  private var indices: [JournalNode: Int32] = [:]
  private var types: [String: Int32] = [:]
  private var lastChildren: [Int32] = []
  private var lastRoot = Run.none
  /// The end of each record's handler, action or answer, in nanoseconds since the journal began.
  private var ends: [Int] = []
  /// The present answer to work, and the cause of its records.
  private var answer: (place: Int32, cause: Int?, end: Int)?
  /// The numbers of the records of leaks that count.
  private let leaks: Set<Int>
  /// The labels and states that are known, by model and key.
  private var known: Set<Subject> = []

  private struct Subject: Hashable {
    var model: Int32
    var key: String?
  }

  init(first: Int, count: Int, leaks: Set<Int> = []) {
    run = Run(first: first)
    self.leaks = leaks
    run.entries.reserveCapacity(count)
    lastChildren.reserveCapacity(count)
    ends.reserveCapacity(count)
  }

  // MARK: Models

  /// Takes the models of a tree that joins the journal.
  mutating func take(_ tree: ReplayedTree) {
    for entry in tree.inOrder {
      let node = JournalNode(tree: tree.number, id: entry.id)
      let parent = entry.parent.flatMap { indices[JournalNode(tree: node.tree, id: $0)] }
      let model = add(node, parent: parent ?? Run.none, type: entry.type)
      run.all[Int(model)].isPlaced = true
      if entry.label != nil { add(nil, entry.label, of: model, at: Run.none) }
      for value in entry.state { add(value.key, value.value, of: model, at: Run.none) }
    }
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

  /// A model that a record names; only its type is known if neither a record nor a tree had it before.
  private mutating func model(_ node: JournalNode, type: String? = nil) -> Int32 {
    if node.id == 0 { return Run.none }
    return indices[node] ?? add(node, parent: Run.none, type: type ?? "…")
  }

  // MARK: Records

  private mutating func append(_ place: Int) {
    // Records that aren't understood stay empty.
    while run.count <= place {
      run.entries.append(Run.Entry())
      lastChildren.append(Run.none)
      ends.append(.max)
    }
  }

  mutating func take(_ record: JournalRecord) {
    let number = record.number - run.first
    guard number >= 0, number < Int(Int32.max) else { return }
    append(number)
    let place = Int32(number)
    // The app looks at labels and states when it has time: that moment isn't part of the run.
    if record.event.isLook, !leaks.contains(number + run.first) {
      run[place].model = model(record.node)
      return takeLook(record, at: place)
    }
    run[place].event = record.event
    if record.event == .performed { run.actions.append(place) }
    run[place].key = RecordSignature.key(of: record)
    if let end = record.finishedAfter { ends[number] = end }
    setModels(record, place)
    if record.event == .detached, run[place].model >= 0 {
      run.all[Int(run[place].model)].left = place
    }
    let parent = parent(of: record, place)
    // Distinguishes receivers without records of their own.
    if parent >= 0, run[parent].event == .delivered, let by = record.by {
      run[place].key = Run.mixed(run[place].key, run.all[Int(model(by))].shape)
    }
    append(place, below: parent)
    if record.event == .ended, record.nanoseconds != nil {
      answer = (place, record.cause, ends[number])
    }
  }

  private mutating func takeLook(_ record: JournalRecord, at place: Int32) {
    let model = run[place].model
    if record.event == .described {
      add(nil, record.label, of: model, at: place)
      for entry in record.state { add(entry.key, entry.value, of: model, at: place) }
    } else if record.event == .changed {
      if !known.contains(Subject(model: model, key: record.key)) {
        add(record.key, record.old, of: model, at: Run.none)
      }
      add(record.key, record.new, of: model, at: place)
    }
  }

  private mutating func add(_ key: String?, _ value: String?, of model: Int32, at place: Int32) {
    known.insert(Subject(model: model, key: key))
    run.values.append(
      Run.Value(model: model, key: key, value: value.map(RecordSignature.plain), place: place))
  }

  /// Takes a record that is compared by a number alone.
  mutating func take(_ event: JournalEvent, key: UInt64, _ place: Int32, below parent: Int32) {
    append(Int(place))
    run[place].event = event
    run[place].key = key
    append(place, below: parent)
  }

  private mutating func setModels(_ record: JournalRecord, _ place: Int32) {
    switch record.event {
    case .attached:
      let parent = model(JournalNode(tree: record.node.tree, id: record.parent ?? 0))
      run[place].model = parent
      var model = indices[record.node]
      // A model that was detached may come back; ids aren't used again.
      if model == nil {
        model = add(record.node, parent: parent, type: record.type ?? "…")
        run.all[Int(model ?? 0)].record = place
        run.all[Int(model ?? 0)].isPlaced = true
      }
      run[place].other = model ?? Run.none
    default:
      run[place].model = model(record.node, type: record.type)
      if let handler = record.handler {
        run[place].other = model(
          JournalNode(tree: record.node.tree, id: handler), type: record.handlerType)
      }
    }
  }

  private func place(_ number: Int?) -> Int32? {
    guard let number, number >= run.first, number - run.first < run.count else {
      return nil
    }
    return Int32(number - run.first)
  }

  /// The record that led to another: the message of an outcome, the start of work, the present answer, the
  /// receiver of an event, or else the cause.
  private mutating func parent(of record: JournalRecord, _ place: Int32) -> Int32 {
    if let begun = record.begun { return self.place(begun) ?? Run.none }
    if record.event == .ended, let started = self.place(record.started) { return started }
    if let current = answer {
      if record.number > current.end {
        answer = nil
      } else if let cause = record.cause,
        cause == current.cause || self.place(cause) == current.place
      {
        return current.place
      }
    }
    guard let cause = self.place(record.cause) else { return Run.none }
    let parent = receiver(of: record, cause) ?? cause
    run[place].isLate = record.number > ends[Int(parent)]
    return parent
  }

  /// The record of the receiver whose handler another belongs to.
  private func receiver(of record: JournalRecord, _ cause: Int32) -> Int32? {
    guard run[cause].event == .delivered, let by = record.by.flatMap({ indices[$0] }) else {
      return nil
    }
    let raise = run[cause].parent
    if raise < 0 { return nil }
    let last = lastChildren[Int(raise)]
    if run[last].model == by, run[last].event == .received { return last }
    var next = run[raise].firstChild
    while next >= 0 {
      if run[next].model == by, run[next].event == .received { return next }
      next = run[next].nextSibling
    }
    return nil
  }

  private mutating func append(_ place: Int32, below parent: Int32) {
    run[place].parent = parent
    let last = parent < 0 ? lastRoot : lastChildren[Int(parent)]
    if last >= 0 {
      run[last].nextSibling = place
    } else if parent < 0 {
      run.firstRoot = place
    } else {
      run[parent].firstChild = place
    }
    if parent < 0 { lastRoot = place } else { lastChildren[Int(parent)] = place }
  }
}
