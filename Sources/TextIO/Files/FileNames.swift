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
    let folder = Folder(of: word).prefix
    let name = word.dropFirst(folder.count)
    let found = (try? Folder(of: word).names()) ?? []
    let names = found.compactMap { file -> String? in
      let isHidden = file.hasPrefix(".") && !name.hasPrefix(".")
      guard file.hasPrefix(name), !isHidden, file != ".", file != ".." else { return nil }
      return folder + file + (isFolder(folder + file) ? "/" : "")
    }
    return names.sorted()
  }

  /// Whether a path leads to a regular file.
  package static func isFile(_ path: String) -> Bool { stat(path)?.isRegular == true }

  /// Whether a path leads to a regular file, and is no symbolic link.
  static func isFileItself(_ path: String) -> Bool {
    stat(path, followingLinks: false)?.isRegular == true
  }

  /// Whether a path leads to a symbolic link.
  package static func isLink(_ path: String) -> Bool {
    stat(path, followingLinks: false)?.isLink == true
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool { stat(path)?.isFolder == true }

  /// Whether anything is at a path.
  package static func exists(_ path: String) -> Bool { stat(path) != nil }

  /// The file that a path leads to over symbolic links, whether it is there or not.
  ///
  /// - Parameter action: what is to be done with it.
  static func followed(
    _ path: String, to action: FileError.Action
  ) throws(FileError) -> String {
    var target = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // As many links as the system itself follows.
    for _ in 0..<40 {
      let count = readlink(target, &buffer, buffer.count)
      guard count > 0 else { return target }
      let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
      guard let link = String(validating: bytes, as: UTF8.self) else {
        throw FileError(action, path, .system(EILSEQ))
      }
      target = link.hasPrefix("/") ? link : Folder(of: target).prefix + link
    }
    throw FileError(action, path, .system(ELOOP))
  }
}
