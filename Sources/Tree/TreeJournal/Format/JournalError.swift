import TextIO

/// Why a journal couldn't be created or read.
package struct JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One clause that says what is wrong and what to do, with the file if it is about one.
  package let description: String

  init(_ error: FileError) { description = "\(error)" }

  init(_ words: SafeText) { description = words.string }
}

/// Why there is no tree at a moment.
package enum MomentError: Error, Hashable, Sendable {
  /// The words aren't a valid moment.
  case syntax(String)
  /// The record was dropped; `first` is the first moment that is available.
  case dropped(first: Int)
  /// The record doesn't exist yet; `last` is the last moment.
  case later(last: Int)
  /// The tree did not fit into the journal; it needs a journal of this many bytes.
  case tooLarge(bytesNeeded: Int)
  /// The journal contains messages of objects that aren't models, and doesn't follow their tree.
  case noTrees
  /// No tree was recorded at that moment; `last` is the last moment before it with a tree.
  case noTree(moment: Int, last: Int?)
  /// The records before that moment don't make a tree: lines are missing, or wrong.
  case damaged
}

extension MomentError: CustomStringConvertible {
  /// What is wrong and what to do.
  package var description: String { words.string }

  private var words: SafeText {
    switch self {
    case .syntax(let text):
      "'\(text)' isn't a valid moment; give a record's number (1234), a time (12:03:04.5, or "
        + "2026-03-01T12:03:04Z) or an age (-2s)"
    case .dropped(let first):
      "the journal doesn't hold that moment; the first one that it holds is \(first)"
    case .later(let last): "the journal ends at moment \(last)"
    case .tooLarge(let bytes):
      "the tree did not fit into the journal; with \(bytes) bytes it would"
    case .noTrees:
      "a journal doesn't follow the tree of objects that aren't models; 'journal' and 'history' show "
        + "what they reported"
    case .noTree(let moment, let last):
      "there was no tree at moment \(moment), "
        + (last.map { "as its session was gone; the last moment with one is \($0)" }
          ?? "and none is kept of before")
    case .damaged:
      "the records up to that moment don't make a tree: lines before it are missing or wrong; choose "
        + "a later moment"
    }
  }
}
