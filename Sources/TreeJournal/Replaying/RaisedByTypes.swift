package import TreeSnapshot

extension JournalContents {
  /// The messages that models raised, by the type of the model, each once in the order of the first time.
  /// Tests of an inspector don't count, nor models whose types aren't kept any more.
  ///
  /// Costs a look at each record that is kept.
  package func messagesRaisedByTypes() -> [String: [DeclaredMessage]] {
    let types = JournalTypes(of: self)
    var raised: [String: [DeclaredMessage]] = [:]
    var seen: [String: Set<KnownMessage>] = [:]
    forEachRecord(of: [.raised]) { record in
      guard !record.isTest, let message = record.message, let name = message.message,
        let type = record.type ?? types[record.node],
        seen[type, default: []].insert(message).inserted
      else { return true }
      raised[type, default: []].append(DeclaredMessage(name, label: message.label))
      return true
    }
    return raised
  }
}
