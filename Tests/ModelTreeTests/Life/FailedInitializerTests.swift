import ModelTree
import Testing

/// Initializers that fail in the ways that the documentation of `Model.init(parent:)` names.
@Suite struct `Models whose initializers fail` {
  private struct Refusal: Error {}

  private final class Refused: Model {
    let log: Log
    /// The log at the end.
    let end: String

    /// Throws before the model is in the tree.
    init(early log: Log, under parent: Model, isRefused: Bool = true) throws {
      guard !isRefused else { throw Refusal() }
      self.log = log
      end = "early gone"
      super.init(parent: parent)
    }

    /// Throws when the model is in the tree, with a child and with registrations.
    init(late log: Log, under parent: Model) throws {
      self.log = log
      end = "late gone"
      super.init(parent: parent)
      fill()
      removeFromParent()
      throw Refusal()
    }

    init?(optional log: Log, under parent: Model) {
      self.log = log
      end = "optional gone"
      super.init(parent: parent)
      fill()
      removeFromParent()
      return nil
    }

    private func fill() {
      register(for: NetworkErrors.badToken) { [log] _ in log("heard") }
      register(for: AppEvent.start)
      Probe("child", under: self, log: log, file: #fileID, line: #line).onDeinit = {
        $0.log("child gone")
      }
    }

    isolated deinit { log(end) }
  }

  @Test func `one that throws before super.init never was in the tree`() {
    let root = Session()
    let log = Log()
    #expect(throws: Refusal.self) { _ = try Refused(early: log, under: root) }
    #expect(root.subtree.count == 1)
    #expect(log.lines.isEmpty)
    #expect(Model(parent: root).id == 2)
  }

  @Test func `one that throws after super.init and leaves the tree is deallocated`() {
    let root = Session()
    let log = Log()
    #expect(throws: Refusal.self) { _ = try Refused(late: log, under: root) }
    #expect(root.subtree.count == 1)
    #expect(log.lines == ["late gone", "child gone"])
    #expect(root.raise(AppEvent.start).isEmpty)
  }

  @Test func `one that returns nil after super.init and leaves the tree is deallocated`() {
    let root = Session()
    let log = Log()
    let refused = Refused(optional: log, under: root)
    #expect(refused == nil)
    #expect(root.subtree.count == 1)
    #expect(log.lines == ["optional gone", "child gone"])
    #expect(root.raise(AppEvent.start).isEmpty)
  }
}
