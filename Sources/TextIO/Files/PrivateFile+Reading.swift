#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
        let file = try OpenedFile(target, for: path)
        switch Result(catching: { () throws(Fault) in try file.bytes.withBuffer(parse) }) {
        case .success(let value):
          try file.closeToOthers()
          return .whole(value)
        case .failure(let fault):
          return .damaged(fault, setAside: try setAside(file, target))
        }
      } catch {
        guard error.reason == .system(ENOENT) else { throw error }
        if !FileNames.exists(target), !putBack(target, parse) { return .none }
      }
    }
  }

  /// Keeps a copy of a damaged file under the first name that is free, and removes the file.
  ///
  /// - Returns: the path of the copy; nil where the file had to stay.
  /// - Throws: an error with `ENOENT` where another process has replaced or removed the file.
  private func setAside(
    _ damaged: borrowing OpenedFile, _ target: String
  ) throws(FileError) -> String? {
    // With another name it may be somebody else's file, and is none of ours.
    if damaged.status.st_nlink == 1 { try? damaged.closeToOthers() }
    do throws(FileError) {
      let copy = try copy(damaged.bytes, beside: target)
      do throws(FileError) {
        try remove(target, ifStill: damaged.status)
      } catch {
        unlink(copy)
        throw error
      }
      return copy
    } catch {
      if error.reason == .system(ENOENT) { throw error }
      return nil
    }
  }

  /// Makes a file out of damaged bytes under the first name that is free.
  private func copy(_ bytes: FileBytes, beside target: String) throws(FileError) -> String {
    let file = try lockedFile(beside: target)
    if let failure = bytes.withBuffer({ file.fill(with: $0, mode: 0o600) }) {
      throw FileError(.write, path, errno: failure)
    }
    for copy in PrivateFileNames.setAside(target) {
      if link(file.name, copy) == 0 { return copy }
      if errno != EEXIST { break }
    }
    throw FileError(.write, path, errno: errno)
  }

  /// Removes a file, unless another process has put a new one in its place.
  private func remove(_ target: String, ifStill status: stat) throws(FileError) {
    // No call removes a name only where it belongs to a certain file. But a file can be renamed and
    // looked at, and put back where it is another one, unless there is an even newer one.
    let taken = PrivateFileNames.taken(target)
    if rename(target, taken) != 0 { throw FileError(.remove, path, errno: errno) }
    defer { unlink(taken) }
    if stat(taken, followingLinks: false)?.isSame(as: status) != true {
      link(taken, target)
      throw FileError(.remove, path, .system(ENOENT))
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
      guard let file = try? OpenedFile(taken, for: path),
        (try? file.bytes.withBuffer(parse)) != nil
      else { continue }
      if link(taken, target) == 0 || errno == EEXIST {
        unlink(taken)
        return true
      }
    }
    return false
  }
}
