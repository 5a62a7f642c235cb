/// Words that are written one after the other, and go on at the beginning of the ring behind its end.
package struct JournalBlock {
  private let ring: UnsafeMutablePointer<UInt64>
  private let ringWords: Int
  private var offset: Int
  /// Where the next word goes.
  private(set) var position: Int

  init(ring: UnsafeMutablePointer<UInt64>, ringWords: Int, position: Int) {
    self.ring = ring
    self.ringWords = ringWords
    self.position = position
    offset = position % ringWords
  }

  /// Writes a word.
  package mutating func append(_ word: UInt64) {
    ring[offset] = word
    position += 1
    offset += 1
    if offset == ringWords { offset = 0 }
  }

  /// Writes two halves of a word, the lower one first.
  package mutating func append(_ low: UInt32, _ high: UInt32) {
    append(UInt64(low) | UInt64(high) << 32)
  }
}
