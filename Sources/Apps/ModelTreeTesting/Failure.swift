import ModelTree
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Why an assertion fails.
struct Failure {
  /// The problem, without a trailing newline.
  var problem: String
  /// The actual tree, to be kept as a dump.
  var tree: Snapshot?
  /// The history, to be kept as a file.
  var journal: [UInt8]?
  /// Whether the problem already shows the journal's records.
  var showsRecords = false
  /// The prefix of the dump's name; nil for the test's name.
  var dumpName: String?
  /// The spec's file, if it can be updated from the dump.
  var updatableSpec: String?
  init(_ problem: String, tree: Snapshot? = nil, journal: [UInt8]? = nil) {
    self.problem = problem
    self.tree = tree
    self.journal = journal
  }
}

// The text around the problem.
extension Failure {
  /// The number of records to show.
  private static let recordLimit = 10

  /// The explanation, and the places of the tree and its journal; without a trailing newline.
  ///
  /// - Parameters:
  ///   - name: the name of the files, unless the failure has one.
  ///   - keep: keeps the bytes of a file by its name.
  func text(named name: String, _ keep: ([UInt8], String) -> KeptFile) -> String {
    if tree == nil && journal == nil { return problem }
    let stem = FileStems.shared.next(for: dumpName ?? name)
    let dump = tree.map { keep($0.dump(), "\(stem).json") }
    var parts = [problem]
    if let journal {
      if !showsRecords { parts += ["The last records of its journal:", lastRecords(of: journal)] }
      let kept = keep(journal, "\(stem).journal")
      parts.append(
        "\(kept.sentence(on: "journal")) 'modeltree repl \(kept.path)' looks at every moment of it."
      )
    }
    if let dump {
      var place = dump.sentence(on: "tree")
      if let updatableSpec {
        place += "\nTo take the tree into the spec: modeltree check \(dump.path) "
        place += "\(ShellWords.quote(updatableSpec)) --update"
      }
      parts.append(place)
    }
    return parts.joined(separator: "\n\n")
  }

  private func lastRecords(of journal: [UInt8]) -> String {
    guard let contents = try? JournalContents(bytes: journal) else { return "  none" }
    let records = contents.records.suffix(Self.recordLimit)
    let lines = RecordWords.lines(of: records, in: contents).map(\.string)
    return lines.isEmpty ? "  none" : lines.joined(separator: "\n")
  }
}

/// Where a failure's file was kept.
enum KeptFile: Hashable {
  /// As an attachment of the test.
  case attached(name: String)
  /// As a file.
  case written(path: String)
  /// Not at all.
  case notKept(name: String, reason: String)

  /// A sentence with the file's place.
  func sentence(on noun: String) -> String {
    switch self {
    case .attached(let name):
      "The \(noun) is attached as \(name); 'swift test --attachments-path FOLDER' keeps it in an "
        + "existing folder."
    case .written(let path): "The \(noun) was written to \(SafeText(path))."
    case .notKept(_, let reason): "The \(noun) was not kept: \(reason)"
    }
  }

  /// The path in a command.
  var path: String {
    switch self {
    case .attached(let name), .notKept(let name, _): "FOLDER/\(name)"
    case .written(let path): ShellWords.quote(path)
    }
  }
}

extension Model {
  /// `MainFlow #2`, even after it has left its tree.
  var shownName: String { "\(SafeText(String(describing: type(of: self)))) #\(id)" }
}
