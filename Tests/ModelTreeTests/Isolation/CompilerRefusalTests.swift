import Testing

/// The compiler keeps a tree on the main actor, and each enum to one kind of messages: these programs
/// are for it.
@Suite nonisolated struct `What the compiler refuses` {
  nonisolated struct Program {
    let text: String
    /// The words that must occur in the diagnostics.
    let complaint: String
  }

  private nonisolated static let accepted: [String] = [
    // work of a model that waits, with no annotation
    """
    actor Net { func load() -> Int { 1 } }
    final class Counter: Model {
      let net = Net()
      private(set) var count = 0
      func start() { Task { count = await net.load() } }
    }
    """,
    // a subclass with everything that can be overridden
    """
    final class Screen: Model {
      override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
        super.init(parent: parent, file: file, line: line)
      }
      override var label: String? { "screen" }
      override var state: KeyValuePairs<String, String> { ["a": "b"] }
      override func handle(_ error: ModelError) { super.handle(error) }
      override func handle(_ bubble: BubbleNotification) {}
      override func handle(_ event: GlobalEvent) {}
      override func sessionWillClose() {}
    }
    final class App: Session {
      override func createServices() { provide(Clock()) }
      override func sessionDidLoad() { _ = Screen(parent: self) }
      override func handleUncaught(_ error: ModelError) {}
    }
    final class Clock: Service { func takeOff() {} }
    """,
    // initializers that take no line, and some that do, of any parent
    """
    class Screen: Model { override init(parent: Model) { super.init(parent: parent) } }
    class Bare: Screen {}
    final class Titled: Bare {
      let title: String
      init(title: String, parent: Model) {
        self.title = title
        super.init(parent: parent)
      }
    }
    final class Draft: Model {
      init?(text: String, parent: Session) {
        super.init(parent: parent)
        if text.isEmpty { return nil }
      }
      convenience init?(_ parent: Session) { self.init(text: "", parent: parent) }
    }
    class Former: Model {
      override init(parent: Model, file: StaticString = #fileID, line: UInt = #line) {
        super.init(parent: parent, file: file, line: line)
      }
    }
    final class Cart: Session { override init(parent: Model) { super.init(parent: parent) } }
    final class App: Session {
      init(user: Credentials) { super.init(credentials: user) }
      init() { super.init() }
    }
    @MainActor func make(_ app: App) {
      let models: [Model] = [
        Model(parent: app), Screen(parent: app), Bare(parent: app), Cart(parent: app),
        Titled(title: "a", parent: app), .init(parent: app), Session(parent: app),
        Former(parent: app), Former(parent: app, file: "A.swift", line: 3),
        Model(parent: app, line: 3), Session(),
      ]
      let make: (Model, StaticString, UInt) -> Session = Session.init
      _ = (models, make, Draft(text: "a", parent: app), Draft(app))
    }
    """,
    // messages with types of their own, and any error
    """
    final class Show { let title = "" }
    enum Nav {
      struct Open: BubbleMessage { let show: Show }
      struct Changed: EventMessage, Codable { let count: Int }
      struct Failed: ErrorMessage, Codable { let reason: String }
    }
    struct Lost: Error {}
    enum Codes: Int, ErrorCode { case bad = 1 }
    enum Names: String, GlobalEventName { case begin }
    final class Screen: Model {
      private var titles: [String] = []
      func begin() {
        register(for: Nav.Open.self) { [weak self] open in self?.titles.append(open.show.title) }
        register(for: Nav.Changed.self) { [weak self] in self?.titles.append("\\($0.count)") }
        register(for: Nav.Failed.self) { [weak self] in self?.titles.append($0.reason) }
        register(for: Codes.self) { [weak self] code in self?.titles.append(code.code) }
        register(for: Lost.self) { [weak self] _ in self?.titles.removeAll() }
        register(for: Names.begin, of: Show.self) { [weak self] in self?.titles.append($0.title) }
        register(forAll: BubbleNotification.self, in: Nav.self) { print($0.code) }
        mayRaise(Nav.Open.self, Nav.Failed.self)
        mayRaise(Codes.bad)
      }
      func raiseAll() {
        raise(Nav.Open(show: Show()))
        print(raise(Nav.Changed(count: 1)).count)
        raise(Nav.Failed(reason: "late"), context: "at night")
        raise(Lost())
        raise(Codes.bad)
        raise(Names.begin, with: Show())
        do { throw Lost() } catch { raise(error) }
      }
      override func handle(_ error: ModelError) {
        if let failed = error.as(Nav.Failed.self) { print(failed.reason) }
        if error.as(Codes.self) == .bad || error.is(Codes.bad) { print("bad") }
        if error.is(Lost.self) { print("lost") }
      }
      override func handle(_ bubble: BubbleNotification) {
        print(bubble.as(Nav.Open.self)?.show.title ?? "")
      }
    }
    """,
    // services and children by property, in an observable model too
    """
    final class Client: Service { func answer() async -> Int { 1 } }
    final class Player: Model { override init(parent: Model) { super.init(parent: parent) } }
    final class Named: Model {
      let name: String
      init(_ name: String, parent: Model) {
        self.name = name
        super.init(parent: parent)
      }
    }
    final class Room: Model {
      @FromSession var client: Client
      @Child(Player.init) var player: Player
      @Child({ Named("a", parent: $0) }) var named
      @Child var guest: Named?
      private(set) var count = 0
      func load() {
        guest = Named("b", parent: self)
        task { [client] in await client.answer() } then: { room, count in room.count = count }
      }
    }
    @available(macOS 14, iOS 17, tvOS 17, *)
    @Observable final class Watched: Model {
      var count = 0
      @ObservationIgnored @FromSession var client: Client
      @ObservationIgnored @Child({ Player(parent: $0) }) var player
      @ObservationIgnored @Child var guest: Named?
      func wait() {
        task { [self] in try? await sleep(for: .seconds(1)) } then: { model, _ in
          model.count += 1
        }
      }
    }
    @MainActor func follow(_ items: ObservableValue<[Int]>) async {
      for await list in items.values { print(list) }
      for await list in items.values() { print(list) }
    }
    """,
    // a picture that leaves the main actor
    """
    @MainActor func picture(of root: Session) -> Snapshot { root.snapshot() }
    func use(_ root: Session) async { _ = Task.detached { await picture(of: root).count } }
    """,
    // a model that another actor holds and asks on the main actor
    """
    actor Other {
      var held: Model?
      func hold(_ model: Model) async -> Int {
        held = model
        return await model.children.count
      }
    }
    """,
  ]

  private nonisolated static let refused = [
    // a model's children in a detached task
    Program(
      text: """
        func use(_ root: Session) { Task.detached { _ = root.children } }
        """, complaint: "main actor-isolated property 'children'"),
    // a removal in another actor
    Program(
      text: """
        actor Other { func use(_ model: Model) { model.removeFromParent() } }
        """, complaint: "main actor-isolated instance method 'removeFromParent()'"),
    // a signal's value outside of the main actor
    Program(
      text: """
        nonisolated func use(_ value: ObservableValue<Int>) { value.value = 1 }
        """, complaint: "main actor-isolated property 'value'"),
    // an enum of two kinds of messages
    Program(
      text: """
        enum Both: String, BubbleNotificationName, GlobalEventName { case both }
        """, complaint: "Delivered"),
    // an enum with values in place of codes
    Program(
      text: """
        struct Show: Hashable {}
        enum Nav: BubbleNotificationName { case open(Show), close }
        """,
      complaint: "give the enum raw values; write a message with values as "
        + "'struct Open: BubbleMessage { … }'"),
  ]

  /// One program of all of them, each in a scope of its own.
  private func program(of parts: [String]) -> String {
    let imports = ["ModelTree", "Observation", "TreeSnapshot"].map { "import \($0)\n" }.joined()
    return imports
      + parts.enumerated().map { number, text in
        "enum Part\(number) {\n\(text)\n}\n"
      }.joined()
  }

  @Test(arguments: CompilerCheck.ModuleKind.allCases)
  func `the compiler accepts what an app needs`(kind: CompilerCheck.ModuleKind) throws {
    let check = try CompilerCheck(program(of: Self.accepted), in: kind)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
  }

  @Test func `the compiler refuses what a tree cannot take, and says what to write instead`() throws
  {
    let check = try CompilerCheck(program(of: Self.refused.map(\.text)))
    #expect(!check.isAccepted)
    for refused in Self.refused {
      #expect(check.diagnostics.contains(refused.complaint), "\(check.diagnostics)")
    }
  }
}
