import Foundation
import TestSupport
import Testing

@testable import TreeLink

/// The command and an app, each in a process of its own.
@Suite struct `From outside` {
  private let folder: LinkTestFolder

  init() throws { folder = try LinkTestFolder() }

  private static let tree = """
    ──RootSession
       ├─Item
       └─Item

    """

  @Test func `an app is listed and looked at, by any of its names`() throws {
    let app = try folder.start("Shop", "3")
    let listed = try folder.modeltree("apps", "--json")
    let started =
      try folder.text(of: "\(app.pid).json")
      .split(separator: "\"").first { $0.hasPrefix("20") } ?? ""
    #expect(
      listed.text == """
        [{"name": "Shop", "pid": \(app.pid), "started": "\(started)", "models": 3, \
        "protocol": "1.0", "state": "answers"}]

        """)
    for word in ["@", "@Shop", "@\(app.pid)", "@Shop:\(app.pid)"] {
      #expect(
        try folder.modeltree("print", word)
          == Outcome(status: 0, output: Array(Self.tree.utf8), errors: ""))
    }
    #expect(folder.names == ["\(app.pid).json", "\(app.pid).sock"])
    #expect(app.finish() == 0)
    #expect(folder.names == [])
  }

  @Test func `an app of another name is not there, and the nearest is named`() throws {
    let app = try folder.start("Shop", "3")
    let other = try folder.start("Shop", "3")
    let third = try folder.start("Till", "3")
    let pids = [app.pid, other.pid].sorted()
    #expect(
      try folder.modeltree("print", "@Shp").errors == """
        modeltree: no app 'Shp' listens; these do: @Shop:\(pids[0]), @Shop:\(pids[1]), @Till

        """)
    #expect(
      try folder.modeltree("print", "@Til").errors.contains("did you mean '@Till'? these do:"))
    #expect(
      try folder.modeltree("print", "@Shop")
        == Outcome(
          status: 2, output: [],
          errors: """
            modeltree: several apps are called 'Shop'; name one: @Shop:\(pids[0]), \
            @Shop:\(pids[1])

            """))
    #expect(try folder.modeltree("print", "@").errors.contains("several apps listen; name one:"))
    _ = (app.finish(), other.finish(), third.finish())
    let none = try folder.modeltree("print", "@")
    #expect(
      none.errors
        == "modeltree: no app listens; an app does once it calls 'listen()' of its Agent\n"
    )
    #expect(none.status == 2)
    #expect(try folder.modeltree("apps").text.hasPrefix("no app listens"))
  }

  @Test func `messages are raised, actions performed and leaks listed`() throws {
    let app = try folder.start("Shop", "3")
    let raised = try folder.modeltree("raise", "@Shop", "error", "AppErrors.1", "--from", "#3")
    #expect(raised.status == 0)
    #expect(raised.text.contains("handled by RootSession after 1 hop"))
    #expect(raised.text.contains("nothing changed in the tree"))
    try app.wait(for: "test offline\n")
    let added = try folder.modeltree("do", "@Shop", "add")
    #expect(
      [added.text].withoutTimes == [
        """
        #4
        add took a while

        + /RootSession/Item[3] added

        """
      ])
    #expect(try folder.modeltree("find", "@Shop", "#4").text.contains("Item[3]"))
    let listed = try folder.modeltree("do", "@Shop").text
    #expect(
      listed.contains("raise TIMES         Raises an error so often.\n      TIMES: 1, 3\n"),
      "\(listed)")
    #expect(try folder.modeltree("leaks", "@Shop").status == 0)
    _ = try folder.modeltree("do", "@Shop", "leak")
    let leaks = try folder.modeltree("leaks", "@Shop", "--json")
    #expect(leaks.status == 1)
    #expect(leaks.text.contains("\"path\": \"/RootSession/Item\""))
    #if os(Linux)
      let why = try folder.modeltree("leaks", "@Shop", "--why")
      #expect(why.status == 1)
      #expect(why.text.contains("  held by  static ListeningApp.app"), "\(why.text)")
      #expect(why.text.contains(".kept"), "\(why.text)")
      // The closure that holds it, with its line.
      #expect(why.text.contains("captures it, at ListeningApp.swift:150"), "\(why.text)")
      let held = try folder.modeltree("leaks", "@Shop", "--why", "--json")
      #expect(held.text.contains(#""source": "ListeningApp.swift:150""#), "\(held.text)")
    #endif
    #expect(
      try folder.modeltree("do", "@Shop", "ad").errors
        == "modeltree: the app offers no 'ad'; did you mean 'add'?\n")
    #expect(
      try folder.modeltree("do", "@Shop", "hang").errors
        == "modeltree: more words are needed: hang SECONDS\n")
    _ = try folder.modeltree("do", "@Shop", "close")
    #expect(
      try folder.modeltree("print", "@Shop")
        == Outcome(
          status: 2, output: [],
          errors: "modeltree: the app holds no tree now; open a session first\n"))
  }

  #if os(Linux)
    @Test func `a copy of the app ends with the client that asked for it`() throws {
      let app = try folder.start("Shop", "3")
      let place = AppPlace(folder: try #require(try LinkFolder(folder.path)), pid: Int(app.pid))
      var connection = try LinkConnection(to: place)
      let copy = try #require(
        (try connection?.ask(.frozenLeaks, LinkPatience(limit: .seconds(600))) as FrozenLeaks?)?.pid
      )
      #expect(FileManager.default.fileExists(atPath: "/proc/\(copy)"))
      connection = nil
      let end = ContinuousClock.now + .seconds(600)
      while FileManager.default.fileExists(atPath: "/proc/\(copy)"), ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: 0.01)
      }
      #expect(!FileManager.default.fileExists(atPath: "/proc/\(copy)"))
    }
  #endif

  @Test func `an app that is stopped or hangs is busy, and holds up nobody`() throws {
    let stopped = try folder.start("Stopped", "3")
    let hanging = try folder.start("Hanging", "3")
    let awake = try folder.start("Awake", "3")
    _ = try folder.modeltree("do", "@Hanging", "hangSoon", "600")
    try hanging.wait(for: "hanging\n")
    stopped.send(SIGSTOP)
    let states = try folder.modeltree("apps", "--json").text
      .components(separatedBy: "{").dropFirst()
      .map { entry in
        entry.contains("\"state\": \"busy\"")
          ? "busy" : entry.contains("answers") ? "answers" : entry
      }
    #expect(states == ["answers", "busy", "busy"])
    #expect(try folder.modeltree("print", "@Awake").status == 0)
    stopped.send(SIGCONT)
    #expect(try folder.modeltree("print", "@Stopped").status == 0)
    withExtendedLifetime((awake, hanging)) {}
  }

  @Test func `the app's own handler of a signal stays`() throws {
    let app = try folder.start("Shop", "3", "handler")
    app.send(SIGTERM)
    try app.wait(for: "handled\n")
    #expect(app.waitForExit() == 7)
    #expect(folder.names == [])
  }

  @Test func `the socket goes when the app calls exit, and when the agent stops`() throws {
    let app = try folder.start("Shop", "3")
    _ = try folder.modeltree("do", "@Shop", "exit")
    #expect(app.waitForExit() == 0)
    #expect(folder.names == [])
    let other = try folder.start("Shop", "3")
    _ = try folder.modeltree("do", "@Shop", "stop")
    #expect(folder.names == [])
    #expect(try folder.modeltree("print", "@Shop").status == 2)
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP])
  func `what an app leaves behind that a signal ends is stale, and then cleared`(
    signal: Int32
  ) throws {
    let app = try folder.start("Shop", "3")
    app.send(signal)
    #expect(app.waitForExit() == -signal)
    #expect(folder.names == ["\(app.pid).json", "\(app.pid).sock"])
    #expect(try folder.modeltree("print", "@Shop").status == 2)
    let listed = try folder.modeltree("apps", "--json").text
    #expect(listed.contains("\"state\": \"stale\"") || listed == "[]\n")
    #expect(try folder.modeltree("apps", "--json").text == "[]\n")
    #expect(folder.names == [])
  }

  @Test func `a folder that is open to others is refused by both sides`() throws {
    let app = try folder.start("Shop", "3")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let refusal = """
      the folder '\(folder.path)' is open to others (mode 755); close it with 'chmod 700 \
      \(folder.path)', or set MODELTREE_DIR to another
      """
    let refused = try folder.modeltree("print", "@Shop")
    #expect(refused == Outcome(status: 2, output: [], errors: "modeltree: \(refusal)\n"))
    #expect(try folder.modeltree("apps").errors == "modeltree: note: \(refusal)\n")
    let other = try ChildProcess.run(
      [BuiltProduct.path(of: "ListeningApp"), "Shop", "3"], environment: folder.environment,
      directory: folder.path)
    #expect(other.status == 2)
    #expect(other.errors == "the agent cannot listen: \(refusal)\n")
    withExtendedLifetime(app) {}
  }
}
