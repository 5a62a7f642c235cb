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
    func holders(ofType type: String?, shouldEnd: @escaping () -> Bool) throws -> HolderAnswer {
      HolderAnswer(left, type: type) { question in
        guard case .objects(let addresses) = question else {
          var images = `Leaked models`.images
          if type == "Many" { images.count = 2_500 }
          return images
        }
        return HolderReport(
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

  private static let images = HolderReport(
    objects: [
      HeldObject(
        address: 0x1010, type: "ImageLoader",
        paths: [
          HoldPath(
            root: nil, steps: [HoldStep(.field, type: "ImageLoader", field: "me")], isCycle: true)
        ],
        strongReferences: 1)
    ],
    scanned: ScanFacts(
      bytes: 900_000, objects: 12, pause: 0, missing: ["the threads' stacks", "a pool"]))

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

  @Test func `with --why and a type, the objects of that class are listed`() throws {
    let (text, found) = try answer(to: "leaks --why ImageLoader", Self.addressed)
    #expect(
      text == """
        1 object of 'ImageLoader' is alive

        ImageLoader at 0x1010
          held by  a cycle that nothing outside it holds
                     ImageLoader.me                       a property

        read 900 KB, 12 blocks of memory
        not read: the threads' stacks; a pool

        """)
    #expect(!found)
  }

  @Test func `of a class with very many objects, all are counted`() throws {
    #expect(try answer(to: "leaks --why Many --count", []).0 == "2500\n")
    let text = try answer(to: "leaks --why Many", []).0
    #expect(text.hasPrefix("2500 objects of 'Many' are alive\n"))
    #expect(text.contains("\nof the others, no holders were looked for: 2499\n"))
    #expect(try answer(to: "leaks --why Many --json", []).0.hasPrefix(#"{"count": 2500, "#))
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
    #expect(
      try answer(to: "leaks --why ImageLoader --json", []).0
        == #"{"count": 1, "objects": [{"type": "ImageLoader", "address": "0x1010", "held": [{"path": "#
        + #"[{"type": "ImageLoader", "field": "me", "kind": "field", "suspect": false}], "#
        + #""cycle": true}]}], "scanned": {"bytes": 900000, "objects": 12, "paused": 0, "#
        + #""complete": false, "missing": ["the threads' stacks", "a pool"]}}"# + "\n")
  }

  @Test func `a type takes --why`() {
    #expect(throws: ConsoleError.self) { try answer(to: "leaks ImageLoader", []) }
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
