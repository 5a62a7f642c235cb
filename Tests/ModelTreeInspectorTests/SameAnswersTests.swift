import Foundation
import LiveTree
import Testing
import TextIO
import TreeAnalysis
import TreeObjects
import TreeSnapshot

@testable import ModelTreeInspector
@testable import TreeConsole

/// A live tree of an app's objects and its dump are the same to every command that only looks.
@Suite struct `The same answers` {
  /// A live tree, queried in its own process.
  private final class DirectTarget: InspectionTarget {
    let name = "Cars"
    let kind = TargetKind.live
    let capabilities: Set<Capability> = [.handlers]
    private let tree: AttachedTree

    init(_ tree: AttachedTree) { self.tree = tree }

    func state() throws -> TreeState { try tree.state() }
    func raise(
      _ message: Message, with json: JSONValue?, atNodeWithID id: Int, of seen: Int
    ) throws -> RaiseReport {
      try tree.raise(message, with: json, atNodeWithID: id, of: seen)
    }
    func leakedModels() throws -> [LeakedModel] { try tree.leakedModels() }
  }

  private final class Files {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(of name: String) -> String { folder.appending(path: name).path() }
  }

  /// A command's answer, and its notes.
  private func answer(
    _ command: String, _ target: any InspectionTarget, _ files: Files
  ) throws -> [String] {
    let paths = ["answers", "notes"].map(files.path)
    let handles = try paths.map { path in
      try "".write(toFile: path, atomically: false, encoding: .utf8)
      return try #require(FileHandle(forWritingAtPath: path))
    }
    let output = ConsoleOutput(
      program: "modeltree", answers: handles[0].fileDescriptor, notes: handles[1].fileDescriptor)
    var view = View(target, output, for: .session(PromptSession()))
    do {
      try Interpreter.run(command, in: &view)
    } catch {
      output.note("\(error)")
    }
    try output.flush()
    return try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
      + ["findings: \(view.status == .found)"]
  }

  @Test(
    arguments: [
      "print --all", "print --all --json", "print 'Editor[label=second]' --depth 1 --ascii",
      "show /Router", "show '#6'", "show '#4' --json", "show Nobody", "find '**'",
      "find '[handles=StorageError]' --json", "find '[label=again]'",
      "trace error StorageError.locked --from Mute",
      "trace event CarEvent.reload --from '#2' --json",
      "trace bubble Nobody.knows --from '#6'", "trace error StorageError.28 --from '#6'", "routes",
      "routes --json", "resolve Storage --from Mute", "resolve Storage --from '#6' --json",
      "resolve Nothing --from Mute", "lint", "lint --json", "render --format dot",
      "render --format dot --trace error StorageError.locked --from Mute",
      "raise error StorageError.locked --from Mute --dry",
    ])
  func `a command answers the same`(command: String) throws {
    let files = try Files()
    let root = makeForeignTree()
    let live = DirectTarget(AttachedTree(name: "Cars") { root })
    let path = files.path(of: "cars.json")
    try Snapshot(of: root, name: "Cars").writeDump(toFile: path)
    let dump = try FileTarget(path)
    let answers = (try answer(command, live, files), try answer(command, dump, files))
    #expect(answers.0 == answers.1)
    #expect(answers.0[0].isEmpty == (command == "show Nobody"))
  }

  @Test func `a live tree and its dump are not different`() throws {
    let files = try Files()
    let root = makeForeignTree()
    let live = DirectTarget(AttachedTree(name: "Cars") { root })
    let path = files.path(of: "cars.json")
    try Snapshot(of: root, name: "Cars").writeDump(toFile: path)
    #expect(try live.state().snapshot.dump() == Snapshot(contentsOfFile: path).dump())
    let same = try answer("diff \(path)", live, files)
    #expect(same[2] == "findings: false" && same[1].isEmpty)
    root.below.append(Screen("new"))
    #expect(try answer("diff \(path)", live, files)[2] == "findings: true")
  }

  @Test func `who could not take a message is noted beside the answer`() throws {
    let files = try Files()
    let root = makeForeignTree()
    let live = DirectTarget(AttachedTree(name: "Cars") { root })
    let answers = try answer("raise event CarEvent.reload --from '#2'", live, files)
    #expect(
      answers[1] == """
        modeltree: note: Mute #4 did not take it: it receives no tests; give it a 'receive(_:)'

        """)
    #expect(answers[0].contains("delivered to 3 models, in this order"))
    let refused = try answer("raise bubble Mute.tap --from Mute", live, files)
    #expect(refused[0] == "")
    #expect(refused[1].hasPrefix("modeltree: no handler ran: Mute #4 did not take it"))
  }
}
