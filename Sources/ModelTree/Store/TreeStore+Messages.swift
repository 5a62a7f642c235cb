import TreeJournal
import TreeSnapshot

extension TreeStore {
  /// The key of a message by its names.
  func key(
    _ kind: Message.Kind, domain: String, code: String, label: String?
  ) -> MessageTable.Key {
    key(in: messages.domainKey(kind, domain), code: code, label: label)
  }

  /// The key of a code in a domain.
  func key(in domain: MessageTable.Key, code: String, label: String?) -> MessageTable.Key {
    if messages.hasManyCodes { dropUnusedCodes() }
    let key = messages.key(in: domain, code: code, label: label)
    if let journal, let label {
      journal.learn(
        kind: messages.kind(of: key).journalNumber, domain: messages.domain(of: key), code: code,
        label: label)
    }
    return key
  }

  /// Drops the codes that nothing in the tree names, unless a message is under way: its key is in use.
  private func dropUnusedCodes() {
    guard cause == nil, recorder == nil else { return }
    journal?.forgetMessages()
    messages.dropUnusedCodes(walkLength: subscriptions.count) { mark in
      subscriptions.forEachKey(mark)
      for keys in raises.values { keys.forEach(mark) }
      work.forEachCause(mark)
      endedSubscriptions.forEachKey(mark)
    }
  }
}
