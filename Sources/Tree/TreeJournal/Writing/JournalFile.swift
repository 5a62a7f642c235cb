import TextIO

/// A journal in a file, which outlives its process.
package enum JournalFile {
  /// The bytes with which a journal begins.
  package static let beginning = Array("{\"format\": \"\(JournalFormat.name)\"".utf8)

  /// Begins a journal in a file. A journal that is there already is set aside.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - bytes: what the journal takes at most.
  ///   - count: how many earlier journals are kept.
  /// - Throws: `JournalError` if the file can't be created, or isn't a journal.
  package static func begin(
    _ path: String, bytes: Int, keeping count: Int
  ) throws(JournalError) -> JournalWriter {
    let files = EarlierFiles(path, keeping: count, beginning: beginning)
    let foreign: String
    do throws(FileError) {
      guard let file = try files.foreignFile() else {
        UnfinishedFile.removeLeftovers(of: path)
        // A killed process with this one's number may have left it.
        FileNames.remove(files.unfinishedPath)
        let end = try JournalFileEnd(
          files.unfinishedPath, path: path, for: path, keeping: count)
        let writer = JournalWriter(JournalBytes(limit: bytes, file: end))
        guard writer.hasBegun else {
          FileNames.remove(files.unfinishedPath)
          throw FileError(.write, path, .system(ENOSPC))
        }
        try files.begin()
        return writer
      }
      foreign = file
    } catch {
      throw .file(error)
    }
    throw .foreignFile(path: foreign)
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
