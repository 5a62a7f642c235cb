import TreeAnalysis
package import TreeSnapshot

/// A dump, read once.
package final class DumpTarget: InspectionTarget {
  /// The file; `-` is standard input.
  let path: String
  private let baseName: String
  /// A dump runs no handlers.
  package let isLive = false
  private let snapshot: Snapshot
  /// What was changed in copies of the dump, one after the other, and the copies.
  private var supposed: [(change: String, snapshot: Snapshot)] = []

  /// Reads a dump; `-` is standard input.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(path: String) throws(DumpFileError) {
    snapshot = try Snapshot(contentsOfFile: path)
    self.path = path
    baseName = snapshot.name ?? Self.baseName(of: path)
  }

  /// The name in the dump, else the file's; it tells where the tree is not the dump's any more.
  package var name: String { supposed.isEmpty ? baseName : "\(baseName) what-if" }

  /// The tree in the dump, or what became of it by supposing something else.
  package func state() -> TreeState {
    TreeState(snapshot: supposed.last?.snapshot ?? snapshot, tree: 0)
  }

  /// The tree in the dump.
  var original: TreeState { TreeState(snapshot: snapshot, tree: 0) }

  /// What was changed, in words.
  var changes: [String] { supposed.map(\.change) }

  /// Puts a changed copy in place of the tree.
  func suppose(_ changed: Snapshot, _ change: String) { supposed.append((change, changed)) }

  /// Takes the last change back, and answers what it was.
  func undo() -> String? { supposed.popLast()?.change }

  /// Takes all changes back.
  func reset() { supposed = [] }

  /// Nothing can be raised on a dump: the report is what would happen.
  package func raise(_ message: Message, atNodeWithID id: Int, of tree: Int) -> RaiseReport {
    let state = state()
    let route = state.snapshot.route(of: message, raisedAt: state.snapshot.position(ofID: id) ?? 0)
    return RaiseReport(before: state, route: route, taken: nil, after: state)
  }

  /// A dump holds what is in the tree.
  package func leakedModels() throws -> [LeakedModel] {
    throw ConsoleError(
      "a dump does not tell what left the tree and is still alive; ask at the prompt of the app")
  }

  /// `exam-master` of `samples/dumps/exam-master.json`.
  private static func baseName(of path: String) -> String {
    if path == "-" { return "standard input" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
