/// A file that only its owner can read, like the files that are made beside it.
///
/// If the path is a symbolic link, the file is the link's target, and the link stays. Other hard links of the
/// file keep their content.
///
/// Several processes may use the file at once, and may be killed at any moment: it is whole or absent. They
/// take turns by an advisory lock on its folder. Beside `FILE` lie `FILE.new-` with sixteen digits while it
/// is written, and damaged content as `FILE.damaged`, `FILE.damaged-2` and so on.
package struct PrivateFile {
  private let path: String

  /// Names a file.
  package init(path: String) { self.path = path }

  /// Writes the file whole or not at all; makes its folder if it is missing. Waits for the disk.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    try makeFolder()
    try exclusively { () throws(FileError) in try replace(with: bytes) }
  }

  /// Makes the file's folder if it is missing.
  package func makeFolder() throws(FileError) {
    try Folder(of: FileNames.followed(path, to: .write)).make()
  }

  /// Runs work on the file while no other process does the same.
  ///
  /// The lock is on the file's folder, since each write replaces the file. Without locks of the file system,
  /// or if a process keeps its lock, the work runs without.
  ///
  /// - Parameter patience: how long to wait for another process, which needs a moment only, unless it is
  ///   stopped or the machine is very busy.
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

  /// Replaces the file, whose folder must exist: within `exclusively`, or for a file of this process alone.
  ///
  /// - Parameter isLasting: false for a file without meaning after a restart of the system: the disk isn't
  ///   waited for.
  package func replace(with bytes: [UInt8], isLasting: Bool = true) throws(FileError) {
    let target = try FileNames.followed(path, to: .write)
    if let status = FileNames.statusItself(of: target) {
      guard status.kind == .file else { throw FileError(.write, path, .isNoFile) }
      if let refusal = FileNames.refusalToWrite(target) { throw FileError(.write, path, refusal) }
    }
    if let others = try? FilesBeside(target) {
      for name in others.unfinished { UnfinishedFile.removeLeftover(name) }
      for name in others.damaged { closeToOthers(name) }
    }
    var file = try UnfinishedFile(FilesBeside.unfinished(target), mode: 0o600, for: path)
    try file.replace(target, with: bytes, mode: 0o600, isLasting: isLasting)
    if isLasting { try Folder(of: target).sync() }
  }

  /// An earlier version has set damaged files aside with the permissions that they had.
  private func closeToOthers(_ name: String) {
    guard let file = try? OpenFile(name, for: .readingItself, of: name),
      let status = file.status, status.kind == .file, status.nameCount == 1, status.isOpenToOthers
    else { return }
    try? file.setMode(status.ownersMode)
  }

  /// Removes the file and every file that any process has made beside it, and waits for the disk.
  ///
  /// - Throws: `FileError` for the first file that can't be removed; the others are removed.
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
    /// The file is whole.
    case whole(Value)
    /// The file is damaged, and was set aside at a path; nil if it had to stay.
    case damaged(Fault, setAside: String?)
  }

  /// Reads the file, and closes it to other users.
  ///
  /// - Parameter parse: makes a value of the bytes. If it throws, the file is damaged: a copy is kept
  ///   under another name, and the file is removed.
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
  /// - Returns: the path of the copy; nil if the file had to stay.
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

  /// Makes a file of damaged bytes under the first free name. A copy: other hard links keep the content.
  private func copy(_ bytes: [UInt8], beside target: String) throws(FileError) -> String {
    let file = try UnfinishedFile(FilesBeside.unfinished(target), mode: 0o600, for: path)
    try file.fill(with: bytes, mode: 0o600)
    var reason = FileError.Reason.isThere
    for number in 1...1_000 where reason == .isThere {
      let copy = number == 1 ? "\(target).damaged" : "\(target).damaged-\(number)"
      guard let failure = FileNames.link(file.name, to: copy) else { return copy }
      reason = failure
    }
    throw FileError(.write, path, reason)
  }
}

/// The regular files that a `PrivateFile` has made beside a file, by their paths.
private struct FilesBeside {
  /// Files that were being written, mostly by a process that was killed.
  private(set) var unfinished: [String] = []
  /// Damaged content that was set aside.
  private(set) var damaged: [String] = []

  /// Finds the files. Costs a look at each name in the folder.
  init(_ target: String) throws(FileError) {
    let folder = Folder(of: target)
    let file = target.dropFirst(folder.prefix.count)
    guard !file.isEmpty else { return }
    for name in try folder.names() where name.hasPrefix("\(file).") {
      let path = folder.prefix + name
      guard FileNames.statusItself(of: path)?.kind == .file else { continue }
      let parts = name.dropFirst(file.count).split(separator: "-", maxSplits: 1)
      switch (parts[0], parts.dropFirst().first) {
      // Earlier versions had one name for unfinished files, and took files away while they looked at them.
      case (".new", nil): unfinished.append(path)
      case (".new", let digits?), (".taken", let digits?):
        if Leftovers.isDigits(digits) { unfinished.append(path) }
      case (".damaged", nil): damaged.append(path)
      case (".damaged", let number?): if (Int(number) ?? 0) >= 2 { damaged.append(path) }
      default: break
      }
    }
  }

  /// The path of an unfinished file, new each time.
  static func unfinished(_ target: String) -> String { "\(target).new-\(Leftovers.digits())" }
}
