import ExamMasterModels
import ModelTree
import ModelTreeTesting
import SampleApps
import Testing

@testable import ExamMaster

@MainActor
@Suite struct `What a user does` {
  private let user = TestUser()
  private var app: ExamMasterApp { user.app }

  @Test func `a name with digits is refused by the form and shown by the login flow`() async throws
  {
    try await user.perform("sign-in R2D2")
    #expect(
      user.printed == [
        "Sign in: sign-in NAME, or register",
        "! ApplicationErrors.100 (onlyLettersAllowed): 'R2D2' is no user name",
      ])
    #expect(app.controller.session is AppAnonymousSession)
  }

  @Test func `the registration signs in as well`() async throws {
    try await user.perform("register", "sign-in Bob")
    #expect((app.controller.session as? AppAuthorizedSession)?.credentials?.userName == "Bob")
  }

  @Test func `bad response is shown and leaves the flow where it is`() async throws {
    try await user.perform("sign-in Anna", "start-exam", "pick Physics")
    #expect(user.printed.last == "! NetworkErrors.100 (badResponse): no topics of Physics")
    let flow = try app.screen(ExamCreationFlow.self, "")
    #expect(flow.children.count == 1)
  }

  @Test func `bad token ends the session and frees its tree`() async throws {
    try await user.perform("sign-in Anna", "start-exam")
    try await expectNoLeaks(in: app.controller) { try await user.perform("pick English") }
    #expect(app.controller.session is AppAnonymousSession)
  }

  @Test func `an answer changes the tree after the call that asked`() async throws {
    try await user.perform("sign-in Anna", "start-exam")
    try app.perform("pick Math")
    let flow = try app.screen(ExamCreationFlow.self, "")
    #expect(flow.children.count == 1)
    await app.settle()
    #expect(flow.children.count == 2)
  }

  @Test func `a finished exam is counted and its flow is gone`() async throws {
    try await user.perform("sign-in Anna", "start-exam", "pick History", "pick Antiquity")
    try await expectNoLeaks(in: app.controller) {
      try await user.perform("options 45 20", "confirm")
    }
    expectTree(
      app.controller.session,
      matches: """
        AppAuthorizedSession
          MainFlow
            DashboardModel
            SideMenuModel [state examsCount=1]
        """)
    #expect(user.printed.last == "Dashboard: start-exam, menu, or log-out")
    try await user.perform("start-exam")
    #expect(try app.screen(ExamCreationFlow.self, "").children.count == 1)
  }

  @Test func `picking another subject takes the later steps back`() async throws {
    try await user.perform(
      "sign-in Anna", "start-exam", "pick Math", "pick Algebra", "pick History")
    let flow = try app.screen(ExamCreationFlow.self, "")
    expectTree(
      flow,
      matches: """
        ExamCreationFlow [ordered]
          ExamSubjectPickerModel
          ExamTopicPickerModel
        """)
    #expect(flow.exam.subject == "History")
  }

  @Test func `an answer that comes after the session closed reaches nobody`() async throws {
    try await user.perform("sign-in Anna", "start-exam")
    try app.perform("pick Math")
    try app.perform("log-out")
    await app.settle()
    expectTree(
      app.controller.session,
      matches: """
        AppAnonymousSession [session]
          LoginFlow
            SignInModel
              AuthorizationFormModel
        """)
  }

  @Test(arguments: [
    (
      "dance",
      "there is no 'dance' to do; there are sign-in, register, menu, start-exam, pick, search, "
        + "options, confirm, back, log-out, wait, help, quit"
    ),
    ("menu", "sign-in first"),
    ("sign-in", "name a user name: sign-in Anna"),
    ("confirm", "choose the options first"),
    ("search Al", "there is nothing to search in; start-exam first"),
    ("back", "there is no screen behind this one"),
  ])
  func `what cannot be done now is said in words`(step: String, text: String) {
    #expect {
      try app.perform(step)
    } throws: { error in
      "\(error)" == text
    }
  }
}
