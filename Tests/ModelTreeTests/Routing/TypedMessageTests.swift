import ModelTree
import Testing
import TreeSnapshot

private final class Show: Sendable {
  let title: String

  init(_ title: String) { self.title = title }
}

private enum Nav {
  struct Open: BubbleMessage { let show: Show }
  struct Close: BubbleMessage {}
  struct Changed: EventMessage, Codable { let count: Int }
  struct Fragile: BubbleMessage, Decodable {
    let first: String
    init(from decoder: any Decoder) throws { preconditionFailure("a look must not run it") }
  }
}

private enum Login {
  struct Failed: ErrorMessage, Equatable { let reason: String }
  struct Expired: ErrorMessage {
    static let domain = "Access"
    static let code = "401"
    static let label: String? = "expired"
  }
}

private struct Page<Content>: BubbleMessage { struct Turned: EventMessage {} }

struct Reloaded: EventMessage {}

private func madeInAFunction() -> any BubbleMessage.Type {
  struct Local: BubbleMessage {}
  return Local.self
}

@Suite struct `Messages with types of their own` {
  private let root = ProbeSession()

  @Test func `the closure gets the value, without a cast`() {
    let child = root.child("child")
    root.register(for: Nav.Open.self) { [root] open in root.log("opens \(open.show.title)") }
    root.register(for: Login.Failed.self) { [root] in root.log("failed: \($0.reason)") }
    child.register(for: Nav.Changed.self) { [root] in root.log("changed to \($0.count)") }
    #expect(child.raise(Nav.Open(show: Show("Alien"))) === root)
    #expect(child.raise(Login.Failed(reason: "late")) === root)
    #expect(root.raise(Nav.Changed(count: 3)).map(\.id) == [child.id])
    #expect(child.raise(Nav.Close()) == nil)
    #expect(root.log.lines == ["opens Alien", "failed: late", "changed to 3"])
  }

