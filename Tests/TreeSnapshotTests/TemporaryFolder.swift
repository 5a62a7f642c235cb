import Foundation
import TextIO
import TreeSnapshot

/// A folder of its own for one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/TreeSnapshotTests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of all that it holds.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }
}

/// What is said where a file cannot be written; nil where it can.
func writeFailure(_ text: String, to path: String) -> String? {
  do throws(FileError) {
    try WholeFile.write(Array(text.utf8), to: path)
    return nil
  } catch {
    return error.description
  }
}

/// What is said where a dump cannot be read; nil where it can.
func readFailure(_ path: String) -> String? {
  do throws(DumpFileError) {
    _ = try Snapshot(contentsOfFile: path)
    return nil
  } catch {
    return error.description
  }
}
