/// A new file of a fixed size, mapped into memory, that only its owner can read.
///
/// Bytes written to the memory reach the file even if the process is killed a moment later. All
/// blocks are allocated on the disk before mapping, so a full disk is an error here. If the file is
/// truncated later, the memory stays usable, as `MappedRegions` explains; a child of `fork()`
/// writes into a copy.
package final class MappedFile {
  /// The file's bytes, zeros at first.
  package let start: UnsafeMutableRawPointer
  private let region: MappedRegions.Region

  /// Creates a file if its name is free; a link also counts as taken.
  ///
  /// - Parameters:
  ///   - path: the file; a missing folder is created.
  ///   - bytes: its size.
  ///   - shownPath: the path in errors.
  package convenience init(
    creating path: String, bytes: Int, for shownPath: String
  ) throws(FileError) {
    try self.init(creating: path, bytes: bytes, for: shownPath, takingBlocks: Self.takeBlocks)
  }

  /// - Parameter takingBlocks: allocates the blocks of a file on the disk; returns the error number
  ///   on failure.
  init(
    creating path: String, bytes: Int, for shownPath: String,
    takingBlocks: (_ descriptor: Int32, _ bytes: Int) -> Int32?
  ) throws(FileError) {
    try Folder(of: path).make()
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.write, shownPath, .system(errno)) }
    func refusal(_ number: Int32) -> FileError {
      close(descriptor)
      unlink(path)
      return FileError(.write, shownPath, .system(number))
    }
    if fchmod(descriptor, 0o600) != 0 { throw refusal(errno) }
    if let number = takingBlocks(descriptor, bytes) {
      // Network and foreign file systems can't reserve blocks; zeros allocate them.
      guard number == ENOTSUP || number == EOPNOTSUPP || number == EINVAL else {
        throw refusal(number)
      }
      if let number = Self.writeZeros(to: descriptor, bytes) { throw refusal(number) }
    }
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { throw refusal(errno) }
    start = memory
    region = MappedRegions.Region(start: memory, count: bytes, descriptor: descriptor)
    MappedRegions.add(region, of: shownPath)
  }

  deinit {
    MappedRegions.remove(region)
    munmap(region.start, region.count)
    close(region.descriptor)
  }

  /// Reserves the blocks of a file on the disk; returns the error number on failure.
  private static func takeBlocks(of descriptor: Int32, _ bytes: Int) -> Int32? {
    #if canImport(Darwin)
      var wish = fstore_t(
        fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
        fst_length: off_t(bytes), fst_bytesalloc: 0)
      if fcntl(descriptor, F_PREALLOCATE, &wish) == -1 { return errno }
      return ftruncate(descriptor, off_t(bytes)) == 0 ? nil : errno
    #else
      while true {
        let number = posix_fallocate(descriptor, 0, off_t(bytes))
        if number == 0 { return nil }
        if number != EINTR { return number }
      }
    #endif
  }

  /// Fills a new file with zeros; returns the error number on failure.
  private static func writeZeros(to descriptor: Int32, _ bytes: Int) -> Int32? {
    let zeros = [UInt8](repeating: 0, count: 65_536)
    var written = 0
    while written < bytes {
      let count = pwrite(descriptor, zeros, min(zeros.count, bytes - written), off_t(written))
      if count > 0 { written += count } else if errno != EINTR { return errno }
    }
    return nil
  }
}
