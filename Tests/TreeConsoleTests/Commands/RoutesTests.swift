import TestSupport
import Testing

/// `modeltree routes` and `resolve`, run as the shell runs them.
@Suite struct `Routes of all messages` {
  private static let main = "/AppAuthorizedSession/MainFlow"

  @Test func `every message is listed with its handlers and where it has none`() throws {
    try TestFolder().modeltree("routes", "tree.json").expect(
      output: """
        if raised at each of 8 models:

        error NetworkErrors.100 (badResponse)
          from 4 models   handled by  \(Self.main)/ExamCreationFlow at Exam.swift:20
          from 4 models   uncaught    AppAuthorizedSession, MainFlow, DashboardModel, SideMenuModel

        error NetworkErrors.101 (badToken)
          from 8 models   handled by  /AppAuthorizedSession at Session.swift:15

        bubble MainFlow.ShowSideMenu
          from 7 models   handled by  \(Self.main) at Flow.swift:39
          from 1 model    unhandled   AppAuthorizedSession

        event AppEvent.StartExam
          from 8 models   heard by    \(Self.main) at Flow.swift:40

        event AppEvent.ExamCreated
          from 8 models   heard by    \(Self.main)/SideMenuModel at Flow.swift:80

        event Clock.tick
          from 8 models   heard by    \(Self.main)
          from 8 models   heard by    \(Self.main)/SideMenuModel

        6 messages, 2 of them uncaught, unhandled or unheard from some models

        """)
  }

