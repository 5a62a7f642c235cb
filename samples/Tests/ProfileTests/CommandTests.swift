import Foundation
import SampleTesting
import Testing

/// The app in a terminal that is a pipe.
@Suite struct `The command line` {
  @Test func `lines are done one after the other`() throws {
    let run = try SampleProcess(
      "Profile", [], typed: "# a comment\n\n  close   home\nopen home\nquit\ndance\n")
    #expect(run.output == "Home: hello, Anna Lee\nHome: hello, Anna Lee\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `a script waits for a slow answer where it says so`() throws {
    let run = try SampleProcess("Profile", [], typed: "slow\nupdate\nhome\nwait\n")
    #expect(
      run.output == """
        Home: hello, Anna Lee
        Home: updating
        Home: hello, Anna Lee
        Home: hello, Anna Lee
        Home: up to date

        """)
  }

  @Test func `closed standard input is nothing to read`() throws {
    let run = try SampleProcess("Profile", [], typed: nil)
    #expect(run.output == "Home: hello, Anna Lee\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `a script of a person's own is played from its file`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("fail\nupdate\nfly\n".utf8).write(to: URL(filePath: path))
    let run = try SampleProcess("Profile", ["--script", path])
    #expect(
      run.output == """
        Home: hello, Anna Lee
        > fail
        > update
        Home: updating
        ! Home: cannot update: there is no connection; try again later
        > fly

        """)
    #expect(run.errors.hasPrefix("Profile: line 3: there is no 'fly' to do; there are home,"))
    #expect(run.status == 2)
  }

  @Test func `a user comes from a file, and what a terminal would obey is escaped`() throws {
    let path = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let json = #"""
      {"firstName": "\u001b[31mMei", "lastName": "Wu", "age": 1, "groups": [], "permissions": []}
      """#
    try Data(json.utf8).write(to: URL(filePath: path))
    let run = try SampleProcess("Profile", ["--user", path], typed: "update\n")
    #expect(
      run.output == """
        Home: hello, \\u{1b}[31mMei Wu
        Home: updating
        Home: up to date

        """)
    #expect(run.status == 0)
  }

  @Test func `help names every line that can be typed, and examples`() throws {
    let run = try SampleProcess("Profile", [], typed: "help\n")
    #expect(run.output.contains("  comment N: Comment on a post of the profile.\n"))
    #expect(run.output.contains("  wait: Wait until"))
    let help = try SampleProcess("Profile", ["--help"])
    #expect(help.output.contains("tools/sample Profile --script offline"))
    #expect(help.output.contains("late: a screen is closed before"))
    #expect(help.status == 0)
  }

  @Test(arguments: [
    (["--script", "nowhere"], "", "there is no scenario 'nowhere', and no text file; the scen"),
    (["--user", "/nowhere"], "", "cannot begin with '/nowhere': there is no user to be read at"),
    (["--user", #filePath], "", "cannot begin with '\(#filePath)': what was loaded is no "),
    (["-c", "print"], "", "-c needs --inspect"),
    (["--bogus"], "", "Unknown option '--bogus'"),
    (["--script", "home", "--dump", "/dev/null/x"], "", "cannot write '/dev/null/x'"),
    ([], "update\npost 1\n", "line 2: open the profile first: profile"),
    ([], "\u{1b}[2J\n", "line 1: there is no '\\u{1b}[2J' to do; there are"),
  ])
  func `what is wrong is one line and status 2`(
    arguments: [String], typed: String, text: String
  ) throws {
    let run = try SampleProcess("Profile", arguments, typed: typed)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Profile: \(text)"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
