import TreeJournal

/// What a journal keeps of a raise besides the message: where it was, and what it says of itself.
struct RaiseNotes {
  let source: SourceLocation?
  private(set) var texts = RecordTexts()

  @MainActor
  init(_ message: some HandledMessage, for journal: Journal) {
    source = message.location
    if journal.texts == .names { return }
    if let error = message as? ModelError {
      if let context = error.context { texts.add(.context, context) }
      if let underlying = error.underlying, !(underlying is any ErrorMessage) {
        texts.add(.underlying, "\(underlying)")
      }
    }
    if journal.payloads == .described, let payload = message.payload {
      texts.add(.payload, "\(payload)")
    }
  }
}
