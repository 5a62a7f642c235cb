import ModelTree
import Testing
import TreeSnapshot

/// The `file:line` of each creation and registration is the caller's.
@Suite struct `Lines of source` {
  private let file = "SourceTests.swift"

  private class Inherited: Model {}

  private class Passing: Model {
    init(in parent: Model, file: StaticString = #fileID, line: UInt = #line) {
      super.init(parent: parent, file: file, line: line)
    }
  }

  private final class PassingTwice: Passing {
    override init(in parent: Model, file: StaticString = #fileID, line: UInt = #line) {
      super.init(in: parent, file: file, line: line)
    }
  }

  private final class InheritedSession: Session {}

  @Test func `a model's source is the line that creates it`() {
    let line = #line
    let root = Session()
    _ = Model(parent: root)
    _ = Inherited(parent: root)
    _ = Passing(in: root)
    _ = PassingTwice(in: root)
    _ = Session(parent: root)
    _ = InheritedSession(parent: root)
    let snapshot = root.snapshot()
    #expect(
      snapshot.positions.map { snapshot[$0].source } == (1...7).map { "\(file):\(line + $0)" })
    #expect(InheritedSession().snapshot().root.source == "\(file):\(#line)")
  }

  @Test func `a registration's source is the line that registers`() {
    let root = Session()
    let line = #line
    root.register(for: NetworkErrors.badToken)
    root.register(for: [NetworkErrors.badResponse])
    root.register(forAll: NetworkErrors.self)
    root.register(for: MenuBubble.show)
    root.register(forAll: MenuBubble.self)
    root.register(for: AppEvent.start)
    root.register(forAll: AppEvent.self) { _ in }
    let sources = root.snapshot().root.subscriptions.map(\.source)
    #expect(sources == (1...7).map { "\(file):\(line + $0)" })
  }

  @Test func `a source keeps the file's name alone`() {
    let root = Session(file: "Module/Deep/Folder/App.swift", line: 3)
    root.register(for: AppEvent.start, file: "Plain.swift", line: 4)
    #expect(root.snapshot().root.source == "App.swift:3")
    #expect(root.snapshot().root.subscriptions.map(\.source) == ["Plain.swift:4"])
  }

  @Test(
    arguments: [
      ("x" as StaticString, "x:1"), ("" as StaticString, ":1"), ("é/ü.swift", "ü.swift:1"),
      ("folder/", ":1"),
    ] as [(StaticString, String)])
  func `any literal can be a source`(file: StaticString, text: String) {
    #expect(Session(file: file, line: 1).snapshot().root.source == text)
  }

  @Test func `a huge line number is cut to what fits`() {
    #expect(Session(file: "A.swift", line: .max).snapshot().root.source == "A.swift:4294967295")
  }
}
