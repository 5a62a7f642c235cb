import ChatModels
import Testing

private let own = Message(id: 1, author: nil, text: "own")
private let sending = Message(id: 2, author: nil, text: "sending", delivery: .sending)
private let other = Message(id: 3, author: "Ben", text: "other")
private let failed = Message(id: 4, author: nil, text: "failed", delivery: .failed)

/// What an action on a message leads to, without any view.
@MainActor
@Suite struct `The action handler` {
  private let handler = MessageActionHandler(
    responses: ChatResponseFactory(viewModels: ChatViewModelFactory()))

  /// A response in words.
  private func words(_ action: ResponseAction) -> String {
    switch action {
    case .showChoices(let sheet):
      "\(sheet.title): " + sheet.choices.map(\.rawValue).joined(separator: " ")
    case .showDetails(let details): "details of \(details.title)"
    case .reply(let composer): composer.prompt
    case .copy(let text): "copy \(text)"
    case .resend: "resend"
    case .delete: "delete"
    }
  }

  @Test(arguments: [
    (own, UserAction.tap, "details of message 1"),
    (sending, .tap, "details of message 2"),
    (other, .tap, "send TEXT, in reply to “other”; or close"),
    (failed, .tap, "resend"),
    (own, .longPress, "message 1: copy reply delete"),
    (sending, .longPress, "message 2: copy reply delete"),
    (other, .longPress, "message 3: reply copy details"),
    (failed, .longPress, "message 4: retry copy delete"),
    (own, .choose(.delete), "delete"),
    (other, .choose(.copy), "copy other"),
    (other, .choose(.details), "details of message 3"),
    (failed, .choose(.retry), "resend"),
  ])
  func `an action on a message leads to one response`(
    message: Message, action: UserAction, response: String
  ) throws {
    let model = try handler.response(to: action, on: message)
    #expect(model.messageID == message.id)
    #expect(words(model.action) == response)
  }

  @Test(arguments: [
    (own, Choice.retry, "there is no retry for message 1; there are copy, reply, delete"),
    (other, .delete, "there is no delete for message 3; there are reply, copy, details"),
    (failed, .reply, "there is no reply for message 4; there are retry, copy, delete"),
  ])
  func `what is not offered for a message is refused`(
    message: Message, choice: Choice, text: String
  ) {
    let error = #expect(throws: ActionError.self) {
      try handler.response(to: .choose(choice), on: message)
    }
    #expect(error?.description == text)
  }

  @Test func `everything that a long press offers can be chosen`() throws {
    for message in [own, sending, other, failed] {
      let response = try handler.response(to: .longPress, on: message)
      guard case .showChoices(let sheet) = response.action else {
        Issue.record("a long press offers nothing")
        continue
      }
      for choice in sheet.choices {
        #expect(throws: Never.self) { try handler.response(to: .choose(choice), on: message) }
      }
    }
  }
}

/// Which view model represents a message.
@MainActor
@Suite struct `View models` {
  private func viewModel(
    _ author: String?, _ delivery: Message.Delivery = .sent, repliesTo: Int? = nil,
    quoted: Message? = nil
  ) -> any MessageViewModel {
    let message = Message(
      id: 5, author: author, text: "Hello", delivery: delivery, repliesTo: repliesTo)
    return ChatViewModelFactory().message(in: Row(message: message, quoted: quoted))
  }

  @Test func `each kind of message has a view model of its own`() {
    #expect(viewModel(nil) is OwnMessageViewModel)
    #expect(viewModel(nil, .sending) is OwnMessageViewModel)
    #expect(viewModel(nil, .failed) is FailedMessageViewModel)
    #expect(viewModel("Ben") is OtherMessageViewModel)
    #expect(viewModel(nil).status == "✓")
    #expect(viewModel(nil, .sending).status == "…")
    #expect(viewModel(nil, .failed).status == "✗ not sent; tap 5 to try again")
    #expect(viewModel("Ben").status == nil)
  }

  @Test func `a quotation is short, and says where its message has gone`() {
    let long = Message(id: 1, author: "Ben", text: String(repeating: "long ", count: 10))
    #expect(viewModel(nil, repliesTo: 1, quoted: long).quote == "long long long long lon…")
    #expect(viewModel(nil, repliesTo: 1).quote == "a deleted message")
    #expect(viewModel("Ben").quote == nil)
  }
}
