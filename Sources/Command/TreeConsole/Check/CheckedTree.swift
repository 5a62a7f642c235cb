import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot
import TreeSpec

/// A tree to check against specs, and its past, if known.
struct CheckedTree: Sendable {
  private let present: Result<Snapshot, any Error>
  /// The past up to the moment; nil without a journal.
  private let history: RecordedHistory?

  /// The tree of a view, at its moment.
  ///
  /// - Parameter withHistory: Whether a spec is about the past, which requires a copy of a running
  ///   app's journal.
  init(_ view: View, withHistory: Bool) throws {
    do {
      present = .success(try view.state().snapshot)
    } catch let error as MomentError {
      // The past can be checked even after the session has ended.
      present = .failure(error)
    }
    history =
      withHistory && view.capabilities.contains(.journal)
      ? RecordedHistory(try view.journal().contents, upTo: view.moment) : nil
  }

  /// The tree in a file that is read; for a journal, its last one.
  init(_ file: FileTarget) {
    present = Result { try file.snapshot }
    history = file.contents.map { RecordedHistory($0) }
  }

  /// The tree.
  ///
  /// - Throws: `MomentError` if there was none at the moment.
  var snapshot: Snapshot {
    get throws { try present.get() }
  }

  /// Checks the tree against a spec.
  ///
  /// - Throws: `SpecError` if the spec needs a journal, or a tree that such a journal doesn't
  ///   contain; `MomentError` if it needs a tree and there is none at that moment.
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

/// A tree to check against specs and rules, with its name in reports.
struct NamedTree: Sendable {
  var name: String
  var tree: @Sendable () throws -> CheckedTree
}

extension NamedTree {
  /// The tree in a file; for a journal, its last one.
  init(file: String) { self.init(name: file) { try CheckedTree(FileTarget(inFolder: file)) } }
}

/// The violations of rules, compared with a baseline.
struct Violations {
  /// All of them.
  private(set) var all: [Baseline.Entry] = []
  /// By entry: how often it is recorded but not yet found.
  private var left: [Baseline.Entry: Int]

  init(_ recorded: Baseline?) { left = recorded?.counts ?? [:] }

  /// Marks the checks of rules whose violations are all recorded.
  mutating func mark(_ result: inout SpecResult, dump: String) {
    let words = FindingWords(result)
    for index in result.checks.indices {
      let entries = words.violations(of: result.checks[index]).map {
        Baseline.Entry(fields: [$0.rule, dump, $0.path] + $0.facts)
      }
      if entries.isEmpty { continue }
      all += entries
      // A partly new violation is shown in full.
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

  /// The number of recorded violations that no longer occur.
  var staleCount: Int { left.values.reduce(0, +) }
}

/// The specs of a run, each read once, however many trees are checked against it.
final class SpecReader: Sendable {
  private struct Name: Hashable, Sendable {
    var path: String
    var isOfRules: Bool
  }

  private let specs = Lock<[Name: Result<Spec, any Error>]>([:])
  /// The texts of specs that aren't files.
  private let texts: [String: [UInt8]]
  /// Additional folders for included files.
  private let folders: [String]

  /// - Parameters:
  ///   - texts: The texts of specs that aren't files, by name; these can't include files.
  ///   - folders: Additional folders for included files.
  init(texts: [String: [UInt8]], includesFrom folders: [String]) {
    self.texts = texts
    self.folders = folders
  }

  /// Reads a spec, on any thread; `-` is standard input.
  ///
  /// - Parameter asRules: Whether it is a file of rules.
  /// - Throws: `FileError` if it can't be read, `SpecError` if its text is wrong.
  func spec(at path: String, asRules: Bool = false) throws -> Spec {
    let name = Name(path: path, isOfRules: asRules)
    if let spec = specs.withLock({ $0[name] }) { return try spec.get() }
    // Not under the lock: each thread may read the spec, and the first result wins.
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

  /// Parses the text of a spec's file.
  func spec(_ bytes: [UInt8], of path: String) throws(SpecError) -> Spec {
    try Spec(utf8: bytes, name: FileNames.shown(path), includesFrom: folders)
  }
}
