import Foundation
import SampleTesting
import Testing

/// `--listen`: the app is looked at by another process.
@Suite nonisolated struct `The app from outside` {
  @Test(
    arguments: [
      ["print", "--all"], ["print", "--all", "--json"], ["routes"], ["lint"], ["leaks"],
      ["trace", "error", "badToken", "--from", "ExamOptionsPickerModel"],
      ["raise", "error", "badToken", "--from", "ExamOptionsPickerModel"],
      ["raise", "error", "badResponse", "--from", "ExamOptionsPickerModel"],
      ["do", "back"], ["print", "--at", "5"],
    ])
  func `answers as in its own prompt`(words: [String]) throws {
    let (inside, outside) = try ListeningSample.answers(to: words, of: "ExamMaster")
    #expect(outside == inside)
  }

  @Test func `keeps a journal that others read, also when it has ended`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("exam.journal")
    let app = try ListeningSample("ExamMaster", ["--script", "upload", "--journal", file])
    let answer = try app.modeltree("journal", "--json", "--limit", "all")
    #expect(answer.status == 0 && answer.errors == "")
    #expect(answer.output.contains("\"what\": \"uncaught\""))
    let text = try app.modeltree("history", "/AppAuthorizedSession")
    #expect(text.output.hasPrefix("AppAuthorizedSession #"))
    #expect(try app.finish() == 0)
    // The same as while the app ran, and behind it how the session was closed.
    let command = Process()
    let output = Pipe()
    command.executableURL = URL(filePath: try SampleProcess.path(of: "modeltree"))
    command.arguments = ["journal", file, "--json"]
    command.standardOutput = output
    try command.run()
    let kept = try output.fileHandleForReading.readToEnd() ?? Data()
    command.waitUntilExit()
    #expect(timeless(String(decoding: kept, as: UTF8.self)).hasPrefix(answer.output))
  }

  @Test func `does what is typed and what is asked from outside, in turns`() throws {
    let app = try ListeningSample("ExamMaster")
    try app.type("back")
    let back = try app.modeltree("show", "ExamOptionsPickerModel") { $0.status == 2 }
    #expect(back.status == 2)
    #expect(try app.modeltree("do", "pick", "Geometry").status == 0)
    #expect(try app.modeltree("show", "ExamOptionsPickerModel").status == 0)
    try app.type("quit")
    #expect(app.end() == 0)
    #expect(try app.sockets() == [])
  }

  @Test func `shows the models that a closed session left behind`() throws {
    let app = try ListeningSample("ExamMaster", ["--script", "dashboard"])
    #expect(try app.modeltree("do", "log-out").status == 0)
    #expect(try app.modeltree("print").output.contains("AppAnonymousSession"))
    #expect(try app.modeltree("leaks").status == 0)
    #expect(try app.finish() == 0)
    #expect(try app.sockets() == [])
  }
}
