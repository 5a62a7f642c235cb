import Foundation
import TestSupport
import Testing
import TextIO
import TreeJournal
import TreeSnapshot

@testable import LineEditing
@testable import TreeConsole

/// Completions at the cursor, which `|` marks in the lines of these tests.
@Suite struct `What completes at the prompt` {
  private static let types = [
    "AppAuthorizedSession", "DashboardModel", "ExamCreationFlow", "ExamOptionsPickerModel",
    "ExamSubjectPickerModel", "ExamTopicPickerModel", "MainFlow", "SideMenuModel",
  ]
  private static let exams = types.filter { $0.hasPrefix("Exam") }
  private static let flow = "/AppAuthorizedSession/MainFlow"
  private static let errors = [
    "NetworkErrors.100", "NetworkErrors.101", "NetworkErrors.badResponse", "NetworkErrors.badToken",
  ]

  static func complete(
    _ line: String, dump: String = ExamMaster.dump, remembered names: [String] = []
  ) throws -> Completion {
    let folder = try TestFolder(dump: dump)
    return try complete(line, on: folder.path(of: "tree.json"), remembered: names)
  }

  static func complete(
    _ line: String, on file: String, remembered names: [String] = []
  ) throws -> Completion {
    let target = try FileTarget(file)
    let cursor = try #require(line.firstIndex(of: "|"))
    var session = PromptSession()
    for name in names { session.remember(try target.state(), as: name) }
    let view = View(target, ConsoleOutput(program: "test"), for: .session(session))
    return Completer(view: view).complete(String(line[..<cursor]))
  }

