import ModelTree
import ModelTreeJournal
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Why an assertion fails.
struct Failure {
  /// The problem, without a trailing newline.
  var problem: String
  /// The actual tree, to be kept as a dump.
  var tree: Snapshot?
  /// The history, to be kept as a file.
  var journal: FailureJournal?
  /// Whether the problem already shows the journal's records.
  var showsRecords = false
  /// The prefix of the dump's name; nil for the test's name.
  var dumpName: String?
  /// The spec's file, if it can be updated from the dump.
  var updatableSpec: String?
  init(_ problem: String, tree: Snapshot? = nil, journal: FailureJournal? = nil) {
    self.problem = problem
    self.tree = tree
    self.journal = journal
  }
}

// The text around the problem.
extension Failure {
  /// The explanation, and the places of the tree and its journal; without a trailing newline.
  func text(_ dump: KeptDump?, journal kept: KeptDump? = nil) -> String {
    let parts = [
      problem, journal.map { past($0, kept) }, dump.map { lines(on: $0) },
    ].compactMap { $0 }
    return parts.joined(separator: "\n\n")
  }

  private func past(_ journal: FailureJournal, _ kept: KeptDump?) -> String {
    var lines: [String] = []
    if !showsRecords {
      lines = ["The last records of its journal:", ""]
      lines += journal.lines.isEmpty ? ["  none", ""] : journal.lines + [""]
    }
    if let kept {
      let (place, path) = kept.place(of: "journal")
      lines.append(
        journal.holdsTrees
          ? "\(place) 'modeltree repl \(path)' looks at every moment of it."
          : "\(place) 'modeltree journal \(path)' shows it.")
    } else {
      lines.append("The journal is too large to be kept; give it a file: Journal(bytes:, file:).")
    }
    return lines.joined(separator: "\n")
  }

  private func lines(on dump: KeptDump) -> String {
    let (place, path) = dump.place(of: "tree")
    guard let updatableSpec else { return place }
    return """
      \(place)
      To take the tree into the spec: \
      modeltree check \(path) \(ShellWord.quoted(updatableSpec)) --update
      """
  }
}

/// Where a failure's file was kept.
enum KeptDump: Hashable, Sendable {
  /// As an attachment of the test.
  case attached(name: String)
  /// As an attachment in Xcode's report of XCTest.
  case inReport(name: String)
  /// As a file.
  case written(path: String)
  /// Not at all, because no folder is set.
  case notKept(name: String)
  /// Not at all, because writing failed.
  case refused(name: String, reason: String)

  /// The environment variable with the folder for dumps, for tests without attachments.
  static let folderVariable = "MODELTREE_ARTIFACTS"
}

extension KeptDump {
  /// A sentence with the place of a file, and its path in a command.
  fileprivate func place(of noun: String) -> (sentence: String, path: String) {
    switch self {
    case .attached(let name):
      (
        "The \(noun) is attached as \(name); 'swift test --attachments-path FOLDER' keeps it in an "
          + "existing folder.",
        "FOLDER/\(name)"
      )
    case .inReport(let name):
      ("The \(noun) is attached as \(name) in Xcode's report.", "FOLDER/\(name)")
    case .written(let path):
      ("The \(noun) was written to \(SafeText(path)).", ShellWord.quoted(path))
    case .notKept(let name):
      (
        "To keep the \(noun) as \(name), set \(KeptDump.folderVariable) to a folder.",
        "FOLDER/\(name)"
      )
    case .refused(let name, let reason):
      ("The \(noun) was not kept: \(reason)", "FOLDER/\(name)")
    }
  }
}

extension Model {
  /// `MainFlow #2`, even after it has left its tree.
  var shownName: String { "\(SafeText(String(describing: type(of: self)))) #\(id)" }
}

/// The journal of a tree that fails an expectation.
struct FailureJournal {
  /// Its bytes; nil if there are too many to keep.
  let bytes: [UInt8]?
  /// Whether it can show the tree at a moment.
  let holdsTrees: Bool
  /// Its last records, as lines.
  let lines: [String]

  /// The number of records to show.
  private static let recordLimit = 10
  /// A larger journal belongs in a separate file.
  private static let mostBytes = 16 << 20

  /// - Parameter journal: the journal; nil if nothing is recorded.
  @MainActor
  init?(_ journal: Journal?) {
    guard let text = journal?.lines() else { return nil }
    self.init(bytes: text)
  }

  init?(bytes text: [UInt8]) {
    guard let contents = try? JournalContents(bytes: text) else { return nil }
    holdsTrees = contents.holdsTrees
    bytes = text.count > Self.mostBytes ? nil : text
    let records = contents.records.suffix(Self.recordLimit)
    lines = RecordWords.lines(of: records, in: contents).map(\.string)
  }
}

/// A word of a shell command.
enum ShellWord {
  /// The word, quoted if a shell would change or split it.
  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "@"), 0x80...:
        true
      default: false
      }
    }
    if isPlain, !word.isEmpty { return SafeText(word).string }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return SafeText("'\(parts.joined(separator: "'\\''"))'").string
  }
}
