import Foundation
import Testing

/// The built app, which lies beside the bundle of its tests.
private func appPath() throws -> String {
  let bundle = try #require(CommandLine.arguments.first { $0.contains(".xctest") })
  let folder = URL(filePath: bundle).resolvingSymlinksInPath()
  let products = folder.path().components(separatedBy: "/").prefix { !$0.contains(".xctest") }
  let path = products.joined(separator: "/") + "/Cars"
  try #require(FileManager.default.isExecutableFile(atPath: path), "no Cars at \(path)")
  return path
}

/// The app as a process, with what is typed in a file or nothing at all.
@Suite struct CommandTests {
  private func run(
    _ arguments: [String], typed: String? = ""
  ) throws -> (status: Int32, lines: [String], errors: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, and no pipes, which would have to be read while the app runs.
    for name in ["in", "out", "err"] {
      try Data((name == "in" ? typed ?? "" : "").utf8).write(to: folder.appending(path: name))
    }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A shell can close standard input, which Foundation cannot.
    let closing = typed == nil ? " <&-" : ""
    process.arguments = ["-c", "exec \"$0\" \"$@\"\(closing)", try appPath()] + arguments
    process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
    process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
    process.standardError = try FileHandle(forWritingTo: folder.appending(path: "err"))
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return (
      process.terminationStatus, try text("out").components(separatedBy: "\n"), try text("err")
    )
  }

  @Test(arguments: [false, true])
  func `a scenario prints the same on both storages`(inFile: Bool) throws {
    let file = TemporaryFile()
    let storage = inFile ? ["--storage", "sqlite:\(file.path)"] : []
    let (status, lines, errors) = try run(["--script", "pull"] + storage)
    #expect(status == 0)
    #expect(errors == "")
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
      lines == loading + list + ["> pull"] + loading + error + ["> retry"] + loading + error
        + ["> plug", "> retry"] + loading + list + [""])
  }

  @Test func `what is typed into a pipe is done, and a file keeps it`() throws {
    let file = TemporaryFile()
    let storage = ["--storage", "sqlite:\(file.path)"]
    let first = try run(storage, typed: "edit 7\n\nset plate RS 7\nsave\nquit\ndance\n")
    #expect(first.status == 0)
    #expect(first.errors == "")
    let second = try run(storage + ["--link", "cars://car/7"], typed: nil)
    #expect(second.status == 0)
    #expect(second.lines.contains("│ plate:   RS 7"))
  }

  @Test func `a script can be a file`() throws {
    let file = TemporaryFile()
    try Data("# a walk\nopen 3\nlink cars://drivers\n".utf8).write(to: URL(filePath: file.path))
    let (status, lines, _) = try run(["--script", file.path])
    #expect(status == 0)
    #expect(lines.filter { $0.hasPrefix(">") } == ["> open 3", "> link cars://drivers"])
  }

  @Test func `without samples the app begins empty, also where nothing can be typed`() throws {
    let (status, lines, errors) = try run(["--empty"], typed: nil)
    #expect(status == 0)
    #expect(errors == "")
    #expect(lines.suffix(5).first == "┌ Cars [add]")
    #expect(lines.contains("│ There are no cars."))
  }

  @Test(arguments: [
    ([], "open 99\n", "there is no car 99 in this list"),
    (["--script", "nope"], "", "there is no scenario 'nope', and no text file; "),
    (["--storage", "tape"], "", "The value 'tape' is invalid for "),
    (["--storage", "sqlite:/"], "", "the storage is not available: "),
    (
      ["--link", "cars://boats"], "", "the link 'cars://boats' leads nowhere; there are cars://cars"
    ),
    ([], "da\u{1B}nce\n", "there is no 'da\u{FFFD}nce' to do; "),
  ])
  func `what cannot be done is one line on standard error`(
    arguments: [String], typed: String, text: String
  ) throws {
    let (status, _, errors) = try run(arguments, typed: typed)
    #expect(status == 2)
    #expect(errors.hasPrefix("Cars: \(text)"))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test func `help shows examples, scenarios and links`() throws {
    let (status, lines, _) = try run(["--help"])
    #expect(status == 0)
    #expect(lines.contains("  tools/sample Cars --link cars://car/7/edit"))
    #expect(
      lines.contains("  pull: the storage is pulled while the list is shown, and plugged again"))
    #expect(lines.contains("  cars://car/ID/edit"))
  }
}
