import TreeJournal

/// The texts that both of two journals keep; others aren't compared.
package struct CommonTexts: Sendable {
  /// Whether both keep words of actions, contexts, underlying errors, labels and states.
  package let hasTexts: Bool
  /// Whether both, or neither, keep the values of messages.
  package let hasValues: Bool

  init(_ old: JournalContents, _ new: JournalContents) {
    hasTexts = (old.texts == .names) == (new.texts == .names)
    hasValues = old.texts == nil || new.texts == nil || old.texts == new.texts
  }

  /// A record without the texts that only one journal keeps.
  func common(_ record: JournalRecord?) -> JournalRecord? {
    guard var record, !hasTexts || !hasValues else { return record }
    record.value = nil
    if !hasTexts {
      record.words.removeLast(max(0, record.words.count - 1))
      (record.context, record.underlying) = (nil, nil)
    }
    return record
  }
}
