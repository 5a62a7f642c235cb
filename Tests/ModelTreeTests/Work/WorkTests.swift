import LiveTree
import ModelTree
import Testing
import TreeJournal
import TreeSnapshot

/// Answers on the test's command.
private final class Server: Service {
  private var waiting: [CheckedContinuation<String, any Error>] = []

  func ask() async throws -> String {
    try await withCheckedThrowingContinuation { waiting.append($0) }
  }

  var isQuiet: Bool { waiting.isEmpty }

  /// Lets the question arrive, then answers it.
  func answer(_ result: Result<String, any Error>) async {
    while waiting.isEmpty { await Task.yield() }
    waiting.removeFirst().resume(with: result)
  }
}

private struct Unplugged: Error {}

private final class Page: Model {
  private(set) var text: String?

  func load(from server: Server) -> Task<Void, Never> {
    task(orRaise: NetworkErrors.badResponse) {
      try await server.ask()
    } then: { page, text in
      page.text = text
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Work of a model` {
  private let root = ProbeSession()
  private let server = Server()

  @Test func `the answer arrives on the tree`() async {
    let page = Page(parent: root)
    let work = page.load(from: server)
    await server.answer(.success("hello"))
    await work.value
    #expect(page.text == "hello")
  }

  @Test func `an explorer knows what was started before it came, until it ends`() async {
    let clock = ExplorableClock()
    root.clock = clock
    let work = Page(parent: root).load(from: server)
    #expect(clock.run.waiting.map(\.type) == ["Page"])
    #expect(!clock.run.isQuiet)
    await server.answer(.success("hello"))
    await work.value
    #expect(clock.run.isQuiet)
  }

  @Test(
    arguments: [
      (NetworkErrors.badToken as any Error, "NetworkErrors.101", nil),
      (ModelError(NetworkErrors.badToken, context: "expired"), "NetworkErrors.101", "expired"),
      (Unplugged(), "NetworkErrors.100", nil),
    ] as [(any Error, String, String?)])
  func `an error of the work is raised as the model's`(
    thrown: any Error, name: String, context: String?
  ) async {
    var errors: [ModelError] = []
    root.register(forAll: NetworkErrors.self) { errors.append($0) }
    let page = Page(parent: root)
    let work = page.load(from: server)
    await server.answer(.failure(thrown))
    await work.value
    #expect(errors.map { "\($0.domain).\($0.code)" } == [name])
    #expect(errors.first?.raiser?.id == page.id)
    #expect(errors.first?.context == context)
    #expect((errors.first?.underlying is Unplugged) == (thrown is Unplugged))
    #expect(errors.first?.source?.hasPrefix("WorkTests.swift:") == true)
    #expect(page.text == nil)
  }

  /// The ways in which a model ends its work, before the answer.
  enum End: CaseIterable {
    case removed, removedWithAncestor, deallocated, sessionClosed, cancelled
  }

  @Test(arguments: End.allCases)
  func `the work ends with the model, and a later answer is dropped`(end: End) async {
    root.register(forAll: NetworkErrors.self)
    root.open()
    let flow = Model(parent: root)
    var page: Page? = Page(parent: flow)
    let held = end == .deallocated ? nil : page
    weak let observed = page
    let work = page?.load(from: server)
    // The work has begun, and waits for its answer.
    while server.isQuiet { await Task.yield() }
    switch end {
    case .removed: page?.removeFromParent()
    case .removedWithAncestor: flow.removeFromParent()
    case .deallocated:
      page = nil
      flow.children[0].removeFromParent()
    case .sessionClosed: root.close()
    case .cancelled: work?.cancel()
    }
    #expect(work?.isCancelled == true)
    if end == .deallocated { #expect(observed == nil) }
    await server.answer(end == .removed ? .success("late") : .failure(Unplugged()))
    await work?.value
    #expect(held?.text == nil)
    #expect(root.log.lines.filter { $0.contains("error") } == [])
  }

  @Test func `work of a model outside of a session is cancelled at once`() async {
    let page = Page(parent: root)
    page.removeFromParent()
    #expect(page.load(from: server).isCancelled)
  }

  @Test func `work does not retain its model`() async {
    weak var page: Page?
    var work: Task<Void, Never>?
    do {
      let made = Page(parent: root)
      page = made
      work = made.load(from: server)
    }
    root.children[0].removeFromParent()
    #expect(page == nil)
    await server.answer(.success("late"))
    await work?.value
  }

  @Test func `a cancellation handler may change the tree`() async {
    let (child, other) = (root.child("child"), root.child("other"))
    let work = child.task {
      await withTaskCancellationHandler {
        while !Task.isCancelled { await Task.yield() }
      } onCancel: {
        MainActor.assumeIsolated { other.removeFromParent() }
      }
    }
    await Task.yield()
    child.removeFromParent()
    #expect(root.children.isEmpty)
    await work.value
  }

  @Test func `what a handler starts knows the message as its cause`() async {
    var causes: [Message?] = []
    var work: [Task<Void, Never>] = []
    root.register(for: NetworkErrors.badToken) { [root] _ in
      causes.append(root.cause)
      work.append(
        root.task {
        } then: { root, _ in
          causes.append(root.cause)
          work.append(
            root.task {
            } then: { root, _ in
              causes.append(root.cause)
            })
        })
    }
    let child = root.child("child")
    #expect(child.cause == nil)
    child.raise(NetworkErrors.badToken)
    #expect(child.cause == nil)
    await work[0].value
    #expect(child.cause == nil)
    await work[1].value
    let badToken = Message(kind: .error, domain: "NetworkErrors", code: "101")
    #expect(causes == [badToken, badToken, badToken])
  }
}

/// Models that are released away from the main actor.
@Suite(.timeLimit(.minutes(20))) struct `Release on other threads` {
  /// Waits until the main actor has heard of a release elsewhere.
  private func settle(_ isSettled: () -> Bool) async throws {
    while !isSettled() { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test func `a removed model's children are released on the main actor`() async throws {
    let root = ProbeSession()
    var top: Probe? = root.child("top")
    var isMain: [Bool] = []
    top?.child("below").onDeinit = { _ in isMain.append(true) }
    top?.removeFromParent()
    release(&top)
    try await settle { !isMain.isEmpty }
    #expect(isMain == [true])
  }

  @Test func `a root session may be released anywhere, and its tree with it`() async throws {
    weak var child: Model?
    let services = Log()
    do {
      final class Worker: Service {
        let log: Log
        init(_ log: Log) { self.log = log }
        func prepareToClose() { log("closed") }
      }
      var root: ProbeSession? = ProbeSession()
      root?.whenCreatingServices = { $0.provide(Worker(services)) }
      root?.open()
      child = root?.child("child")
      release(&root)
    }
    try await settle { child == nil && !services.lines.isEmpty }
    #expect(services.lines == ["closed"])
  }

  @Test func `two hundred trees are released elsewhere while the main actor uses them`()
    async throws
  {
    for _ in 1...200 {
      var root: ProbeSession? = ProbeSession()
      var first = root?.child("first")
      let last = try #require(root?.child("last"))
      root?.register(for: AppEvent.start)
      first?.removeFromParent()
      release(&root)
      release(&first)
      for _ in 1...20 {
        _ = last.root
        _ = last.session
        last.raise(AppEvent.start)
        last.raise(NetworkErrors.badToken)
        _ = last.sessionTree()
        _ = last.allLeakedModels()
        await Task.yield()
      }
    }
  }

  @Test func `signals and pools end on the main actor`() async throws {
    let pipe = SignalPipe<Int>()
    var pool: AutodisposePool? = AutodisposePool()
    if let pool { pipe.subscribeNext { _ in }.putInto(pool) }
    #expect(pipe.subscriberCount == 1)
    release(&pool)
    try await settle { pipe.subscriberCount == 0 }
  }
}

/// Lets a detached task release an object as its last owner, after the caller has left it.
private func release<Object: Sendable>(_ object: inout Object?) {
  let last = object
  object = nil
  Task.detached {
    await MainActor.run {}
    withExtendedLifetime(last) {}
  }
}
