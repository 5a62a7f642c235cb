import Foundation
import TextIO
import TreeSnapshot

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
