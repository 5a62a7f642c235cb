#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names of files and folders.
package enum FileNames {
  /// The files and folders whose paths begin with a word, sorted. Folders end in `/`.
  package static func beginning(with word: String) -> [String] {
    let slash = word.lastIndex(of: "/")
    let folder = slash.map { String(word[...$0]) } ?? ""
    let name = slash.map { word[word.index(after: $0)...] } ?? word[...]
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isHidden = file.hasPrefix(".") && !name.hasPrefix(".")
      guard file.hasPrefix(name), !isHidden, file != ".", file != ".." else { continue }
      names.append(folder + file + (isFolder(folder + file) ? "/" : ""))
    }
    return names.sorted()
  }

  /// Whether a path leads to a regular file.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether anything is at a path.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Makes a folder for its owner alone, and those above it that are missing. A failure shows when
  /// a file is written there.
  package static func makeFolder(_ path: String) {
    guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT,
      let slash = path.lastIndex(of: "/")
    else { return }
    makeFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }
}
