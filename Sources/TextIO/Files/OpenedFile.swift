#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A regular file that was read and is still open, so that it can be told from another one with its
/// name. It is closed with this value.
struct OpenedFile: ~Copyable {
  let bytes: FileBytes
  let status: stat
  private let path: String
  private let descriptor: Int32

  /// Opens and reads a file. A pipe is not waited for, and a link not followed.
  ///
  /// - Parameter path: the file that an error names.
  init(_ name: String, for path: String) throws(FileError) {
    descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.read, path, errno: errno) }
    do throws(FileError) {
      guard let status = stat(of: descriptor), status.isRegular else {
        throw FileError(.read, path, .isNoFile)
      }
      bytes = try FileBytes(descriptor: descriptor, name: path)
      self.status = status
      self.path = path
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Takes the permissions of all others than its owner away.
  func closeToOthers() throws(FileError) {
    if status.isOpenToOthers, fchmod(descriptor, status.ownersMode) != 0 {
      throw FileError(.read, path, errno: errno)
    }
  }
}
