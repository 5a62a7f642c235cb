extension PrivateFile {
  /// What a file holds.
  package enum Content<Value, Fault: Error> {
    /// There is no file.
    case none
    /// The file is whole.
    case whole(Value)
    /// The file is damaged, and was set aside at a path; nil where it had to stay.
    case damaged(Fault, setAside: String?)
  }

  /// Reads the file. Where others could read it, they no longer can.
  ///
  /// - Parameter parse: makes a value of the bytes. Where it throws, the file is damaged: a copy is
  ///   kept under another name, and the file is removed.
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
        let bytes = try FileBytes(file, named: path)
        switch Result(catching: { () throws(Fault) in try bytes.withBuffer(parse) }) {
        case .success(let value):
          if status.isOpenToOthers { try file.setMode(status.ownersMode) }
          return .whole(value)
        case .failure(let fault):
          // With another name it may be somebody else's file, and is none of ours.
          if status.isOpenToOthers, status.nameCount == 1 { try? file.setMode(status.ownersMode) }
          return .damaged(fault, setAside: try setAside(bytes, of: status, target))
        }
      } catch {
        guard error.reason == .isMissing else { throw error }
        if !FileNames.exists(target), !putBack(target, parse) { return .none }
      }
    }
  }

  /// Keeps a copy of a damaged file under the first name that is free, and removes the file.
  ///
  /// - Returns: the path of the copy; nil where the file had to stay.
  /// - Throws: an error of which the reason is `isMissing` where another process has replaced or
  ///   removed the file.
  private func setAside(
    _ bytes: FileBytes, of status: FileStatus, _ target: String
  ) throws(FileError) -> String? {
    do throws(FileError) {
      let copy = try copy(bytes, beside: target)
      do throws(FileError) {
        try remove(target, ifStill: status)
      } catch {
        FileNames.remove(copy)
        throw error
      }
      return copy
    } catch {
      if error.reason == .isMissing { throw error }
      return nil
    }
  }

  /// Makes a file out of damaged bytes under the first name that is free.
  private func copy(_ bytes: FileBytes, beside target: String) throws(FileError) -> String {
    let file = try lockedFile(beside: target)
    try bytes.withBuffer { bytes throws(FileError) in try file.fill(with: bytes, mode: 0o600) }
    var reason = FileError.Reason.isThere
    for copy in PrivateFileNames.setAside(target) where reason == .isThere {
      guard let failure = FileNames.link(file.name, to: copy) else { return copy }
      reason = failure
    }
    throw FileError(.write, path, reason)
  }

  /// Removes a file, unless another process has put a new one in its place.
  private func remove(_ target: String, ifStill status: FileStatus) throws(FileError) {
    // No call removes a name only where it belongs to a certain file. But a file can be renamed and
    // looked at, and put back where it is another one, unless there is an even newer one.
    let taken = PrivateFileNames.taken(target)
    if let reason = FileNames.rename(target, to: taken) {
      throw FileError(.remove, path, reason)
    }
    defer { FileNames.remove(taken) }
    if FileNames.statusItself(of: taken)?.identity != status.identity {
      FileNames.link(taken, to: target)
      throw FileError(.remove, path, .isMissing)
    }
  }

  /// Puts back a whole file that a process has taken away, and has not put back itself: it may have
  /// been killed.
  ///
  /// - Returns: whether the file is there again.
  private func putBack<Value, Fault>(
    _ target: String, _ parse: (UnsafeBufferPointer<UInt8>) throws(Fault) -> Value
  ) -> Bool {
    for taken in (try? PrivateFileNames(beside: target))?.taken ?? [] {
      guard let file = try? OpenFile(taken, for: .readingItself, of: path),
        let bytes = try? FileBytes(file, named: path), (try? bytes.withBuffer(parse)) != nil
      else { continue }
      let reason = FileNames.link(taken, to: target)
      if reason == nil || reason == .isThere {
        FileNames.remove(taken)
        return true
      }
    }
    return false
  }
}
