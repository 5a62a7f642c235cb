/// A file that each run of a program starts anew. Some files of earlier runs are kept: `FILE.1` is
/// the latest.
package struct EarlierFiles {
  private let path: String
  /// The bytes with which each of the program's files begins. Other files are left alone.
  private let beginning: [UInt8]
  /// How many earlier files are kept.
  private let count: Int

  /// Names a file.
  ///
  /// - Parameters:
  ///   - count: how many earlier files are kept.
  ///   - beginning: the bytes with which each of the files begins.
  package init(_ path: String, keeping count: Int, beginning: [UInt8]) {
    self.path = path
    self.count = max(0, count)
    self.beginning = beginning
  }

  /// The path of a new file until `begin()` gives it its name.
  package var unfinishedPath: String { "\(path).new-\(getpid())" }

  /// The path of the first file that has one of the names and isn't the program's; nil if there is
  /// none.
  package func foreignFile() throws(FileError) -> String? {
    for number in 0...count {
      let name = name(number)
      guard let status = FileNames.statusItself(of: name) else { continue }
      if status.kind == .link { throw FileError(.write, name, .system(ELOOP)) }
      guard status.kind == .file else { throw FileError(.write, name, .isNoFile) }
      let file = try OpenFile(readingItself: name)
      if try file.read(limit: beginning.count) != beginning { return name }
    }
    return nil
  }

  /// Renames the existing files, unless one is foreign, and gives the new one its name.
  package func begin() throws(FileError) {
    if let foreign = try foreignFile() { throw FileError(.write, foreign, .isThere) }
    for number in (0...count).reversed() {
      let reason =
        number == count
        ? FileNames.remove(name(number))
        : FileNames.rename(name(number), to: name(number + 1))
      if let reason, reason != .isMissing { throw FileError(.write, name(number), reason) }
    }
    // A link doesn't replace a file that another process has just created.
    if let reason = FileNames.link(unfinishedPath, to: path) {
      throw FileError(.write, path, reason)
    }
    FileNames.remove(unfinishedPath)
  }

  private func name(_ number: Int) -> String { number == 0 ? path : "\(path).\(number)" }
}
