import TextIO
import TreeJournal
import TreeSnapshot

/// What a file among many holds: a dump's tree, or a journal with the last one.
struct TreeFile {
  let journal: JournalContents?
  private let tree: Result<Snapshot, any Error>

  /// Reads a file.
  ///
  /// - Parameter isNamed: whether a person names this one, which may be a pipe. One that is found in a
  ///   folder may not: nobody may ever write to it.
  /// - Throws: `DumpFileError` or `JournalError`, with the file and what is wrong.
  init(_ path: String, isNamed: Bool = false) throws {
    if !isNamed, path != "-", FileNames.isSpecial(path) {
      throw DumpFileError.file(FileError(.read, path, .isNoFile))
    }
    let target = try FileTarget.open(path)
    guard target.kind == .journal else {
      journal = nil
      tree = .success(try target.state().snapshot)
      return
    }
    let contents = try target.journal().contents
    journal = contents
    do throws(MomentError) {
      tree = .success(try contents.lastSnapshot(name: target.name))
    } catch {
      tree = .failure(ConsoleError.noTreeInJournal(path, error))
    }
  }

  /// The tree.
  ///
  /// - Throws: Why a journal has none.
  var snapshot: Snapshot { get throws { try tree.get() } }
}
