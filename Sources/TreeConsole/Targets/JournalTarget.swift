package import TextIO
package import TreeJournal
package import TreeSnapshot

/// A journal in a file, read once. Its tree is the last one that the app held.
package final class JournalTarget: SharedTarget, Sendable {
  /// The app's name in the journal, else the file's.
  package let name: String
  package let kind = TargetKind.journal
  package let capabilities: Set<Capability> = [.journal]
  package let file: String?
  private let look: JournalLook

  /// Reads a journal.
  ///
  /// - Throws: `JournalError` with the file and what is wrong.
  package init(_ bytes: FileBytes, path: String) throws(JournalError) {
    look = JournalLook(
      contents: try JournalContents(bytes, path: path == "-" ? "standard input" : path))
    file = path
    name = look.contents.appName ?? DumpTarget.baseName(of: path)
  }

  /// The target itself: nothing of it changes.
  package var view: @Sendable () -> any InspectionTarget { { self } }

  package func state() throws -> TreeState {
    try look.state(at: look.lastMoment ?? lastRecord, name: name).state
  }

  package var remark: SafeText? {
    guard let moment = look.lastMoment, moment < lastRecord else { return nil }
    return """
      the app held no tree at the end of this journal; this is the last one, as it was at moment \
      \(moment)
      """
  }

  private var lastRecord: Int { look.contents.records.upperBound - 1 }

  package func journal(after record: Int) -> JournalLook { look }
}

/// A file that holds a tree: a dump, or a journal.
package enum FileTarget {
  /// Reads a file; `-` is standard input. The file says what it is.
  ///
  /// - Throws: `DumpFileError` or `JournalError`, with the file and what is wrong.
  package static func open(_ path: String) throws -> any SharedTarget {
    var bytes = try read(path)
    // An app may be writing the journal meanwhile, and drop what is just read.
    for _ in 0..<3 where JournalContents.isJournal(bytes) {
      do throws(JournalError) {
        return try JournalTarget(bytes, path: path)
      } catch {
        guard case .damaged(_, .wrongSegment) = error, path != "-" else { throw error }
        bytes = try read(path)
      }
    }
    if JournalContents.isJournal(bytes) { return try JournalTarget(bytes, path: path) }
    return try DumpTarget(bytes, path: path)
  }

  private static func read(_ path: String) throws(DumpFileError) -> FileBytes {
    do throws(FileError) {
      return try FileBytes(arriving: path)
    } catch {
      throw .file(error)
    }
  }
}
