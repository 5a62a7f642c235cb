/// The types of the models that a journal names, as far as it knows them.
package struct JournalTypes: Sendable {
  private var types: [JournalNode: String] = [:]

  /// Collects the types of all models. Costs a look at each record that is kept.
  package init(of contents: JournalContents) { add(contents) }

  /// Adds the types of the models in a later part of the journal. Costs a look at each of its records.
  package mutating func add(_ contents: JournalContents) {
    var trees: Set<Int> = []
    for segment in contents.segments {
      var reader = CheckpointReader(contents, segment)
      for tree in (try? reader.trees()) ?? [] where trees.insert(tree.number).inserted {
        tree.forEachModel { id, type in types[JournalNode(tree: tree.number, id: id)] = type }
      }
      for number in segment.records {
        guard contents.event(of: number, in: segment) == .attached,
          let record = contents.record(number, in: segment), let type = record.type
        else { continue }
        types[record.node] = type
      }
    }
  }

  /// The type of a model; nil where it left the tree before the records that are kept.
  package subscript(node: JournalNode) -> String? { types[node] }

  /// The models that fit by themselves and their types, in the order of their creation. Costs a look at
  /// each.
  package func models(where fits: (JournalNode, String) -> Bool) -> [JournalNode] {
    types.filter { fits($0.key, $0.value) }.map(\.key)
      .sorted { ($0.tree, $0.id) < ($1.tree, $1.id) }
  }
}
