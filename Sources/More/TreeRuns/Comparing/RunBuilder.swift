import TreeJournal
import TreeSnapshot

extension Run {
  /// Reads the run of a journal. Costs a pass over it.
  ///
  /// - Parameter first: The number of the first record to read.
  init(_ contents: JournalContents, from first: Int, hasTexts: Bool) {
    var builder = RunBuilder(Run(contents, first: first, hasTexts: hasTexts))
    var trees = contents.trees(from: first)[...]
    contents.forEachRecord(in: first..<max(first, contents.records.upperBound)) { record in
      while let next = trees.first, next.moment < record.number {
        builder.take(next.tree)
        trees.removeFirst()
      }
      builder.take(record)
      return true
    }
    for (_, tree) in trees { builder.take(tree) }
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
  /// The records of an event's receivers, by that of its raise and by their models.
  private var receivers: [Int32: [Int32: Int32]] = [:]
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

  init(_ run: Run) {
    self.run = run
    leaks = run.contents.lastLeaks
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

  private mutating func add(_ node: JournalNode, parent: Int32, type: String) -> Int32 {
    let above = parent < 0 ? 0 : run.all[Int(parent)].shape
    let shape = Run.mixed(above, RecordSignature.number(type))
    let model = Int32(run.all.count)
    run.all.append(Run.Model(parent: parent, type: type, shape: shape, key: shape))
    indices[node] = model
    return model
  }

  /// A model that a record names; only its type is known if neither a record nor a tree had it before.
  private mutating func model(_ node: JournalNode, type: String? = nil) -> Int32 {
    if node.id == 0 { return Run.none }
    return indices[node] ?? add(node, parent: Run.none, type: type ?? "…")
  }

  // MARK: Records

  mutating func take(_ record: JournalRecord) {
    let number = record.number - run.first
    guard number >= 0, number < Int(Int32.max) else { return }
    // Records that aren't understood stay empty.
    while run.count <= number { run.entries.append(Run.Entry()) }
    let place = Int32(number)
    // The app looks at labels and states when it has time: that moment isn't part of the run.
    if record.event.isLook, !leaks.contains(number + run.first) {
      run[place].model = model(record.node)
      return takeLook(record, at: place)
    }
    run[place].event = record.event
    if record.event == .performed { run.actions.append(place) }
    run[place].key = RecordSignature.key(of: record)
    if let end = record.finishedAfter { run[place].end = end }
    setModels(record, place)
    if record.event == .detached, run[place].model >= 0 {
      run.all[Int(run[place].model)].left = place
    }
    let parent = parent(of: record, place)
    // Distinguishes receivers without records of their own.
    if parent >= 0, run[parent].event == .delivered, let by = record.by {
      run[place].key = Run.mixed(run[place].key, run.all[Int(model(by))].shape)
    }
    run[place].parent = parent
    if parent < 0 { run.roots.append(place) } else { run[parent].children.append(place) }
    if record.event == .received { receivers[parent, default: [:]][run[place].model] = place }
    if record.event == .ended, record.nanoseconds != nil {
      answer = (place, record.cause, run[place].end)
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
    guard let number, number >= run.first, number - run.first < run.count else { return nil }
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
    guard var parent = self.place(record.cause) else { return Run.none }
    // Of an event's handlers, the receiver's own.
    if run[parent].event == .delivered, let by = record.by.flatMap({ indices[$0] }) {
      parent = receivers[run[parent].parent]?[by] ?? parent
    }
    run[place].isLate = record.number > run[parent].end
    return parent
  }
}
