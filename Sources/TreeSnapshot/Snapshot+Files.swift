#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Snapshot {
  /// Reads a dump from a file; `-` is standard input.
  ///
  /// - Throws: `DumpFileError` with the file, the line and what is wrong.
  public init(contentsOfFile path: String) throws(DumpFileError) {
    let bytes: FileBytes
    do {
      bytes = try FileBytes(path: path)
    } catch {
      throw .file(error)
    }
    do {
      self = try Snapshot(dump: bytes.buffer)
    } catch {
      throw .dump(path: path == "-" ? "standard input" : path, error)
    }
  }

  /// Writes the dump to a file, whole or not at all.
  ///
  /// - Throws: `FileError` where the file cannot be written; what stood there before then still does.
  public func writeDump(toFile path: String) throws(FileError) {
    try WholeFile.write(dump(), to: path)
  }
}

/// The bytes of a file, read whole and freed with this object.
package final class FileBytes {
  private var start: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var capacity: Int

  package var buffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
  }

  /// Reads a file; `-` is standard input.
  package init(path: String) throws(FileError) {
    let name = path == "-" ? "standard input" : path
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.read, name, errno: errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, name, errno: errno) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw FileError(.read, name, reason: "it is a folder; name a dump in it")
    }
    // One byte more than the file holds, so that the end is seen without growing.
    capacity = max(Int(status.st_size) + 1, 65_536)
    start = .allocate(capacity: capacity)
    // A file may grow while it is read, and a pipe has no size at all.
    while true {
      if count == capacity { grow() }
      let received = read(descriptor, start + count, capacity - count)
      if received > 0 {
        count += received
      } else if received == 0 {
        return
      } else if errno != EINTR {
        let number = errno
        throw FileError(.read, name, errno: number)
      }
    }
  }

  deinit { start.deallocate() }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}

/// Writes files whole or not at all.
package enum WholeFile {
  /// Writes beside the file and puts the result in its place. A pipe or a device is written to as
  /// it is.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw FileError(.write, path, reason: "it is a folder; name a file in it")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw FileError(.write, path, errno: errno) }
      defer { close(descriptor) }
      if let number = writeAll(bytes, to: descriptor) {
        throw FileError(.write, path, errno: number)
      }
      return
    }
    // A link stays a link: what it leads to is replaced.
    let target = exists ? resolved(path) : path
    var template = Array("\(target).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    if descriptor < 0 { throw FileError(.write, path, errno: errno) }
    var failure = writeAll(bytes, to: descriptor)
    let mask = umask(0)
    umask(mask)
    let mode = exists ? status.st_mode & 0o7777 : 0o666 & ~mask
    if failure == nil, fchmod(descriptor, mode) != 0 { failure = errno }
    if failure == nil, fsync(descriptor) != 0 { failure = errno }
    if close(descriptor) != 0, failure == nil { failure = errno }
    if failure == nil, rename(template, target) != 0 { failure = errno }
    if let failure {
      unlink(template)
      throw FileError(.write, path, errno: failure)
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The error number of the write that failed; nil where all was written.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var sink = FileSink(descriptor: descriptor)
    bytes.withUnsafeBufferPointer { sink.write($0) }
    sink.flush()
    return sink.failure
  }
}
