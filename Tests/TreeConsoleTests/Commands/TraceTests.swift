import TestSupport
import Testing

/// `modeltree trace` and `raise` on a dump, run as the shell runs them.
@Suite struct `Tracing a message` {
  struct Question: CustomTestStringConvertible, Sendable {
    var words: [String]
    var text: String
    var json: String
    var note: String?

    var testDescription: String { words.joined(separator: " ") }
    var errors: String { note.map { "modeltree: note: \($0)\n" } ?? "" }
  }

  @Test(arguments: questions)
  func `the way is shown in words`(question: Question) throws {
    try TestFolder().modeltree(["trace", "tree.json"] + question.words)
      .expect(output: question.text, errors: question.errors)
  }

  @Test(arguments: questions)
  func `the way is written as JSON on one line`(question: Question) throws {
    try TestFolder().modeltree(["trace", "tree.json", "--json"] + question.words)
      .expect(output: question.json + "\n", errors: question.errors)
  }

  @Test func `raised on a dump the answer is the same, and a note says so`() throws {
    let question = Self.questions[2]
    let folder = try TestFolder()
    let note = "modeltree: note: a dump cannot run handlers; this is what 'trace' answers\n"
    try folder.modeltree(["raise", "tree.json"] + question.words)
      .expect(output: question.text, errors: question.errors + note)
    try folder.modeltree(["raise", "tree.json", "--json"] + question.words)
      .expect(output: question.json + "\n", errors: question.errors + note)
  }

  @Test(arguments: ["NetworkErrors.101", "NetworkErrors.badToken", "101", "badToken"])
  func `code and label, with the domain and bare, name the same message`(name: String) throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree("trace", "tree.json", "error", name, "--from", "#8")
    #expect(outcome.errors == "")
    #expect(outcome.text.hasPrefix("error NetworkErrors.101 (badToken) raised at "))
  }

  @Test func `the type of the value that a message carries decides, where it is asked for`() throws
  {
    let folder = try TestFolder()
    let dump = """
      {"format": "model-tree", "version": 1, "messages": [], "nodes": [
        {"id": 1, "type": "App", "session": true, "handles": [
          {"kind": "bubble", "domain": "Exams", "code": "Chosen", "payload": "Paper", "source": "App.swift:4"}]},
        {"id": 2, "parent": 1, "type": "Flow", "handles": [
          {"kind": "bubble", "domain": "Exams", "code": "Chosen", "payload": "Exam", "source": "Flow.swift:7"}]},
        {"id": 3, "parent": 2, "type": "Picker"}
      ]}
      """
    try folder.write(dump, to: "exams.json")
    let words = ["trace", "exams.json", "bubble", "Chosen", "--from", "Picker"]
    try folder.modeltree(words).expect(
      output: """
        bubble Exams.Chosen raised at Picker #3

           0  Picker  passed   nothing registered for bubbles
           1  Flow    handled  registered for this code with a payload of type Exam at Flow.swift:7

        handled by Flow after 1 hop

        near misses:
          /App is registered for it too at App.swift:4, but Flow handles it first

        """)
    try folder.modeltree(words + ["--of", "Paper"]).expect(
      output: """
        bubble Exams.Chosen raised at Picker #3

           0  Picker  passed   nothing registered for bubbles
           1  Flow    passed   registered for it with a payload of type Exam at Flow.swift:7, not Paper
           2  App     handled  registered for this code with a payload of type Paper at App.swift:4

        handled by App after 2 hops

        near misses:
          /App/Flow is registered for it with a payload of type Exam at Flow.swift:7, not Paper

        """)
    try folder.modeltree(words + ["--of", "Book", "--json"]).expect(
      output: #"{"message": {"kind": "bubble", "domain": "Exams", "code": "Chosen"}, "from": 3, "#
        + #""hops": [{"node": 3, "verdict": "passed", "reason": "no-handlers"}, "#
        + #"{"node": 2, "verdict": "passed", "reason": "other-payload"}, "#
        + #"{"node": 1, "verdict": "passed", "reason": "other-payload"}], "outcome": "unhandled", "#
        + #""near": [{"node": 2, "why": "other-payload", "kind": "bubble", "domain": "Exams", "#
        + #""code": "Chosen", "payload": "Exam", "source": "Flow.swift:7"}, "#
        + #"{"node": 1, "why": "other-payload", "kind": "bubble", "domain": "Exams", "#
        + #""code": "Chosen", "payload": "Paper", "source": "App.swift:4"}]}"# + "\n")
    try folder.modeltree("show", "exams.json", "Flow").expect(
      output: """
        Flow  #2
          path            /App/Flow
          parent          App #1
          children        Picker #3
          below it        1 model
          session         App #1
          handles         △ bubble Exams.Chosen with a payload of type Exam  at Flow.swift:7

        """)
  }

  @Test func `an event of a local session stays in the session around it`() throws {
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "session": true}"#,
        #"{"id": 2, "parent": 1, "type": "Local", "session": true}"#,
        #"{"id": 3, "parent": 2, "type": "In", "handles": [{"kind": "event", "domain": "E"}]}"#,
        #"{"id": 4, "parent": 1, "type": "Out", "handles": [{"kind": "event", "domain": "E"}]}"#,
      ]))
    func receivers(_ raiser: String) throws -> String {
      try folder.modeltree("trace", "tree.json", "event", "E.x", "--from", raiser, "--json").text
    }
    let message = #"{"message": {"kind": "event", "domain": "E", "code": "x"}, "from": "#
    #expect(
      try receivers("In") == message + #"3, "receivers": [3], "outcome": "delivered", "#
        + #""near": [{"node": 4, "why": "elsewhere", "kind": "event", "domain": "E"}]}"# + "\n")
    #expect(
      try receivers("Local") == message + #"2, "receivers": [3, 4], "outcome": "delivered"}"# + "\n"
    )
    #expect(
      try receivers("App") == message + #"1, "receivers": [3, 4], "outcome": "delivered"}"# + "\n")
  }
}
