import LineEditing
import TestSupport
import Testing
import TextIO

@testable import TreeConsole

/// How a candidate replaces the typed text.
@Suite struct `Edge cases of completion` {
  private func complete(_ line: String, types: [String]) throws -> Completion {
    let nodes = types.enumerated().map { index, type in
      #"{"id": \#(index)\#(index == 0 ? "" : #", "parent": 0"#), "type": "\#(type)"}"#
    }
    return try `What completes at the prompt`.complete(line, dump: ExamMaster.dump(nodes: nodes))
  }

  @Test(arguments: [
    ("show Ma|", 5..<7), ("show   |", 7..<7), ("|", 0..<0), ("sh|ow Ma", 0..<2),
    ("show 'Ma|", 5..<8), ("show é日|", 5..<10), ("show \"a b\" Ma|", 11..<13),
  ])
  func `the word before the cursor is replaced, counted in UTF-8`(
    line: String, range: Range<Int>
  ) throws {
    #expect(try `What completes at the prompt`.complete(line).replacing == range)
  }

  @Test(arguments: [
    ("show A|", ["'A B'", #"'A\[1\]'"#]), ("show 'A |", ["'A B'"]), ("show \"A B|", ["'A B'"]),
    (#"show A\ |"#, ["'A B'"]), ("show C|", [#"'C'\''s'"#]), ("show R|", ["Root"]),
  ])
  func `names that a line would split are put into quotes`(
    line: String, candidates: [String]
  ) throws {
    let completion = try complete(line, types: ["Root", "A B", "C's", "A[1]"])
    #expect(completion.candidates.map(\.text) == candidates)
  }

  @Test(arguments: [
    "tra|", "show Main|", "print --dep|", "trace error badT|",
    "show /AppAuthorizedSession/MainFlow/Side|",
  ])
  func `a space follows what is complete`(line: String) throws {
    #expect(try `What completes at the prompt`.complete(line).suffix == " ")
  }

  @Test func `what is offered of a hostile name is escaped`() throws {
    for line in ["show |", "show /|", "find E|", "trace error |", "trace error E|"] {
      let completion = try `What completes at the prompt`.complete(line, dump: Hostile.dump)
      #expect(completion.candidates.count >= 1)
      for candidate in completion.candidates {
        #expect(Hostile.harm(in: candidate.display.string) == [])
      }
    }
    let names = try `What completes at the prompt`.complete("show E|", dump: Hostile.dump)
      .candidates
    #expect(names.map { Hostile.harm(in: $0.text) } == [[]])
  }

  @Test func `files are offered with their folders, hidden ones once a dot was typed`() throws {
    let folder = try TestFolder()
    for name in ["a b.svg", "ab.svg", ".hidden"] { try folder.write("", to: name) }
    try folder.makeFolder("abc")
    try folder.write("", to: "abc/x.svg")
    func texts(_ line: String) throws -> [String] {
      try `What completes at the prompt`.complete("render -o \(line)|").candidates.map(\.text)
    }
    let path = folder.path
    #expect(try texts("\(path)/a") == ["'\(path)/a b.svg'", "\(path)/ab.svg", "\(path)/abc/"])
    #expect(try texts("'\(path)/a ") == ["'\(path)/a b.svg'"])
    #expect(try texts("\(path)/abc/") == ["\(path)/abc/x.svg"])
    #expect(try texts("\(path)/.") == ["\(path)/.hidden"])
    #expect(try texts("\(path)/none/") == [])
    #expect(
      try `What completes at the prompt`.complete("render --output \(path)/abc|").suffix == "")
  }

  @Test func `a name is offered once, however many models have it`() throws {
    let completion = try `What completes at the prompt`.complete(
      "show L|", dump: ExamMaster.star(50))
    #expect(completion.candidates.map(\.text) == ["Leaf"])
    let paths = try `What completes at the prompt`.complete(
      "show /Root/|", dump: ExamMaster.star(3))
    #expect(paths.candidates.map(\.text) == ["/Root/Leaf[1]", "/Root/Leaf[2]", "/Root/Leaf[3]"])
  }
}
