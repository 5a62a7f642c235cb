import CTreeSystem
import TextIO

/// A journal in a file, which outlives its process.
package enum JournalFile {
  /// The bytes with which a journal begins.
  package static var beginning: [UInt8] {
    withUnsafeBytes(of: JournalFormat.magic.littleEndian) { Array($0) }
  }

  /// Begins a journal in a file. A journal that is there already is set aside.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what the journal takes.
  ///   - count: how many earlier journals are kept.
  /// - Throws: `JournalError` if the file can't be created, or isn't a journal.
  package static func begin(
    _ path: String, bytes: Int, keeping count: Int
  ) throws(JournalError) -> JournalWriter {
    let files = EarlierFiles(path, keeping: count, beginning: beginning)
    let foreign: String
    do throws(FileError) {
      guard let file = try files.foreignFile() else {
        files.removeLeftovers()
        let writer = try JournalWriter(bytes: bytes, path: files.unfinishedPath, for: path)
        try files.begin()
        return writer
      }
      foreign = file
    } catch {
      throw .file(error)
    }
    throw .foreignFile(path: foreign)
  }

  /// The number of the last record of a journal that an app may be writing; nil if there is none, or
  /// the file is no journal. Costs reading its beginning.
  package static func lastRecord(of path: String) -> Int? {
    let count = 8 * JournalFormat.headerWords
    // What is there now may be a pipe, which has no beginning until something is written to it.
    guard FileNames.status(of: path)?.kind == .file,
      let bytes = FileBytes.beginning(of: path, count: count),
      bytes.count == count, bytes.starts(with: beginning)
    else { return nil }
    let next = bytes.withUnsafeBytes {
      UInt64(
        littleEndian: $0.loadUnaligned(
          fromByteOffset: 8 * JournalFormat.Header.next, as: UInt64.self))
    }
    return next > 1 ? Int(exactly: next - 1) : nil
  }
}

/// The words of a journal, in memory of the process or in a file that is mapped into it.
final class JournalMemory {
  private let words: UnsafeMutableBufferPointer<UInt64>
  private let file: MappedFile?

  /// Takes memory of the process, all zeros.
  init(words count: Int) {
    words = .allocate(capacity: count)
    words.initialize(repeating: 0)
    file = nil
  }

  /// Maps a new file.
  ///
  /// - Parameter shownPath: the path that errors name.
  /// - Throws: `FileError` if it can't be made, or the disk is full.
  init(words count: Int, path: String, for shownPath: String) throws(FileError) {
    let mapped = try MappedFile(creating: path, bytes: count * 8, for: shownPath)
    words = UnsafeMutableBufferPointer(
      start: mapped.start.assumingMemoryBound(to: UInt64.self), count: count)
    file = mapped
  }

  deinit { if file == nil { words.deallocate() } }

  subscript(place: Int) -> UInt64 {
    get { words[place] }
    set { words[place] = newValue }
  }

  /// Half of a word, the lower one at even places.
  subscript(half place: Int) -> UInt32 {
    get { UInt32(truncatingIfNeeded: words[place / 2] >> (place % 2 * 32)) }
    set {
      let shift = place % 2 * 32
      words[place / 2] = words[place / 2] & ~(0xFFFF_FFFF << shift) | UInt64(newValue) << shift
    }
  }

  /// Words as an array.
  func copy(_ start: Int, count: Int) -> ArraySlice<UInt64> {
    ArraySlice(words[start..<(start + count)])
  }

  // A process that is killed between two instructions leaves everything that a committed word
  // speaks of.

  /// Stores a word after everything that was stored before: that becomes part of the journal.
  func commit(_ word: UInt64, at place: Int) {
    if let base = words.baseAddress { csystem_store_last(base + place, word) }
  }

  /// Stores a word before anything that is stored later.
  func storeFirst(_ word: UInt64, at place: Int) {
    if let base = words.baseAddress { csystem_store_first(base + place, word) }
  }
}

/// Clocks in nanoseconds.
package enum SteadyClock {
  /// A clock that never goes back, and keeps running while the machine sleeps. Costs a call that does not
  /// enter the system.
  package static var nanoseconds: UInt64 {
    #if canImport(Darwin)
      clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)
    #else
      UInt64(bitPattern: Int64(WallClock.nanoseconds(of: CLOCK_BOOTTIME)))
    #endif
  }

  /// The time of day since 1970, in UTC. It can be set back.
  package static var timeOfDay: UInt64 { UInt64(bitPattern: Int64(WallClock.nanoseconds)) }
}
