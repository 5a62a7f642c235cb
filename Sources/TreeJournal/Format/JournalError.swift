public import TextIO

/// Why a journal could not begin, or not be read.
public enum JournalError: Error, Hashable, Sendable {
  /// The file could not be made or read.
  case file(FileError)
  /// The file with this path holds something else than a journal.
  case foreignFile(path: String)
  /// The file with this path holds a damaged journal.
  case damaged(path: String, JournalFault)
}

/// What is wrong with the bytes of a journal.
public enum JournalFault: Error, Hashable, Sendable {
  /// They do not begin as a journal does.
  case notAJournal
  /// They are of a version that this reader does not know.
  case unknownVersion(UInt64)
  /// There are fewer bytes than the journal says.
  case cutOff
  /// The header says what cannot be.
  case wrongHeader
  /// The segment at this position says what cannot be.
  case wrongSegment(position: UInt64)
  /// The checkpoint of the segment at this position says what cannot be.
  case wrongCheckpoint(position: UInt64)
}

/// Why there is no tree at a moment.
package enum MomentError: Error, Hashable, Sendable {
  /// The words are no moment.
  case syntax(String)
  /// The record was dropped; the first moment that is kept.
  case dropped(first: Int)
  /// The record is not there yet; the last moment.
  case later(last: Int)
  /// Nothing was recorded at that time yet.
  case before(first: Int)
  /// The tree did not fit into the journal; a journal of so many bytes would hold it.
  case tooLarge(bytesNeeded: Int)
  /// The journal holds what objects reported that are no models, and no tree.
  case noTrees
  /// No tree was recorded at that moment; the last moment before it at which one was.
  case noTree(moment: Int, last: Int?)
  /// The journal is damaged there.
  case damaged(JournalFault)
}
