/// All trees of a journal as they are at one moment, in the words of a checkpoint.
package struct JournalCheckpoint {
  private(set) var words: [UInt64] = []
  private(set) var treeCount = 0
  /// Whether it holds labels and states.
  package let isDescribed: Bool

  package init(isDescribed: Bool = false) { self.isDescribed = isDescribed }

  /// Begins a tree, which follows word by word.
  package mutating func beginTree(_ number: UInt64) {
    treeCount += 1
    append(number)
  }

  /// Adds a word.
  package mutating func append(_ word: UInt64) { words.append(word) }

  /// Adds two halves of a word, the lower one first.
  package mutating func append(_ low: UInt32, _ high: UInt32) {
    words.append(UInt64(low) | UInt64(high) << 32)
  }

  /// Begins a model's description.
  package mutating func append(label: String?, stateCount: Int) {
    append(label.map { UInt32($0.utf8.count) } ?? UInt32.max, UInt32(stateCount))
    if let label { append(text: label) }
  }

  /// Adds an entry of a model's state.
  package mutating func append(key: String, value: String) {
    append(UInt32(key.utf8.count), UInt32(value.utf8.count))
    append(text: key)
    append(text: value)
  }

  private mutating func append(text: String) { words.append(bytes: text.utf8) }
}
