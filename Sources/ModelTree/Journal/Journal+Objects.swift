package import TreeJournal
package import TreeSnapshot

/// An object that is no model, as records name it.
package struct RecordedObject {
  /// The object's number.
  let id: Int
  /// What its type is called.
  let type: String

  /// Names an object.
  package init(id: Int, type: String) {
    self.id = id
    self.type = type
  }
}

// Called on the main actor alone, which is not checked here.
extension Journal {
  /// What writes the journal, and the number in it of the objects that are no models.
  package nonisolated var recordingOfObjects: (writer: JournalWriter, tree: Int) {
    (recorder.writer, Int(recorder.treeOfObjects))
  }

  /// Records a message of objects that are no models, and what became of it.
  ///
  /// - Parameters:
  ///   - message: what is raised.
  ///   - label: what its code means in a word.
  ///   - raiser: the object that raises it.
  ///   - takers: the object that handles an error or a bubble, or those that receive an event.
  ///   - hops: how many objects let the message pass before it is handled.
  ///   - isTest: whether an inspector raises it.
  ///   - handle: what the takers do; what is recorded meanwhile has this as its cause.
  package nonisolated func record<Result>(
    _ message: Message, label: String?, raisedBy raiser: RecordedObject,
    takenBy takers: [RecordedObject], hops: Int, isTest: Bool = false,
    _ handle: () throws -> Result
  ) rethrows -> Result {
    let names = recorder.writer.names
    let tree = recorder.treeOfObjects << JournalFormat.idBits
    func node(_ object: RecordedObject) -> UInt64 {
      UInt64(truncatingIfNeeded: object.id) & JournalFormat.idMask | tree
    }
    let name = names.message(
      kind: message.kind.journalNumber, domain: message.domain, code: message.code, label: label)
    let event: JournalEvent =
      switch message.kind {
      case .error: takers.isEmpty ? .uncaught : .handled
      case .bubble: takers.isEmpty ? .unhandled : .handled
      case .event: takers.isEmpty ? .unheard : .delivered
      }
    var word: UInt64 = 0
    if message.kind != .event, let taker = takers.first {
      word = UInt64(truncatingIfNeeded: taker.id) & JournalFormat.idMask
      word |= UInt64(names.text(taker.type)) << JournalFormat.RecordFlag.typeShift
    }
    let mark = recorder.writeMessage(
      event, node: node(raiser), name: name,
      flags: isTest ? JournalFormat.RecordFlag.isTest : 0, taker: word,
      count: takers.isEmpty ? 0 : message.kind == .event ? takers.count : hops,
      detail: UInt64(names.text(raiser.type)))
    guard let taker = takers.first else { return try handle() }
    let outer = recorder.begin(mark.number, node(taker))
    defer { recorder.end(mark, outer) }
    return try handle()
  }
}
