/// The types of the models that a journal names, as far as it knows them.
package struct JournalTypes: Sendable {
  private var types: [JournalNode: String] = [:]

  /// Collects the types of all models. Costs a look at each record that is kept.
  package init(of contents: JournalContents) { add(contents) }

  /// Adds the types of the models in a later part of the journal. Costs a look at each of its records.
  ///
  /// - Parameter known: The number of a record; what it and those before it say was added already.
  package mutating func add(_ contents: JournalContents, after known: Int = 0) {
    var trees: Set<Int> = []
    for segment in contents.segments where segment.records.upperBound > known {
      if segment.firstRecord > known {
        var reader = CheckpointReader(contents, segment)
        for tree in (try? reader.trees()) ?? [] where trees.insert(tree.number).inserted {
          tree.forEachModel { id, type in types[JournalNode(tree: tree.number, id: id)] = type }
        }
      }
      for number in segment.records.dropFirst(max(0, known + 1 - segment.firstRecord)) {
        guard contents.namesType(number, in: segment),
          let record = contents.record(number, in: segment)
        else { continue }
        if let type = record.type { types[record.node] = type }
        if let type = record.handlerType, let handler = record.handler {
          types[JournalNode(tree: record.node.tree, id: handler)] = type
        }
      }
    }
  }

  /// The type of a model; nil where it left the tree before the records that are kept.
  package subscript(node: JournalNode) -> String? { types[node] }

  /// The types, each once. Costs a look at each model.
  package var names: Set<String> { Set(types.values) }

  /// How many models it knows.
  package var count: Int { types.count }

  /// The models that fit by themselves and their types, in the order of their creation. Costs a look at
  /// each.
  package func models(where fits: (JournalNode, String) -> Bool) -> [JournalNode] {
    types.filter { fits($0.key, $0.value) }.map(\.key)
      .sorted { ($0.tree, $0.id) < ($1.tree, $1.id) }
  }
}

extension JournalContents {
  /// Whether a record says what type an object has, without the rest of it.
  fileprivate func namesType(_ number: Int, in segment: Segment) -> Bool {
    let place = place(of: number, in: segment)
    switch event(of: number, in: segment) {
    case .attached: return true
    case .raised: return words[place + JournalFormat.Record.detail] != 0
    case .handled:
      return words[place + JournalFormat.Record.other] >> JournalFormat.RecordFlag.typeShift != 0
    default: return false
    }
  }
}
