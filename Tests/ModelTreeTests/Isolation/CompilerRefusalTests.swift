import Testing

/// The compiler keeps a tree on the main actor, and each enum to one kind of messages: these programs
/// are for it.
@Suite nonisolated struct `What the compiler refuses` {
  nonisolated struct Program: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// The names that must occur in the diagnostics.
    var complaint = ""
  }

  private nonisolated static let accepted = [
    Program(
      testDescription: "work of a model that waits, with no annotation",
      text: """
        import ModelTree
        actor Net { func load() -> Int { 1 } }
        final class Counter: Model {
          let net = Net()
          private(set) var count = 0
          func start() { Task { count = await net.load() } }
        }
        """),
    Program(
      testDescription: "a subclass with everything that can be overridden",
      text: """
        import ModelTree
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
        """),
    Program(
      testDescription: "initializers that take no line, and some that do, of any parent",
      text: """
        import ModelTree
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
        """),
    Program(
      testDescription: "messages with types of their own, and any error",
      text: """
        import ModelTree
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
        """),
    Program(
      testDescription: "services and children by property, in an observable model too",
      text: """
        import ModelTree
        import Observation
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
        """),
    Program(
      testDescription: "a picture that leaves the main actor",
      text: """
        import ModelTree
        import TreeSnapshot
        @MainActor func picture(of root: Session) -> Snapshot { root.snapshot() }
        func use(_ root: Session) async { _ = Task.detached { await picture(of: root).count } }
        """),
    Program(
      testDescription: "a model that another actor holds and asks on the main actor",
      text: """
        import ModelTree
        actor Other {
          var held: Model?
          func hold(_ model: Model) async -> Int {
            held = model
            return await model.children.count
          }
        }
        """),
  ]

  private nonisolated static let refused = [
    Program(
      testDescription: "a model's children in a detached task",
      text: """
        import ModelTree
        func use(_ root: Session) { Task.detached { _ = root.children } }
        """, complaint: "main actor-isolated property 'children'"),
    Program(
      testDescription: "a removal in another actor",
      text: """
        import ModelTree
        actor Other { func use(_ model: Model) { model.removeFromParent() } }
        """, complaint: "main actor-isolated instance method 'removeFromParent()'"),
    Program(
      testDescription: "a signal's value outside of the main actor",
      text: """
        import ModelTree
        nonisolated func use(_ value: ObservableValue<Int>) { value.value = 1 }
        """, complaint: "main actor-isolated property 'value'"),
    Program(
      testDescription: "an enum of two kinds of messages",
      text: """
        import ModelTree
        enum Both: String, BubbleNotificationName, GlobalEventName { case both }
        """, complaint: "Delivered"),
  ]

  private nonisolated static let misplaced = [
    Program(
      testDescription: "an enum with values in place of codes",
      text: """
        import ModelTree
        struct Show: Hashable {}
        enum Nav: BubbleNotificationName { case open(Show), close }
        """,
      complaint: "give the enum raw values; write a message with values as "
        + "'struct Open: BubbleMessage { … }'")
  ]

  @Test(arguments: misplaced)
  func `the compiler says what to write instead of`(program: Program) throws {
    let check = try CompilerCheck(program.text)
    #expect(!check.isAccepted)
    #expect(check.diagnostics.contains(program.complaint), "\(check.diagnostics)")
  }

  @Test(arguments: accepted, CompilerCheck.ModuleKind.allCases)
  func `the compiler accepts`(program: Program, kind: CompilerCheck.ModuleKind) throws {
    let check = try CompilerCheck(program.text, in: kind)
    #expect(check.isAccepted && check.diagnostics.isEmpty, "\(check.diagnostics)")
  }

  @Test(arguments: refused)
  func `the compiler refuses`(program: Program) throws {
    let check = try CompilerCheck(program.text)
    #expect(!check.isAccepted)
    #expect(check.diagnostics.contains(program.complaint), "\(check.diagnostics)")
  }
}
