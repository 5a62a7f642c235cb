#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension stat {
  /// What is at a path; nil where nothing is, or where the path cannot be followed.
  ///
  /// - Parameter followingLinks: whether a symbolic link is what it leads to.
  init?(_ path: String, followingLinks: Bool = true) {
    self.init()
    if fstatat(AT_FDCWD, path, &self, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) != 0 { return nil }
  }

  /// What an open file is.
  init?(of descriptor: Int32) {
    self.init()
    if fstat(descriptor, &self) != 0 { return nil }
  }

  var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

  /// Its permissions.
  var mode: mode_t { st_mode & 0o7777 }

  /// Whether others than its owner may do anything with it.
  var isOpenToOthers: Bool { mode & 0o077 != 0 }

  /// Its permissions without those of others than its owner.
  var ownersMode: mode_t { mode & 0o700 }

  /// Whether both are one and the same file.
  func isSame(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }
}
