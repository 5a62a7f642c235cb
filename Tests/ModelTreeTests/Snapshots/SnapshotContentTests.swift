import ModelTree
import Testing
import TreeSnapshot

@Suite struct `Content of a snapshot` {

  private final class Described: Model {
    override var label: String? { "main" }
    override var state: KeyValuePairs<String, String> { ["examsCount": "3", "name": "Ann"] }
  }

  private final class Generic<Value>: Model {}

  @Test func `a node holds what its model is and tells of itself`() throws {
    let root = ProbeSession()
    root.provide(Beta(root.log))
    root.provide(Alpha(root.log))
    let model = Described(parent: root)
    let screen = Screen()
    model.applyRepresentation(screen)
    let snapshot = root.snapshot(name: "ExamMaster")
    #expect(snapshot.name == "ExamMaster")
    #expect(snapshot.count == 2)
    #expect(snapshot.root.id == root.id)
    #expect(snapshot.root.type == "ProbeSession")
    #expect(snapshot.root.isSession)
    #expect(snapshot.root.label == "root")
    #expect(snapshot.root.services == ["Beta", "Alpha"])
    #expect(snapshot.root.representation == nil)
    #expect(snapshot.root.state.isEmpty)
    let node = snapshot[1]
    #expect(node.id == model.id)
    #expect(node.name == "Described" && node.type.hasSuffix("`.Described"))
    #expect(!node.isSession)
    #expect(node.label == "main")
    #expect(node.services.isEmpty)
    #expect(node.representation == "Screen")
    #expect(node.state.map { "\($0.key)=\($0.value)" } == ["examsCount=3", "name=Ann"])
    withExtendedLifetime(screen) {}
  }

  @Test func `a local session is not open before open, nor is a root session ever marked`() {
    let root = Session()
    let (opened, unopened) = (Session(parent: root), Session(parent: root))
    opened.open()
    func marks() -> [Bool] {
      let snapshot = root.snapshot()
      return snapshot.positions.map { snapshot[$0].isUnopened }
    }
    #expect(marks() == [false, false, true])
    root.open()
    unopened.open()
    #expect(marks() == [false, false, false])
    let alone = Session(parent: root).snapshot()
    #expect(alone.root.isUnopened)
    root.close()
    #expect(marks() == [false])
  }

  @Test func `a generic type is named with its arguments`() {
    let root = Session()
    _ = Generic<Int>(parent: root)
    #expect(root.snapshot()[1].name == "Generic<Int>")
  }

  @Test func `subscriptions stand in the order of registration, with codes and labels`() {
    let root = Session()
    root.register(for: AppEvent.start)
    root.register(for: NetworkErrors.badToken)
    root.register(forAll: NetworkErrors.self)
    root.register(for: MenuBubble.show)
    let subscriptions = root.snapshot().root.subscriptions.map {
      "\($0.kind.rawValue) \($0.domain) \($0.code ?? "*") \($0.label ?? "-")"
    }
    #expect(
      subscriptions == [
        "event AppEvent Start -", "error NetworkErrors 101 badToken", "error NetworkErrors * -",
        "bubble MenuBubble ShowMenu -",
      ])
  }

  @Test func `what a model may raise is kept once`() {
    let root = Session()
    let model = Model(parent: root)
    model.mayRaise(AppEvent.finish, AppEvent.start)
    model.mayRaise(NetworkErrors.badToken)
    model.mayRaise(MenuBubble.show)
    model.mayRaise(AppEvent.start)
    let raises = root.snapshot()[1].raises.map { "\($0.message) \($0.label ?? "-")" }
    #expect(
      raises == [
        "event AppEvent.Finish -", "event AppEvent.Start -", "error NetworkErrors.101 badToken",
        "bubble MenuBubble.ShowMenu -",
      ])
    #expect(root.snapshot().root.raises.isEmpty)
  }

  @Test func `what a gone model might have raised is not said of its successor`() {
    let root = ProbeSession()
    root.child("old").mayRaise(AppEvent.start)
    root.children[0].removeFromParent()
    root.child("new")
    #expect(root.snapshot()[1].raises.isEmpty)
    #expect(root.snapshot()[1].subscriptions.isEmpty)
  }

  @Test func `the vocabulary holds every case of each iterable domain that is registered for`() {
    let root = Session()
    root.register(for: NetworkErrors.badToken)
    root.register(forAll: AppEvent.self)
    root.register(for: PaymentErrors.declined)
    Model(parent: root).register(for: NetworkErrors.badResponse)
    let vocabulary = root.snapshot().vocabulary.map { "\($0.message) \($0.label ?? "-")" }
    #expect(
      vocabulary == [
        "error NetworkErrors.100 badResponse", "error NetworkErrors.101 badToken",
        "event AppEvent.Start -", "event AppEvent.Finish -",
      ])
  }

  @Test func `the vocabulary outlives the models that declared it`() {
    let root = ProbeSession()
    root.child("child").register(for: MenuBubble.show)
    root.children[0].removeFromParent()
    #expect(root.snapshot().vocabulary.count == 2)
  }

  @Test func `a snapshot does not change with the tree, nor retain it`() {
    var root: ProbeSession? = ProbeSession()
    weak let probe = root
    root?.child("child")
    let snapshot = root?.snapshot()
    root?.child("late")
    #expect(snapshot?.count == 2)
    root = nil
    #expect(probe == nil)
    #expect(snapshot?[1].label == "child")
  }
}
