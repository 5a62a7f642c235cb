package import TextIO
package import TreeSnapshot

/// A dump, read once.
package final class DumpTarget: SharedTarget, Sendable {
  /// The name in the dump, else the file's.
  package let name: String
  package let kind = TargetKind.dump
  package let capabilities: Set<Capability> = []
  /// The file; `-` is standard input.
  package let file: String?
  private let snapshot: Snapshot

  /// Reads a dump; `-` is standard input.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package convenience init(path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
    try self.init(bytes, path: path)
  }

  /// Takes the bytes of a dump's file.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  package init(_ bytes: FileBytes, path: String) throws(DumpFileError) {
    snapshot = try Snapshot(bytes, ofFile: path)
    file = path
    name = snapshot.name ?? Self.baseName(of: path)
  }

  /// The target itself: nothing of it changes.
  package var view: @Sendable () -> any InspectionTarget { { self } }

  /// The tree in the dump.
  package func state() -> TreeState { TreeState(snapshot: snapshot, tree: 0) }

  /// `exam-master` of `samples/dumps/exam-master.json`.
  static func baseName(of path: String) -> String {
    if path == "-" { return "standard input" }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
  }
}
