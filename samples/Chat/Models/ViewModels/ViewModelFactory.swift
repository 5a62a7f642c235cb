/// Makes the view models that a chat needs.
@MainActor
package protocol ViewModelFactory: AnyObject {
  func message(in row: Row) -> any MessageViewModel
  func composer() -> any ComposerViewModel
  func composer(replyingTo message: Message) -> any ComposerViewModel
  func actionSheet(_ choices: [Choice], for message: Message) -> any ActionSheetViewModel
  func details(of message: Message) -> any DetailsViewModel
  func error(_ error: any Error) -> any NoticeViewModel
  func done(_ text: String) -> any NoticeViewModel
}

/// A message, and the one that it replies to as long as that is there.
package struct Row: Hashable, Sendable {
  package let message: Message
  package let quoted: Message?

  package init(message: Message, quoted: Message?) {
    self.message = message
    self.quoted = quoted
  }
}

extension Conversation {
  /// The messages in order, each with the one that it replies to.
  package var rows: [Row] {
    messages.map { message in
      Row(message: message, quoted: message.repliesTo.flatMap { self[$0] })
    }
  }
}

/// Chooses among the view models of this module.
package final class ChatViewModelFactory: ViewModelFactory {
  package init() {}

  package func message(in row: Row) -> any MessageViewModel {
    let message = row.message
    let quote = message.repliesTo.map { _ in row.quoted?.shortText ?? "a deleted message" }
    return switch message.kind {
    case .own: OwnMessageViewModel(message, quote: quote)
    case .other: OtherMessageViewModel(message, quote: quote)
    case .failed: FailedMessageViewModel(message, quote: quote)
    }
  }

  package func composer() -> any ComposerViewModel { NewMessageViewModel() }

  package func composer(replyingTo message: Message) -> any ComposerViewModel {
    ReplyViewModel(message)
  }

  package func actionSheet(
    _ choices: [Choice], for message: Message
  ) -> any ActionSheetViewModel { MessageChoicesViewModel(choices, for: message) }

  package func details(of message: Message) -> any DetailsViewModel {
    MessageDetailsViewModel(message)
  }

  package func error(_ error: any Error) -> any NoticeViewModel { ErrorViewModel(error) }

  package func done(_ text: String) -> any NoticeViewModel { DoneViewModel(text) }
}
