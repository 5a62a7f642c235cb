import TextIO
import TreeJournal
import TreeSnapshot

/// A dump or a journal that answers in an editor come from.
struct EditorTree {
  /// The file's path.
  let path: String
  /// When it was written, in nanoseconds since 1970.
  let modified: Int
  let file: FileTarget
  /// Whether it is set, or has the name of the spec, so that the spec is certainly about it.
  var isMeant = false

  /// The tree; nil if a journal has none.
  var snapshot: Snapshot? { try? file.snapshot }

  /// The file and its age, such as `dashboard.json, 3 minutes old`.
  var words: SafeText {
    "\(FileNames.last(of: path)), \(Self.age(WallClock.nanoseconds - modified)) old"
  }

  private static func age(_ nanoseconds: Int) -> SafeText {
    let seconds = max(0, nanoseconds / 1_000_000_000)
    return switch seconds {
    case ..<60: counted(seconds, "second")
    case ..<3_600: counted(seconds / 60, "minute")
    case ..<172_800: counted(seconds / 3_600, "hour")
    default: counted(seconds / 86_400, "day")
    }
  }
}

/// Finds the dumps and journals for an editor's files.
///
/// A file that is set counts for all. Otherwise, files are looked for in the folder of the edited
/// file, in each folder above it up to the one that is open in the editor, and in the folders `dumps`
/// and `journals` of these: first one with the name of the spec, then the newest.
final class EditorTrees {
  private var root: String?
  private var dump: String?
  private var journal: String?
  /// The files that were read, with their stamps; nil for one that can't be.
  private var known: [String: (stamp: FileStamp, tree: EditorTree?)] = [:]

  private static let dumpEnding = SpecFiles.dumpEnding
  private static let journalEnding = ".journal"
  /// The number of files to try: others beside the dumps may end in `.json`, too.
  private static let attempts = 8

  /// Takes the folder that is open in the editor, and the paths that are set.
  func configure(root: String?, dump: String?, journal: String?) {
    self.root = root
    func absolute(_ path: String?) -> String? {
      path.map { $0.hasPrefix("/") ? $0 : "\(root ?? ".")/\($0)" }
    }
    self.dump = absolute(dump)
    self.journal = absolute(journal)
  }

  /// The tree to check a spec against.
  ///
  /// - Parameters:
  ///   - path: The spec's path; nil if it isn't a file yet.
  ///   - withJournal: Whether the spec is about what happened.
  /// - Throws: The reason that a file that is set can't be read.
  func tree(forSpecAt path: String?, withJournal: Bool) throws -> EditorTree? {
    if let set = withJournal ? journal ?? dump : dump ?? journal {
      var tree = try read(set)
      tree?.isMeant = true
      return tree
    }
    guard let path else { return nil }
    let files = files(around: path)
    let stem = FileNames.last(of: path, without: SpecFiles.ending)
    let endings = [Self.dumpEnding, Self.journalEnding]
    for ending in withJournal ? endings.reversed() : endings {
      for file in files where file.path.hasSuffix("/\(stem)\(ending)") {
        guard var tree = tree(at: file.path) else { continue }
        tree.isMeant = true
        return tree
      }
    }
    return newest(of: files.filter { !withJournal || $0.isJournal })
  }

  /// The newest dump and the newest journal for a source file.
  func trees(forSourceAt path: String) -> (dump: EditorTree?, journal: EditorTree?) {
    if dump != nil || journal != nil { return (dump.flatMap(tree), journal.flatMap(tree)) }
    let files = files(around: path)
    return (newest(of: files.filter { !$0.isJournal }), newest(of: files.filter(\.isJournal)))
  }

  // MARK: Files

  private typealias File = (path: String, modified: Int, isJournal: Bool)

  private func newest(of files: [File]) -> EditorTree? {
    files.sorted { $0.modified > $1.modified }.prefix(Self.attempts).lazy
      .compactMap { self.tree(at: $0.path) }.first
  }

  /// The dumps and journals for a file, those in the nearest folder first.
  private func files(around path: String) -> [File] {
    var files: [File] = []
    for folder in folders(around: path).flatMap({ [$0, "\($0)/dumps", "\($0)/journals"] }) {
      for name in ((try? FileNames.inFolder(folder)) ?? []).sorted() {
        let isJournal = name.hasSuffix(Self.journalEnding)
        guard isJournal || SpecFiles.isDumpFile(name),
          let status = FileNames.status(of: "\(folder)/\(name)"), status.kind == .file
        else { continue }
        files.append(("\(folder)/\(name)", status.modified, isJournal))
      }
    }
    return files
  }

  /// A file's folder, and those above it up to the one that is open in the editor or has a manifest.
  private func folders(around path: String) -> [String] {
    var folders: [String] = []
    var folder = Self.folder(of: path)
    let root = root.map(FileNames.withoutSlash)
    while true {
      folders.append(folder)
      if folder == root || FileNames.exists("\(folder)/Package.swift") { return folders }
      let above = Self.folder(of: folder)
      // Outside of both, only the file's own folder.
      if above == folder || above.isEmpty { return [Self.folder(of: path)] }
      folder = above
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  // MARK: Reading

  private func tree(at path: String) -> EditorTree? { try? read(path) }

  /// Reads a file anew if it has changed.
  private func read(_ path: String) throws -> EditorTree? {
    let stamp = FileStamp(of: path)
    // A file that is set is read again, for the reason that it can't be.
    if let stamp, let read = known[path], read.stamp == stamp,
      read.tree != nil || (dump != path && journal != path)
    {
      return read.tree
    }
    do {
      let tree = EditorTree(
        path: path, modified: FileNames.status(of: path)?.modified ?? 0,
        file: try FileTarget(inFolder: path))
      if let stamp { known[path] = (stamp, tree) }
      return tree
    } catch {
      if let stamp { known[path] = (stamp, nil) }
      throw error
    }
  }
}
