import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// A tree that specs are held against, and its past if that is known.
struct CheckedTree: Sendable {
  private let present: Result<Snapshot, any Error>
  /// What happened until then; nil if there is no journal.
  private let history: RecordedHistory?

  /// The tree of a view, at its moment.
  ///
  /// - Parameter withHistory: Whether a spec asks what happened, for which the journal of a running app
  ///   is copied.
  init(_ view: View, withHistory: Bool) throws {
    do {
      present = .success(try view.state().snapshot)
    } catch let error as MomentError {
      // What happened can be checked even if the session is gone.
      present = .failure(error)
    }
    history =
      withHistory && view.capabilities.contains(.journal)
      ? RecordedHistory(try view.journal().contents, upTo: view.moment) : nil
  }

  /// The tree in a file, the last one of a journal.
  init(contentsOfFile path: String) throws {
    let file = try FileTarget(inFolder: path)
    present = Result { try file.snapshot }
    history = file.contents.map { RecordedHistory($0) }
  }

  /// The tree.
  ///
  /// - Throws: `MomentError` if there was none at the moment.
  var snapshot: Snapshot {
    get throws { try present.get() }
  }

  /// Holds a spec against the tree.
  ///
  /// - Throws: `SpecError` if the spec asks for a journal, or for a tree that no journal of its kind
  ///   holds; `MomentError` if it asks for a tree and there is none at that moment.
  func check(_ spec: Spec, asRules: Bool = false) throws -> SpecResult {
    guard let history else {
      try spec.requireNoJournal()
      return spec.check(try snapshot, asRules: asRules)
    }
    if !history.contents.holdsTrees { try spec.requireNoTreeOfPast((try? present.get()) != nil) }
    if !spec.asksForTree { return spec.check(history) }
    return spec.check(try snapshot, history: history, asRules: asRules)
  }
}

/// A tree that specs and rules are held against, with its name in reports.
struct NamedTree: Sendable {
  var name: String
  var tree: @Sendable () throws -> CheckedTree
}

extension NamedTree {
  /// The tree in a file.
  init(file: String) {
    self.init(name: file) { try CheckedTree(contentsOfFile: file) }
  }
}

/// What breaks rules, compared with what is recorded.
struct Violations {
  /// All of them.
  private(set) var all: [Baseline.Entry] = []
  /// How often each entry is recorded and not found yet.
  private var left: [Baseline.Entry: Int] = [:]

  init(_ recorded: Baseline?) {
    for entry in recorded?.entries ?? [] { left[entry, default: 0] += 1 }
  }

  /// Marks the checks of rules of which all that is wrong is recorded.
  mutating func mark(_ result: inout SpecResult, dump: String) {
    let words = FindingWords(result)
    for index in result.checks.indices {
      let entries = words.violations(of: result.checks[index]).map {
        Baseline.Entry(fields: [$0.rule, dump, $0.path] + $0.facts)
      }
      if entries.isEmpty { continue }
      all += entries
      // What is partly new is shown whole.
      var rest = left
      let isRecorded = entries.allSatisfy { entry in
        guard let count = rest[entry], count > 0 else { return false }
        rest[entry] = count - 1
        return true
      }
      if isRecorded { left = rest }
      result.checks[index].isKnown = isRecorded
    }
  }

  /// How much is recorded and no longer found.
  var staleCount: Int { left.values.reduce(0, +) }
}

/// The specs of a run, each read once, however many trees it is held against.
final class SpecReader: Sendable {
  private struct Name: Hashable, Sendable {
    var path: String
    var isOfRules: Bool
  }

  private let specs = Lock<[Name: Result<Spec, any Error>]>([:])
  /// The texts of those that aren't files.
  private let texts: [String: [UInt8]]
  /// The folders from which specs may include files besides their own.
  private let folders: [String]

  /// - Parameters:
  ///   - texts: The texts of specs that aren't files, by their names: they include none.
  ///   - folders: The folders from which specs may include files besides their own.
  init(texts: [String: [UInt8]], includesFrom folders: [String]) {
    self.texts = texts
    self.folders = folders
  }

  /// What messages call a spec.
  static func name(of path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads a spec, on any thread; `-` is standard input.
  ///
  /// - Parameter asRules: Whether it is a file of rules.
  /// - Throws: `FileError` if it cannot be read, `SpecError` if its text is wrong.
  func spec(at path: String, asRules: Bool = false) throws -> Spec {
    let name = Name(path: path, isOfRules: asRules)
    if let spec = specs.withLock({ $0[name] }) { return try spec.get() }
    // Not with the lock held: each thread reads its own, and the first one counts.
    let spec = Result { try read(path, asRules) }
    return try specs.withLock { specs in
      let first = specs[name] ?? spec
      specs[name] = first
      return first
    }.get()
  }

  private func read(_ path: String, _ asRules: Bool) throws -> Spec {
    if let text = texts[path] { return try Spec(utf8: text, name: path, includesFrom: nil) }
    if asRules {
      let bytes = try Spec.bytes(ofFile: path, limit: Spec.includedSizeLimit)
      return try Spec(rules: bytes, name: path, includesFrom: folders)
    }
    return try spec(Spec.bytes(ofFile: path), of: path)
  }

  /// Reads the text of a file's spec.
  func spec(_ bytes: [UInt8], of path: String) throws(SpecError) -> Spec {
    try Spec(utf8: bytes, name: Self.name(of: path), includesFrom: folders)
  }
}
