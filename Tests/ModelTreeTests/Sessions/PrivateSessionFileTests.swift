import Foundation
import ModelTree
import ModelTreeStorage
import Testing

@MainActor @Suite struct `The file of a session is for its owner alone` {
  private static let archive = SessionFolder.archive
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @Test(arguments: [mode_t(0), 0o077, 0o277])
  func `whatever the process keeps from new files`(mask: mode_t) async throws {
    await #expect(processExitsWith: .success) {
      [file = folder.file as String, mask = mask as mode_t] in
      umask(mask)
      let store = FileSessionStore(path: file)
      try store.save(SessionFolder.archive)
      var status = stat()
      #expect(stat(file, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    }
    #expect(try folder.store.load() == Self.archive)
  }

  @Test(arguments: [mode_t(0o644), 0o604, 0o666, 0o444])
  func `one that others could read is closed to them when it is loaded`(mode: mode_t) throws {
    try folder.store.save(Self.archive)
    #expect(chmod(folder.file, mode) == 0)
    #expect(try folder.store.load() == Self.archive)
    #expect(folder.mode(of: "session.json") == mode & 0o700)
  }

  @Test func `signing out removes every file that the store has ever made`() throws {
    try folder.store.save(Self.archive)
    // No process has a number that high.
    for name in [".new-2147483647-1", ".damaged", ".damaged.new-2147483647-2"] {
      try folder.write("t/1", to: "session.json\(name)")
    }
    try folder.store.clear()
    #expect(folder.names == [])
  }

  @Test func `files of others stay, however alike their names`() throws {
    let names = [
      "other.json.damaged", "other.json.new-2147483647-1", "session.json.damaged-1",
      "session.json.new", "session.json.new-copy", "session.json.new-\(getpid())-1",
      "session.json.new-notes-of-today",
      "session.json.newer", "session.json~",
    ]
    for name in names { try folder.write("mine", to: name) }
    try folder.store.save(Self.archive)
    try folder.store.clear()
    #expect(folder.names == names.sorted())
    for name in names {
      #expect(try folder.text(of: name) == "mine")
      #expect(folder.mode(of: name) == 0o644)
    }
  }
}
