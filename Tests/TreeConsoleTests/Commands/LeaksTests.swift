import TestSupport
import Testing
import TreeSnapshot

@testable import Holders
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

    func state() throws -> TreeState {
      var tree = SnapshotBuilder()
      tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
      return TreeState(snapshot: try tree.finish(), tree: 1)
    }
    func leakedModels() -> [LeakedModel] { left }
    func holders(shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
      HolderAnswer(left) { addresses in
        HolderReport(
          objects: addresses.map { address in
            HeldObject(
              address: address, type: "Flow",
              paths: address == 0x500 ? [`Leaked models`.path] : [], strongReferences: 2)
          },
          scanned: ScanFacts(bytes: 38_000_000, objects: 212_000, pause: 3_900_000, missing: []))
      }
    }
  }

  private static let path = HoldPath(
    root: HoldRoot(.static, "Uploader.shared"),
    steps: [
      HoldStep(.element, type: "Uploader", field: "retries", collection: .value),
      HoldStep(.capture, function: "closure #1 in Upl\u{1b}oader.start(_:)"),
    ])

  private static let addressed = left.map { model in
    var model = model
    model.address = UInt(model.id) << 8
    return model
  }

  @Test func `with --why, the holders stand below a model`() throws {
    let (text, found) = try answer(to: "leaks --why", Self.addressed)
    #expect(
      text == """
        3 models left the tree and are still alive; something holds 2

        ExamFlow #5  created at Main.swift:7
          was /App/Main/ExamFlow
          held by  static Uploader.shared                 lives as long as the app
                     .retries                             a dictionary's value  ~ suspect
                       closure #1 in Upl\\u{1b}oader.start(_:)  captures it  ~ suspect
            with Pic\\u{1b}ker #6

        Menu #9
          was not known: it left before the inspector was attached
          no holder was found, so its 2 strong references may be in a register, or C code's

        read 38 MB, 212000 blocks of memory; the app paused 4 ms

        """)
    #expect(found)
  }

  @Test func `as JSON, holders are facts`() throws {
    #expect(
      try answer(to: "leaks --why --json", Array(Self.addressed.prefix(1))).0
        == #"{"left": [{"id": 5, "type": "ExamFlow", "path": "/App/Main/ExamFlow", "#
        + #""source": "Main.swift:7", "held": [{"root": {"kind": "static", "#
        + #""name": "Uploader.shared"}, "path": [{"type": "Uploader", "field": "retries", "#
        + #""kind": "element", "in": "value", "suspect": true}, {"kind": "capture", "#
        + #""function": "closure #1 in Upl\u001boader.start(_:)", "suspect": true}], "#
        + #""cycle": false}]}], "scanned": {"bytes": 38000000, "objects": 212000, "#
        + #""paused": 4, "complete": true, "missing": []}}"# + "\n")
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
    var view = View(LeakyTarget(left), output, for: .session(PromptSession()))
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

  private static let held = [
    LeakedModel(
      id: 5, type: "Flow", path: "/App/Flow", source: "Main.swift:7", holder: nil,
      handlers: ["Flow.swift:9", "Fl\u{1b}ow.swift:12"], work: ["Flow.swift:20"]),
    LeakedModel(
      id: 6, type: "Cell", path: "/App/Flow/Cell", source: nil, holder: 5,
      handlers: (1...10).map { "Cell.swift:\($0)" }),
  ]

  @Test func `as JSON, what is not known is left out`() throws {
    let (text, found) = try answer(to: "leaks --json", Self.left)
    #expect(
      text == #"[{"id": 5, "type": "ExamFlow", "path": "/App/Main/ExamFlow", "#
        + #""source": "Main.swift:7"}, {"id": 6, "type": "Pic\u001bker", "#
        + #""path": "/App/Main/ExamFlow/Pic\u001bker", "heldBy": 5}, "#
        + #"{"id": 9, "type": "Menu"}]"# + "\n")
    #expect(found)
  }

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
}
