/// A file that only its owner can read, as are the files it creates next to it.
///
/// If the path is a symbolic link, the file is the link's target, and the link stays. Other hard
/// links of the file keep their content.
///
/// Several processes may use the file concurrently and may be killed at any moment: the file is
/// complete or absent. An advisory lock on its folder makes them take turns. Next to `FILE` are
/// `FILE.new-` with sixteen digits while it is being written, and damaged content as
/// `FILE.damaged`, `FILE.damaged-2`, and so on.
package struct PrivateFile {
  private let path: String

  /// Names a file.
  package init(path: String) { self.path = path }

  /// Writes the whole file or nothing; creates its folder if it is missing. Waits for the disk.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try makeFolder()
    try exclusively { () throws(FileError) in try replace(with: bytes) }
  }

  /// Creates the file's folder if it is missing.
  package func makeFolder() throws(FileError) {
    try Folder(of: FileNames.followed(path, to: .write)).make()
  }

  /// Runs work on the file while no other process does.
  ///
  /// The lock is on the file's folder, because each write replaces the file. If the file system has
  /// no locks, or if a process keeps its lock for too long, the work runs without one.
  ///
  /// - Parameter patience: how long to wait for another process. It holds the lock only for a
  ///   moment, unless it is stopped or the machine is very busy.
  package func exclusively<Result>(
    patience: Duration = .seconds(1), _ work: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let folder = Folder(of: try FileNames.followed(path, to: .write))
    guard let lock = try? OpenFile(folder.path, for: .readingAtOnce, of: path) else {
      return try work()
    }
    let end = ContinuousClock.now + patience
    while lock.lock() == .isLockedByAnother, .now < end {
      BackgroundThread.pause(for: .milliseconds(2))
    }
    return try work()
  }

  /// Replaces the file, whose folder must exist. Call it within `exclusively`, or for a file of
  /// this process alone.
  ///
  /// - Parameter isLasting: false for a file that a restart of the system makes obsolete; the disk
  ///   isn't waited for.
  package func replace(with bytes: [UInt8], isLasting: Bool = true) throws(FileError) {
    let target = try FileNames.followed(path, to: .write)
    if let status = FileNames.statusItself(of: target) {
      guard status.kind == .file else { throw FileError(.write, path, .isNoFile) }
      if let refusal = FileNames.refusalToWrite(target) { throw FileError(.write, path, refusal) }
    }
    for name in (try? FilesBeside(target).unfinished) ?? [] { UnfinishedFile.removeLeftover(name) }
    let file = try UnfinishedFile(FilesBeside.unfinished(target), mode: 0o600, for: path)
    try file.replace(target, with: bytes, mode: 0o600, isLasting: isLasting)
    if isLasting { try Folder(of: target).sync() }
  }

  /// Removes other users' access to a damaged file, which may have other names.
  private func closeToOthers(_ name: String) {
    guard let file = try? OpenFile(name, for: .readingItself, of: name),
      let status = file.status, status.kind == .file, status.nameCount == 1, status.isOpenToOthers
    else { return }
    try? file.setMode(status.ownersMode)
  }

  /// Removes the file and every file that any process has created for it, and waits for the disk.
  ///
  /// - Throws: `FileError` for the first file that can't be removed, after trying the others.
  package func remove() throws(FileError) {
    let target = try FileNames.followed(path, to: .remove)
    try exclusively { () throws(FileError) in
      var failure: FileError?
      var names: [String] = []
      do throws(FileError) {
        let others = try FilesBeside(target)
        names = others.unfinished + others.damaged
      } catch {
        failure = error
      }
      switch FileNames.statusItself(of: target)?.kind {
      case .file: names.append(target)
      case nil: break
      default: failure = failure ?? FileError(.remove, path, .isNoFile)
      }
      for name in names {
        guard let reason = FileNames.remove(name), reason != .isMissing else { continue }
        failure = failure ?? FileError(.remove, name, reason)
      }
      if !names.isEmpty { try Folder(of: target).sync() }
      if let failure { throw failure }
    }
  }
}

