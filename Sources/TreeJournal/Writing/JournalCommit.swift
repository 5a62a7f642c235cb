import Synchronization

/// Stores that make what was written before them part of the journal. A process that is killed between
/// two instructions leaves everything that a committed word speaks of.
enum JournalCommit {
  /// Stores a word after everything that was stored before.
  @inline(__always)
  static func store(_ word: UInt64, at place: UnsafeMutablePointer<UInt64>) {
    // The fence keeps the compiler, and other processors, from moving earlier stores behind this one.
    atomicMemoryFence(ordering: .releasing)
    place.pointee = word
  }

  /// Stores a word before anything that is stored later.
  static func storeFirst(_ word: UInt64, at place: UnsafeMutablePointer<UInt64>) {
    place.pointee = word
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }
}
