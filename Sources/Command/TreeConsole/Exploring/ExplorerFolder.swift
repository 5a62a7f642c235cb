import TextIO

/// A folder for the sockets of apps that are explored, which only the user can open.
struct ExplorerFolder {
  let path: String

  /// Short enough for a socket's path.
  private static let parent = "/tmp"
  private static let prefix = "explore-"

  /// Makes a folder, and removes those of explorers that were killed.
  init() throws {
    for name in (try? FileNames.inFolder(Self.parent)) ?? [] {
      Self.abandoned(name)?.remove()
    }
    self.init(of: getpid())
    if mkdir(path, 0o700) != 0 {
      throw ConsoleError("the folder '\(path)' cannot be made: \(SafeText(errno: errno))")
    }
  }

  private init(of process: Int32) { path = "\(Self.parent)/\(Self.prefix)\(process)" }

  /// The folder with a name, if its explorer was killed.
  private static func abandoned(_ name: String) -> ExplorerFolder? {
    guard name.hasPrefix(prefix), let process = Int32(name.dropFirst(prefix.count)) else {
      return nil
    }
    let folder = ExplorerFolder(of: process)
    let status = FileNames.statusItself(of: folder.path)
    guard status?.kind == .folder, status?.owner == geteuid() else { return nil }
    return process == getpid() || kill(process, 0) != 0 && errno == ESRCH ? folder : nil
  }

  /// Removes it with what is in it.
  func remove() {
    for name in (try? FileNames.inFolder(path)) ?? [] { FileNames.remove("\(path)/\(name)") }
    rmdir(path)
  }
}
