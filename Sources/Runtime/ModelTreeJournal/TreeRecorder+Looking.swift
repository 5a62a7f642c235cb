import ModelTree
import TextIO
import TreeJournal
import TreeSnapshot

extension TreeRecorder {
  /// What a model said of itself when it was looked at last.
  struct Description {
    let id: Int
    let label: String?
    let state: [StateEntry]
    /// The latest record at that time.
    var looked: Int

    @MainActor init(of model: Model) {
      id = model.id
      label = model.label?.kept
      var state: [StateEntry] = []
      let privateKeys = model.privateStateKeys
      for (key, value) in model.state where !privateKeys.contains(key) {
        let entry = StateEntry(key: key.kept, value: value.kept)
        if let place = state.firstIndex(where: { $0.key == entry.key }) {
          state[place] = entry
        } else {
          state.append(entry)
        }
      }
      self.state = state
      looked = 0
    }

    var isEmpty: Bool { label == nil && state.isEmpty }
  }

  /// What a model said of itself; nil if it was not looked at, or says nothing.
  func description(of node: Int32, id: Int) -> Description? {
    guard let description = descriptions[node], description.id == id, !description.isEmpty else {
      return nil
    }
    return description
  }
}

extension TreeRecorder {
  /// Looks at a model, and records what it says of itself if that is new. This runs the app's code, which
  /// may change the tree.
  ///
  /// - Parameter cause: the record of what the model did; 0 for none.
  /// - Returns: whether there was a model to look at.
  func look(at observed: ObservedModel, because cause: Int) -> Bool {
    guard observed.isAlive, !observed.isOutside, let model = observed.model else { return false }
    let node = observed.node
    let writer = journal.writer
    var before = descriptions[node]
    // A look at all models says what each was at its end.
    if let looked = before?.looked { before?.looked = max(looked, writer.looked) }
    var description = Description(of: model)
    // Before the records: the checkpoint of a segment that begins with one of them holds what it says.
    description.looked = before?.looked ?? 0
    descriptions[node] = description
    let name = self.node(observed)
    if let before, before.id == model.id {
      let outer = cause > 0 ? writer.begin(cause, name) : writer.origin
      journal.recordChanges(of: name, from: before, to: description)
      writer.resume(outer)
    } else if !description.isEmpty {
      journal.recordDescription(of: name, description)
    }
    descriptions[node]?.looked = writer.latest
    return true
  }

  /// Records the models that have left the tree and are still alive, each once.
  func recordLeaks(in tree: TreeStore) {
    for model in tree.topsLeft where leaked.insert(model.node).inserted {
      journal.write(.leaked, self.node(model))
    }
  }
}

extension Journal {
  /// Records what a model says of itself when it is looked at for the first time: a long state in several
  /// records.
  fileprivate func recordDescription(
    of node: JournalNode, _ description: TreeRecorder.Description
  ) {
    var (label, rest) = (description.label, description.state[...])
    repeat {
      var room = Self.mostWordBytes - (label?.utf8.count ?? 0)
      let part = rest.prefix { entry in
        room -= entry.key.utf8.count + entry.value.utf8.count
        return room >= 0
      }
      rest = rest.dropFirst(part.count)
      write(.described, node) { line in
        line.write(", \"label\": ", text: label)
        line.write(", \"state\": ", Array(part).json)
      }
      label = nil
    } while !rest.isEmpty
  }

  /// Records each difference between what a model said of itself and what it says now.
  fileprivate func recordChanges(
    of node: JournalNode, from old: TreeRecorder.Description, to new: TreeRecorder.Description
  ) {
    if old.label != new.label { recordChange(of: node, nil, old.label, new.label, old.looked) }
    if old.state == new.state { return }
    for entry in old.state where !new.state.contains(where: { $0.key == entry.key }) {
      recordChange(of: node, entry.key, entry.value, nil, old.looked)
    }
    for entry in new.state {
      let value = old.state.first { $0.key == entry.key }?.value
      if value != entry.value { recordChange(of: node, entry.key, value, entry.value, old.looked) }
    }
  }

  private func recordChange(
    of node: JournalNode, _ key: String?, _ old: String?, _ new: String?, _ since: Int
  ) {
    write(.changed, node) { line in
      line.write(", \"key\": ", text: key)
      line.write(", \"old\": ", text: old)
      line.write(", \"new\": ", text: new)
      if since != 0 { line.write(", \"since\": ", since) }
    }
  }
}

extension [StateEntry] {
  /// The entries as a journal keeps them.
  var kept: Self { map { StateEntry(key: $0.key.kept, value: $0.value.kept) } }

  /// The JSON object; nil if there is none.
  var json: [UInt8]? {
    isEmpty ? nil : JSONText.object { for entry in self { $0.write(entry.key, entry.value) } }.bytes
  }
}

extension String {
  /// The text as a journal keeps it.
  fileprivate var kept: String { cut(toBytes: JournalFormat.mostTextBytes) }
}
