/// A new file of a fixed size, mapped into memory and for its owner alone.
///
/// What is written into the memory is the file's, also when the process is killed a moment later. All
/// blocks are taken from the disk before it is mapped: a full disk is an error here. If the file loses
/// bytes later, the memory stays as `MappedRegions` says; a child of `fork()` writes into a copy.
package final class MappedFile {
  /// The file's bytes, zeros at first.
  package let start: UnsafeMutableRawPointer
  private let region: MappedRegions.Region

  /// Creates a file if nothing has its name, not even a link.
  ///
  /// - Parameters:
  ///   - path: the file; its folder is created if it is missing.
  ///   - bytes: its size.
  ///   - shownPath: the path that errors name.
  package convenience init(
    creating path: String, bytes: Int, for shownPath: String
  ) throws(FileError) {
    try self.init(creating: path, bytes: bytes, for: shownPath, takingBlocks: Self.takeBlocks)
  }

  /// - Parameter takingBlocks: takes the blocks of a file from the disk, and returns the error number
  ///   if that fails.
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
      // Network and foreign file systems reserve nothing: there, zeros take the blocks.
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

  /// Reserves the blocks of a file on the disk; returns the error number if that fails.
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

  /// Fills a new file with zeros, and returns the error number if that fails.
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
