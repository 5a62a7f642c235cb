import ExamMasterModels
import ModelTree

/// Something that a user can do, by the word that is typed for it.
struct UserAction {
  let usage: String
  let help: String
  let perform: @MainActor (ExamMasterApp, [String]) throws -> Void

  var name: String { usage.split(separator: " ").first.map(String.init) ?? usage }
}

/// A user cannot do that now, in words.
struct UserError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

@MainActor
enum UserActions {
  static let all = [
    UserAction(usage: "sign-in NAME", help: "Sign in, or up where the registration is open.") {
      app, words in
      let name = try one(words, "a user name: sign-in Anna")
      let screen: CredentialsModel =
        try (try? app.screen(RegistrationModel.self, ""))
        ?? app.screen(
          SignInModel.self, "you are signed in; log-out first")
      screen.form.enter(userName: name)
      if screen.form.userName == name { try screen.submit() }
    },
    UserAction(usage: "register", help: "Open the registration.") { app, _ in
      try app.screen(LoginFlow.self, "you are signed in; log-out first").showRegistration()
    },
    UserAction(usage: "menu", help: "Show the side menu.") { app, _ in
      try app.screen(DashboardModel.self, "sign-in first").showSideMenu()
    },
    UserAction(usage: "start-exam", help: "Begin an exam.") { app, _ in
      try app.screen(DashboardModel.self, "sign-in first").startExam()
    },
    UserAction(usage: "pick NAME", help: "Pick a subject, then a topic.") { app, words in
      let name = try one(words, "a subject or a topic: pick Math")
      // A subject can still be picked when the topics are shown already.
      for picker in try app.screens(PickerModel.self, "start-exam first").reversed()
      where picker.items.value.contains(name) { return try picker.pick(name) }
      throw UserError("there is no subject or topic '\(name)' to pick")
    },
    UserAction(
      usage: "search [TEXT]", help: "TreeState for a subject or a topic; alone, see them all."
    ) {
      app, words in
      let text = words.joined(separator: " ")
      guard let picker = app.window.frontModel as? PickerModel else {
        throw UserError("there is nothing to search in; start-exam first")
      }
      picker.search(text)
    },
    UserAction(usage: "options MINUTES QUESTIONS", help: "Choose how long the exam is.") {
      app, words in
      guard words.count == 2, let minutes = Int(words[0]), let questions = Int(words[1]),
        minutes > 0, questions > 0
      else { throw UserError("give minutes and questions: options 60 30") }
      try app.screen(ExamOptionsPickerModel.self, "pick a topic first")
        .pick(minutes: minutes, questions: questions)
    },
    UserAction(usage: "confirm", help: "Make the exam.") { app, _ in
      try app.screen(ExamCreationConfirmationModel.self, "choose the options first").confirm()
    },
    UserAction(usage: "back", help: "Leave the screen, and what was done on it.") { app, _ in
      guard app.window.goBack() else { throw UserError("there is no screen behind this one") }
    },
    UserAction(usage: "log-out", help: "Close the session.") { app, _ in
      try app.screen(SideMenuModel.self, "nobody is signed in").logOut()
    },
  ]

  static func perform(_ line: String, in app: ExamMasterApp) throws {
    let words = line.split(separator: " ").map(String.init)
    guard let name = words.first else { return }
    guard let action = all.first(where: { $0.name == name }) else {
      let names = all.map(\.name).joined(separator: ", ")
      throw UserError("there is no '\(name)' to do; there are \(names)")
    }
    if name != "menu", name != "back" { app.window.closeMenu() }
    try action.perform(app, Array(words.dropFirst()))
  }

  private static func one(_ words: [String], _ wanted: String) throws -> String {
    guard words.count >= 1 else { throw UserError("name \(wanted)") }
    return words.joined(separator: " ")
  }
}

extension ExamMasterApp {
  /// The models of the screens of a kind that are open, the front one last.
  func screens<Screen: Model>(_ type: Screen.Type, _ advice: String) throws -> [Screen] {
    let open = controller.session?.subtree.compactMap { $0 as? Screen } ?? []
    if open.isEmpty { throw UserError(advice) }
    return open
  }

  /// The model of a screen that is open.
  func screen<Screen: Model>(_ type: Screen.Type, _ advice: String) throws -> Screen {
    let open = controller.session?.subtree.lazy.compactMap { $0 as? Screen }.first
    guard let open else { throw UserError(advice) }
    return open
  }
}
