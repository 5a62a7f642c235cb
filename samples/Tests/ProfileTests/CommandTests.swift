import Foundation
import Testing

/// What came of running the built app.
struct AppRun {
  let status: Int32
  let answers: String
  let rest: String

  /// Runs it.
  ///
  /// - Parameter input: what it reads; nil closes standard input before it begins.
  init(_ arguments: [String], input: String? = "") throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: input == nil ? "/bin/sh" : try Self.path())
    process.arguments =
      input == nil ? ["-c", #"exec "$0" "$@" <&-"#, try Self.path()] + arguments : arguments
    // Files, and no pipes, which would have to be read while the app runs.
    for name in ["in", "out", "err"] {
      try Data((name == "in" ? input ?? "" : "").utf8).write(to: folder.appending(path: name))
    }
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    answers = try String(contentsOf: folder.appending(path: "out"), encoding: .utf8)
    rest = try String(contentsOf: folder.appending(path: "err"), encoding: .utf8)
  }

  /// The built app, which lies beside the bundle of its tests.
  private static func path() throws -> String {
    let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
    let folder = URL(filePath: bundle).resolvingSymlinksInPath()
    let products = folder.path().components(separatedBy: "/").prefix { !$0.contains(".xctest") }
    let path = products.joined(separator: "/") + "/Profile"
    try #require(FileManager.default.isExecutableFile(atPath: path), "no Profile at \(path)")
    return path
  }
}

/// The app in a terminal that is a pipe.
@Suite struct CommandTests {
  @Test func `lines are done one after the other`() throws {
    let run = try AppRun([], input: "# a comment\n\n  close   home\nopen home\nquit\ndance\n")
    #expect(run.answers == "Home: hello, Anna Lee\nHome: hello, Anna Lee\n")
    #expect(run.rest == "")
    #expect(run.status == 0)
  }

  @Test func `a script waits for a slow answer where it says so`() throws {
    let run = try AppRun([], input: "slow\nupdate\nhome\nwait\n")
    #expect(
      run.answers == """
        Home: hello, Anna Lee
        Home: updating
        Home: hello, Anna Lee
        Home: hello, Anna Lee
        Home: up to date

        """)
  }

  @Test func `closed standard input is nothing to read`() throws {
    let run = try AppRun([], input: nil)
    #expect(run.answers == "Home: hello, Anna Lee\n")
    #expect(run.rest == "")
    #expect(run.status == 0)
  }

  @Test func `a script of a person's own is played from its file`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("fail\nupdate\nfly\n".utf8).write(to: URL(filePath: path))
    let run = try AppRun(["--script", path])
    #expect(
      run.answers == """
        Home: hello, Anna Lee
        > fail
        > update
        Home: updating
        ! Home: cannot update: there is no connection; try again later
        > fly

        """)
    #expect(run.rest.hasPrefix("Profile: line 3: there is no 'fly' to do; there are home,"))
    #expect(run.status == 2)
  }

  @Test func `a user comes from a file, and what a terminal would obey is escaped`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let json = #"""
      {"firstName": "\u001b[31mMei", "lastName": "Wu", "age": 1, "groups": [], "permissions": []}
      """#
    try Data(json.utf8).write(to: URL(filePath: path))
    let run = try AppRun(["--user", path], input: "update\n")
    #expect(
      run.answers == """
        Home: hello, \\u{1b}[31mMei Wu
        Home: updating
        Home: up to date

        """)
    #expect(run.status == 0)
  }

  @Test func `help names every line that can be typed, and examples`() throws {
    let run = try AppRun([], input: "help\n")
    #expect(run.answers.contains("  comment N: Comment on a post of the profile.\n"))
    #expect(run.answers.contains("  wait: Wait until"))
    let help = try AppRun(["--help"])
    #expect(help.answers.contains("tools/sample Profile --script offline"))
    #expect(help.answers.contains("late: a screen is closed before"))
    #expect(help.status == 0)
  }

  @Test(arguments: [
    (["--script", "nowhere"], "", "there is no scenario 'nowhere', and no text file; the scen"),
    (["--user", "/nowhere"], "", "cannot begin with '/nowhere': there is no user to be read at"),
    (["--user", #filePath], "", "cannot begin with '\(#filePath)': what was loaded is no "),
    (["-c", "print"], "", "-c needs --inspect"),
    (["--bogus"], "", "Unknown option '--bogus'"),
    (["--script", "home", "--dump", "/nowhere/x"], "", "cannot write '/nowhere/x'"),
    ([], "update\npost 1\n", "line 2: open the profile first: profile"),
    ([], "\u{1b}[2J\n", "line 1: there is no '\\u{1b}[2J' to do; there are"),
  ])
  func `what is wrong is one line and status 2`(
    arguments: [String], input: String, text: String
  ) throws {
    let run = try AppRun(arguments, input: input)
    #expect(run.status == 2)
    #expect(run.rest.hasPrefix("Profile: \(text)"))
    #expect(run.rest.split(separator: "\n").count == 1)
  }
}
