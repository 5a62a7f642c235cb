import TextIO
import TreeExplore

/// A folder of ways that reached something new, each a script of the prompt.
struct Corpus {
  private let folder: String?
  /// The most bytes of a way that are read.
  private static let mostBytes = 1 << 16

  /// - Parameter folder: The folder; nil for none.
  init(_ folder: String?) { self.folder = folder }

  /// The ways, in the order of their names. Lines that aren't steps are left out.
  func read() throws -> [[Step]] {
    guard let folder, FileNames.isFolder(folder) else { return [] }
    return try FileNames.inFolder(folder).sorted().filter { $0.hasSuffix(".script") }.map { name in
      let bytes = FileBytes.beginning(of: "\(folder)/\(name)", count: Self.mostBytes) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        Step(String($0))
      }
    }
  }

  /// Adds ways.
  func write(_ ways: [[Step]], _ output: ConsoleOutput) throws {
    guard let folder else { return }
    for way in ways {
      let file = "\(folder)/\(way.name).script"
      if FileNames.exists(file) { continue }
      let text = way.map { $0.line + "\n" }.joined()
      try output.write(Array(text.utf8), to: file, makesFolders: true)
    }
  }
}

/// A folder for the sockets of apps that are explored, which only the user can open.
struct ExplorerFolder {
  let path: String

  /// Makes a folder whose path is short enough for a socket.
  init() throws {
    var name = Array("/tmp/explore-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw ConsoleError("a folder in /tmp cannot be made: \(SafeText(errno: errno))")
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes it with what is in it.
  func remove() {
    for name in (try? FileNames.inFolder(path)) ?? [] { FileNames.remove("\(path)/\(name)") }
    rmdir(path)
  }
}
