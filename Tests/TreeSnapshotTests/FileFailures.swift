import Foundation
import TextIO
import TreeSnapshot

/// The error for a file that can't be written; nil if it can.
func writeFailure(_ text: String, to path: String) -> String? {
  do throws(FileError) {
    try WholeFile.write(Array(text.utf8), to: path)
    return nil
  } catch {
    return error.description
  }
}

/// The error for a dump that can't be read; nil if it can.
func readFailure(_ path: String) -> String? {
  do throws(DumpFileError) {
    _ = try Snapshot(contentsOfFile: path)
    return nil
  } catch {
    return error.description
  }
}
