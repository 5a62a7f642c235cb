import TestSupport
import Testing
import TreeSnapshot

@testable import TreeConsole

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct `Leaked models` {
  /// A live tree with leaked models.
  private final class LeakyTarget: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = [.leaks]
    private let left: [LeakedModel]

    init(_ left: [LeakedModel]) { self.left = left }

    func state() throws -> TreeState { throw CancellationError() }
    func leakedModels() -> [LeakedModel] { left }
  }

  private static let left = [
    LeakedModel(
      id: 5, type: "ExamFlow", path: "/App/Main/ExamFlow", source: "Main.swift:7", holder: nil),
    LeakedModel(
      id: 6, type: "Pic\u{1b}ker", path: "/App/Main/ExamFlow/Pic\u{1b}ker", source: nil, holder: 5),
    LeakedModel(id: 9, type: "Menu", path: nil, source: nil, holder: nil),
  ]

  private func answer(to command: String, _ left: [LeakedModel]) throws -> (String, found: Bool) {
    let folder = try TestFolder()
    let descriptor = open(folder.path(of: "answer"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let output = ConsoleOutput(program: "test", answers: descriptor)
    var view = View(LeakyTarget(left), output, session: PromptSession())
    try Interpreter.run(command, in: &view)
    return (String(decoding: try folder.read("answer"), as: UTF8.self), view.status == .found)
  }

  @Test func `each is shown with its path and its source, what it holds below it`() throws {
    let (text, found) = try answer(to: "leaks", Self.left)
    #expect(
      text == """
        3 models left the tree and are still alive; something holds 2

        ExamFlow #5  created at Main.swift:7
          was /App/Main/ExamFlow
            with Pic\\u{1b}ker #6

        Menu #9
          was not known: it left before the inspector was attached

        """)
    #expect(found)
  }

  @Test func `one alone is in the singular`() throws {
    let (text, _) = try answer(to: "leaks", Array(Self.left.prefix(1)))
    #expect(text.hasPrefix("1 model left the tree and is still alive; something holds it\n"))
  }

  @Test func `as JSON, what is not known is left out`() throws {
    let (text, found) = try answer(to: "leaks --json", Self.left)
    #expect(
      text == #"[{"id": 5, "type": "ExamFlow", "path": "/App/Main/ExamFlow", "#
        + #""source": "Main.swift:7"}, {"id": 6, "type": "Pic\u001bker", "#
        + #""path": "/App/Main/ExamFlow/Pic\u001bker", "heldBy": 5}, "#
        + #"{"id": 9, "type": "Menu"}]"# + "\n")
    #expect(found)
  }

  private static let held = [
    LeakedModel(
      id: 5, type: "Flow", path: "/App/Flow", source: "Main.swift:7", holder: nil,
      handlers: ["Flow.swift:9", "Fl\u{1b}ow.swift:12"], work: ["Flow.swift:20"]),
    LeakedModel(
      id: 6, type: "Cell", path: "/App/Flow/Cell", source: nil, holder: 5,
      handlers: (1...10).map { "Cell.swift:\($0)" }),
  ]

  @Test func `the lines of handlers and of work stand below a model`() throws {
    let (text, _) = try answer(to: "leaks", Self.held)
    #expect(
      text == """
        2 models left the tree and are still alive; something holds 1

        Flow #5  created at Main.swift:7
          was /App/Flow
          registered handlers at Flow.swift:9, Fl\\u{1b}ow.swift:12
          started work that still runs at Flow.swift:20
            with Cell #6
              registered handlers at \((1...8).map { "Cell.swift:\($0)" }.joined(separator: ", ")), and 2 more

        """)
  }

  @Test func `as JSON, all of these lines are given`() throws {
    let (text, _) = try answer(to: "leaks --json", Array(Self.held.prefix(1)))
    #expect(
      text == #"[{"id": 5, "type": "Flow", "path": "/App/Flow", "source": "Main.swift:7", "#
        + #""handlers": ["Flow.swift:9", "Fl\u001bow.swift:12"], "work": ["Flow.swift:20"]}]"#
        + "\n")
  }

  @Test(arguments: [
    ("leaks", "no model that left the tree is still alive\n"),
    ("leaks --json", "[]\n"),
  ])
  func `where nothing is left, nothing was found`(command: String, answer: String) throws {
    let (text, found) = try self.answer(to: command, [])
    #expect(text == answer)
    #expect(!found)
  }

  @Test func `a dump does not know`() throws {
    try TestFolder().modeltree("repl", "tree.json", "-c", "leaks").expectRefusal(
      """
      a dump does not say which models left the tree and are still alive; ask a running app, @NAME, or \
      at the prompt inside it
      """
    )
  }
}
