package import TreeSnapshot

extension JournalContents {
  /// A part of what a journal tells, in order.
  package enum Step {
    /// A tree as it is when the journal first has it.
    case tree(ReplayedTree)
    case record(JournalRecord)
  }

  /// Calls `body` with each available record, and before them with each tree, until it returns false. Costs a
  /// pass over the journal.
  ///
  /// - Parameter first: The number of the first record that counts.
  package func forEachStep(from first: Int = 0, _ body: (Step) -> Bool) {
    var trees: Set<Int> = []
    let first = max(first, records.lowerBound)
    // Where a segment begins, its checkpoint tells; else the trees are as the records before left them.
    if first < records.upperBound, segments[segmentIndex(of: first)].firstRecord != first,
      let replay = try? JournalReplay(of: self, at: first - 1)
    {
      for tree in replay.present where trees.insert(tree.number).inserted {
        if !body(.tree(tree)) { return }
      }
    }
    for segment in segments where segment.records.upperBound > first {
      if segment.hasCheckpoint, segment.firstRecord >= first {
        var reader = CheckpointReader(self, segment)
        for tree in (try? reader.trees()) ?? [] where trees.insert(tree.number).inserted {
          if !body(.tree(tree)) { return }
        }
      }
      for number in segment.records where number >= first {
        if let record = record(number, in: segment), !body(.record(record)) { return }
      }
    }
  }

  /// The moments at which checkpoints keep the trees: each is the number of the record before.
  package var checkpoints: [Int] {
    segments.filter(\.hasCheckpoint).map { $0.firstRecord - 1 }
  }
}

extension ReplayedTree {
  /// A model as a tree holds it.
  package struct Entry {
    package var id: Int
    package var parent: Int?
    package var type: String
    package var isSession: Bool
    /// The messages and whole domains that it is registered for.
    package var interests: [KnownMessage]
    package var services: [String]
    /// What the model said of itself, and a record after which that was so; nil if it said nothing.
    package var label: String?
    package var state: [StateEntry]
    package var looked: Int?
  }

  /// The number of the tree.
  package var treeNumber: Int { number }

  /// Calls `body` with each model that is in the tree, parents first.
  package func forEachEntry(_ body: (Entry) -> Void) {
    var index: Int32 = isThere ? 0 : -1
    while index >= 0 {
      let model = models[Int(index)]
      body(
        Entry(
          id: model.id, parent: model.parent < 0 ? nil : models[Int(model.parent)].id,
          type: names.text(model.type) ?? "…", isSession: model.isSession,
          interests: model.subscriptions.map(\.message), services: model.services,
          label: model.description?.label, state: model.description?.state ?? [],
          looked: model.description?.number))
      index = next(after: index, within: 0)
    }
  }
}
