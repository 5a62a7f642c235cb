import TestSupport
import Testing
import TextIO

@testable import LineEditing

extension TerminalTests {
  @Suite struct TabKey {
    private static let names = ["find", "print", "printSessionTree", "raise", "resolve"]

    private static func setup(_ names: [String] = names) -> EditorSession.Setup {
      var setup = EditorSession.Setup()
      setup.complete = { line in
        let word = line.split(separator: " ").last ?? ""
        let end = line.utf8.count
        return Completion(
          replacing: (end - word.utf8.count)..<end,
          candidates: names.filter { $0.hasPrefix(word) }.map { .init(text: $0) })
      }
      return setup
    }

    @Test func `writes out the one that fits`() throws {
      let session = try EditorSession(setup: Self.setup())
      try session.type("日本 fi\t")
      try session.waitForScreen { $0.beforeCursor == "> 日本 find " }
      try session.type("x\r")
      #expect(try session.nextLine() == .text("日本 find x"))
    }

    @Test func `writes out what all have in common, then lists`() throws {
      let session = try EditorSession(setup: Self.setup())
      try session.type("pr\t")
      try session.waitForScreen { $0.beforeCursor == "> print" }
      try session.type("\t")
      try session.waitForLines("> print", "print             printSessionTree", "> print")
      try session.type("S\t\r")
      #expect(try session.nextLine() == .text("printSessionTree "))
    }

    @Test func `lists below a line that takes several rows`() throws {
      let session = try EditorSession(columns: 16, setup: Self.setup())
      try session.type("abcdefghijklmnopqrst r\t")
      try session.waitForLines(
        "> abcdefghijklmn", "opqrst r", "raise", "resolve", "> abcdefghijklmn", "opqrst r")
    }
  }

  @Suite struct CompletionActions {
    @Test func `lists a hundred and counts the rest`() {
      let candidates = (1...103).map { Completion.Candidate(text: "name\($0)") }
      let lines = CandidateList.lines(candidates, columns: 20)
      #expect(lines.count == 51)
      #expect(lines.first == "name1    name51")
      #expect(lines.last == "… 3 more")
    }

    @Test(arguments: [
      (["abc", "abd"], "ab"), (["日本", "日光"], "日"), (["é", "è"], ""), (["e\u{301}", "e"], ""),
      (["a"], "a"), ([], ""),
    ])
    func `the common start ends between characters`(texts: [String], common: String) {
      #expect(Completion.commonPrefix(of: texts) == common)
    }

    @Test func `a range that cuts a character is moved to its start`() {
      let completion = Completion(replacing: 1..<3, candidates: [.init(text: "x")], suffix: "")
      #expect(completion.action(before: "日") == .replace(scalars: 1, with: "x"))
    }

    @Test func `a range outside of the line is harmless`() {
      let completion = Completion(replacing: 70..<90, candidates: [.init(text: "x")], suffix: "")
      #expect(completion.action(before: "ab") == .replace(scalars: 0, with: "x"))
    }
  }
}
