package import TreeJournal
package import TreeSnapshot

extension JournalContents {
  /// The messages that models raised, by the type of the model, each once in the order of the first time.
  /// Tests of an inspector don't count, nor models whose types the journal has dropped.
  ///
  /// Costs a look at each record that is kept.
  package func messagesRaisedByTypes() -> [String: [DeclaredMessage]] {
    let types = JournalTypes(of: self)
    var raised: [String: [DeclaredMessage]] = [:]
    forEachRecord(of: [.raised]) { record in
      guard !record.isTest, let message = record.message?.declared,
        let type = record.type ?? types[record.node],
        raised[type]?.contains(message) != true
      else { return true }
      raised[type, default: []].append(message)
      return true
    }
    return raised
  }
}
