/// A field for a message that replies to nothing.
package final class NewMessageViewModel: ComposerViewModel {
  package let prompt = "send TEXT"

  init() {}
}

/// A field for a reply.
package final class ReplyViewModel: ComposerViewModel {
  package let prompt: String

  init(_ message: Message) { prompt = "send TEXT, in reply to “\(message.shortText)”; or close" }
}

/// What is offered for a message after a long press.
package final class MessageChoicesViewModel: ActionSheetViewModel {
  package let title: String
  package let choices: [Choice]

  init(_ choices: [Choice], for message: Message) {
    title = "message \(message.id)"
    self.choices = choices
  }
}

/// All that is known of a message.
package final class MessageDetailsViewModel: DetailsViewModel {
  package let title: String
  package let rows: [(name: String, value: String)]

  init(_ message: Message) {
    title = "message \(message.id)"
    let reply = message.repliesTo.map { [(name: "reply to", value: "message \($0)")] } ?? []
    rows =
      [
        (name: "from", value: message.author ?? "me"),
        (name: "state", value: message.delivery.rawValue),
        (name: "length", value: "\(message.text.count) characters"),
      ] + reply
  }
}

/// What went wrong.
package final class ErrorViewModel: NoticeViewModel {
  package let text: String

  init(_ error: any Error) { text = "! \(error)" }
}

/// What was done.
package final class DoneViewModel: NoticeViewModel {
  package let text: String

  init(_ text: String) { self.text = text }
}

extension Message {
  /// What fits into a quotation.
  var shortText: String { text.count > 24 ? "\(text.prefix(23))…" : text }
}
