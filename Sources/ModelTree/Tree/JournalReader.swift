import TreeJournal

/// Reads a journal while it records.
@MainActor
package struct JournalReader {
  fileprivate let journal: Journal

  /// The number of the latest record; 0 before the first.
  package var latest: Int { journal.recordCount }

  /// Records the models that have left their trees and are still alive now.
  package func recordLeaks() { journal.recordLeaks() }

  /// A copy of its words. Costs its size.
  package var words: [UInt64] { journal.words() }
}

extension Journal {
  /// Reads the journal.
  package var reader: JournalReader { JournalReader(journal: self) }
}

/// Why a journal could not begin in its file.
public struct JournalFileError: Error, Hashable, Sendable, CustomStringConvertible {
  private let error: JournalError

  init(_ error: JournalError) { self.error = error }

  /// The file, the reason, and what to do.
  public var description: String { "\(error)" }
}
