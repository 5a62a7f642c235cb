import ChatModels
import SampleApps

/// What a user can do with messages.
@MainActor
enum UserCommands {
  static let all: [TypedAction<ChatApp>] =
    [
      TypedAction("send TEXT", "Write a message and send it.") { app, words in
        let composer = app.controller.composer
        composer.text = try needed(words, "send Hello")
        app.report(.send, of: composer)
      },
      TypedAction("receive TEXT", "The other side, Ben, writes a message.") { app, words in
        app.dataSource.receive(try needed(words, "receive Hello"), from: "Ben")
      },
      TypedAction(
        "tap NUMBER",
        "Tap a message: details of your own, a reply to another's, another try if it failed."
      ) { app, words in
        app.report(.tap, of: try cell(words, "tap 2", app))
      },
      TypedAction("hold NUMBER", "Press a message long, to choose what to do with it.") {
        app, words in
        app.report(.longPress, of: try cell(words, "hold 2", app))
      },
    ]
    + Choice.allCases.map { choice in
      TypedAction(choice.rawValue, "Choose '\(choice.rawValue)' after hold.") { app, _ in
        try choose(choice, app)
      }
    }
    + [
      TypedAction("close", "Leave choices, details or a reply.") { app, _ in
        guard let front = app.controller.presented else { return app.controller.close() }
        app.report(.close, of: front)
      },
      TypedAction("fail", "Let the next message that is sent fail.") { app, _ in
        app.courier.failNext()
      },
      TypedAction("pause", "Keep messages on their way until resume.") { app, _ in
        app.courier.pause()
      },
      TypedAction("resume", "Let messages on their way arrive.") { app, _ in
        app.courier.resume()
      },
    ]

  private static func choose(_ choice: Choice, _ app: ChatApp) throws(UserError) {
    guard let sheet = app.controller.presented as? ActionSheetView else {
      throw UserError("there is nothing to choose from; hold a message first: hold 2")
    }
    sheet.selection = choice
    app.report(.choose, of: sheet)
  }

  private static func cell(
    _ words: TypedWords, _ example: String, _ app: ChatApp
  ) throws(UserError) -> MessageView {
    guard let number = Int(words.text) else {
      throw UserError("give the number of a message: \(example)")
    }
    let cells = app.controller.list.cells
    guard let cell = cells.first(where: { $0.viewModel.number == number }) else {
      throw UserError(
        cells.isEmpty ? "there are no messages yet" : "there is no message \(number)")
    }
    return cell
  }

  private static func needed(_ words: TypedWords, _ example: String) throws(UserError) -> String {
    if words.text.isEmpty { throw UserError("write a text: \(example)") }
    return words.text
  }
}
