import TestSupport
import Testing

/// `modeltree diff OLD NEW`.
@Suite struct `Differences of two trees` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  /// The folder with a changed tree beside its own: the flow is below the menu and lost a
  /// picker, another model took the dashboard's place, the menu another state, and a model came.
  private static func folder() throws -> TestFolder {
    let folder = try TestFolder()
    var lines = ExamMaster.dump.split(separator: "\n").map(String.init)
    lines.removeAll { $0.contains("ExamTopicPickerModel") }
    func change(_ name: String, _ text: String, to other: String) {
      for (index, line) in lines.enumerated() where line.contains("\"\(name)\"") {
        let parts = line.split(separator: text, maxSplits: 1, omittingEmptySubsequences: false)
        lines[index] = parts.joined(separator: other)
      }
    }
    change("ExamCreationFlow", "\"parent\": 2", to: "\"parent\": 4")
    change("SideMenuModel", #"{"kind": "event", "domain": "Clock", "code": "tick"}"#, to: "")
    change("SideMenuModel", #", ], "state": {"examsCount": "0"}"#, to: #"], "state": {"a": "\n"}"#)
    change("DashboardModel", "DashboardModel", to: "HomeModel")
    change("ExamOptionsPickerModel", "}}", to: #"}}, {"id": 9, "parent": 3, "type": "Tip"}"#)
    try folder.write(lines.joined(separator: "\n"), to: "new.json")
    return folder
  }

  @Test func `equal dumps have none, whatever their ids`() throws {
    let folder = try TestFolder()
    try folder.modeltree("diff", "tree.json", "tree.json")
      .expect(output: "no difference between tree.json and tree.json\n")
    try folder.modeltree("diff", "tree.json", "-", "--json", input: ExamMaster.dump)
      .expect(
        output: #"{"equal": true, "removed": [], "added": [], "moved": [], "changed": []}"#
          + "\n")
    try folder.write(ExamMaster.dump(nodes: [#"{"id": 7, "type": "A"}"#]), to: "a.json")
    try folder.write(ExamMaster.dump(nodes: [#"{"id": 8, "type": "A"}"#]), to: "b.json")
    try folder.modeltree("diff", "a.json", "b.json")
      .expect(output: "no difference between a.json and b.json\n")
  }

  @Test func `each difference is a line, and the status is 1`() throws {
    try Self.folder().modeltree("diff", "tree.json", "new.json").expect(
      status: 1,
      output: """
        tree.json → new.json: 2 models removed, 2 added, 3 moved, 1 changed
        - \(Self.path)/DashboardModel removed
        - \(Self.path)/ExamCreationFlow/ExamTopicPickerModel removed
        + \(Self.path)/HomeModel added, with 1 model below it
        > \(Self.path)/ExamCreationFlow moved to \(Self.path)/SideMenuModel, with 2 models below it
        ~ \(Self.path)/SideMenuModel:
            no longer registered for event Clock.tick
            a – → \\u{a}
            examsCount 0 → –

        """)
  }

  @Test func `json names it with the ids of both trees`() throws {
    try Self.folder().modeltree("diff", "tree.json", "new.json", "--json").expect(
      status: 1,
      output: """
        {"equal": false, \
        "removed": [{"id": 3, "type": "DashboardModel", \
        "path": "\(Self.path)/DashboardModel", "below": 0}, \
        {"id": 7, "type": "ExamTopicPickerModel", \
        "path": "\(Self.path)/ExamCreationFlow/ExamTopicPickerModel", "below": 0}], \
        "added": [{"id": 3, "type": "HomeModel", "path": "\(Self.path)/HomeModel", "below": 1}], \
        "moved": [{"old": 5, "new": 5, "type": "ExamCreationFlow", \
        "from": "\(Self.path)/ExamCreationFlow", \
        "to": "\(Self.path)/SideMenuModel/ExamCreationFlow", "below": 2}], \
        "changed": [{"old": 4, "new": 4, "type": "SideMenuModel", "path": "\(Self.path)/SideMenuModel", \
        "changes": [{"what": "handles", \
        "old": {"kind": "event", "domain": "Clock", "code": "tick"}}, \
        {"what": "state", "key": "a", "new": "\\n"}, \
        {"what": "state", "key": "examsCount", "old": "0"}]}]}

        """)
  }

  @Test func `every attribute of a model is compared in both forms`() throws {
    let folder = try TestFolder()
    let message = #"{"kind": "bubble", "domain": "D", "code": "1", "label": "one"}"#
    let whole = #"{"kind": "error", "domain": "D", "source": "A.swift:1"}"#
    try folder.write(ExamMaster.dump(nodes: [#"{"id": 1, "type": "A"}"#]), to: "a.json")
    try folder.write(
      ExamMaster.dump(nodes: [
        #"{"id": 2, "type": "A", "label": "l", "session": true, "representation": "R", "#
          + #""services": ["S"], "handles": [\#(whole)], "raises": [\#(message)], "#
          + #""state": {"k": "v"}}"#
      ]), to: "b.json")
    try folder.modeltree("diff", "a.json", "b.json").expect(
      status: 1,
      output: """
        a.json → b.json: 1 model changed
        ~ /A:
            label – → l
            a session now
            screen – → R
            registered for all errors of D
            raises bubble D.1 (one)
            provides S
            k – → v

        """)
    try folder.modeltree("diff", "b.json", "a.json", "--json").expect(
      status: 1,
      output: """
        {"equal": false, "removed": [], "added": [], "moved": [], \
        "changed": [{"old": 2, "new": 1, "type": "A", "path": "/A", "changes": [\
        {"what": "label", "old": "l"}, {"what": "session", "old": true, "new": false}, \
        {"what": "representation", "old": "R"}, {"what": "handles", "old": \(whole)}, \
        {"what": "raises", "old": \(message)}, {"what": "service", "old": "S"}, \
        {"what": "state", "key": "k", "old": "v"}]}]}

        """)
  }

  @Test(arguments: [
    ("é", "e\u{301}", "é", #"e\u{301}"#), ("a b", "a\u{a0}b", "a b", #"a\u{a0}b"#),
    ("A", "\u{410}", "A", #"\u{410}"#), ("a", "a ", "a", #""a ""#),
  ])
  func `sides that look alike are told apart`(
    old: String, new: String, shownOld: String, shownNew: String
  ) throws {
    let folder = try TestFolder()
    for (name, label) in [("a.json", old), ("b.json", new)] {
      let row = #"{"id": 1, "type": "Row", "label": "\#(label)", "state": {"v": "\#(label)"}}"#
      try folder.write(ExamMaster.dump(nodes: [row]), to: name)
    }
    try folder.modeltree("diff", "a.json", "b.json").expect(
      status: 1,
      output: """
        a.json → b.json: 1 model changed
        ~ /Row:
            label \(shownOld) → \(shownNew)
            v \(shownOld) → \(shownNew)

        """)
  }

  @Test func `a long value is the part that differs`() throws {
    let folder = try TestFolder()
    for (name, count) in [("a.json", 1), ("b.json", 2)] {
      let rows = String(repeating: "{id: 7, title: Row}, ", count: 300)
      let row = #"{"id": 1, "type": "Row", "state": {"v": "\#(rows)count: \#(count), \#(rows)"}}"#
      try folder.write(ExamMaster.dump(nodes: [row]), to: name)
    }
    try folder.modeltree("diff", "a.json", "b.json").expect(
      status: 1,
      output: """
        a.json → b.json: 1 model changed
        ~ /Row: v … 7, title: Row}, count: 1, {id: 7, title: Row}, {… → … 7, title: Row}, count: 2, \
        {id: 7, title: Row}, {…

        """)
  }

  @Test func `a recycled cell is named with its list in both trees`() throws {
    let folder = try TestFolder()
    for (name, parent, label) in [("a.json", 2, "apple"), ("b.json", 3, "pear")] {
      let nodes = [
        #"{"id": 1, "type": "Root"}"#, #"{"id": 2, "parent": 1, "type": "List", "label": "l"}"#,
        #"{"id": 3, "parent": 1, "type": "List", "label": "m"}"#,
        #"{"id": 4, "parent": \#(parent), "type": "Cell", "label": "\#(label)"}"#,
      ]
      try folder.write(ExamMaster.dump(nodes: nodes), to: name)
    }
    try folder.modeltree("diff", "a.json", "b.json").expect(
      status: 1,
      output: """
        a.json → b.json: 1 model removed, 1 added
        - /Root/List/Cell "apple" removed from /Root/List[1] "l"
        + /Root/List/Cell "pear" added to /Root/List[2] "m"

        """)
  }
}
