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

/// Lint at the prompt of a live tree.
@Suite struct `Lint of a live tree` {
  private final class LiveTarget: InspectionTarget {
    let name = "App"
    let kind = TargetKind.live
    var capabilities: Set<Capability> { left == nil ? [] : [.leaks] }
    private let left: [LeakedModel]?

    init(_ left: [LeakedModel]?) { self.left = left }

    func state() throws -> TreeState {
      var tree = SnapshotBuilder()
      tree.addNode(id: 1, parent: nil, type: "App", isSession: true)
      return TreeState(snapshot: try tree.finish(), tree: 1)
    }
    func leakedModels() -> [LeakedModel] { left ?? [] }
  }

  private func answer(
    _ left: [LeakedModel]?, _ words: String = "lint"
  ) throws -> (String, found: Bool) {
    let folder = try TestFolder()
    let descriptor = open(folder.path(of: "answer"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let output = ConsoleOutput(program: "test", answers: descriptor)
    var view = View(LiveTarget(left), output, for: .session(PromptSession()))
    try Interpreter.run(words, in: &view)
    return (String(decoding: try folder.read("answer"), as: UTF8.self), view.status == .found)
  }

  @Test func `models that left and are still alive are reported`() throws {
    let flow = LeakedModel(
      id: 5, type: "Flow", path: "/App/Fl\u{1b}ow", source: "App.swift:7", holder: nil,
      handlers: ["Flow.swift:9", "Fl\u{1b}ow.swift:12"], work: ["Flow.swift:20"])
    let (text, found) = try answer([flow])
    #expect(
      text == """
        warning: leaked-model
          /App/Fl\\u{1b}ow #5  App.swift:7
            left the tree and is still alive: something outside the tree holds it
            registered handlers at Flow.swift:9, Fl\\u{1b}ow.swift:12
            started work that still runs at Flow.swift:20
          remedy: Find what holds it with 'leaks --why', most often a closure without [weak self], a \
        timer or a signal subscription; 'leaks' lists what it holds in turn.

        1 finding: 1 warning

        """)
    #expect(found)
    let (json, _) = try answer([flow], "lint --json")
    #expect(
      json.contains(
        #"""
        , "handlers": ["Flow.swift:9", "Fl\u001bow.swift:12"], "work": ["Flow.swift:20"]}]
        """#), "\(json)")
    let (sarif, _) = try answer([flow], "lint --sarif -")
    #expect(
      sarif.contains(
        #"""
        {"message": {"text": "registered a handler"}, "physicalLocation": {"artifactLocation": \
        {"uri": "Flow.swift"}, "region": {"startLine": 9}}}
        """#.replacing("\\\n", with: "")), "\(sarif)")
  }

  @Test(arguments: [([LeakedModel]?.some([]), 12), (nil, 11)])
  func `the rule runs where the app knows, and else reports nothing`(
    left: [LeakedModel]?, rules: Int
  ) throws {
    let (text, found) = try answer(left)
    #expect(text == "nothing found: \(rules) rules looked at 1 model\n")
    #expect(!found)
  }
}
