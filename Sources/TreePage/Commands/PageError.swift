import TextIO

/// Why a page is not served or written.
struct PageError: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  let words: SafeText

  init(_ words: SafeText) { self.words = words }

  var description: String { words.string }
}
