import TextIO

/// A folder for the sockets of apps that are explored, which only the user can open.
struct ExplorerFolder {
  let path: String
  /// A file in it that is locked as long as the explorer lives.
  private let lock: Int32

  private static let parent = "/tmp"
  private static let prefix = "explore-"
  private static let lockName = "explorer"

  /// Makes a folder whose path is short enough for a socket, and removes those of explorers that were killed.
  init() throws {
    Self.removeAbandoned()
    var name = Array("\(Self.parent)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw ConsoleError("a folder in \(Self.parent) cannot be made: \(SafeText(errno: errno))")
    }
    path = String(decoding: name.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    lock = open("\(path)/\(Self.lockName)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    _ = flock(lock, LOCK_EX | LOCK_NB)
  }

  /// Removes it with what is in it.
  func remove() {
    Self.remove(path)
    close(lock)
  }

  private static func remove(_ path: String) {
    for name in (try? FileNames.inFolder(path)) ?? [] { FileNames.remove("\(path)/\(name)") }
    rmdir(path)
  }

  private static func removeAbandoned() {
    let names = (try? FileNames.inFolder(parent)) ?? []
    for path in names.filter({ $0.hasPrefix(prefix) }).map({ "\(parent)/\($0)" }) {
      guard let status = FileNames.statusItself(of: path), status.kind == .folder,
        status.owner == geteuid(), !status.isOpenToOthers
      else { continue }
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(lock)
    }
  }
}
