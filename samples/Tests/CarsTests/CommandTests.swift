import Foundation
import SampleTesting
import Testing

/// The app as a process, with what is typed in a file or nothing at all.
@Suite struct `The command line` {
  @Test(arguments: [false, true])
  func `a scenario prints the same on both storages`(inFile: Bool) throws {
    let file = TemporaryFile()
    let storage = inFile ? ["--storage", "sqlite:\(file.path)"] : []
    let run = try SampleProcess("Cars", ["--script", "pull"] + storage)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let list = [
      "┌ Cars [add]", "│ 1  Audi RS 4            IN-RS 4    Anna",
      "│ 2  Ford Focus RS        K-RS 350   Bo", "│ 3  Renault Mégane RS    AB-123-RS  nobody",
      "│ 4  Porsche 911 GT3 RS   S-GT 911   Anna", "│ 5  Škoda Octavia RS     1AB 2345   nobody",
      "│ 6  Honda Civic Type R   TYPE 8     Chidi", "│ 7  Chevrolet Camaro RS  CAM 4R0    nobody",
      "└ *cars* drivers  cars://cars",
    ]
    let loading = ["┌ Cars [add]", "│ loading…", "└ *cars* drivers  cars://cars"]
    let error = [
      "┌ Cars [add]", "│ ! the storage is not available: it was pulled; plug brings it back",
      "│ retry, to ask again", "└ *cars* drivers  cars://cars",
    ]
    #expect(
      run.lines == loading + list + ["> pull"] + loading + error + ["> retry"] + loading + error
        + ["> plug", "> retry"] + loading + list + [""])
  }

  @Test func `what is typed into a pipe is done, and a file keeps it`() throws {
    let file = TemporaryFile()
    let storage = ["--storage", "sqlite:\(file.path)"]
    let first = try SampleProcess(
      "Cars", storage, typed: "edit 7\n\nset plate RS 7\nsave\nquit\ndance\n")
    #expect(first.status == 0)
    #expect(first.errors == "")
    let second = try SampleProcess("Cars", storage + ["--link", "cars://car/7"], typed: nil)
    #expect(second.status == 0)
    #expect(second.lines.contains("│ plate:   RS 7"))
  }

  @Test func `a script can be a file`() throws {
    let file = TemporaryFile()
    try Data("# a walk\nopen 3\nlink cars://drivers\n".utf8).write(to: URL(filePath: file.path))
    let run = try SampleProcess("Cars", ["--script", file.path])
    #expect(run.status == 0)
    #expect(run.lines.filter { $0.hasPrefix(">") } == ["> open 3", "> link cars://drivers"])
  }

  @Test func `without samples the app begins empty, also where nothing can be typed`() throws {
    let run = try SampleProcess("Cars", ["--empty"], typed: nil)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.lines.suffix(5).first == "┌ Cars [add]")
    #expect(run.lines.contains("│ There are no cars."))
  }

  @Test(arguments: [
    ([], "open 99\n", "there is no car 99 in this list"),
    (["--script", "nope"], "", "there is no scenario 'nope', and no text file; "),
    (["--storage", "tape"], "", "The value 'tape' is invalid for "),
    (["--storage", "sqlite:/"], "", "the storage is not available: "),
    (
      ["--link", "cars://boats"], "", "the link 'cars://boats' leads nowhere; there are cars://cars"
    ),
    (["-c", "print"], "", "-c needs --inspect"),
    (["--script", "list", "--dump", "/dev/null/x.json"], "", "cannot write"),
    (["--write-dumps", "/dev/null"], "", "cannot write"),
    ([], "da\u{1B}nce\n", "there is no 'da\\u{1b}nce' to do; "),
  ])
  func `what cannot be done is one line on standard error`(
    arguments: [String], typed: String, text: String
  ) throws {
    let run = try SampleProcess("Cars", arguments, typed: typed)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("Cars: \(text)"))
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `what was written down cannot move the cursor`() throws {
    let run = try SampleProcess("Cars", [], typed: "edit 1\nset model \u{1B}[2J\u{202E}X\n")
    #expect(run.lines.contains("│ model:  \\u{1b}[2J\\u{202e}X"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func `help shows examples, scenarios and links`() throws {
    let run = try SampleProcess("Cars", ["--help"])
    #expect(run.status == 0)
    #expect(run.lines.contains("  tools/sample Cars --link cars://car/7/edit"))
    #expect(
      run.lines.contains("  pull: the storage is pulled while the list is shown, and plugged again")
    )
    #expect(run.lines.contains("  cars://car/ID/edit"))
  }
}
