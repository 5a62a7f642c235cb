/// Makes response models, and what they carry.
@MainActor
package protocol ResponseFactory: AnyObject {
  /// The response that does what was chosen.
  func response(_ choice: Choice, for message: Message) -> ResponseModel

  /// The response that lets the user choose.
  func choices(_ choices: [Choice], for message: Message) -> ResponseModel
}

/// Makes them of the chat's view models.
package final class ChatResponseFactory: ResponseFactory {
  private let viewModels: any ViewModelFactory

  package init(viewModels: any ViewModelFactory) { self.viewModels = viewModels }

  package func response(_ choice: Choice, for message: Message) -> ResponseModel {
    let action: ResponseAction =
      switch choice {
      case .copy: .copy(message.text)
      case .reply: .reply(viewModels.composer(replyingTo: message))
      case .retry: .resend
      case .details: .showDetails(viewModels.details(of: message))
      case .delete: .delete
      }
    return ResponseModel(messageID: message.id, action: action)
  }

  package func choices(_ choices: [Choice], for message: Message) -> ResponseModel {
    ResponseModel(
      messageID: message.id,
      action: .showChoices(viewModels.actionSheet(choices, for: message)))
  }
}
