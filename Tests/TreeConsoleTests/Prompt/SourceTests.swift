import TestSupport
import Testing

/// Commands in files.
@Suite struct `Commands from files` {
  private static let path = "/AppAuthorizedSession/MainFlow"

  @Test func `a file's lines run at its place`() throws {
    let folder = try TestFolder()
    try folder.write("# where\nhere MainFlow\n\nsource inner.txt\n", to: "outer.txt")
    try folder.write("find Side*\r\nalias s show", to: "inner.txt")
    try folder.modeltree("repl", "tree.json", input: "source outer.txt\nhere\ns --json\n").expect(
      output: """
        \(Self.path)
        #4  \(Self.path)/SideMenuModel
        \(Self.path)
        {"id": 2, "parent": 1, "type": "MainFlow", "path": "\(Self.path)", "label": "main", \
        "representation": "MainFlowController", "handles": [{"kind": "bubble", "domain": "MainFlow", \
        "code": "ShowSideMenu", "source": "Flow.swift:39"}, {"kind": "event", "domain": "AppEvent", \
        "code": "StartExam", "source": "Flow.swift:40"}, {"kind": "event", "domain": "Clock"}], \
        "source": "Session.swift:22"}

        """)
  }

  @Test func `an error names each file and line`() throws {
    let folder = try TestFolder()
    try folder.write("here\nsource inner.txt\nhere\n", to: "outer.txt")
    try folder.write("\n\nprnt\n", to: "inner.txt")
    try folder.modeltree("repl", "tree.json", input: "source outer.txt\nhere\n").expect(
      status: 2, output: "/AppAuthorizedSession\n",
      errors: "modeltree: line 1: inner.txt:3: 'prnt' isn't a command; "
        + "did you mean 'print'?\n")
    try folder.modeltree("repl", "tree.json", "-c", "source none.txt").expectRefusal(
      "cannot read 'none.txt': No such file or directory; check the path")
  }

  @Test func `a file that names itself is refused, and so are too many within each other`() throws {
    let folder = try TestFolder()
    try folder.write("source b.txt\n", to: "a.txt")
    try folder.write("source a.txt\n", to: "b.txt")
    try folder.modeltree("repl", "tree.json", "-c", "source a.txt").expectRefusal(
      "b.txt:1: 'a.txt' is being read already; a file cannot run itself")
    for number in 1...17 { try folder.write("source f\(number + 1)\n", to: "f\(number)") }
    let outcome = try folder.modeltree("repl", "tree.json", "-c", "source f1")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasSuffix(
        "f16:1: 'f17' is nested 16 files deep; put the commands into fewer files\n"))
  }
}
