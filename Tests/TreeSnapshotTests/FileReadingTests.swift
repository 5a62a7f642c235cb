import Foundation
import TestSupport
import Testing
import TreeSnapshot

@testable import TextIO

@Suite struct `A dump in a file` {
  @Test func `is read where it is larger than any buffer`() throws {
    let folder = try TemporaryFolder()
    let text = Dumps.ofNode("\"x\": \"\(String(repeating: "é", count: 300_000))\"")
    try folder.write(text, to: "a.json")
    #expect(try bytes(of: folder.path(of: "a.json")) == Array(text.utf8))
    #expect(readFailure(folder.path(of: "a.json")) == nil)
  }

  @Test(arguments: [
    (4, #"{"id": 2, "parent": 1, "type": "A"}"#, "model 2: another model has the"),
    (2_999, #"{"id": 2999, "parent": 1, "type": "\q"}"#, "model 2999: "),
  ])
  func `is refused with the line of a fault, however far behind it others were read`(
    line: Int, node: String, problem: String
  ) throws {
    let folder = try TemporaryFolder()
    var text = #"{"format": "model-tree", "version": 1, "nodes": [{"id": 1, "type": "A"}"#
    for number in 2...3_000 {
      text += ",\n"
      text +=
        number == line
        ? node
        : #"{"id": \#(number), "parent": \#(number / 2), "type": "A", "label": "the number \#(number)"}"#
    }
    text += "]}"
    try folder.write(text, to: "a.json")
    let path = folder.path(of: "a.json")
    let failure = try #require(readFailure(path))
    #expect(failure.contains("line \(line)"))
    #expect(failure.contains(problem))
    #expect(refusal(of: text).map { failure.hasSuffix($0) } == true)
  }

  @Test func `is read from a pipe, which has no size`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
    let text = Dumps.ofNode("\"x\": \"\(String(repeating: "é", count: 200_000))\"")
    let path = folder.path(of: "pipe")
    let writer = Thread {
      let handle = FileHandle(forWritingAtPath: path)
      try? handle?.write(contentsOf: Data(text.utf8))
      try? handle?.close()
    }
    writer.start()
    #expect(try bytes(of: path) == Array(text.utf8))
  }

  @Test func `is refused with its name where it is not there`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "none\u{1b}.json")
    #expect(
      readFailure(path)
        == "cannot read '\(folder.path)/none\\u{1b}.json': No such file or directory; check the path"
    )
    #expect(readFailure("") == "cannot read '': its name is empty; name a file")
    #expect(
      readFailure("/dev/null/tree.json")
        == "cannot read '/dev/null/tree.json': a folder in its path is a file; check the path")
  }

  @Test(arguments: [
    String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
    .utf32BigEndian,
  ])
  func `is refused where it is UTF-16 or UTF-32`(encoding: String.Encoding) throws {
    try checkIsNoText(try #require(Dumps.full.data(using: encoding)))
  }

  @Test(arguments: [
    [0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
    Array("PK\u{3}\u{4}".utf8),
  ])
  func `is refused where it is compressed`(start: [UInt8]) throws {
    try checkIsNoText(Data(start + [7, 7, 7]))
  }

  private func checkIsNoText(_ data: Data) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.json")
    try data.write(to: URL(filePath: path))
    #expect(
      readFailure(path)
        == "cannot read '\(path)': it isn't text in UTF-8; unpack it or convert it first")
  }

  @Test func `is read no further than what refuses it, or a limit`() throws {
    #expect(
      readFailure("/dev/zero")
        == "cannot read '/dev/zero': it isn't text in UTF-8; unpack it or convert it first")
    let error = #expect(throws: FileError.self) {
      try FileBytes(arriving: "/dev/zero", limit: 1 << 20).receiveRest()
    }
    #expect(error?.description == "cannot read '/dev/zero': it is larger than 1 MiB; name another")
  }

  @Test func `is refused where it is a folder`() throws {
    let folder = try TemporaryFolder()
    #expect(
      readFailure(folder.path)
        == "cannot read '\(folder.path)': it is a folder; name a file in it")
  }

  @Test func `is refused with its name and line where it is no dump`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a\n.json")
    try folder.write("", to: "a\n.json")
    #expect(
      readFailure(path)
        == "\(folder.path)/a\\u{a}.json: line 1: the dump is empty; "
        + "write it again")
    try folder.write("{\n\n", to: "a\n.json")
    #expect(
      readFailure(path)
        == "\(folder.path)/a\\u{a}.json: line 3: the dump is cut off: "
        + "the text ends inside a value; write it again")
  }

  @Test(.disabled(if: geteuid() == 0, "root may read everything"))
  func `is refused where it may not be read`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Dumps.full, to: "a.json")
    #expect(chmod(folder.path(of: "a.json"), 0) == 0)
    #expect(
      readFailure(folder.path(of: "a.json"))
        == "cannot read '\(folder.path(of: "a.json"))': Permission denied; check its permissions, or name another"
    )
  }

  private func bytes(of path: String) throws -> [UInt8] {
    try FileBytes(path: path).withBuffer { Array($0) }
  }
}
