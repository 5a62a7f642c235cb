import CAtomics

/// Stores that make what was written before them part of the journal. A process that is killed between
/// two instructions leaves everything that a committed word speaks of.
enum JournalCommit {
  /// Stores a word after everything that was stored before.
  @inline(__always)
  static func store(_ word: UInt64, at place: UnsafeMutablePointer<UInt64>) {
    catomics_store_last(place, word)
  }

  /// Stores a word before anything that is stored later.
  static func storeFirst(_ word: UInt64, at place: UnsafeMutablePointer<UInt64>) {
    catomics_store_first(place, word)
  }
}
