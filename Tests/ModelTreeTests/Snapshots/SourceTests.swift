import ModelTree
import ModelTreeJournal
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

  private class Plain: Model {
    override init(parent: Model) { super.init(parent: parent) }
    static let line = #line - 1
  }

  private final class Titled: Model {
    let title: String
    init(title: String, parent: Model) {
      self.title = title
      super.init(parent: parent)
    }
    static let line = #line - 2
  }

  private final class Derived: Plain {}

  private final class Deeper: Inherited {
    override init(parent: Model) { super.init(parent: parent) }
    static let line = #line - 1
  }

  private final class Local: Session {
    override init(parent: Model) { super.init(parent: parent) }
    static let line = #line - 1
  }

  private final class SignedIn: Session {
    init(_ name: String) {
      super.init(credentials: Credentials(userID: name, userName: name, token: name))
    }
    static let line = #line - 2
  }

  @Test func `an initializer that takes no line says that the line is its own`() {
    let root = SignedIn("anna")
    _ = Plain(parent: root)
    _ = Titled(title: "a", parent: root)
    _ = Derived(parent: root)
    _ = Deeper(parent: root)
    _ = Local(parent: root)
    let snapshot = root.snapshot()
    #expect(
      snapshot.positions.map { snapshot[$0].source } == [
        "\(file):\(SignedIn.line) in SignedIn.init", "\(file):\(Plain.line) in Plain.init",
        "\(file):\(Titled.line) in Titled.init", "\(file):\(Plain.line) in Derived.init",
        "\(file):\(Deeper.line) in an initializer", "\(file):\(Local.line) in Local.init",
      ])
  }

  @Test func `a model that an initializer creates has the line there`() {
    final class Flow: Model {
      override init(parent: Model) {
        super.init(parent: parent)
        _ = Inherited(parent: self)
        _ = Model(parent: self)
        _ = InheritedSession(parent: self)
      }
    }
    let line = #line - 5
    let flow = Flow(parent: Session())
    #expect(
      flow.children.map { $0.snapshot().root.source }
        == (0...2).map { "\(file):\(line + $0)" })
  }

  @Test func `a journal keeps the places of initializers`() throws {
    let root = Session()
    let journal = Journal(bytes: 1 << 16)
    _ = Plain(parent: root)
    root.record(in: journal)
    _ = Titled(title: "a", parent: root)
    _ = Plain(parent: root)
    let (replayed, now) = (try journal.snapshot(after: journal.recordCount), root.snapshot())
    #expect(replayed.positions.map { replayed[$0].source } == now.positions.map { now[$0].source })
    #expect(replayed.count == 4)
  }

  @Test func `a registration's source is the line that registers`() {
    let root = Session()
    let line = #line
    root.register(for: NetworkErrors.badToken)
    root.register(for: NetworkErrors.badResponse)
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
}
