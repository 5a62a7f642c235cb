package import ModelTree
import TextIO
package import TreeJournal
public import TreeSnapshot

/// What trees did, in memory of a fixed size: who raised what, who handled it and how long that took,
/// which models and subscriptions came and went, and because of which message.
///
/// ```swift
/// let controller = SessionController(
///   journal: Journal(bytes: 1 << 20),
///   anonymous: { LoginSession() }, authorized: { MainSession(credentials: $0) })
/// ```
///
/// A journal is text, a JSON object a line: each record takes some 150 bytes, and what it quotes. Once
/// the bytes are used up, the older half goes. The journal retains no model. Between the records it keeps
/// the tree now and then, from which the tree after any record that is kept can be rebuilt.
@MainActor
public final class Journal {
  /// What a journal keeps besides the names of types, messages and actions.
  public enum Texts: Hashable, Sendable {
    /// Words of actions, contexts, underlying errors, labels and states, each cut at 240 bytes.
    case all
    /// Nothing else: for a journal that leaves a developer's machine.
    case names
  }

  /// What a journal keeps of the values that messages carry.
  public enum Payloads: Hashable, Sendable {
    /// Nothing.
    case omitted
    /// Their descriptions, cut at 240 bytes. They may be private.
    case described
  }

  /// The bytes that the journal takes, in memory or in its file.
  public let bytes: Int
  /// What it keeps besides names.
  public let texts: Texts
  /// What it keeps of the values that messages carry.
  public let payloads: Payloads
  /// The absolute path of its file; nil if it is kept in memory.
  package let file: String?
  let writer: JournalWriter
  // `nonisolated(unsafe)`: an inspector of objects that aren't models leads here only if these belong to
  // the main actor.
  /// What numbers the objects that aren't models.
  nonisolated(unsafe) package var objects: AnyObject?
  /// Reads the tree of those objects; nil if the app doesn't say where it begins.
  ///
  /// `nonisolated(unsafe)`: it is set on the main actor alone, which the look that follows checks.
  nonisolated(unsafe) package var readObjects: (() -> Snapshot?)?
  /// What was read of it.
  var objectTree = ObjectTreeLooks()

  private(set) var trees: [(store: TreeStore, recorder: TreeRecorder)] = []
  private var lastTree = 0
  /// The number of the tree that stands for objects that aren't models.
  package private(set) lazy var treeOfObjects: Int = {
    lastTree += 1
    return lastTree
  }()
  /// Which models are to be asked for their labels and states.
  var looks = Looks()
  /// The JSON of other objects' messages.
  var messages: [KnownMessage: [UInt8]] = [:]
  /// The messages of other objects whose handlers run, the innermost last.
  var running: [(mark: JournalWriter.Mark, outer: JournalWriter.Origin)] = []

  /// The fewest bytes of a journal.
  public nonisolated static var leastBytes: Int { JournalFormat.leastBytes }

  /// Begins a journal in memory.
  ///
  /// - Parameters:
  ///   - bytes: what it takes, at least `leastBytes`; a megabyte holds some 6,000 records.
  ///   - texts: what it keeps besides names.
  ///   - payloads: what it keeps of the values that messages carry; nothing if it keeps names alone.
  public init(bytes: Int, texts: Texts = .all, payloads: Payloads = .omitted) {
    self.bytes = bytes
    self.texts = texts
    self.payloads = payloads
    file = nil
    writer = JournalWriter(bytes: bytes, texts: .init(texts, payloads))
  }

  /// Begins a journal in a file, which can be read after the app has crashed or was killed.
  ///
  /// A journal that an earlier run left in the file is set aside, as `FILE.1`; what was there before
  /// becomes `FILE.2`, and so on. The file is for its owner alone. Each record is written as it is made:
  /// what was written outlives the process.
  ///
  /// - Parameters:
  ///   - bytes: what it takes, at least `leastBytes`; a megabyte holds some 6,000 records.
  ///   - file: the path of the file, which can't be a link; a missing folder is made.
  ///   - keeping: how many earlier journals are kept beside it.
  ///   - texts: what it keeps besides names.
  ///   - payloads: what it keeps of the values that messages carry; nothing if it keeps names alone.
  /// - Throws: `JournalFileError` if the file cannot be made, or is something else than a journal.
  public init(
    bytes: Int, file: String, keeping: Int = 3, texts: Texts = .all, payloads: Payloads = .omitted
  ) throws(JournalFileError) {
    self.bytes = bytes
    self.texts = texts
    self.payloads = payloads
    self.file = FileNames.absolute(file)
    do {
      writer = try JournalWriter.begin(
        file, bytes: bytes, keeping: keeping, texts: .init(texts, payloads))
    } catch {
      throw JournalFileError(error)
    }
  }

  /// The number of the latest record; 0 before the first.
  public var recordCount: Int { writer.latest }

