import ExamMasterModels
import ModelTree
import SampleApps

/// What a user can do with exams.
@MainActor
enum UserActions {
  static let all: [TypedAction<ExamMasterApp>] = [
    TypedAction(
      "sign-in NAME", "Sign in, or up where the registration is open.",
      values: ["NAME": { _ in ["Anna", "R2D2"] }]
    ) { app, words in
      let name = try one(words, "a user name: sign-in Anna")
      let screen: CredentialsModel =
        try (try? app.screen(RegistrationModel.self, ""))
        ?? app.screen(
          SignInModel.self, "you are signed in; log-out first")
      screen.form.enter(userName: name)
      if screen.form.userName == name { try screen.submit() }
    },
    TypedAction("register", "Open the registration.") { app, _ in
      try app.screen(LoginFlow.self, "you are signed in; log-out first").showRegistration()
    },
    TypedAction("menu", "Show the side menu.") { app, _ in
      try app.screen(DashboardModel.self, "sign-in first").showSideMenu()
    },
    TypedAction("start-exam", "Begin an exam.") { app, _ in
      try app.screen(DashboardModel.self, "sign-in first").startExam()
    },
    TypedAction(
      "pick NAME", "Pick a subject, then a topic.",
      values: [
        "NAME": { app in
          (try? app.screens(PickerModel.self, ""))?.flatMap(\.items.value) ?? []
        }
      ]
    ) { app, words in
      let name = try one(words, "a subject or a topic: pick Math")
      // A subject can still be picked when the topics are shown already.
      for picker in try app.screens(PickerModel.self, "start-exam first").reversed()
      where picker.items.value.contains(name) { return try picker.pick(name) }
      throw UserError("there is no subject or topic '\(name)' to pick")
    },
    TypedAction("search [TEXT]", "Look for a subject or a topic; alone, see them all.") {
      app, words in
      guard let picker = app.window.frontModel as? PickerModel else {
        throw UserError("there is nothing to search in; start-exam first")
      }
      picker.search(words.text)
    },
    TypedAction("options MINUTES QUESTIONS", "Choose how long the exam is.") { app, words in
      let words = words.all
      guard words.count == 2, let minutes = Int(words[0]), let questions = Int(words[1]),
        minutes > 0, questions > 0
      else { throw UserError("give minutes and questions: options 60 30") }
      try app.screen(ExamOptionsPickerModel.self, "pick a topic first")
        .pick(minutes: minutes, questions: questions)
    },
    TypedAction("confirm", "Make the exam.") { app, _ in
      try app.screen(ExamCreationConfirmationModel.self, "choose the options first").confirm()
    },
    TypedAction("back", "Leave the screen, and what was done on it.") { app, _ in
      guard app.window.goBack() else { throw UserError("there is no screen behind this one") }
    },
    TypedAction("log-out", "Close the session.") { app, _ in
      try app.screen(SideMenuModel.self, "nobody is signed in").logOut()
    },
  ]

  private static func one(_ words: TypedWords, _ wanted: String) throws -> String {
    guard !words.text.isEmpty else { throw UserError("name \(wanted)") }
    return words.text
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
