import ModelTree

/// What a search can fail at.
package enum SearchErrors: Int, ErrorCode, CaseIterable {
  case nothingFound = 100
}

/// A search in a list: a submodel of whatever screen has one. It raises what goes wrong, and so
/// needs nothing from the model that it works for.
package final class SearchModel: Model {
  /// What is looked for; empty finds everything.
  package let query = ObservableValue("")
  /// What was found; the search raises an error where it is nothing, and then sends nothing.
  package let results: Signal<[String]>

  /// Searches in a list, also when it changes.
  init(
    in items: Signal<[String]>, parent: Model, file: StaticString = #fileID, line: UInt = #line
  ) {
    let found = items.combined(with: query).map { items, query in
      items.filter { query.isEmpty || $0.lowercased().contains(query.lowercased()) }
    }
    results = found.filter { !$0.isEmpty }
    super.init(parent: parent, file: file, line: line)
    mayRaise(SearchErrors.nothingFound)
    found.subscribeNext { [weak self] found in
      guard let self, found.isEmpty, !query.value.isEmpty else { return }
      raise(SearchErrors.nothingFound, context: "nothing is called '\(query.value)'")
    }.ownedBy(self)
  }

  package override var state: KeyValuePairs<String, String> { ["query": query.value] }
}
