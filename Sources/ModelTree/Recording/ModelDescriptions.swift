import TreeJournal

/// What models say of themselves, for a checkpoint: labels and states.
struct ModelDescriptions {
  /// A model's label and state.
  struct Description {
    var label: String?
    var state: KeyValuePairs<String, String>

    /// The words that it takes.
    var words: Int {
      state.reduce(1 + Self.words(of: label ?? "")) { sum, entry in
        sum + 1 + Self.words(of: entry.key) + Self.words(of: entry.value)
      }
    }

    private static func words(of text: String) -> Int { (text.utf8.count + 7) / 8 }

    func write(into block: inout JournalBlock) {
      block.append(label.map { UInt32($0.utf8.count) } ?? UInt32.max, UInt32(state.count))
      if let label { Self.write(label, into: &block) }
      for (key, value) in state {
        block.append(UInt32(key.utf8.count), UInt32(value.utf8.count))
        Self.write(key, into: &block)
        Self.write(value, into: &block)
      }
    }

    private static func write(_ text: String, into block: inout JournalBlock) {
      var (word, count): (UInt64, UInt64) = (0, 0)
      for byte in text.utf8 {
        word |= UInt64(byte) << (count * 8)
        count += 1
        if count == 8 {
          block.append(word)
          (word, count) = (0, 0)
        }
      }
      if count > 0 { block.append(word) }
    }
  }

  /// By the ids of their models.
  var ofModels: [Int: Description] = [:]

  subscript(id: Int) -> Description? { ofModels[id] }
}
