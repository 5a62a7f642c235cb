import ModelTree
import TextIO
import TreeJournal
package import TreeSnapshot

/// An object that isn't a model, as records name it.
package struct RecordedObject: Sendable {
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

// For objects that aren't models, and belong to the main actor.
extension Journal {
  /// Records a message of objects that aren't models, and what became of it.
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
    MainActor.assumeIsolated { begin(message, label, raiser, takers, hops, isTest) }
    defer { MainActor.assumeIsolated { end(hasTaker: !takers.isEmpty) } }
    return try handle()
  }

  private func begin(
    _ message: Message, _ label: String?, _ raiser: RecordedObject, _ takers: [RecordedObject],
    _ hops: Int, _ isTest: Bool
  ) {
    let event: JournalEvent =
      switch message.kind {
      case .error: takers.isEmpty ? .uncaught : .handled
      case .bubble: takers.isEmpty ? .unhandled : .handled
      case .event: takers.isEmpty ? .unheard : .delivered
      }
    let known = KnownMessage(
      kind: message.kind, domain: message.domain, code: message.code, label: label)
    let mark = writeMessage(
      of: JournalNode(tree: treeOfObjects, id: raiser.id),
      messages.value(of: known) { known.json }, event, isTest: isTest
    ) { line in
      line.write(", \"type\": ", text: raiser.type)
    } taken: { line in
      if event == .delivered { line.write(", \"count\": ", takers.count) }
      guard event == .handled, let taker = takers.first else { return }
      line.write(", \"handler\": ", taker.id)
      line.write(", \"handlerType\": ", text: taker.type)
      line.write(", \"hops\": ", hops)
    }.outcome
    guard let taker = takers.first else { return }
    let node = JournalNode(tree: treeOfObjects, id: taker.id)
    running.append((mark, writer.begin(mark.number, node)))
  }

  private func end(hasTaker: Bool) {
    guard hasTaker, let (mark, outer) = running.popLast() else { return }
    writer.resume(outer)
    writer.finish(mark)
  }
}
