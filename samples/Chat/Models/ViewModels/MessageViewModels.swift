// One class for each kind of message, so that none has to ask which it is.

/// A message of the user that was sent, or is about to be.
package final class OwnMessageViewModel: MessageViewModel {
  package let number: Int
  package let author = "me"
  package let text: String
  package let quote: String?
  package let status: String?

  init(_ message: Message, quote: String?) {
    number = message.id
    text = message.text
    self.quote = quote
    status = message.delivery == .sent ? "✓" : "…"
  }
}

/// A message of the other side.
package final class OtherMessageViewModel: MessageViewModel {
  package let number: Int
  package let author: String
  package let text: String
  package let quote: String?
  package let status: String? = nil

  init(_ message: Message, quote: String?) {
    number = message.id
    author = message.author ?? "somebody"
    text = message.text
    self.quote = quote
  }
}

/// A message of the user that was not sent.
package final class FailedMessageViewModel: MessageViewModel {
  package let number: Int
  package let author = "me"
  package let text: String
  package let quote: String?
  package var status: String? { "✗ not sent; tap \(number) to try again" }

  init(_ message: Message, quote: String?) {
    number = message.id
    text = message.text
    self.quote = quote
  }
}
