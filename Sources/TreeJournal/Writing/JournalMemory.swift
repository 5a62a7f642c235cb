package import TextIO

/// The memory of a journal: of the process alone, or a file's.
package final class JournalMemory {
  package let words: UnsafeMutablePointer<UInt64>
  package let count: Int
  private let file: MappedFile?

  /// Takes memory of the process, all zeros.
  package init(words count: Int) {
    words = .allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    self.count = count
    file = nil
  }

  /// Maps a new file.
  ///
  /// - Parameter shownPath: the path that errors name.
  /// - Throws: `FileError` where it cannot be made, or the disk is full.
  package init(words count: Int, path: String, for shownPath: String) throws(FileError) {
    let mapped = try MappedFile(creating: path, bytes: count * 8, for: shownPath)
    words = mapped.start.assumingMemoryBound(to: UInt64.self)
    self.count = count
    file = mapped
  }

  deinit { if file == nil { words.deallocate() } }
}
