import ExamMasterModels
import Foundation
import ModelTree
import ModelTreeStorage
import ModelTreeTesting
import SampleApps
import Testing

@testable import ExamMaster

/// What a user sees is a stack of screens that the tree's growth drives; a model goes with its
/// screen.
@MainActor
@Suite struct `Navigation between screens` {
  private let user = TestUser()
  private var app: ExamMasterApp { user.app }

  @Test func `each step puts its screen in front`() async throws {
    try await user.perform(
      "sign-in Anna", "start-exam", "pick Math", "pick Algebra", "options 90 40")
    let expected = """
      Dashboard / New exam / Subject: pick Math, Chemistry, History, Physics, English; search TEXT, \
      or back
      Dashboard / New exam / Subject / Topic: pick Algebra, Geometry, Calculus; search TEXT, or back
      Dashboard / New exam / Subject / Topic / Options: options MINUTES QUESTIONS (60 and 30), or back
      Dashboard / New exam / Subject / Topic / Options / Confirmation: Math, Algebra, 90 minutes, \
      40 questions; confirm, or back
      """
    #expect(user.printed.suffix(4).joined(separator: "\n") == expected)
  }

  @Test func `a model leaves the tree with its screen`() async throws {
    try await user.perform("sign-in Anna", "start-exam", "pick Math", "pick Algebra")
    try await expectNoLeaks(in: app.controller) {
      try await user.perform("back")
      expectTree(
        try app.screen(ExamCreationFlow.self, ""),
        matches: """
          ExamCreationFlow [ordered]
            ExamSubjectPickerModel
            ExamTopicPickerModel
          """)
      try await user.perform("back", "back")
    }
    #expect(user.printed.last == "Dashboard: start-exam, menu, or log-out")
    expectTree(
      app.controller.session,
      matches: """
        AppAuthorizedSession
          MainFlow
            DashboardModel
            SideMenuModel
        """)
  }

  @Test func `the way to a new exam says two things, and both are heard`() async throws {
    try await user.perform("sign-in Anna")
    try await expectJournal(
      of: app.controller,
      says: """
        event AppEvent.StartExam from DashboardModel => MainFlow only
        event AppEvent.ExamCreated from ExamCreationFlow => SideMenuModel only
        """
    ) {
      try await user.perform(
        "start-exam", "pick Math", "pick Algebra", "options 90 40", "confirm")
    }
  }

  @Test func `the registration can be left and opened again`() async throws {
    let signingIn = """
      LoginFlow
        SignInModel
          AuthorizationFormModel
      """
    let registering = """
      LoginFlow [ordered]
        SignInModel
          AuthorizationFormModel
        RegistrationModel
          AuthorizationFormModel
      """
    try await user.perform("register", "register")
    #expect(user.printed.last == "Sign in / Register: sign-in NAME, or back")
    expectTree(try app.screen(LoginFlow.self, ""), matches: registering)
    try await expectNoLeaks(in: app.controller) { try await user.perform("back") }
    expectTree(try app.screen(LoginFlow.self, ""), matches: signingIn)
    try await user.perform("register")
    expectTree(try app.screen(LoginFlow.self, ""), matches: registering)
  }

  @Test func `the side menu comes and goes without its model`() async throws {
    try await user.perform("sign-in Anna", "menu")
    #expect(user.printed.last == "Dashboard / Side menu: 0 exams; start-exam, log-out, or back")
    weak let menu = try app.screen(SideMenuModel.self, "")
    try await user.perform("back")
    #expect(user.printed.last == "Dashboard: start-exam, menu, or log-out")
    #expect(menu?.parent is MainFlow)
  }

  @Test func `a new session brings its own screens, and the old ones are gone`() async throws {
    try await user.perform("sign-in Anna", "start-exam")
    weak let screen = app.window.frontModel?.representation
    #expect(screen != nil)
    try await user.perform("log-out")
    #expect(screen == nil)
    #expect(user.printed.last == "Sign in: sign-in NAME, or register")
  }

  @Test func `a search works in both lists, and tells what it does not find`() async throws {
    try await user.perform("sign-in Anna", "start-exam")
    try await user.perform("search IS")
    #expect(
      try app.screen(ExamSubjectPickerModel.self, "").offers.value == [
        "Chemistry", "History", "English",
      ])
    try await user.perform("search no such thing")
    #expect(
      user.printed.last
        == "! SearchErrors.100 (nothingFound): nothing is called 'no such thing'")
    try await user.perform("pick Math", "search geo")
    #expect(try app.screen(ExamTopicPickerModel.self, "").offers.value == ["Geometry"])
    expectTree(
      try app.screen(ExamCreationFlow.self, ""),
      matches: """
        ExamCreationFlow
          ExamSubjectPickerModel
            SearchModel [state query="no such thing"]
          ExamTopicPickerModel
            SearchModel [state query=geo]
        error SearchErrors.nothingFound from ExamTopicPickerModel/SearchModel => ExamTopicPickerModel
        """)
    try await expectNoLeaks(in: app.controller) { try await user.perform("back") }
    expectTree(app.controller.session, matches: "not ExamTopicPickerModel/**")
  }

  @Test func `an app that is started again opens the session that it had`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func start() -> ExamMasterApp {
      let app = ExamMasterApp(store: FileSessionStore(path: file.path())) { _ in }
      app.start()
      return app
    }
    let first = start()
    try first.perform("sign-in Anna")
    await first.settle()
    first.controller.stop()
    let second = start()
    #expect(second.controller.session?.credentials?.userName == "Anna")
    try second.perform("log-out")
    #expect(start().controller.session is AppAnonymousSession)
    #expect(!FileManager.default.fileExists(atPath: file.path()))
  }
}
