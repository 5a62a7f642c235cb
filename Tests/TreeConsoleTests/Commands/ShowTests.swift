import TestSupport
import Testing

/// `modeltree show`, run as the shell runs it.
@Suite struct `Showing a model` {
  @Test(arguments: [
    (
      "MainFlow",
      """
      MainFlow  #2
        path            /AppAuthorizedSession/MainFlow
        label           main
        parent          AppAuthorizedSession #1
        children        DashboardModel #3
                        SideMenuModel #4
                        ExamCreationFlow #5
        below it        6 models
        session         AppAuthorizedSession #1
        representation  MainFlowController
        handles         △ bubble MainFlow.ShowSideMenu  at Flow.swift:39
                        ▼ event AppEvent.StartExam  at Flow.swift:40
                        ▼ event Clock.*
        created at      Session.swift:22

      """
    ),
    (
      "/AppAuthorizedSession",
      """
      AppAuthorizedSession  #1
        path            /AppAuthorizedSession
        children        MainFlow #2
        below it        7 models
        session         it is one
        services        APIClient
                        Store
        handles         ▲ error NetworkErrors.101 (badToken)  at Session.swift:15
        state           user = Anna
        created at      App.swift:16

      """
    ),
    (
      "#6",
      """
      ExamSubjectPickerModel  #6
        path            /AppAuthorizedSession/MainFlow/ExamCreationFlow/ExamSubjectPickerModel
        parent          ExamCreationFlow #5
        session         AppAuthorizedSession #1
        raises          ▲ error NetworkErrors.100 (badResponse)
        state           subjects = 5
        created at      Exam.swift:22

      """
    ),
  ])
  func `everything known of one model is listed`(selector: String, output: String) throws {
    try TestFolder().modeltree("show", "tree.json", selector).expect(output: output)
  }

  @Test func `json is the model as the dump has it, with its path`() throws {
    try TestFolder().modeltree("show", "tree.json", "ExamCreationFlow", "--json")
      .expect(
        output: #"{"id": 5, "parent": 2, "type": "ExamCreationFlow", "#
          + #""path": "/AppAuthorizedSession/MainFlow/ExamCreationFlow", "#
          + #""handles": [{"kind": "error", "domain": "NetworkErrors", "code": "100", "#
          + #""label": "badResponse", "source": "Exam.swift:20"}], "#
          + #""raises": [{"kind": "event", "domain": "AppEvent", "code": "ExamCreated"}], "#
          + #""source": "Flow.swift:51"}"# + "\n")
  }

  @Test func `of many children the first are named and the rest counted`() throws {
    let outcome = try TestFolder(dump: ExamMaster.star(15)).modeltree("show", "tree.json", "#0")
    let children = (1...12).map { "Leaf #\($0)" } + ["and 3 more; --limit all shows them"]
    outcome.expect(
      output: """
        Root  #0
          path            /Root
          children        \(children.joined(separator: "\n                  "))
          below it        15 models
          session         it is one

        """)
  }
}
