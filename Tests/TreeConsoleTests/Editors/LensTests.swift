import Foundation
import ModelTree
import TestSupport
import Testing

private enum Ticket {
  struct Lost: ErrorMessage {}
  struct Torn: ErrorMessage {}
  struct Sold: EventMessage {}
  struct Asked: BubbleMessage {}
}

@MainActor private final class Office: Session {
  static let firstLine = #line + 3
  @Child({ Counter(parent: $0) }) var counter
  override func sessionDidLoad() {
    register(for: Ticket.Lost.self) { _ in }
    register(for: Ticket.Sold.self) { _ in }
    register(for: Ticket.Asked.self) { _ in }
  }
}

@MainActor private final class Counter: Model {
  static let firstLine = #line + 3
  override init(parent: Model) {
    super.init(parent: parent)
    register(for: Ticket.Lost.self) { _ in }
  }

  static let raiseLine = #line + 2
  func work() {
    for _ in 0..<3 { raise(Ticket.Lost()) }
    raise(Ticket.Torn())
    raise(Ticket.Sold())
    raise(Ticket.Torn())
  }
}

@Suite struct `Lenses on a Swift source` {
  /// The lenses of this file beside a journal of an office at work.
  @MainActor private func lenses(of text: String) throws -> [String] {
    let folder = try TestFolder()
    let journal = try Journal(bytes: 1 << 16, file: folder.path(of: "office.journal"))
    let controller = SessionController(
      journal: journal, anonymous: { Office() }, authorized: { _ in Office() })
    controller.start()
    (controller.session as? Office)?.counter.work()
    var session = EditorSession(in: folder, settings: #"{"journal": "office.journal"}"#)
    session.open("LensTests.swift", text, in: folder)
    session.ask("codeLens", "LensTests.swift", in: folder)
    let lenses = try session.run(in: folder).results[1] as? [[String: Any]] ?? []
    return lenses.map { lens in
      let start = (lens["range"] as? [String: [String: Int]])?["start"]?["line"] ?? -1
      let title = (lens["command"] as? [String: String])?["title"] ?? ""
      return "\(start + 1) \(title)".replacing(/\d+ seconds? old/, with: "new")
    }
  }

  @Test @MainActor func `tell what became of the messages of a line`() throws {
    let text = try String(contentsOfFile: #filePath, encoding: .utf8)
    let found = try lenses(of: text)
    #expect(
      found == [
        "1 office.journal, new",
        "\(Office.firstLine) shadowed by Counter",
        "\(Office.firstLine + 1) handled once in the last run",
        "\(Office.firstLine + 2) nobody raises it",
        "\(Counter.firstLine) handled 3 times in the last run",
        "\(Counter.raiseLine) raised 3 times in the last run",
        "\(Counter.raiseLine + 1) raised once in the last run",
        "\(Counter.raiseLine + 1) uncaught from 1 model",
        "\(Counter.raiseLine + 2) raised once in the last run",
        "\(Counter.raiseLine + 3) raised once in the last run",
        "\(Counter.raiseLine + 3) uncaught from 1 model",
      ])
    // A line that does something else by now shows nothing.
    #expect(try lenses(of: text.replacing(/register|raise/, with: "work")) == [])
  }

  @Test func `a dump alone tells what its tree declares`() throws {
    let raiser = #""parent": 1, "type": "Form", "raises": [{"kind": "error", "domain": "Net", "#
    let folder = try TestFolder(
      dump: ExamMaster.dump(nodes: [
        #"{"id": 1, "type": "App", "handles": [{"kind": "bubble", "domain": "App", "#
          + #""code": "close", "source": "App.swift:2"}]}"#,
        #"{"id": 2, \#(raiser)"code": "1", "label": "offline"}]}"#,
        #"{"id": 3, \#(raiser)"code": "1", "label": "offline"}]}"#,
      ]))
    var session = EditorSession(in: folder)
    session.open(
      "App.swift", "//\n  register(for: App.close)\n  raise(Net.offline)\n  raise(Net.other)\n",
      in: folder)
    session.ask("codeLens", "App.swift", in: folder)
    let lenses = try session.run(in: folder).results[1] as? [[String: Any]] ?? []
    let titles = lenses.dropFirst().map { ($0["command"] as? [String: String])?["title"] }
    #expect(titles == ["nobody raises it", "uncaught from 2 models"])
  }
}
