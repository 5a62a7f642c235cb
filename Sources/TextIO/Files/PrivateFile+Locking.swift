extension PrivateFile {
  /// Does something to the file while no other process that asks in this way does.
  ///
  /// The lock is on the file's folder, which is made where it is missing: the file itself is replaced
  /// by each write. Where the file system has no locks, or a process keeps one, it is done without.
  ///
  /// - Parameter patience: How long another process is waited for: none takes longer, unless it is
  ///   stopped in the middle, or the machine is very busy.
  package func exclusively<Result>(
    patience: Duration = .seconds(1), _ body: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let folder = Folder(of: try FileNames.followed(path, to: .write))
    try folder.make()
    guard let lock = try? OpenFile(folder.path, for: .readingItself, of: path) else {
      return try body()
    }
    let end = ContinuousClock.now + patience
    while lock.lock() == .isLockedByAnother, .now < end {
      BackgroundThread.pause(for: .milliseconds(2))
    }
    return try body()
  }
}
