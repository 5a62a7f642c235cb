import Foundation
import LiveTree
import ModelTree
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeSnapshot

@testable import ModelTreeAgent
@testable import TreeConsole
@testable import TreeLink

/// A live tree is the same to every command in its process, through the socket and as a dump.
@MainActor @Suite struct `The same bytes` {
  /// A live tree, asked from where it lives.
  private final class DirectTarget: InspectionTarget {
    let name = "App"
    let kind = TargetKind.remote
    let tree: AttachedTree

    init(_ tree: AttachedTree) { self.tree = tree }

    var capabilities: Set<Capability> {
      let pairs: [(Bool, Capability)] = [
        (true, .handlers), (tree.knowsLeakedModels, .leaks), (tree.hasJournal, .journal),
      ]
      return Set(pairs.filter(\.0).map(\.1))
    }
    func journal(after record: Int) throws -> JournalLook {
      try JournalLook(try #require(try tree.journal(after: record)))
    }
    func state() throws -> TreeState { try tree.state() }
    func raise(_ message: Message, atNodeWithID id: Int, of seen: Int) throws -> RaiseReport {
      try tree.raise(message, atNodeWithID: id, of: seen)
    }
    func leakedModels() throws -> [LeakedModel] { try tree.leakedModels() }
  }

  /// A tree with its agent, and the ways to it.
  @MainActor private final class Ways {
    let folder: LinkTestFolder
    let agent: Agent
    let direct: DirectTarget
    private let remote: Remote

    /// The command's end, on a thread of its own.
    final class Remote: @unchecked Sendable {
      // Only one thread at a time looks at it.
      var target: RemoteTarget?
    }

    init(_ root: @escaping () -> AnyObject?) async throws {
      folder = try LinkTestFolder()
      agent = Agent(name: "App", root: root)
      try agent.listen(in: try #require(try LinkFolder(folder.path)))
      direct = DirectTarget(AttachedTree(name: "App", root: root))
      let (remote, path) = (Remote(), folder.path)
      try await Self.onThread {
        let name = try #require(AppName(word: "@"))
        remote.target = try RemoteTarget(name, in: AppSearch(client: "test", in: [path]), nil)
      }
      self.remote = remote
    }

    nonisolated static func onThread<Result: Sendable>(
      _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
      }
    }

    /// What the command answers and says from outside.
    func fromOutside(_ command: String) async throws -> [String] {
      let (remote, folder) = (remote, folder.path)
      return try await Self.onThread {
        try Answered.answer(command, try #require(remote.target), in: folder)
      }
    }

    /// The same in the process.
    func inProcess(_ command: String) throws -> [String] {
      try Answered.answer(command, direct, in: folder.path)
    }

    /// The same of the dump.
    func onDump(_ command: String) throws -> [String] {
      let path = folder.path(of: "App.json")
      try direct.state().snapshot.writeDump(toFile: path)
      return try Answered.answer(command, DumpTarget(path: path), in: folder.path)
    }
  }

  private enum Answered {
    static func answer(
      _ command: String, _ target: any InspectionTarget, in folder: String
    ) throws -> [String] {
      let paths = ["answers", "notes"].map { "\(folder)/\($0)-\(UUID())" }
      let handles = try paths.map { path in
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        return try #require(FileHandle(forWritingAtPath: path))
      }
      let output = ConsoleOutput(
        program: "modeltree", answers: handles[0].fileDescriptor, notes: handles[1].fileDescriptor)
      let context = CommandContext(target: target, output: output, isRepl: true)
      do {
        try Interpreter(context: context).run(command)
      } catch {
        output.note("\(error)")
      }
      try output.flush()
      defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
      let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
      // Other tests may keep the main actor for a while.
      let notes = texts[1].split(separator: "\n").filter { !$0.contains("does not answer") }
      return [texts[0], notes.joined(separator: "\n")] + ["findings: \(context.hasFindings)"]
    }
  }

  /// Commands about the models of a tree, chosen by a seed.
  private func commands(_ snapshot: Snapshot, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    let ids = snapshot.positions.map { snapshot[$0].id }
    func node() -> String { "'#\(random.pick(ids))'" }
    let messages = [
      "error DiskErrors.1", "error DiskErrors.locked", "bubble PageBubbles.open",
      "bubble Page.open", "event AppEvents.refresh", "event AppEvents.logOut", "error No.1",
    ]
    return [
      "print --all", "print --all --json", "print \(node()) --depth 2 --ascii", "print --long",
      "show \(node())", "show \(node()) --json", "find '**'", "find '[session]' --json",
      "find '[label=A]'", "trace \(random.pick(messages)) --from \(node())",
      "trace \(random.pick(messages)) --from \(node()) --json", "routes", "routes --json",
      "resolve Clock --from \(node())", "resolve Store --from \(node()) --json", "lint",
      "lint --json", "print --as-spec", "render --format dot",
      "raise \(random.pick(messages)) --from \(node()) --dry",
      "what-if remove \(node())",
    ]
  }

