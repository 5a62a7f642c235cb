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

  private let options: PageOptions
  private let executor = QueueExecutor()
  private var target: any SharedTarget
  /// The target to compare with, as it was when the page was started.
  private let older: (any SharedTarget)?
  private var stamp: FileStamp?
  private var mark: TreeMark?
  private var lastLook = ContinuousClock.now
  /// The duration of the last look.
  private var lookTime = Duration.zero
  private var lastLookAtRecords = ContinuousClock.now
  private var journal: SeenJournal?
  private var present = State(revision: 1)
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
    // The history of an app that has ended may end without a tree.
    if try target.journalEnd() == nil { mark = try target.state().mark }
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
      json.write("specs", options.spec)
      json.write("editor", options.editor)
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

  /// The tree of the older target.
  ///
  /// - Parameter moment: The number of a record; nil for the last tree.
  /// - Throws: An error with a description for people.
  func olderColumns(at moment: Int?) async throws -> [UInt8] {
    guard let older else { throw RequestError(words: "this page has no older target") }
    let (name, view) = (older.name, older.view)
    return try await CommandThreads.run {
      let target = view().attended(by: .agent)
      let state =
        try (moment ?? target.journalEnd()).map {
          try target.journal().state(at: $0, name: name).state
        } ?? target.state()
      return TreeColumns(state, revision: 1).bytes
    }
  }

  /// The whole tree.
  ///
  /// - Parameter moment: The number of a record; nil for the present.
  /// - Throws: An error with a description for people.
  func columns(at moment: Int? = nil) async throws -> [UInt8] {
    let revision = present.revision
    if moment == nil, let written, written.revision == revision { return written.bytes }
    let view = target.view
    let bytes = try await CommandThreads.run {
      let target = view().attended(by: .agent)
      let state =
        try moment.map { try target.journal().state(at: $0, name: target.name).state }
        ?? target.state()
      return TreeColumns(state, revision: revision).bytes
    }
    if moment == nil { written = (revision, bytes) }
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
      return CommandService.Answer(refusal: refusal).json
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

  /// Checks the tree against the text of a spec, and returns the answer of `check --json`.
  func check(
    _ spec: [UInt8], called name: String, at moment: String?
  ) async throws -> JSONText {
    let view = target.view
    return try await CommandThreads.run {
      CommandService(target: view()).check(spec, called: name, at: moment).json
    }
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
    try ExportedPage(target, about: about(), comparison, naming: files)
  }
}

// Watching.
extension PageTarget {
  /// The maximum time without an event on a stream.
  private static let silence = Duration.seconds(5)
  /// The maximum delay before a change is seen.
  private static let pause = Duration.milliseconds(25)

  /// Waits until the state differs; nil if it stays the same for a while.
  func state(after last: State?) async -> State? {
    let end = ContinuousClock.now + Self.silence
    while true {
      // The waits of streams end at different times.
      if ContinuousClock.now - lastLook > max(Self.pause * 4 / 5, rest) { lookNow() }
      if present != last { return present }
      guard ContinuousClock.now < end, (try? await Task.sleep(for: Self.pause)) != nil else {
        return nil
      }
    }
  }

  private func lookNow() {
    let start = ContinuousClock.now
    if let path = target.file { lookAtFile(path) } else { lookAtApp() }
    lastLook = .now
    // An app that doesn't answer is polled again soon.
    lookTime = present.failure == nil ? lastLook - start : .zero
  }

  /// Polling a large tree that changes constantly takes at most a quarter of the time; a journal's
  /// file, which is read as a whole, a tenth.
  private var rest: Duration {
    min(lookTime * (target.kind == .journal ? 9 : 3), Self.longestRest)
  }

  /// The maximum pause, however large the tree is.
  private static let longestRest = Duration.seconds(2)

  /// Reads the file again when it has changed.
  private func lookAtFile(_ path: String) {
    let stamp = FileStamp(of: path)
    // A running app's journal grows without changing its file's stamp.
    guard stamp != self.stamp || target.kind == .journal && hasGrown(path) else { return }
    self.stamp = stamp
    lastLookAtRecords = .now
    takeUp { try options.openTarget() }
  }

  private func hasGrown(_ path: String) -> Bool {
    guard ContinuousClock.now - lastLookAtRecords > Self.recordPause else { return false }
    return JournalFile.lastRecord(of: path).map { $0 != present.lastRecord } ?? false
  }

  /// Polls the app for its tree, which it sends if it has changed.
  private func lookAtApp() {
    if target.kind == .ended {
      // A command may have found that out.
      present.failure = endWords
      return options.endWithApp ? () : lookForSuccessor()
    }
    do {
      let app = target.attended(by: .watching)
      let state = try app.state()
      if state.mark != mark {
        mark = state.mark
        present.revision += 1
      }
      try lookAtRecords(of: app)
      present.failure = target.kind == .ended ? endWords : nil
    } catch {
      present.failure = "\(error)"
    }
  }

  private var endWords: String { "\(target.name) has ended" }

  /// Polls the app for new records, however many there are.
  private func lookAtRecords(of app: any InspectionTarget) throws {
    guard app.capabilities.contains(.journal),
      ContinuousClock.now - lastLookAtRecords > Self.recordPause
    else { return }
    lastLookAtRecords = .now
    // If the app has just got its journal, all records are new.
    let look = try app.journal()
    if journal?.see(look) == nil { journal = SeenJournal(look) }
    present.lastRecord = journal?.last
  }

  /// The minimum pause between polls for records, whatever their number.
  private static let recordPause = Duration.milliseconds(200)

  /// Returns when the app has ended, if the page ends with it; otherwise only when the task is
  /// cancelled.
  func end() async {
    guard options.endWithApp else {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
      return
    }
    while !Task.isCancelled, target.kind != .ended {
      try? await Task.sleep(for: Self.endPause)
      if ContinuousClock.now - lastLook > max(Self.endPause / 2, rest) { lookNow() }
    }
    // The pages are notified first.
    try? await Task.sleep(for: Self.pause * 2)
  }

  /// The maximum delay between the app's end and the page's.
  private static let endPause = Duration.milliseconds(500)

  /// Searches for an app of the same name, if the current one has ended.
  private func lookForSuccessor() {
    guard let successor = try? options.openTarget() else { return }
    takeUp { successor }
    mark = nil
  }

  /// Reads the journal of a new target, and returns whether it continues the previous one.
  private func seeJournal() -> Bool {
    guard target.capabilities.contains(.journal), let look = try? target.journal() else {
      journal = nil
      return false
    }
    let isSame = journal.map { look.contents.isOfSameProcess(as: $0.look.contents) } ?? false
    if journal?.see(look) == nil { journal = SeenJournal(look) }
    return isSame
  }

  /// Switches to another target.
  private func takeUp(_ open: () throws -> any SharedTarget) {
    do {
      let next = try open()
      target = next
      // The journal's file has grown or was replaced.
      let isSame = seeJournal()
      present = State(
        revision: present.revision + 1, opened: present.opened + (isSame ? 0 : 1),
        lastRecord: journal?.last)
    } catch {
      present.failure = "\(error)"
    }
  }
}
