import Foundation
import ModelTree
import ModelTreeStorage
import Testing

@MainActor @Suite struct `The file of a session` {
  private static let archive = SessionFolder.archive
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @Test func `what was saved is loaded, by its owner alone`() throws {
    let store = FileSessionStore(path: "\(folder.path)/state/session.json")
    #expect(try store.load() == nil)
    try store.save(Self.archive)
    #expect(try store.load() == Self.archive)
    #expect(try FileSessionStore(path: store.path).load() == Self.archive)
    #expect(folder.mode(of: "state") == 0o700)
    #expect(folder.mode(of: "state/session.json") == 0o600)
    try store.clear()
    #expect(try store.load() == nil)
    try store.clear()
  }

  @Test(arguments: [
    ("", "it isn't a complete session"),
    ("{", "it isn't a complete session"),
    ("\u{0}\u{1}", "it isn't a complete session"),
    (#"{"format": "model-tree", "version": 1}"#, "it isn't a complete session"),
    (
      #"{"format": "other", "version": 1, "session": {"credentials": "#
        + #"{"userID": "", "userName": "", "token": ""}}}"#, "it isn't a session"
    ),
    (
      #"{"format": "model-tree-session", "version": 2, "session": {"credentials": "#
        + #"{"userID": "", "userName": "", "token": ""}}}"#,
      "it has version 2, but only version 1 is supported"
    ),
  ])
  func `a damaged file is set aside and reported`(text: String, reason: String) throws {
    let store = folder.store
    let aside = "session.json.damaged"
    for _ in 0..<2 {
      try Data(text.utf8).write(to: URL(filePath: store.path))
      #expect(
        throws: SessionArchiveError.damaged(
          place: store.path, reason: reason, setAside: "\(folder.path)/\(aside)")
      ) { try store.load() }
      #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/\(aside)")) == Data(text.utf8))
      #expect(try store.load() == nil)
    }
    #expect(folder.mode(of: aside) == 0o600)
    try store.save(Self.archive)
    #expect(try store.load() == Self.archive)
    #expect(
      folder.names == ["session.json", "session.json.damaged"])
  }

  @Test func `every truncated file is set aside or whole`() throws {
    let store = folder.store
    try store.save(Self.archive)
    let whole = try Data(contentsOf: URL(filePath: store.path))
    for count in 0..<whole.count - 1 {
      try whole.prefix(count).write(to: URL(filePath: store.path))
      // Without its closing bracket, too, it is not whole; the last byte is a line's end.
      if case .damaged? = refusal({ _ = try store.load() }) { continue }
      Issue.record("\(count) bytes of \(whole.count) were taken for a session")
      return
    }
  }

  @Test func `a folder or a pipe in the place of the file is refused, and never waited for`() {
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    for path in [folder.path, folder.path(of: "pipe")] {
      let error = refusal { _ = try FileSessionStore(path: path).load() }
      #expect(error == .file(path: path, action: .read, code: nil))
      #expect(
        error?.description == "cannot read '\(path)': it is not a regular file; name another")
    }
  }

  @Test func `a pipe is not written to either, nor removed`() {
    #expect(mkfifo(folder.file, 0o600) == 0)
    #expect(
      refusal { try folder.store.save(Self.archive) }?.description
        == "cannot write '\(folder.file)': it is not a regular file; name another")
    #expect(
      refusal { try folder.store.clear() }?.description
        == "cannot remove '\(folder.file)': it is not a regular file; name another")
    #expect(folder.names == ["session.json"])
  }

  @Test func `a link is neither read nor written through`() throws {
    try folder.write("mine", to: "other")
    symlink(folder.path(of: "other"), folder.file)
    for error in [
      refusal { _ = try folder.store.load() }, refusal { try folder.store.save(Self.archive) },
      refusal { try folder.store.clear() },
    ] { #expect(error != nil) }
    #expect(try folder.text(of: "other") == "mine")
  }

  @Test func `many who save to one file all succeed, and whoever reads it finds it whole`() throws {
    let path = "\(folder.path)/session.json"
    try FileSessionStore(path: path).save(Self.archive)
    let done = DispatchGroup()
    // Threads of their own: tasks would take turns on the few that the tests have.
    for number in 1...4 {
      done.enter()
      Thread.detachNewThread {
        defer { done.leave() }
        // Of different lengths, so that a mixture of two isn't a session.
        let content = String(repeating: "\(number)", count: number * 500)
        let credentials = Credentials(userID: "\(number)", userName: "", token: "t")
        for _ in 0..<30 {
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
      let count = (Int(number) ?? 0) * 500
      #expect(loaded.content == String(repeating: number, count: count))
    }
    #expect(folder.names == ["session.json"])
  }

  @Test func `a controller that finds a damaged file reports it and begins anew`() throws {
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
        "the session in '\(path)' is damaged: it isn't a complete session; it is now in "
          + "'\(path).damaged'"
      ])
    #expect(controller.session?.isOpen == true)
    controller.session?.close(with: Self.archive.credentials)
    #expect(try FileSessionStore(path: path).load()?.credentials == Self.archive.credentials)
  }

  @Test(arguments: 0..<2)
  func `a process that is killed while it saves leaves a whole file`(turn: Int) async throws {
    let path = "\(folder.path)/session.json"
    let microseconds = UInt32(500 + turn * 2_100)
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
    try store.clear()
    #expect(folder.names == [])
  }
}
