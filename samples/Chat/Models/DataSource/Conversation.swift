/// The messages of a chat in their order, and the number that the next one gets.
package struct Conversation: Hashable, Sendable {
  package private(set) var messages: [Message]
  /// Above every number that was ever given: an answer that comes late must not find another message
  /// by the number of a deleted one.
  package private(set) var nextID: Int

  /// Holds messages whose numbers ascend.
  package init(_ messages: [Message] = [], nextID: Int? = nil) {
    assert(zip(messages, messages.dropFirst()).allSatisfy { $0.id < $1.id })
    self.messages = messages
    self.nextID = max(nextID ?? 1, (messages.last?.id ?? 0) + 1)
  }

  /// The message with a number; nil where there is none, or none any more. Costs halving.
  package subscript(id: Message.ID) -> Message? { index(of: id).map { messages[$0] } }

  /// The same with one more message at its end.
  func adding(_ text: String, from author: String?, replyingTo target: Message.ID? = nil) -> Self {
    var changed = self
    changed.messages.append(
      Message(
        id: nextID, author: author, text: text, delivery: author == nil ? .sending : .sent,
        repliesTo: target))
    changed.nextID += 1
    return changed
  }

  /// The same with a message that has come so far.
  func marking(_ id: Message.ID, _ delivery: Message.Delivery) -> Self {
    var changed = self
    if let index = index(of: id) { changed.messages[index].delivery = delivery }
    return changed
  }

  /// The same without a message.
  func removing(_ id: Message.ID) -> Self {
    var changed = self
    if let index = index(of: id) { changed.messages.remove(at: index) }
    return changed
  }

  /// The same after a restart: whether a message that was on its way arrived is unknown.
  var afterRestart: Self {
    messages.reduce(self) { $1.delivery == .sending ? $0.marking($1.id, .failed) : $0 }
  }

  private func index(of id: Message.ID) -> Int? {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < messages.count && messages[low].id == id ? low : nil
  }
}
