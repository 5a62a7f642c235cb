import ModelTree
import TextIO
import TreeJournal
import TreeSpec

/// The journal of a tree that is not what it should be.
struct FailureJournal {
  /// Its bytes; nil where they are too many to be kept.
  let bytes: [UInt8]?
  /// Whether it can be looked at as it was at a moment.
  let holdsTrees: Bool
  /// Its last records, as lines.
  let lines: [String]

  /// So many records are shown.
  private static let shown = 10
  /// A larger journal belongs into a file of its own.
  private static let mostBytes = 16 << 20

  /// - Parameter reader: what reads it; nil where nothing is recorded.
  init?(_ reader: JournalReader?) {
    guard let words = reader?.words else { return nil }
    self.init(words: words)
  }

  init?(words: [UInt64]) {
    guard let contents = try? JournalContents(words: words) else { return nil }
    holdsTrees = contents.holdsTrees
    bytes =
      words.count * 8 > Self.mostBytes
      ? nil : words.withUnsafeBytes { Array($0) }
    lines = RecordWords.lines(of: contents.records.suffix(Self.shown), in: contents).map(\.string)
  }
}
