import Foundation
import ModelTree
import ModelTreeStorage
import Testing

@MainActor @Suite struct `The file of a session among links` {
  private static let archive = SessionFolder.archive
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func link(_ name: String, to destination: String) {
    #expect(symlink(destination, folder.path(of: name)) == 0)
  }

  private func hardLink(_ name: String, to other: String) {
    #expect(Foundation.link(folder.path(of: other), folder.path(of: name)) == 0)
  }

  private func expectUntouched(_ name: String, at location: SourceLocation = #_sourceLocation) {
    #expect((try? folder.text(of: name)) == "mine", sourceLocation: location)
    #expect(folder.mode(of: name) == 0o644, sourceLocation: location)
  }

  @Test func `another name of the file keeps what it has`() throws {
    try folder.write("mine", to: "other")
    hardLink("session.json", to: "other")
    try folder.store.save(Self.archive)
    expectUntouched("other")
    #expect(try folder.store.load() == Self.archive)
    #expect(folder.mode(of: "session.json") == 0o600)
  }

  @Test func `another name of a damaged file keeps what it has, and the copy is closed`() throws {
    try folder.write("mine", to: "other")
    hardLink("session.json", to: "other")
    #expect(
      refusal { _ = try folder.store.load() }
        == .damaged(
          place: folder.file, reason: "it isn't a complete session",
          setAside: "\(folder.file).damaged"))
    expectUntouched("other")
    #expect(folder.names == ["other", "session.json.damaged"])
    #expect(folder.mode(of: "session.json.damaged") == 0o600)
    try folder.store.clear()
    #expect(folder.names == ["other"])
    expectUntouched("other")
  }

  @Test func `another name of a whole session is closed with it`() throws {
    try folder.store.save(Self.archive)
    hardLink("other", to: "session.json")
    #expect(chmod(folder.file, 0o644) == 0)
    #expect(try folder.store.load() == Self.archive)
    #expect(folder.mode(of: "other") == 0o600)
    try folder.store.clear()
    #expect(folder.names == ["other"])
  }

  @Test func `a hard link in place of what is unfinished is not written through`() throws {
    let name = "session.json.new-0123456789abcdef"
    try folder.write("mine", to: "other")
    hardLink(name, to: "other")
    try folder.store.save(Self.archive)
    expectUntouched("other")
    #expect(folder.names == ["other", "session.json"])
    hardLink(name, to: "other")
    try folder.store.clear()
    expectUntouched("other")
    #expect(folder.names == ["other"])
  }

  @Test func `a symbolic link in place of what is unfinished is not followed`() throws {
    let name = "session.json.new-0123456789abcdef"
    try folder.write("mine", to: "other")
    link(name, to: "other")
    link("session.json.damaged", to: "other")
    try folder.store.save(Self.archive)
    #expect(try folder.store.load() == Self.archive)
    try folder.store.clear()
    expectUntouched("other")
    #expect(folder.names == ["other", "session.json.damaged", name].sorted())
  }

  @Test func `a loop in place of what is unfinished is no obstacle`() throws {
    link("session.json.new-0123456789abcdef", to: "session.json.new-0123456789abcdef")
    link("session.json.damaged", to: "session.json.damaged")
    try folder.store.save(Self.archive)
    #expect(try folder.store.load() == Self.archive)
    try folder.write("{", to: "session.json")
    #expect(
      refusal { _ = try folder.store.load() }
        == .damaged(
          place: folder.file, reason: "it isn't a complete session",
          setAside: "\(folder.file).damaged-2"))
    try folder.store.clear()
    #expect(folder.names == ["session.json.damaged", "session.json.new-0123456789abcdef"])
  }

  @Test func `a loop in its own place is refused and stays`() throws {
    link("session.json", to: "back")
    link("back", to: "session.json")
    let refusals = [
      refusal { _ = try folder.store.load() }, refusal { try folder.store.save(Self.archive) },
      refusal { try folder.store.clear() },
    ]
    #expect(
      refusals
        == [.read, .write, .remove].map { .file(path: folder.file, action: $0, code: ELOOP) }
    )
    let loop = String(cString: strerror(ELOOP))
    #expect(
      refusals.map { "\($0!)" }
        == ["read", "write", "remove"].map {
          "cannot \($0) '\(folder.file)': \(loop); remove the link, or name another"
        })
    #expect(folder.names == ["back", "session.json"])
  }

  @Test func `behind a link, the file itself is written and removed`() throws {
    link("link.json", to: "kept/target.json")
    let store = FileSessionStore(path: folder.path(of: "link.json"))
    #expect(try store.load() == nil)
    try store.save(Self.archive)
    #expect(folder.names == ["kept", "link.json"])
    #expect(folder.mode(of: "kept") == 0o700)
    #expect(folder.mode(of: "kept/target.json") == 0o600)
    #expect(try store.load() == Self.archive)
    try folder.write("t/1", to: "kept/target.json.new-0123456789abcdef")
    try store.clear()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "kept")) == [])
    #expect(folder.names == ["kept", "link.json"])
    #expect(try store.load() == nil)
  }

  @Test func `behind a link, the file itself is set aside, and the link stays`() throws {
    try folder.write("t/1", to: "target.json", mode: 0o644)
    link("link.json", to: "target.json")
    let store = FileSessionStore(path: folder.path(of: "link.json"))
    #expect(
      refusal { _ = try store.load() }
        == .damaged(
          place: store.path, reason: "it isn't a complete session",
          setAside: folder.path(of: "target.json.damaged")))
    #expect(folder.names == ["link.json", "target.json.damaged"])
    #expect(folder.mode(of: "target.json.damaged") == 0o600)
    try store.clear()
    #expect(folder.names == ["link.json"])
  }
}
