package import TextIO
import TreeJournal
package import TreeSnapshot

/// A file with a tree, read once: a dump, or a journal, whose tree is the app's last one.
package final class FileTarget: SharedTarget, Sendable {
  /// The name in the file, or the file's name.
  package let name: String
  /// The file; `-` is standard input.
  package let file: String?
  /// The tree of a dump; nil for a journal.
  private let dump: Snapshot?
  /// The journal; nil for a dump.
  private let look: JournalLook?

  /// Reads a file; `-` is standard input. The content determines the format.
  ///
  /// - Parameter lastRecords: the number of a journal's last records that are enough; nil for all.
  /// - Throws: `DumpFileError` or `JournalError`, with the file and the problem.
  package init(_ path: String, lastRecords: Int? = nil) throws {
    file = path
    let bytes: FileBytes
    do {
      bytes = try FileBytes(arriving: path)
    } catch {
      throw DumpFileError.file(error)
    }
    let isJournal = bytes.withBuffer(JournalContents.isJournal)
    dump = isJournal ? nil : try Snapshot(bytes, ofFile: path)
    look =
      isJournal
      ? JournalLook(
        contents: try JournalContents(bytes, path: FileNames.shown(path), last: lastRecords)) : nil
    name =
      dump?.name ?? look?.contents.appName
      ?? FileNames.last(of: FileNames.shown(path), without: ".json")
  }

  /// The target itself, which never changes.
  package var view: @Sendable () -> any InspectionTarget { { self } }

  package var kind: TargetKind { look == nil ? .dump : .journal }

  // Objects that aren't models don't say which of them left.
  package var capabilities: Set<Capability> {
    guard let contents = look?.contents else { return [] }
    return contents.holdsTrees && !contents.endsWithObjects ? [.journal, .leaks] : [.journal]
  }

  /// The journal; nil for a dump.
  var contents: JournalContents? { look?.contents }

  package func state() throws -> TreeState {
    if let dump { return TreeState(snapshot: dump, tree: 0) }
    let look = try journal()
    return try look.state(at: look.lastMoment ?? look.lastRecord, name: name)
  }

  package func leakedModels() throws -> [LeakedModel] {
    guard let look else { throw ConsoleError.lacks(.leaks, kind) }
    let replay = try? JournalReplay(of: look.contents, at: look.lastMoment ?? look.lastRecord)
    return look.contents.leakedModels(at: look.lastRecord, tree: replay?.tree)
  }

  package func journal() throws -> JournalLook {
    guard let look else { throw ConsoleError.lacks(.journal, kind) }
    return look
  }

  package var remark: SafeText? {
    guard let look else { return nil }
    if look.contents.endsWithObjects { return try? state().snapshot.treeAge }
    guard let moment = look.lastMoment, moment < look.lastRecord else { return nil }
    return
      "the app held no tree at the end of this journal; this is its last one, at moment \(moment)"
  }

  package var faults: [SafeText] {
    guard let contents = look?.contents else { return [] }
    let shown = contents.faults.prefix(Self.shownFaults)
    let more = contents.faultCount - shown.count
    let name = SafeText(FileNames.shown(file ?? name))
    return shown.map { "'\(name)': \($0)" }
      + (more > 0 ? ["\(counted(more, "more line")) of '\(name)' can't be read"] : [])
  }

  /// The number of a journal's faults to report one by one.
  private static let shownFaults = 10
}

extension FileTarget {
  /// Reads a journal's file.
  ///
  /// - Throws: `ConsoleError` or `JournalError`, with the file and the problem.
  static func contents(ofJournal path: String) throws -> JournalContents {
    do {
      if let contents = try FileTarget(path).contents { return contents }
    } catch DumpFileError.dump {
      // Not a dump either.
    } catch let error as DumpFileError {
      // Not the command's target, which `DumpFileError` stands for.
      throw ConsoleError("\(error)")
    }
    throw ConsoleError("'\(path)' isn't a journal; name the file of one, which an app keeps")
  }
}

// One of many files.
extension FileTarget {
  /// A journal without a tree.
  struct NoTree: Error, CustomStringConvertible {
    let path: String
    let error: MomentError

    var description: String { "\(SafeText(path)): \(error.description)" }
  }

  /// Reads a file of a folder. Refuses a pipe, because nothing may ever write to it.
  ///
  /// - Throws: `DumpFileError` or `JournalError`, with the file and the problem.
  convenience init(inFolder path: String) throws {
    if path != "-", FileNames.isSpecial(path) {
      throw DumpFileError.file(FileError(.read, path, .isNoFile))
    }
    try self.init(path)
  }

  /// The tree.
  ///
  /// - Throws: `NoTree` if a journal has none.
  var snapshot: Snapshot {
    get throws {
      do {
        return try state().snapshot
      } catch let error as MomentError {
        throw NoTree(path: file ?? name, error: error)
      }
    }
  }
}

extension FileNames {
  /// A file in messages; `-` is standard input.
  static func shown(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The last part of a path: `dashboard.json` of `dumps/dashboard.json`.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The last part of a path, without an ending if it has that.
  static func last(of path: String, without ending: String) -> String {
    let name = last(of: path)
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }

  /// The path of a folder without the slash at its end.
  static func withoutSlash(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }
}
