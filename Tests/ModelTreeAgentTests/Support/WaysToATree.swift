import Foundation
import LiveTree
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

@testable import ModelTreeAgent
@testable import TreeConsole
@testable import TreeLink

/// A live tree, queried in its own process.
private final class DirectTarget: InspectionTarget {
  let name = "App"
  let kind = TargetKind.remote
  private let tree: AttachedTree

  init(_ tree: AttachedTree) { self.tree = tree }

  var actions: [TargetAction] { tree.presentActions }

  var capabilities: Set<Capability> {
    let pairs: [(Bool, Capability)] = [
      (true, .handlers), (!actions.isEmpty, .actions), (tree.knowsLeakedModels, .leaks),
      (tree.hasJournal, .journal),
    ]
    return Set(pairs.filter(\.0).map(\.1))
  }

  func state() throws -> TreeState { try tree.state() }

  func raise(
    _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of seen: Int
  ) throws -> RaiseReport {
    try tree.raise(message, with: json, atNodeWithID: id, of: seen)
  }

  func leakedModels() throws -> [LeakedModel] { try tree.leakedModels() }

  func journal() throws -> JournalLook {
    guard let excerpt = try tree.journal(after: 0) else {
      throw ConsoleError.lacks(.journal, kind)
    }
    return try JournalLook(excerpt)
  }

  func perform(_ action: String, _ arguments: [String]) throws -> ActionResult {
    try tree.perform(action, arguments)
  }
}

/// A tree of an app, which offers some actions.
@MainActor struct TestedTree {
  let root: () -> AnyObject?
  var actions: [AppAction] = []
  var journal: Journal?
}

/// The ways to ask a tree: in its process, from outside, and as a dump.
@MainActor final class WaysToATree {
  private let folder: LinkTestFolder
  private let agent: Agent
  private let direct: DirectTarget
  private let remote: Remote

  /// The command's end, on a thread of its own.
  ///
  /// `@unchecked Sendable`: only one thread at a time looks at it.
  private final class Remote: @unchecked Sendable {
    var target: RemoteTarget?
  }

  /// Opens the ways.
  ///
  /// - Parameters:
  ///   - tree: The tree that is queried in its process, and as a dump.
  ///   - twin: The tree that is queried from outside: an equal one, for commands that change it;
  ///     defaults to the same.
  init(_ tree: TestedTree, twin: TestedTree? = nil) async throws {
    folder = try LinkTestFolder()
    let asked = twin ?? tree
    agent = Agent(
      name: "App", actions: asked.actions, journal: asked.journal, root: asked.root)
    try agent.listen(in: try #require(try LinkFolder(folder.path)))
    direct = DirectTarget(
      AttachedTree(
        name: "App", actions: tree.actions, journal: tree.journal, root: tree.root))
    let (remote, path) = (Remote(), folder.path)
    try await Self.onThread {
      let name = try #require(AppName(word: "@"))
      remote.target = try RemoteTarget(name, in: AppSearch(client: "test", in: [path]), nil)
    }
    self.remote = remote
  }

  private nonisolated static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
    }
  }

  /// The tree in the process.
  func snapshot() throws -> Snapshot { try direct.state().snapshot }

  /// The command's answer and notes from outside.
  func fromOutside(_ command: String) async throws -> [String] {
    let (remote, folder) = (remote, folder.path)
    return try await Self.onThread {
      try Self.answer(command, try #require(remote.target), in: folder)
    }
  }

  /// The same in the process.
  func inProcess(_ command: String) throws -> [String] {
    try Self.answer(command, direct, in: folder.path)
  }

  /// The same of the dump.
  func onDump(_ command: String) throws -> [String] {
    let path = folder.path(of: "App.json")
    try snapshot().writeDump(toFile: path)
    return try Self.answer(command, FileTarget(path), in: folder.path)
  }

  /// The same of a journal's file.
  func onJournal(_ command: String, _ path: String) throws -> [String] {
    try Self.answer(command, FileTarget(path), in: folder.path)
  }

  /// Answers, notes, and whether something was found that should not be.
  private nonisolated static func answer(
    _ command: String, _ target: any InspectionTarget, in folder: String
  ) throws -> [String] {
    let paths = ["answers", "notes"].map { "\(folder)/\($0)-\(UUID())" }
    let handles = try paths.map { path in
      try "".write(toFile: path, atomically: false, encoding: .utf8)
      return try #require(FileHandle(forWritingAtPath: path))
    }
    // At a prompt, which waits without a limit: other tests may occupy the main actor for minutes.
    let output = ConsoleOutput(
      program: "modeltree", answers: handles[0].fileDescriptor, notes: handles[1].fileDescriptor
    ).forked(for: CommandRun())
    var view = View(target, output, for: .session(PromptSession()))
    do {
      try Interpreter.run(command, in: &view)
    } catch {
      output.note("\(error)")
    }
    try output.flush()
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    let notes = texts[1].split(separator: "\n").filter { !$0.contains("does not answer") }
    return [texts[0], notes.joined(separator: "\n")] + ["findings: \(view.status == .found)"]
  }
}

extension [String] {
  /// The answers without details that differ each time: times and durations.
  var withoutTimes: [String] {
    map { answer in
      answer.replacing(/"(milliseconds|nanoseconds)": [0-9.e-]+/) { "\"\($0.1)\": 0" }
        .replacing(/[0-9.]+ (ns|µs|ms|s)\b/, with: "a while")
        .replacing(/"time": "[^"]*"/, with: "\"time\": \"\"")
        .replacing(/[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?/, with: "a time")
    }
  }
}
