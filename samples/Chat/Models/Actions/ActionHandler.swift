/// Decides what a user's action on a message leads to.
@MainActor
package protocol ActionHandler: AnyObject {
  /// What a controller is to do.
  ///
  /// - Throws: `ActionError` where the action does not go with the message.
  func response(to action: UserAction, on message: Message) throws(ActionError) -> ResponseModel
}

/// An action does not go with its message.
package enum ActionError: Error, Hashable, Sendable {
  case notOffered(Choice, Message.ID, offered: [Choice])
}

extension ActionError: CustomStringConvertible {
  /// One clause that names what can be done.
  package var description: String {
    switch self {
    case .notOffered(let choice, let id, let offered):
      "there is no \(choice.rawValue) for message \(id); there are "
        + offered.map(\.rawValue).joined(separator: ", ")
    }
  }
}

/// The rules of a chat. It knows neither views nor the data source, and changes nothing.
package final class MessageActionHandler: ActionHandler {
  private let responses: any ResponseFactory

  package init(responses: any ResponseFactory) { self.responses = responses }

  package func response(
    to action: UserAction, on message: Message
  ) throws(ActionError) -> ResponseModel {
    let rule = Rule(for: message.kind)
    switch action {
    case .tap: return responses.response(rule.tap, for: message)
    case .longPress: return responses.choices(rule.choices, for: message)
    case .choose(let choice):
      guard rule.choices.contains(choice) else {
        throw .notOffered(choice, message.id, offered: rule.choices)
      }
      return responses.response(choice, for: message)
    }
  }
}

/// What can be done with messages of a kind.
private struct Rule {
  /// What a tap does at once.
  let tap: Choice
  /// What a long press offers; a user deletes own messages only.
  let choices: [Choice]

  init(for kind: Message.Kind) {
    (tap, choices) =
      switch kind {
      case .own: (.details, [.copy, .reply, .delete])
      case .other: (.reply, [.reply, .copy, .details])
      case .failed: (.retry, [.retry, .copy, .delete])
      }
  }
}