  /// How many records were dropped to make room for others.
  public var droppedRecords: Int { writer.droppedRecords }

  /// The bytes of a journal that would keep the trees as well, so that they can be shown at any record;
  /// nil if this one does. Without them it keeps records alone, at no higher cost.
  public var bytesNeeded: Int? { writer.bytesNeeded }

  /// The tree that the app held after a record. Costs a copy of the journal, and a look at the records
  /// after the checkpoint before that one.
  ///
  /// - Parameters:
  ///   - record: the number of a record; the tree can be rebuilt from `droppedRecords` on.
  ///   - name: what the tree is called.
  /// - Throws: an error whose description says which moments are kept.
  public func snapshot(after record: Int, name: String? = nil) throws -> Snapshot {
    try contents.snapshot(at: record, name: name)
  }

  /// A part of the journal as a journal; see `JournalWriter`.
  package func lines(after record: Int = 0, limit: Int = .max) -> [UInt8] {
    writer.excerpt(after: record, limit: limit)
  }

  /// A copy of the journal as it is now. Costs its size.
  package var contents: JournalContents {
    get throws(JournalError) { try JournalContents(bytes: lines()) }
  }

  /// Takes the time of records from a clock that is held, from now on.
  package func hold(by clock: some MainActorClock & Sendable) {
    writer.hold { Int(clamping: clock.ticks ?? 0) }
  }

  /// Names the app whose trees are recorded.
  package func setAppName(_ name: String) { writer.setAppName(name) }

  // MARK: Trees

  /// Adds a tree as it is now.
  ///
  /// - Returns: what records its changes.
  func join(_ store: TreeStore) -> TreeRecorder {
    lastTree += 1
    let recorder = TreeRecorder(journal: self, number: lastTree)
    trees.append((store, recorder))
    writeCheckpoint()
    lookSoon()
    return recorder
  }

  /// Forgets a tree, which is gone or has another journal.
  func forget(_ number: Int) {
    trees.removeAll { $0.recorder.number == number }
    looks.queue.removeAll { $0.recorder.number == number }
  }

  var modelCount: Int { trees.reduce(0) { $0 + $1.store.liveCount } }

  // MARK: Records

  /// Writes a record, then a checkpoint if one is due; see `JournalWriter`.
  @discardableResult
  func write(
    _ event: JournalEvent, _ node: JournalNode, of begun: Int = 0, isTest: Bool = false,
    _ members: (inout JournalLine) -> Void = { _ in }
  ) -> JournalWriter.Mark {
    let mark = writer.write(event, node, of: begun, isTest: isTest, members)
    makeRoom()
    return mark
  }

  /// Writes a checkpoint if one is due.
  private func makeRoom() {
    if writer.isCheckpointDue { writeCheckpoint() }
    lookSoon()
  }

  /// Writes a checkpoint, after which all models are read: it holds what they said before.
  func writeCheckpoint() {
    writer.writeCheckpoint {
      let objects = objectTree.members.map { [(number: treeOfObjects, members: $0)] } ?? []
      return objects
        + trees.compactMap { tree, recorder in
          recorder.checkpoint(of: tree).map { (number: recorder.number, members: $0) }
        }
    }
    looks.isOfAll = true
  }

  /// Writes that a message was raised, and what became of it, then a checkpoint if one is due. Both are
  /// of the same time: no handler runs between the two.
  ///
  /// - Parameters:
  ///   - node: its raiser.
  ///   - message: its JSON.
  ///   - outcome: what became of it.
  ///   - isTest: whether an inspector raised it.
  ///   - raised: writes what else is said of it.
  ///   - taken: writes what is said of what became of it.
  /// - Returns: the two records, the second of which gets its duration later.
  func writeMessage(
    of node: JournalNode, _ message: [UInt8], _ outcome: JournalEvent, isTest: Bool,
    raised: (inout JournalLine) -> Void, taken: (inout JournalLine) -> Void
  ) -> (raised: Int, outcome: JournalWriter.Mark) {
    let first = writer.write(.raised, node, isTest: isTest, isFirst: true) { line in
      line.write(", \"message\": ", message)
      raised(&line)
    }
    let second = writer.write(outcome, node, of: first.number, isTest: isTest) { line in
      line.write(", \"message\": ", message)
      taken(&line)
    }
    makeRoom()
    return (first.number, second)
  }
}

extension JournalTexts {
  /// What is written down of what is left out, so that it doesn't count as a difference of two runs.
  fileprivate init(_ texts: Journal.Texts, _ payloads: Journal.Payloads) {
    self = texts == .names ? .names : payloads == .described ? .values : .texts
  }
}

/// Why a journal could not begin in its file.
public struct JournalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, the reason, and what to do.
  public let description: String

  init(_ error: any Error) { description = "\(error)" }
}
