import ChatModels

/// Something that a user can do, by the word that is typed for it.
struct UserCommand {
  let usage: String
  let help: String
  let perform: @MainActor (ChatApp, String) throws(UserError) -> Void

  var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }
}

/// A user cannot do that now, in words.
struct UserError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

@MainActor
enum UserCommands {
  static let all: [UserCommand] =
    [
      UserCommand(usage: "send TEXT", help: "Write a message and send it.") {
        app, text throws(UserError) in
        let composer = app.controller.composer
        composer.text = try needed(text, "send Hello")
        composer.report(.send)
      },
      UserCommand(usage: "receive TEXT", help: "The other side, Ben, writes a message.") {
        app, text throws(UserError) in
        app.dataSource.receive(try needed(text, "receive Hello"), from: "Ben")
      },
      UserCommand(
        usage: "tap NUMBER",
        help: "Tap a message: details of your own, a reply to another's, another try if it failed."
      ) { app, text throws(UserError) in
        try cell(text, "tap 2", app).report(.tap)
      },
      UserCommand(usage: "hold NUMBER", help: "Press a message long, to choose what to do with it.")
      { app, text throws(UserError) in
        try cell(text, "hold 2", app).report(.longPress)
      },
    ]
    + Choice.allCases.map { choice in
      UserCommand(usage: choice.rawValue, help: "Choose '\(choice.rawValue)' after hold.") {
        app, text throws(UserError) in
        try nothing(text, choice.rawValue)
        try choose(choice, app)
      }
    }
    + [
      UserCommand(usage: "close", help: "Leave choices, details or a reply.") {
        app, text throws(UserError) in
        try nothing(text, "close")
        app.controller.close()
      },
      UserCommand(usage: "fail", help: "Let the next message that is sent fail.") {
        app, text throws(UserError) in
        try nothing(text, "fail")
        app.courier.failNext()
      },
      UserCommand(usage: "pause", help: "Keep messages on their way until resume.") {
        app, text throws(UserError) in
        try nothing(text, "pause")
        app.courier.pause()
      },
      UserCommand(usage: "resume", help: "Let messages on their way arrive.") {
        app, text throws(UserError) in
        try nothing(text, "resume")
        app.courier.resume()
      },
    ]

  /// Does what was typed.
  ///
  /// - Throws: `UserError` where it cannot be done now.
  static func perform(_ line: String, in app: ChatApp) throws(UserError) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first else { return }
    guard let command = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UserError("there is no '\(name)' to do; there are \(names), quit")
    }
    let rest = words.count > 1 ? String(words[1]) : ""
    try command.perform(app, rest.trimmed)
  }

  private static func choose(_ choice: Choice, _ app: ChatApp) throws(UserError) {
    guard let sheet = app.controller.presented as? ActionSheetView else {
      throw UserError("there is nothing to choose from; hold a message first: hold 2")
    }
    sheet.selection = choice
    sheet.report(.choose)
  }

  private static func cell(
    _ text: String, _ example: String, _ app: ChatApp
  ) throws(UserError) -> MessageView {
    guard let number = Int(text) else {
      throw UserError("give the number of a message: \(example)")
    }
    let cells = app.controller.list.cells
    guard let cell = cells.first(where: { $0.viewModel.number == number }) else {
      throw UserError(
        cells.isEmpty ? "there are no messages yet" : "there is no message \(number)")
    }
    return cell
  }

  private static func needed(_ text: String, _ example: String) throws(UserError) -> String {
    if text.isEmpty { throw UserError("write a text: \(example)") }
    return text
  }

  private static func nothing(_ text: String, _ name: String) throws(UserError) {
    if !text.isEmpty { throw UserError("'\(name)' stands alone; '\(text)' is too much") }
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
