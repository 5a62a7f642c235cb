import TextIO

/// A new folder for the sockets of apps that are explored, which only the user can open.
struct ExplorerFolder {
  let path: String

  init() throws {
    // Short enough for a socket's path.
    var name = Array("/tmp/explore-XXXXXX".utf8CString)
    if mkdtemp(&name) == nil {
      throw ConsoleError("no folder can be made in '/tmp': \(SafeText(errno: errno))")
    }
    path = String(decoding: name.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Removes it with what is in it.
  func remove() {
    for name in (try? FileNames.inFolder(path)) ?? [] { FileNames.remove("\(path)/\(name)") }
    rmdir(path)
  }
}