  private nonisolated static let seeds: ClosedRange<UInt64> = 1...UInt64(HeavyTests.isOn ? 500 : 12)

  @Test(arguments: seeds) func `for a tree of models, also after changes`(seed: UInt64) async throws
  {
    var random = RandomLiveTree(seed: seed)
    let root = random.models()
    let ways = try await Ways { root }
    for turn in 0..<3 as Range<UInt64> {
      try await compare(ways, seed: seed << 8 + turn)
      for _ in 0..<3 { random.change(root) }
    }
  }

  @Test(arguments: seeds) func `for a tree of other objects, also after changes`(
    seed: UInt64
  ) async throws {
    var random = RandomLiveTree(seed: seed)
    let root = random.objects()
    let ways = try await Ways { root }
    try await compare(ways, seed: seed)
    root.note = "changed"
    root.below = Array(root.below.dropLast())
    try await compare(ways, seed: seed + 1)
  }

  private func compare(_ ways: Ways, seed: UInt64) async throws {
    for command in commands(try ways.direct.state().snapshot, seed: seed) {
      let inProcess = try ways.inProcess(command)
      let fromOutside = try await ways.fromOutside(command)
      #expect(fromOutside == inProcess, "\(command)")
      // What a live tree knows besides may be near a message that nothing takes.
      guard !command.hasPrefix("trace"), !command.hasPrefix("raise") else { continue }
      if command.hasPrefix("what-if") { continue }
      // One rule more looks at a live tree of models: at what left it.
      if command == "lint" { continue }
      let onDump = try ways.onDump(command)
      #expect(onDump == inProcess, "\(command)")
    }
  }

  @Test(arguments: seeds) func `for messages that are raised, and for leaks`(seed: UInt64)
    async throws
  {
    var random = RandomLiveTree(seed: seed)
    let root = random.models()
    let ways = try await Ways { root }
    _ = try ways.inProcess("print")
    _ = try await ways.fromOutside("print")
    var choice = SeededGenerator(seed: seed)
    let ids = try ways.direct.state().snapshot.positions.map { $0 }
    for message in ["error DiskErrors.1", "bubble PageBubbles.open", "event AppEvents.refresh"] {
      let id = try ways.direct.state().snapshot[choice.pick(ids)].id
      for json in ["", " --json"] {
        let command = "raise \(message) --from '#\(id)'\(json)"
        let answers = (
          withoutTimes(try await ways.fromOutside(command)),
          withoutTimes(try ways.inProcess(command))
        )
        #expect(answers.0 == answers.1, "\(command)")
      }
    }
    let kept = root.children
    if let first = kept.first { first.removeFromParent() }
    for command in ["leaks", "leaks --json"] {
      #expect(try await ways.fromOutside(command) == ways.inProcess(command), "\(command)")
    }
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: seeds) func `for a journal, also after changes`(seed: UInt64) async throws {
    var random = RandomLiveTree(seed: seed)
    let root = random.models()
    let journal = Journal(bytes: 1 << 17)
    root.record(in: journal)
    for _ in 0..<20 { random.change(root) }
    root.raise(DiskErrors.full)
    root.raise(AppEvents.refresh)
    let ways = try await Ways { root }
    // Labels and states are asked for once the main actor is free.
    for _ in 0..<20 { await Task.yield() }
    let moment = 1 + Int(seed) % journal.recordCount
    for command in [
      "journal", "journal --json", "journal --what handled --what attached", "journal --cause 1",
      "journal '**' --limit 5", "journal --until \(moment) --count", "history '#\(root.id)' --json",
      "print --all --at \(moment)", "print --json --at \(moment)", "diff --at 1 --to \(moment)",
      "trace error DiskErrors.1 --from '#\(root.id)' --at \(moment)", "at \(moment)",
      "trace error DiskErrors.1 --from '#\(root.id)'", "journal --at 99999", "print --at noon",
    ] {
      let fromOutside = try await ways.fromOutside(command)
      #expect(try fromOutside == ways.inProcess(command), "\(command)")
    }
  }

  /// How long a handler ran is the machine's affair.
  private func withoutTimes(_ answers: [String]) -> [String] {
    answers.map { answer in
      answer.replacing(/"milliseconds": [0-9.e-]+/, with: "").replacing(
        /took [0-9.]+ (µs|ms|s)/, with: "")
    }
  }

  @Test func `test messages are marked`() async throws {
    let root = Root()
    var tests: [Bool] = []
    root.register(for: DiskErrors.full) { tests.append($0.isTest) }
    let ways = try await Ways { root }
    let answer = try await ways.fromOutside("raise error DiskErrors.1 --from Root --json")
    #expect(answer[0].contains("\"outcome\": \"handled\""))
    #expect(tests == [true])
    root.raise(DiskErrors.full)
    #expect(tests == [true, false])
  }
}

/// Whether tests run that take minutes: `MODELTREE_HEAVY_TESTS=1`.
enum HeavyTests {
  static let isOn = ProcessInfo.processInfo.environment["MODELTREE_HEAVY_TESTS"] == "1"
}
