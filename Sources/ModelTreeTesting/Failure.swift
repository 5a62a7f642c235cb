import TextIO
import TreeSnapshot

/// Why an assertion does not hold.
struct Failure: Sendable {
  /// The explanation, without an end of line.
  var text: String
  /// The tree as it is, to be kept as a dump.
  var tree: Snapshot?
  /// What the dump is called after; nil where it is called after the test.
  var dumpName: String?
  /// The spec's file where the dump can be taken into it.
  var updatableSpec: String?
}

/// What became of a failure's dump.
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

  /// The environment variable with the folder for dumps where a test can have no attachments.
  static let folderVariable = "MODELTREE_ARTIFACTS"
}

extension Failure {
  /// The explanation, and where the tree is.
  func text(_ dump: KeptDump?) -> String {
    guard let dump else { return text }
    return "\(text)\n\n\(lines(on: dump))"
  }

  private func lines(on dump: KeptDump) -> String {
    let (place, path) =
      switch dump {
      case .attached(let name):
        (
          "The tree is attached as \(name); 'swift test --attachments-path FOLDER' keeps it in an "
            + "existing folder.",
          "FOLDER/\(name)"
        )
      case .inReport(let name):
        ("The tree is attached as \(name) in Xcode's report.", "FOLDER/\(name)")
      case .written(let path):
        ("The tree was written to \(SafeText(path)).", ShellWord.quoted(path))
      case .notKept(let name):
        (
          "To keep the tree as \(name), set \(KeptDump.folderVariable) to a folder.",
          "FOLDER/\(name)"
        )
      case .refused(let name, let reason):
        ("The tree was not kept: \(reason)", "FOLDER/\(name)")
      }
    guard let updatableSpec else { return place }
    return """
      \(place)
      To take the tree into the spec: \
      modeltree check \(path) \(ShellWord.quoted(updatableSpec)) --update=patch
      """
  }
}

/// A word of a shell command.
enum ShellWord {
  /// In quotes where a shell would see more than one plain word.
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
