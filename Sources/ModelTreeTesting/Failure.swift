import ModelTree
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// Why an assertion does not hold.
struct Failure {
  /// What is wrong, without an end of line.
  var problem: String
  /// The tree as it is, to be kept as a dump.
  var tree: Snapshot?
  /// What happened before, to be kept as a file.
  var journal: FailureJournal?
  /// Whether the problem shows the records of the journal.
  var showsRecords = false
  /// The name that the dump's name begins with; nil for the test's.
  var dumpName: String?
  /// The spec's file, if the dump can be taken into it.
  var updatableSpec: String?
  /// How it is taken into it.
  var update = Update.patch

  /// The ways of `modeltree check --update`.
  enum Update: String {
    /// Change the spec where it differs.
    case patch
    /// The spec is missing; write it.
    case missing
  }

  init(_ problem: String, tree: Snapshot? = nil, journal: FailureJournal? = nil) {
    self.problem = problem
    self.tree = tree
    self.journal = journal
  }

  /// The spec or its file cannot be read.
  init(unusableSpec error: any Error) { self.init("\(error)") }
}

// The sentences around the problem.
extension Failure {
  /// The explanation, and where the tree and its journal are; without an end of line.
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
      \(update == .patch ? "To take the tree into the spec" : "To write the spec from the tree"): \
      modeltree check \(path) \(ShellWord.quoted(updatableSpec)) --update=\(update.rawValue)
      """
  }
}

/// What became of a file that a failure keeps.
enum KeptDump: Hashable, Sendable {
  /// It is an attachment of the test.
  case attached(name: String)
  /// It is an attachment in the report that Xcode makes of XCTest.
  case inReport(name: String)
  /// It is a file.
  case written(path: String)
  /// No folder was named.
  case notKept(name: String)
  /// It could not be written.
  case refused(name: String, reason: String)

  /// The environment variable with the folder for dumps if a test can have no attachments.
  static let folderVariable = "MODELTREE_ARTIFACTS"
}

extension KeptDump {
  /// A sentence that says where something is, and its path in a command.
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
  /// `MainFlow #2`, also after it has left its tree.
  var shownName: String { "\(SafeText(String(describing: type(of: self)))) #\(id)" }
}

/// The journal of a tree that is not what it should be.
struct FailureJournal {
  /// Its bytes; nil if they are too many to be kept.
  let bytes: [UInt8]?
  /// Whether it can be looked at as it was at a moment.
  let holdsTrees: Bool
  /// Its last records, as lines.
  let lines: [String]

  /// The number of records that are shown.
  private static let recordLimit = 10
  /// A larger journal belongs in a separate file.
  private static let mostBytes = 16 << 20

  /// - Parameter reader: reads the journal; nil if nothing is recorded.
  @MainActor
  init?(_ reader: JournalReader?) {
    guard let words = reader?.words else { return nil }
    self.init(words: words)
  }

  init?(words: [UInt64]) {
    guard let contents = try? JournalContents(words: words) else { return nil }
    holdsTrees = contents.holdsTrees
    bytes =
      words.count * 8 > Self.mostBytes
      ? nil : words.withUnsafeBytes { Array($0) }
    let records = contents.records.suffix(Self.recordLimit)
    lines = RecordWords.lines(of: records, in: contents).map(\.string)
  }
}

/// A word of a shell command.
enum ShellWord {
  /// In quotes if a shell would see more than one plain word.
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
