import Dispatch
import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

/// The target of a page. Commands run on their own threads while the target is watched.
///
/// A file is read again when it changes, and a running app is polled for changes: once, however
/// many pages show it.
actor PageTarget {
  /// The state of a target.
  struct State: Hashable, Sendable {
    /// The number of trees so far.
    var revision: Int
    /// The number of targets so far: an app and its successors, or a file and its replacements.
    var opened = 1
    /// The number of the last record; nil without a journal.
    var lastRecord: Int?
    /// Why there is no newer tree, if the target is no longer available.
    var failure: String?

    /// The state as sent to pages.
    var json: JSONText {
      .object { json in
        json.write("revision", revision)
        json.write("opened", opened)
        json.write("record", lastRecord)
        json.write("failure", failure)
      }
    }
  }

  let options: PageOptions
  private let executor = QueueExecutor()
  var target: any SharedTarget
  /// The target to compare with, as it was when the page was started.
  private let older: (any SharedTarget)?
  var stamp: FileStamp?
  var mark: TreeMark?
  var lastLook = ContinuousClock.now
  /// The duration of the last look.
  var lookTime = Duration.zero
  var lastLookAtRecords = ContinuousClock.now
  var journal: SeenJournal?
  var present = State(revision: 1)
  /// The columns of the current revision, once they are requested.
  private var written: (revision: Int, bytes: [UInt8])?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens a target.
  ///
  /// - Throws: An error with a description for people.
  init(_ options: PageOptions) throws {
    self.options = options
    stamp = FileStamp(of: options.target)
    target = try options.openTarget()
    older = try options.openOlder()
    // The history of an app that has ended may end without a tree, or never have one.
    if target.lackOfTree == nil, try target.journalEnd() == nil { mark = try target.state().mark }
    if target.capabilities.contains(.journal) {
      journal = (try? target.journal()).map { SeenJournal($0) }
    }
    present.lastRecord = journal?.last
  }

  /// A description of the target.
  func about() -> JSONText {
    .object { json in
      json.write("name", target.name)
      json.write("target", options.target)
      json.write("kind", target.kind.word)
      json.write("live", target.capabilities.contains(.handlers))
      json.write("journal", target.capabilities.contains(.journal))
      json.write("end", (try? target.journalEnd()) ?? nil)
      json.write("noTree", target.lackOfTree)
      json.write("specs", options.spec)
      guard let older else { return }
      json.object("older") { json in
        json.write("name", older.name)
        json.write("target", options.older)
        json.array("compare") { words in for word in comparison { words.write(word) } }
      }
    }
  }

  /// The words that compare the target with the older one: what happened, or else the trees.
  private var comparison: [String] {
    guard let older, let name = options.older else { return [] }
    let both = older.capabilities.intersection(target.capabilities)
    return [both.contains(.journal) ? "compare" : "diff", "--json", "--limit=200", "--", name]
  }

  /// A whole tree.
  ///
  /// - Parameters:
  ///   - isOlder: Whether it is that of the older target.
  ///   - moment: The number of a record; nil for the present, or the older target's last tree.
  /// - Throws: An error with a description for people.
  func columns(ofOlder isOlder: Bool, at moment: Int?) async throws -> [UInt8] {
    let revision = present.revision
    if !isOlder, moment == nil, let written, written.revision == revision { return written.bytes }
    guard let view = isOlder ? older?.view : target.view else {
      throw HTTPFault(status: 400, words: "this page has no older target")
    }
    let bytes = try await CommandThreads.run {
      let target = view().attended(by: .agent)
      let state = try target.state(at: isOlder ? moment ?? target.journalEnd() : moment)
      return TreeColumns(state, revision: isOlder ? 1 : revision).bytes
    }
    if !isOlder, moment == nil { written = (revision, bytes) }
    return bytes
  }

  /// The records of the journal after a number; if there are too many, the last ones.
  ///
  /// - Throws: An error with a description for people.
  func records(after number: Int, limit: Int) async throws -> [UInt8] {
    // The app may not have been polled for a while. If it is busy, the known records are returned.
    if target.kind == .remote {
      do {
        try lookAtRecords(of: target.attended(by: .watching))
      } catch {
        if journal == nil { throw error }
      }
    }
    let journal = try journal ?? SeenJournal(target.journal())
    return try await CommandThreads.run {
      JournalColumns(journal, after: number, limit: limit).bytes
    }
  }

  /// Runs a command, and returns `{"status", "answer", "notes"}`. The command may name the files
  /// and targets that the page was started with.
  func run(_ command: CommandRequest) async throws -> JSONText {
    if let refusal = command.refusal {
      return CommandService.Answer(
        status: .wrong, bytes: [], isJSON: false, notes: [refusal]
      ).json
    }
    let (view, files) = (target.view, files)
    return try await CommandThreads.run {
      CommandService(target: view(), files: files).run(command.line).json
    }
  }

  /// The files and targets that commands may name.
  private var files: [String] {
    [options.target] + options.spec + (options.older.map { [$0] } ?? [])
  }

  /// The positions of the models that a selector matches, or the reason that there are none.
  func matches(
    of selector: String?, text: String?, at moment: String?
  ) async throws -> [UInt8] {
    let view = target.view
    return try await CommandThreads.run {
      let (positions, answer) = CommandService(target: view())
        .matches(of: selector, text: text, at: moment)
      var file = ColumnFile()
      file.add("positions", positions.map { Int32(truncatingIfNeeded: $0) })
      return file.bytes { json in
        json.write("status", Int(answer.status.rawValue))
        json.write("notes", answer.notes.map(\.string))
      }
    }
  }

  /// The page with all its data, for a folder.
  func export() throws -> ExportedPage {
    try ExportedPage(target, about: about(), specs: options.spec, comparison, naming: files)
  }
}

/// Runs an actor's work on a queue of its own: a command may take seconds, and must not block one
/// of the few threads that all tasks share.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "modeltree.page.commands")

  func enqueue(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Runs work that may take seconds on threads of its own, so that it blocks neither other work nor
/// one of the few threads that all tasks share.
enum CommandThreads {
  private static let queue = DispatchQueue(
    label: "modeltree.page.commands", attributes: .concurrent)

  /// Runs a function, and returns its result.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
