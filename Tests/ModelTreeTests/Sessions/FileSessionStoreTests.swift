import Foundation
import ModelTree
import ModelTreeStorage
import Testing

@Suite struct `The file of a session` {
  private static let archive = SessionArchive(
    credentials: Credentials(userID: "1", userName: "Ann \u{1b}[31m", token: "t/1"),
    content: #"{"draft":"half a \"thought\""}"#)

  /// A folder that is gone after the test.
  private final class Folder {
    let path = NSTemporaryDirectory() + "session-store-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func mode(of name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
  }

  @Test func `what was saved is loaded, by its owner alone`() throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/state/session.json")
    #expect(try store.load() == nil)
    try store.save(Self.archive)
    #expect(try store.load() == Self.archive)
    #expect(try FileSessionStore(path: store.path).load() == Self.archive)
    #expect(try folder.mode(of: "state") == 0o700)
    #expect(try folder.mode(of: "state/session.json") == 0o600)
    try store.clear()
    #expect(try store.load() == nil)
    try store.clear()
  }

  @Test func `a file that others could read is closed to them`() throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    #expect(FileManager.default.createFile(atPath: store.path, contents: nil))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path)
    try store.save(Self.archive)
    #expect(try folder.mode(of: "session.json") == 0o600)
    #expect(folder.names == ["session.json"])
  }

  @Test func `what a killed process left beside the file is written over, and read by nobody`()
    throws
  {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    let left = "\(store.path).new"
    #expect(FileManager.default.createFile(atPath: left, contents: Data("half".utf8)))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: left)
    #expect(try store.load() == nil)
    try store.save(Self.archive)
    #expect(folder.names == ["session.json"])
    #expect(try folder.mode(of: "session.json") == 0o600)
  }

  @Test(arguments: [
    ("", "it is not a whole session"),
    ("{", "it is not a whole session"),
    ("\u{0}\u{1}", "it is not a whole session"),
    (#"{"format": "model-tree", "version": 1}"#, "it is not a whole session"),
    (
      #"{"format": "other", "version": 1, "session": {"credentials": "#
        + #"{"userID": "", "userName": "", "token": ""}}}"#, "it is no session"
    ),
    (
      #"{"format": "model-tree-session", "version": 2, "session": {"credentials": "#
        + #"{"userID": "", "userName": "", "token": ""}}}"#,
      "it has version 2, and only 1 is known"
    ),
  ])
  func `a damaged file is set aside and reported`(text: String, reason: String) throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    for aside in ["session.json.damaged", "session.json.damaged-2"] {
      try Data(text.utf8).write(to: URL(filePath: store.path))
      #expect(
        throws: SessionArchiveError.damaged(
          place: store.path, reason: reason, setAside: "\(folder.path)/\(aside)")
      ) { try store.load() }
      #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/\(aside)")) == Data(text.utf8))
      #expect(try store.load() == nil)
    }
    try store.save(Self.archive)
    #expect(try store.load() == Self.archive)
    #expect(
      folder.names == ["session.json", "session.json.damaged", "session.json.damaged-2"])
  }

  @Test func `every truncated file is set aside or whole`() throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    try store.save(Self.archive)
    let whole = try Data(contentsOf: URL(filePath: store.path))
    for count in 0..<whole.count - 1 {
      try whole.prefix(count).write(to: URL(filePath: store.path))
      // Without its closing bracket, too, it is not whole; the last byte is a line's end.
      if case .damaged? = loadError(of: store) { continue }
      Issue.record("\(count) bytes of \(whole.count) were taken for a session")
      return
    }
  }

  private func loadError(of store: FileSessionStore) -> SessionArchiveError? {
    do {
      _ = try store.load()
      return nil
    } catch {
      return error
    }
  }

  @Test func `a folder or a pipe in the place of the file is refused, and never waited for`() throws
  {
    let folder = try Folder()
    #expect(
      throws: SessionArchiveError.file(
        "cannot read '\(folder.path)': it is no file; name another")
    ) { try FileSessionStore(path: folder.path).load() }
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(
      throws: SessionArchiveError.file("cannot read '\(pipe)': it is no file; name another")
    ) { try FileSessionStore(path: pipe).load() }
  }

  @Test func `a pipe is not written to either, nor removed`() throws {
    let folder = try Folder()
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let store = FileSessionStore(path: pipe)
    #expect(
      throws: SessionArchiveError.file(
        "cannot write '\(pipe)': it is not a regular file; name another")
    ) { try store.save(Self.archive) }
    #expect(
      throws: SessionArchiveError.file(
        "cannot write '\(pipe)': it is not a regular file; name another")
    ) { try store.clear() }
    #expect(folder.names == ["pipe"])
  }

  @Test func `a pipe that has the name of the unfinished file is never waited for`() throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    #expect(mkfifo("\(store.path).new", 0o600) == 0)
    #expect(throws: SessionArchiveError.self) { try store.save(Self.archive) }
    try store.clear()
  }

  @Test func `behind a link, the file itself is written and removed`() throws {
    let folder = try Folder()
    let link = "\(folder.path)/link.json"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "target.json")
    let store = FileSessionStore(path: link)
    try store.save(Self.archive)
    #expect(folder.names == ["link.json", "target.json"])
    #expect(try store.load() == Self.archive)
    try store.clear()
    #expect(folder.names == ["link.json"])
    #expect(try store.load() == nil)
  }

  @Test func `signing out leaves nothing of a save that was killed`() throws {
    let folder = try Folder()
    let store = FileSessionStore(path: "\(folder.path)/session.json")
    try store.save(Self.archive)
    try Data("token".utf8).write(to: URL(filePath: "\(store.path).new"))
    try store.clear()
    #expect(folder.names == [])
  }

  @Test func `many who save to one file all succeed, and whoever reads it finds it whole`() throws {
    let folder = try Folder()
    let path = "\(folder.path)/session.json"
    try FileSessionStore(path: path).save(Self.archive)
    let done = DispatchGroup()
    // Threads of their own: tasks would take turns on the few that the tests have.
    for number in 1...4 {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        // Of different lengths: a mixture of two is no session.
        let content = String(repeating: "\(number)", count: number * 2_000)
        let credentials = Credentials(userID: "\(number)", userName: "", token: "t")
        for _ in 0..<100 {
          #expect(throws: Never.self) {
            try FileSessionStore(path: path).save(
              SessionArchive(credentials: credentials, content: content))
          }
        }
      }
    }
    while done.wait(timeout: .now()) == .timedOut {
      let loaded = try #require(try FileSessionStore(path: path).load())
      if loaded == Self.archive { continue }
      let number = loaded.credentials.userID
      let count = (Int(number) ?? 0) * 2_000
      #expect(loaded.content == String(repeating: number, count: count))
    }
    #expect(folder.names == ["session.json"])
  }

  @Test func `a controller that finds a damaged file reports it and begins anew`() throws {
    let folder = try Folder()
    let path = "\(folder.path)/session.json"
    try Data("{".utf8).write(to: URL(filePath: path))
    let controller = SessionController(
      store: FileSessionStore(path: path), anonymous: { Session() },
      authorized: { Session(credentials: $0) })
    let log = Log()
    controller.archiveErrorSignal.subscribeNext { log("\($0)") }
    controller.start()
    #expect(
      log.lines == [
        "the session in '\(path)' is damaged: it is not a whole session; it is now in "
          + "'\(path).damaged'"
      ])
    #expect(controller.session?.isOpen == true)
    controller.session?.close(with: Self.archive.credentials)
    #expect(try FileSessionStore(path: path).load()?.credentials == Self.archive.credentials)
  }

  @Test(arguments: 0..<12)
  func `a process that is killed while it saves leaves a whole file`(turn: Int) async throws {
    let folder = try Folder()
    let path = "\(folder.path)/session.json"
    let microseconds = UInt32(500 + turn * 700)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, microseconds = microseconds as UInt32] in
      let store = FileSessionStore(path: path)
      let credentials = Credentials(userID: "1", userName: "Ann", token: "t")
      Thread.detachNewThread {
        while access(path, F_OK) != 0 { usleep(50) }
        usleep(microseconds)
        kill(getpid(), SIGKILL)
      }
      for length in 1... {
        let content = String(repeating: "x", count: length * 1_000)
        try store.save(SessionArchive(credentials: credentials, content: content))
      }
    }
    let store = FileSessionStore(path: path)
    let content = try #require(try store.load()).content ?? ""
    #expect(!content.isEmpty && content.count.isMultiple(of: 1_000))
    try store.save(Self.archive)
    #expect(folder.names == ["session.json"])
  }
}