  @Test func `without a closure, the model's own handler gets the message with its value`() {
    let model = Keeper(parent: root)
    model.register(for: Nav.Open.self)
    model.register(for: Nav.Changed.self)
    model.register(for: Login.Failed.self)
    model.raise(Nav.Open(show: Show("Alien")))
    root.raise(Nav.Changed(count: 3))
    model.raise(Login.Failed(reason: "late"), context: "at night", file: "A.swift", line: 4)
    #expect(model.bubbles.map { $0.as(Nav.Open.self)?.show.title } == ["Alien"])
    #expect(model.bubbles.map { $0.is(Nav.Close.self) } == [false])
    #expect(model.events.map { $0.as(Nav.Changed.self)?.count } == [3])
    #expect(model.events.map { $0.sender === root } == [true])
    #expect(model.errors.map { $0.as(Login.Failed.self) } == [Login.Failed(reason: "late")])
    #expect(model.errors.map { $0.is(Login.Expired.self) } == [false])
    #expect(
      model.errors.map(\.debugDescription) == [
        "Login.Failed: at night, raised by Keeper #\(model.id), made at A.swift:4, "
          + "because of Failed(reason: \"late\")"
      ])
  }

  @Test func `a whole domain is registered for by the type around its messages`() {
    root.register(forAll: BubbleNotification.self, in: Nav.self) { [root] in root.log($0.code) }
    root.register(forAll: ModelError.self, in: Login.self)
    root.raise(Nav.Open(show: Show("Alien")))
    root.raise(Nav.Close())
    root.raise(Login.Failed(reason: "late"))
    #expect(root.raise(Nav.Changed(count: 1)).isEmpty)
    root.unregister(forAll: BubbleNotification.self, in: Nav.self)
    #expect(root.raise(Nav.Close()) == nil)
    #expect(root.log.lines == ["Open", "Close", "root error Login.Failed"])
  }

  @Test func `names come from the types, and can be declared`() {
    func name<Value: TypedMessage>(_ type: Value.Type) -> String { "\(Value.domain).\(Value.code)" }
    #expect(name(Nav.Open.self) == "Nav.Open")
    #expect(name(Login.Expired.self) == "Access.401")
    #expect(name(Reloaded.self) == "ModelTreeTests.Reloaded")
    #expect(name(Page<Nav.Open>.self) == "ModelTreeTests.Page<Nav.Open>")
    #expect(name(Page<[Nav.Open?]>.Turned.self) == "Page<Array<Optional<Nav.Open>>>.Turned")
    #expect(
      name(Page<(Int, Nav.Open) -> Nav.Close>.self)
        == "ModelTreeTests.Page<(Int, Nav.Open) -> Nav.Close>")
    #expect(name(madeInAFunction()) == "ModelTreeTests.Local")
  }

  @Test func `the dump has the vocabulary, what is taken and what may be raised`() {
    let root = ProbeSession("root", file: "Root.swift", line: 1)
    let child = root.child("child", file: "Child.swift", line: 1)
    root.register(for: Nav.Open.self, file: "A.swift", line: 1) { _ in }
    root.register(for: Login.Expired.self, file: "A.swift", line: 2)
    root.register(for: AppEvent.start, of: [Nav.Open].self, file: "A.swift", line: 3) { _ in }
    child.raise(Nav.Close())
    child.mayRaise(Nav.Changed.self, Login.Expired.self, Nav.Fragile.self)
    child.mayRaise(Nav.Changed.self)
    let lines = String(decoding: root.snapshot().dump(), as: UTF8.self).split(separator: "\n")
    let expected = """
          {"kind": "bubble", "domain": "Nav", "code": "Open", "payload": "Nav.Open"},
          {"kind": "error", "domain": "Access", "code": "401", "label": "expired"},
          {"kind": "bubble", "domain": "Nav", "code": "Close"},
          {"kind": "event", "domain": "Nav", "code": "Changed", "payload": "Nav.Changed"},
          {"kind": "bubble", "domain": "Nav", "code": "Fragile", "payload": "Nav.Fragile"}
          {"id": 1, "type": "ProbeSession", "label": "root", "session": true, "handles": [\
      {"kind": "bubble", "domain": "Nav", "code": "Open", "payload": "Nav.Open", \
      "source": "A.swift:1"}, \
      {"kind": "error", "domain": "Access", "code": "401", "label": "expired", \
      "source": "A.swift:2"}, \
      {"kind": "event", "domain": "AppEvent", "code": "Start", "payload": "Array<Nav.Open>", \
      "source": "A.swift:3"}], "source": "Root.swift:1"},
          {"id": 2, "parent": 1, "type": "Probe", "label": "child", "raises": [\
      {"kind": "event", "domain": "Nav", "code": "Changed"}, \
      {"kind": "error", "domain": "Access", "code": "401", "label": "expired"}, \
      {"kind": "bubble", "domain": "Nav", "code": "Fragile"}], "source": "Child.swift:1"}
      """
    let isAsked: (Substring) -> Bool = { $0.contains("Nav") || $0.contains("Access") }
    #expect(lines.filter(isAsked).joined(separator: "\n") == expected)
  }

  @Test func `a value that a code carries reaches the nearest model that takes its type`() {
    let child = root.child("child")
    root.register(for: MenuBubble.show, of: String.self) { [root] in root.log("text \($0)") }
    child.register(for: MenuBubble.show, of: Int.self) { [root] in root.log("number \($0)") }
    root.register(for: NetworkErrors.badToken, of: Login.Failed.self) { [root] in
      root.log($0.reason)
    }
    #expect(child.raise(MenuBubble.show, with: 5) === child)
    #expect(child.raise(MenuBubble.show, with: "five") === root)
    #expect(child.raise(MenuBubble.show, with: 5.0) == nil)
    #expect(child.raise(MenuBubble.show) == nil)
    #expect(child.raise(NetworkErrors.badToken, underlying: Login.Failed(reason: "late")) === root)
    #expect(child.raise(NetworkErrors.badToken) == nil)
    #expect(
      root.log.lines == ["number 5", "text five", "late", "root uncaught NetworkErrors.101"])
  }

  @Test func `where the code's closure takes no such value, the domain's takes the message`() {
    root.register(for: AppEvent.start, of: Int.self) { [root] in root.log("number \($0)") }
    root.register(forAll: AppEvent.self) { [root] in root.log("any \($0.object ?? "nothing")") }
    root.raise(AppEvent.start, with: 5)
    root.raise(AppEvent.start, with: "five")
    root.raise(AppEvent.start)
    #expect(root.log.lines == ["number 5", "any five", "any nothing"])
  }

  @Test func `a registration may take other values later, also while an event is delivered`() {
    let first = root.child("first")
    let second = root.child("second")
    first.register(for: AppEvent.start, of: Int.self) { [root, second] _ in
      second.register(for: AppEvent.start, of: String.self) { root.log("text \($0)") }
    }
    second.register(for: AppEvent.start)
    #expect(root.raise(AppEvent.start, with: "before").map(\.id) == [second.id])
    #expect(root.raise(AppEvent.start, with: 5).map(\.id) == [first.id])
    #expect(root.raise(AppEvent.start, with: "after").map(\.id) == [second.id])
    #expect(root.log.lines == ["second event AppEvent.Start", "text after"])
  }

  @Test func `work raises a message that it throws as it is`() async {
    let child = root.child("child")
    child.register(for: Login.Failed.self) { [root] in root.log("failed: \($0.reason)") }
    await child.task { throw Login.Failed(reason: "late") }.value
    await child.task(orRaise: NetworkErrors.badToken) { throw Login.Failed(reason: "again") }.value
    #expect(root.log.lines == ["failed: late", "failed: again"])
  }
}

private final class Keeper: Model {
  private(set) var errors: [ModelError] = []
  private(set) var bubbles: [BubbleNotification] = []
  private(set) var events: [GlobalEvent] = []

  override func handle(_ error: ModelError) { errors.append(error) }
  override func handle(_ bubble: BubbleNotification) { bubbles.append(bubble) }
  override func handle(_ event: GlobalEvent) { events.append(event) }
}
