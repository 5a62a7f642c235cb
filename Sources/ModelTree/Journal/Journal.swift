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
/// Each record takes 48 bytes. Once they are used up, the oldest records go first. The journal retains
/// no model, and nothing is allocated while it records. Beside the records it holds the tree now and
/// then, so that it can be looked at as it was after any record that is kept.
@MainActor
public final class Journal {
  /// The bytes that the journal takes, in memory or in its file.
  public let bytes: Int
  // `nonisolated(unsafe)`, both: an inspector of objects that are no models leads here only where these
  // belong to the main actor.
  nonisolated(unsafe) let recorder: JournalRecorder
  /// What numbers the objects that are no models; whoever reports of them keeps it here.
  nonisolated(unsafe) package var objects: AnyObject?

  /// The fewest bytes of a journal.
  public nonisolated static var leastBytes: Int { JournalFormat.leastBytes }

  /// Begins a journal in memory.
  ///
  /// - Parameter bytes: what it takes, at least `leastBytes`; a megabyte holds 20,000 records.
  public init(bytes: Int) {
    self.bytes = bytes
    recorder = JournalRecorder(JournalWriter(bytes: bytes))
    recorder.describesWhenFree()
  }

  /// Begins a journal in a file, where it can be read after the app has crashed or was killed.
  ///
  /// A journal that an earlier run left in the file is set aside, as `FILE.1`; what was there before
  /// becomes `FILE.2`, and so on. The file is for its owner alone. Its blocks are taken from the disk
  /// at once.
  ///
  /// - Parameters:
  ///   - bytes: what it takes, at least `leastBytes`; a megabyte holds 20,000 records.
  ///   - file: the path of the file, which is no link; its folder is made where that is missing.
  ///   - keeping: how many earlier journals are kept beside it.
  /// - Throws: `JournalFileError` where the file cannot be made, or is something else than a journal.
  public init(bytes: Int, file: String, keeping: Int = 3) throws(JournalFileError) {
    self.bytes = bytes
    do throws(JournalError) {
      recorder = JournalRecorder(try JournalFile.begin(file, bytes: bytes, keeping: keeping))
    } catch {
      throw JournalFileError(error)
    }
    recorder.describesWhenFree()
  }

  /// The number of the latest record; 0 before the first.
  public var recordCount: Int { Int(recorder.writer.latest) }

  /// How many records were dropped to make room for others.
  public var droppedRecords: Int { recorder.writer.droppedRecords }

  /// The bytes of a journal that would keep the trees as well, so that they can be shown at any record;
  /// nil if this one does. Without them it keeps records alone, at no higher cost.
  public var bytesNeeded: Int? { recorder.writer.bytesNeeded }

  /// The tree that the app held after a record. Costs a copy of the journal, and a look at the records
  /// behind the checkpoint before that one.
  ///
  /// - Parameters:
  ///   - record: the number of a record; the tree can be rebuilt from `droppedRecords` on.
  ///   - name: what the tree is called.
  /// - Throws: an error whose description says which moments are kept.
  public func snapshot(after record: Int, name: String? = nil) throws -> Snapshot {
    try contents.snapshot(at: record, name: name)
  }

  /// Reads the journal.
  package var reader: JournalReader { JournalReader(recorder) }

  /// A copy of the journal as it is now. Costs its size.
  package var contents: JournalContents {
    get throws(JournalFault) { try JournalContents(words: recorder.writer.excerpt(after: 0)) }
  }
}

/// Why a journal could not begin in its file.
public struct JournalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  private let error: JournalError

  init(_ error: JournalError) { self.error = error }

  /// The file, the reason, and what to do.
  public var description: String { "\(error)" }
}

extension JournalRecorder {
  /// Asks models what they say of themselves once the main actor is free.
  @MainActor
  fileprivate func describesWhenFree() {
    requestDescriptions = { presence in
      // `nonisolated(unsafe)`: the journal is used on the main actor alone, as here.
      nonisolated(unsafe) let presence = presence
      Task { @MainActor in presence.recorder?.describe() }
    }
  }
}