  @Test func `what a model is known to raise and none handles comes first`() throws {
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "session": true}"#,
        #"{"id": 2, "parent": 1, "type": "Flow", "handles": [{"kind": "error", "domain": "Net", "code": "1"}, {"kind": "error", "domain": "Net", "code": "2"}, {"kind": "error", "domain": "Net", "code": "3"}]}"#,
        #"{"id": 3, "parent": 2, "type": "List", "raises": [{"kind": "error", "domain": "Net", "code": "1"}]}"#,
        #"{"id": 4, "parent": 1, "type": "Side", "raises": [{"kind": "error", "domain": "Net", "code": "3"}]}"#,
      ]))
    let messages = ["error Net.3", "error Net.1", "error Net.2"]
    let answer = try folder.modeltree("routes", "tree.json", "--uncaught")
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.filter { messages.contains($0) } == messages)
    #expect(
      lines.filter { $0.contains("uncaught  ") } == [
        "  from 2 models   uncaught    Side (raises it), App",
        "  from 2 models   uncaught    App, Side", "  from 2 models   uncaught    App, Side",
      ])
  }

  @Test func `handlers and models come first that a known raiser leads to`() throws {
    let handles = #""handles": [{"kind": "error", "domain": "Net", "code": "1"}]"#
    let raises =
      #""raises": [{"kind": "error", "domain": "Net", "code": "1"}, "#
      + #"{"kind": "event", "domain": "Clock", "code": "tick"}]"#
    let folder = try TestFolder(
      dump: ExamMaster.dump(
        nodes: [#"{"id": 0, "type": "App", "session": true}"#]
          + (1...14).map {
            #"{"id": \#($0), "parent": 0, "type": "S\#($0)", "session": true, \#(handles)}"#
          } + [#"{"id": 15, "parent": 14, "type": "Form", \#(raises)}"#]))
    let answer = try folder.modeltree("routes", "tree.json").text.split(separator: "\n")
    let error = try #require(answer.firstIndex { $0.hasPrefix("error Net.1") })
    #expect(answer[error + 1] == "  from 2 models   handled by  /App/S14")
    #expect(answer[error + 2] == "  from 1 model    handled by  /App/S1")
    #expect(
      answer.contains("  from 16 models  unheard     in S14, App, …")
        || answer.contains("  from 16 models  unheard     in S14, App"))
  }

  @Test func `it is narrowed to a part of the tree, to a message, and to what goes wrong`() throws {
    let folder = try TestFolder()
    try folder.modeltree("routes", "tree.json", "SideMenuModel", "--uncaught").expect(
      output: """
        if raised at each of 1 model:

        error NetworkErrors.100 (badResponse)
          from 1 model    uncaught    SideMenuModel

        """)
    try folder.modeltree("routes", "tree.json", "--message", "error badToken", "--json").expect(
      output: #"{"messages": [{"message": {"kind": "error", "domain": "NetworkErrors", "#
        + #""code": "101"}, "handled": [{"handler": 1, "from": 8}], "uncaught": 0, "#
        + #""shadowed": [], "idle": [], "raisers": 0}]}"# + "\n")
  }

  @Test func `a handler in front of another shows it shadowed for its part of the tree`() throws {
    try TestFolder().modeltree(
      "repl", "tree.json", "-c", "what-if register error badToken at ExamCreationFlow", "-c",
      "routes --message error badToken"
    ).expect(
      output: """
        in the copy: register error badToken at ExamCreationFlow
        if raised at each of 8 models:

        error NetworkErrors.101 (badToken)
          from 4 models   handled by  /AppAuthorizedSession at Session.swift:15
          from 4 models   handled by  \(Self.main)/ExamCreationFlow at what-if
          from 4 models   shadowed    /AppAuthorizedSession, hidden by \(Self.main)/ExamCreationFlow

        """)
  }

  @Test(arguments: [
    (
      ["routes", "tree.json", "Nobody"],
      "no model matches 'Nobody'; 'find' with '**' lists the models"
    ),
    (
      ["routes", "tree.json", "--message", "error"],
      "'error' isn't a message; write a kind and a name, such as error NetworkErrors.101"
    ),
    (
      ["resolve", "tree.json", "APIClient", "--from", "Nobody"],
      "no model matches 'Nobody'; 'find' with '**' lists the models"
    ),
    (["resolve", "tree.json", "APIClient"], "say which model asks for it: --from SELECTOR"),
    (
      ["resolve", "tree.json"],
      "Missing expected argument '<service>'; see 'modeltree help resolve'"
    ),
  ])
  func `what leads nowhere is refused`(words: [String], message: String) throws {
    try TestFolder().modeltree(words).expectRefusal(message)
  }

  @Test func `a service is followed from a model to the session that provides it`() throws {
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "session": true, "services": ["API", "Store"]}"#,
        #"{"id": 2, "parent": 1, "type": "Local", "session": true, "services": ["Store"]}"#,
        #"{"id": 3, "parent": 2, "type": "Leaf"}"#, #"{"id": 4, "parent": 1, "type": "Side"}"#,
      ]))
    try folder.modeltree("resolve", "tree.json", "API", "--from", "Leaf").expect(
      output: """
        API for Leaf #3

          /App/Local  does not provide it
          /App  provides it

        provided by /App

        """)
    try folder.modeltree("resolve", "tree.json", "Store", "--from", "Leaf").expect(
      output: """
        Store for Leaf #3

          /App/Local  provides it
          /App  provides it too, and is hidden

        provided by /App/Local

        """)
    try folder.modeltree("resolve", "tree.json", "Store", "--from", "Leaf", "--json").expect(
      output: #"{"service": "Store", "from": 3, "asked": [2], "provider": 2, "hidden": [1]}"# + "\n"
    )
  }

  @Test func `a model that asks for a service that nothing provides is found by lint`() throws {
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "session": true, "services": ["API"]}"#,
        #"{"id": 2, "parent": 1, "type": "Leaf", "asks": ["API", "Store"]}"#,
      ]))
    try folder.modeltree("lint", "tree.json").expect(
      status: 1,
      output: """
        error: unprovided-service
          /App/Leaf #2
            this model asks for the service Store, which no session around it provides
          remedy: Provide the service in createServices() of a session around the model.

        1 finding: 1 error

        """)
  }

  @Test func `a service that no session provides is missing, and a near name is suggested`() throws
  {
    let folder = try TestFolder()
    let note =
      "modeltree: note: no session in this tree provides 'APIclient'; "
      + "did you mean 'APIClient'?\n"
    try folder.modeltree("resolve", "tree.json", "APIclient", "--from", "#8").expect(
      output: """
        APIclient for ExamOptionsPickerModel #8

          /AppAuthorizedSession  does not provide it

        missing: no session around the model provides it, and asking for it fails

        """, errors: note)
  }
}