  /// A running app whose action declares values.
  private final class App: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = [.actions]
    let actions = [
      TargetAction(
        name: "pick", usage: "pick SUBJECT [TOPIC]", help: "",
        values: ["SUBJECT": ["Math", "Fine Arts"], "TOPIC": ["Sets"]]),
      TargetAction(name: "quit", usage: "quit", help: ""),
    ]
    func state() throws -> TreeState { throw ConsoleError("no tree") }
  }

  @Test(arguments: [
    ("do |", ["pick", "quit"]), ("do pick |", ["Math", "'Fine Arts'"]),
    ("do pick Fi|", ["'Fine Arts'"]),
    ("do pick Math |", ["Sets"]), ("do pick --json Math |", ["Sets"]), ("do pick Math Sets |", []),
    ("do quit |", []), ("do other |", []),
  ])
  func `values that an action declares`(line: String, candidates: [String]) {
    let view = View(App(), ConsoleOutput(program: "test"), for: .session(PromptSession()))
    let completion = Completer(view: view).complete(String(line.dropLast()))
    #expect(completion.candidates.map(\.text) == candidates)
  }

  @Test(arguments: [
    ("journal --message Up|", ["UploadErrors", "UploadErrors.100", "UploadErrors.rejected"]),
    ("history MainFlow --message rej|", ["rejected"]),
    ("journal --what un|", ["uncaught", "unhandled", "unheard", "unregistered"]),
    ("journal --what raised,han|", ["raised,handled"]), ("at |", ["now"]),
    ("journal --since 1|", []), ("history ExamT|", ["ExamTopicPickerModel"]),
    ("show ExamT|", []), ("trace error rej|", ["rejected"]),
    ("trace error UploadErrors.|", ["UploadErrors.100", "UploadErrors.rejected"]),
  ])
  func `what a journal holds`(line: String, candidates: [String]) throws {
    #expect(
      try Self.complete(line, on: ExamMaster.journal).candidates.map(\.display.string) == candidates
    )
  }

  @Test(arguments: [
    ("diff sta|", ["start"]),
    ("diff start l|", ["'later on'"]), ("render --diff st|", ["start"]), ("diff start x y|", []),
  ])
  func `names of remembered trees`(line: String, candidates: [String]) throws {
    let completion = try Self.complete(line, remembered: ["start", "later on"])
    #expect(completion.candidates.map(\.text) == candidates)
  }

  /// A line, and what is offered at its cursor.
  private static let completions: [(String, [String])] = [
    // commands
    ("pri|", ["print", "printSessionTree"]), ("tr|", ["trace"]), ("xyz|", []), ("Print|", []),
    (
      "|",
      [
        "alias", "answer", "apps", "at", "attach", "back", "check", "compare", "diff", "do", "down",
        "exit", "find", "forward", "help", "here", "history", "hold", "journal", "leaks", "lint",
        "pass", "print", "printSessionTree",
        "problems", "quit",
        "raise", "render", "resolve", "routes", "selectors", "set", "show", "snapshot", "source",
        "specs", "trace", "up", "wait", "watch", "what-if",
      ]
    ),
    ("ren|der", ["render"]), ("help sh|", ["show"]), ("help show |", []), ("do |", []),
    ("nonsense |", []), ("quit |", []),
    // options that the command takes and the line has not
    ("print --er|", ["--errors"]),
    ("printSessionTree --er|", ["--errors", "--errors-verbose"]),
    ("printSessionTree --errors --er|", ["--errors-verbose"]),
    ("printSessionTree --asc|", ["--ascii"]),
    ("show --|", ["--limit", "--json", "--output", "--no-color", "--at", "--help"]),
    ("show -|", ["--limit", "--json", "--output", "--no-color", "--at", "--help"]),
    ("trace error badToken --f|", ["--from"]), ("render --t|", ["--trace"]),
    ("find --depth|", []), ("print MainFlow --dep|th 3", ["--depth"]),
    // names of models
    ("show |", types), ("show Exam|", exams), ("find Exam|", exams), ("here Ma|", ["MainFlow"]),
    ("printSessionTree --here Side|", ["SideMenuModel"]), ("print --all Das|", ["DashboardModel"]),
    ("print --depth 2 Das|", ["DashboardModel"]), ("print --depth |", []),
    ("trace error badToken --from ExamT|", ["ExamTopicPickerModel"]),
    ("trace --from ExamT|", ["ExamTopicPickerModel"]), ("render Ma|", ["MainFlow"]),
    ("render --from Ma|", ["MainFlow"]), ("render --trace error badToken Ma|", []),
    ("print MainFlow |", []), ("show main|", []), ("show 'Exam|", exams), ("show \"Exam|", exams),
    // paths, one level at a time
    ("show /|", ["/AppAuthorizedSession/"]), ("show /App|", ["/AppAuthorizedSession/"]),
    ("show /AppAuthorizedSession/|", ["\(flow)/"]),
    (
      "show \(flow)/|",
      ["\(flow)/DashboardModel", "\(flow)/SideMenuModel", "\(flow)/ExamCreationFlow/"]
    ),
    ("printSessionTree --here \(flow)/E|", ["\(flow)/ExamCreationFlow/"]), ("show /Nobody/|", []),
    ("show MainFlow/Exam|", ["MainFlow/ExamCreationFlow/"]),
    ("show \(flow)/ExamCreationFlow/ExamT|", ["\(flow)/ExamCreationFlow/ExamTopicPickerModel"]),
    // kinds, and messages of that kind
    ("trace |", ["error", "bubble", "event"]), ("raise e|", ["error", "event"]),
    ("trace --from MainFlow b|", ["bubble"]), ("render --trace |", ["error", "bubble", "event"]),
    ("trace error |", errors), ("trace --json error |", errors), ("trace error Net|", errors),
    ("trace error NetworkErrors.badT|", ["NetworkErrors.badToken"]),
    ("trace error bad|", ["badResponse", "badToken"]), ("trace error 10|", ["100", "101"]),
    ("raise bubble |", ["MainFlow.ShowSideMenu"]), ("raise bubble Sh|", ["ShowSideMenu"]),
    ("trace event |", ["AppEvent.StartExam", "AppEvent.ExamCreated", "Clock.tick"]),
    ("trace event Cl|", ["Clock.tick"]), ("trace oops |", []), ("trace error badToken |", []),
    ("render --trace error NetworkErrors.badR|", ["NetworkErrors.badResponse"]),
    ("render --trace event t|", ["tick"]), ("routes --message |", ["error", "bubble", "event"]),
    ("routes --message bubble |", ["MainFlow.ShowSideMenu"]),
    // values of options, also behind the sign
    ("check --dr|", ["--dry-run"]), ("check --str|", ["--strict"]),
    ("check --report |", ["junit=", "github"]),
    ("check x.treespec --report=j|", ["--report=junit="]),
    ("render --format=p|", ["--format=png", "--format=pdf"]),
    // services
    ("resolve |", ["APIClient", "Store"]), ("resolve API|", ["APIClient"]),
    ("resolve APIClient |", []),
    ("resolve APIClient --from Side|", ["SideMenuModel"]),
    // changes, word by word
    (
      "what-if |", ["remove", "move", "register", "unregister", "show", "reset"]
    ),
    ("what-if re|", ["remove", "register", "reset"]), ("what-if remove Side|", ["SideMenuModel"]),
    ("what-if move Side|", ["SideMenuModel"]),
    ("what-if move SideMenuModel under Exam|", exams),
    ("what-if register |", ["error", "bubble", "event"]),
    ("what-if register bubble |", ["MainFlow.ShowSideMenu"]),
    ("what-if register bubble ShowSideMenu at Ma|", ["MainFlow"]),
    // formats and rules
    ("render --format |", ["dot", "svg", "png", "pdf", "mermaid"]),
    ("render --format p|", ["png", "pdf"]),
    ("lint --disable unh|", ["unhandled-bubble", "unheard-event", "unhandled-declaration"]),
    ("lint --write|", ["--write-baseline"]),
  ]

  @Test func `what fits at the cursor`() throws {
    for (line, candidates) in Self.completions {
      #expect(try Self.complete(line).candidates.map(\.text) == candidates, "\(line)")
    }
  }

  @Test func `specs and folders, as many as there are`() throws {
    let folder = try TestFolder()
    try folder.makeFolder("specs")
    for name in ["specs/a.treespec", "specs/b.treespec", "specs/notes.txt", "c.treespec"] {
      try folder.write("", to: name)
    }
    let path = folder.path
    func candidates(_ line: String) throws -> [String] {
      try Self.complete(line).candidates.map { String($0.text.dropFirst(path.utf8.count + 1)) }
    }
    #expect(try candidates("check \(path)/|") == ["c.treespec", "specs/"])
    #expect(try candidates("check \(path)/s|") == ["specs/"])
    let specs = ["specs/a.treespec", "specs/b.treespec"]
    #expect(try candidates("check \(path)/specs/|") == specs)
    #expect(try candidates("check --json x.treespec y.treespec \(path)/specs/|") == specs)
    #expect(try Self.complete("check \(path)/s|").suffix == "")
    #expect(try Self.complete("check \(path)/specs/a|").suffix == " ")
    #expect(try Self.complete("check --report ju|").suffix == "")
  }
}
