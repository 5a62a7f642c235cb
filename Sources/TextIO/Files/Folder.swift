#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder of files.
struct Folder {
  /// The beginning of its files' paths: empty, or ends in `/`.
  let prefix: String

  /// The folder that a file lies in.
  init(of file: some StringProtocol) {
    prefix = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The folder's path.
  var path: String {
    if prefix.isEmpty { return "." }
    return prefix == "/" ? prefix : String(prefix.dropLast())
  }

  /// The names of what the folder holds; none where it is missing.
  func names() throws(FileError) -> [String] {
    guard let directory = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw FileError(.read, path, .system(errno))
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }

  /// Makes the folder and those above it that are missing.
  ///
  /// - Parameter mode: who may use them; by default the owner alone.
  func make(mode: mode_t = 0o700) throws(FileError) {
    if FileNames.isFolder(path) { return }
    let above = Folder(of: path)
    if mkdir(path, mode) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, !prefix.isEmpty else { throw FileError(.make, path, .system(errno)) }
      try above.make(mode: mode)
      if mkdir(path, mode) != 0, errno != EEXIST { throw FileError(.make, path, .system(errno)) }
    }
    try above.sync()
  }

  /// Waits until the disk has the names of the folder's files as they are now.
  func sync() throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Files can be made in a folder that may not be read; it cannot be waited for.
    if descriptor < 0, errno == EACCES { return }
    guard descriptor >= 0 else { throw FileError(.write, path, .system(errno)) }
    defer { close(descriptor) }
    #if canImport(Darwin)
      // There, `fsync` does not wait for what the disk itself puts off.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems cannot sync a folder; they have no better way either.
    if fsync(descriptor) != 0, ![EINVAL, ENOTSUP].contains(errno) {
      throw FileError(.write, path, .system(errno))
    }
  }
}