// Reading.
extension PrivateFile {
  /// The content of a file.
  package enum Content<Value, Fault: Error> {
    /// The file is missing.
    case none
    /// The file is complete.
    case whole(Value)
    /// The file is damaged and was moved to a path; nil if it couldn't be moved.
    case damaged(Fault, setAside: String?)
  }

  /// Reads the file, and removes other users' access to it.
  ///
  /// - Parameter parse: makes a value from the bytes. If it throws, the file is damaged: it is
  ///   removed, and a copy is kept under another name.
  package func read<Value, Fault>(
    _ parse: (UnsafeBufferPointer<UInt8>) throws(Fault) -> Value
  ) throws(FileError) -> Content<Value, Fault> {
    let target = try FileNames.followed(path, to: .read)
    while true {
      do throws(FileError) {
        let file = try OpenFile(target, for: .readingItself, of: path)
        guard let status = file.status, status.kind == .file else {
          throw FileError(.read, path, .isNoFile)
        }
        let bytes = try file.readToEnd()
        switch Result(catching: { () throws(Fault) in try bytes.withUnsafeBufferPointer(parse) }) {
        case .success(let value):
          if status.isOpenToOthers { try file.setMode(status.ownersMode) }
          return .whole(value)
        case .failure(let fault):
          closeToOthers(target)
          return .damaged(fault, setAside: try setAside(bytes, of: status, target))
        }
      } catch {
        guard error.reason == .isMissing else { throw error }
        if !FileNames.exists(target) { return .none }
      }
    }
  }

  /// Keeps a copy of a damaged file under the first free name, and removes the file.
  ///
  /// - Returns: the path of the copy; nil if the file couldn't be removed.
  /// - Throws: an error whose reason is `isMissing` if another process has replaced or removed the file.
  private func setAside(
    _ bytes: [UInt8], of status: FileStatus, _ target: String
  ) throws(FileError) -> String? {
    try exclusively { () throws(FileError) in
      guard FileNames.statusItself(of: target)?.identity == status.identity else {
        throw FileError(.read, path, .isMissing)
      }
      guard let copy = try? copy(bytes, beside: target) else { return nil }
      if FileNames.remove(target) == nil { return copy }
      FileNames.remove(copy)
      return nil
    }
  }

  /// Creates a file with the damaged bytes under the first free name. A rename would change other
  /// hard links.
  private func copy(_ bytes: [UInt8], beside target: String) throws(FileError) -> String {
    let file = try UnfinishedFile(FilesBeside.unfinished(target), mode: 0o600, for: path)
    try file.write(bytes)
    try file.content.setMode(0o600)
    var reason = FileError.Reason.isThere
    for number in 1...1_000 where reason == .isThere {
      let copy = number == 1 ? "\(target).damaged" : "\(target).damaged-\(number)"
      guard let failure = FileNames.link(file.name, to: copy) else { return copy }
      reason = failure
    }
    throw FileError(.write, path, reason)
  }
}

/// The regular files that a `PrivateFile` has created next to a file, by path.
private struct FilesBeside {
  /// Unfinished files, mostly of a killed process.
  private(set) var unfinished: [String] = []
  /// Damaged content that was set aside.
  private(set) var damaged: [String] = []

  /// Finds the files. Costs a test of each name in the folder.
  init(_ target: String) throws(FileError) {
    let folder = Folder(of: target)
    let file = target.dropFirst(folder.prefix.count)
    guard !file.isEmpty else { return }
    for name in try folder.names() where name.hasPrefix("\(file).") {
      let path = folder.prefix + name
      guard FileNames.statusItself(of: path)?.kind == .file else { continue }
      let parts = name.dropFirst(file.count).split(separator: "-", maxSplits: 1)
      switch (parts[0], parts.dropFirst().first) {
      case (".new", let digits?):
        if Leftovers.isDigits(digits) { unfinished.append(path) }
      case (".damaged", nil): damaged.append(path)
      case (".damaged", let number?): if (Int(number) ?? 0) >= 2 { damaged.append(path) }
      default: break
      }
    }
  }

  /// Returns the path of an unfinished file, new each time.
  static func unfinished(_ target: String) -> String { "\(target).new-\(Leftovers.digits())" }
}
