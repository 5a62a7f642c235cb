import Foundation
import ModelTree
import ModelTreeStorage
import Testing

@MainActor @Suite struct `A session that cannot be kept in its file` {
  private static let archive = SessionFolder.archive
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @Test func `names the folder that cannot be made`() async throws {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try #require(becomeOrdinaryUser(owning: path))
      #expect(chmod(path, 0o500) == 0)
      let store = FileSessionStore(path: "\(path)/state/session.json")
      let error = refusal { try store.save(SessionFolder.archive) }
      #expect(error == .file(path: "\(path)/state", action: .makeFolder, code: EACCES))
      #expect(
        error?.description
          == "cannot make '\(path)/state': Permission denied; "
          + "check its permissions, or name another")
      #expect(try store.load() == nil)
      try store.clear()
      #expect(chmod(path, 0o700) == 0)
    }
  }

  @Test func `names the file where its folder may not be written to, and leaves it`() async throws {
    try folder.store.save(Self.archive)
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, file = folder.file as String] in
      try #require(becomeOrdinaryUser(owning: path, file))
      #expect(chmod(path, 0o500) == 0)
      let store = FileSessionStore(path: file)
      let errors = [
        refusal { try store.save(SessionFolder.archive) }, refusal { try store.clear() },
      ]
      #expect(
        errors == [
          .file(path: file, action: .write, code: EACCES),
          .file(path: file, action: .remove, code: EACCES),
        ])
      #expect(
        errors.map { "\($0!)" } == [
          "cannot write '\(file)': Permission denied; check its permissions, or name another",
          "cannot remove '\(file)': Permission denied; check its permissions, or name another",
        ])
      #expect(try store.load() == SessionFolder.archive)
      #expect(chmod(path, 0o700) == 0)
    }
    #expect(folder.names == ["session.json"])
  }

  @Test func `says that a damaged file had to stay`() async throws {
    try folder.write("{", to: "session.json")
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, file = folder.file as String] in
      try #require(becomeOrdinaryUser(owning: path, file))
      #expect(chmod(path, 0o500) == 0)
      let error = refusal { _ = try FileSessionStore(path: file).load() }
      #expect(
        error == .damaged(place: file, reason: "it isn't a complete session", setAside: nil))
      #expect(
        error?.description
          == "the session in '\(file)' is damaged: it isn't a complete session; "
          + "it stays there until the next is kept")
      #expect(chmod(path, 0o700) == 0)
    }
    #expect(folder.names == ["session.json"])
    #expect(folder.mode(of: "session.json") == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can make another user's file"))
  func `is not read where others can read it and it is not the user's own`() async throws {
    try folder.store.save(Self.archive)
    #expect(chmod(folder.file, 0o644) == 0)
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, file = folder.file as String] in
      try #require(becomeOrdinaryUser(owning: path))
      let error = refusal { _ = try FileSessionStore(path: file).load() }
      #expect(error == .file(path: file, action: .read, code: EPERM))
      #expect(
        error?.description
          == "cannot read '\(file)': Operation not permitted; "
          + "check its permissions, or name another")
    }
  }

  @Test func `names a file that stands in the place of its folder`() throws {
    try folder.write("mine", to: "state")
    let store = FileSessionStore(path: folder.path(of: "state/session.json"))
    let error = refusal { try store.save(Self.archive) }
    #expect(error == .file(path: store.path, action: .write, code: ENOTDIR))
    #expect(
      error?.description
        == "cannot write '\(store.path)': a folder in its path is a file; name another")
    let deeper = FileSessionStore(path: folder.path(of: "state/a/session.json"))
    #expect(
      refusal { try deeper.save(Self.archive) }?.description
        == "cannot make '\(folder.path(of: "state/a"))': a folder in its path is a file; name another"
    )
    try store.clear()
    #expect(folder.names == ["state"])
  }
}
