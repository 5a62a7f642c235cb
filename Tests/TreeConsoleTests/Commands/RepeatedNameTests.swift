import TestSupport
import Testing

/// Answers about a tree in which one type is everywhere, like a tree of files.
@Suite struct `Answers that name models of one type` {
  private static let listens = #""handles": [{"kind": "event", "domain": "FS", "code": "changed"}]"#
  private static let files = ExamMaster.dump(nodes: [
    #"{"id": 1, "type": "Directory", "label": "usr", "session": true, \#(listens)}"#,
    #"{"id": 2, "parent": 1, "type": "Directory", "label": "bin", \#(listens)}"#,
    #"{"id": 3, "parent": 1, "type": "Directory", "label": "share"}"#,
    #"{"id": 4, "parent": 3, "type": "Directory", "label": "share", "raises": [{"kind": "error", "domain": "FS", "code": "denied"}]}"#,
  ])

  @Test func `a trace tells them apart`() throws {
    try TestFolder(dump: Self.files)
      .modeltree("trace", "tree.json", "error", "FS.denied", "--from", "#4").expect(
        output: """
          error FS.denied raised at Directory "share" #4

             0  Directory "share" #4  passed   nothing registered for errors
             1  Directory "share" #3  passed   nothing registered for errors
             2  Directory "usr"       passed   nothing registered for errors

          uncaught: no model up to the root is registered for it; it ends in Directory "usr", \
          which is notified

          """)
  }

  @Test func `routes and lint tell them apart`() throws {
    let folder = try TestFolder(dump: Self.files)
    try folder.modeltree("routes", "tree.json").expect(
      output: """
        if raised at each of 4 models:

        event FS.changed
          from 4 models   heard by    /Directory
          from 4 models   heard by    /Directory/Directory[1] "bin"

        error FS.denied
          from 4 models   uncaught    Directory "share" #4 (raises it), Directory "usr", \
        Directory "bin", Directory "share" #3

        2 messages, 1 of them uncaught, unhandled or unheard from some models

        """)
    let lint = try TestFolder(dump: Self.files).modeltree("lint", "tree.json")
    #expect(lint.text.contains("  /Directory/Directory/Directory #4\n"))
  }

  @Test func `the first receivers of an event are listed, and the others counted`() throws {
    let listens = #""handles": [{"kind": "event", "domain": "FS", "code": "changed"}]"#
    let nodes =
      [#"{"id": 1, "type": "App", "session": true}"#]
      + (2...31).map { #"{"id": \#($0), "parent": 1, "type": "Cell", \#(listens)}"# }
      + (32...34).map { #"{"id": \#($0), "parent": 1, "type": "Row", \#(listens)}"# }
    let folder = try TestFolder(dump: ExamMaster.dump(nodes: nodes))
    let words = ["trace", "tree.json", "event", "FS.changed", "--from", "#1"]
    let lines = try folder.modeltree(words).text.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(3) == [
        "  12  /App/Cell[12]  registered for this code",
        "  and 21 more; --limit all shows them", "delivered to 33 models, in this order",
      ])
    let all = try folder.modeltree(words + ["--limit", "all"]).text
    #expect(
      all.contains("\n  33  /App/Row[3]    registered for this code\n\ndelivered to 33 models"))
  }
}
