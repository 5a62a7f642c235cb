import Foundation
import TestSupport
import Testing

@testable import TextIO
@testable import TreeSnapshot

/// What nobody can want is refused once that is certain, however much of it there still is.
@Suite struct `Text without an end is refused` {
  /// Reads a dump that begins so and then repeats something for ever.
  ///
  /// - Returns: the refusal, and how many megabytes were asked for.
  private func refusal(
    of start: String, then repeated: String
  ) throws -> (words: String?, megabytes: Int) {
    guard let memory = PageMemory(reservingUpTo: 1 << 30) else {
      throw FileError(.read, "memory", .system(ENOMEM))
    }
    var count = 0
    func append(_ text: String) {
      for byte in text.utf8 where count < memory.capacity {
        memory.start[count] = byte
        count += 1
      }
    }
    append(start)
    var end = 0
    let error = #expect(throws: DumpError.self) {
      try Snapshot(
        dumpAtStartOf: UnsafeBufferPointer(start: memory.start, count: count),
        supply: { known in
          // A hundred megabytes are as good as no end.
          while count < known + 65_536, count < 100 << 20 { append(repeated) }
          return count
        }, end: &end)
    }
    return (error?.description, count >> 20)
  }

  private static let levels =
    "line 1: more than 1000000 levels of nesting, which is more than is read; write fewer"
  private static let digits =
    "line 1: more than 1000000 digits in a number, which is more than is read; write fewer"
  private static let node = #"{"format": "model-tree", "version": 1, "nodes": [{"#

  @Test(arguments: [
    ("", "[", "line 1: the dump must be an object, not an array", 0),
    (#"{"x": "#, "[", levels, 1),
    (#"{"x": "#, "{\"a\":", levels, 5),
    (#"{"nodes": "#, "[", levels, 1),
    (#"{"x": "#, "9", digits, 1),
    (#"{"x": -0."#, "9", digits, 1),
    (#"{"x": 1e"#, "9", digits, 1),
    (#"{"version": "#, "9", digits, 1),
    (
      #"{"version": "#, "0",
      "line 1: not JSON: expected a number without a leading zero, found '0'", 0
    ),
    (#"{"format": "#, "[1,", "line 1: 'format' must be a string, not an array", 0),
    (node + #""id": "#, "9", digits, 1),
    (
      node + #""id": "#, "0",
      "line 1: not JSON: expected a number without a leading zero, found '0'", 0
    ),
    (
      node + #""id": 1, "label": "#, "[[],",
      "line 1: model 1: 'label' must be a string, not an array", 0
    ),
    (
      node + #""id": 1, "parent": ""#, "x",
      "line 1: model 1: 'parent' must be a whole number, not a string", 0
    ),
    (
      node + #""id": 1, "state": "#, "[",
      "line 1: model 1: 'state' must be an object, not an array", 0
    ),
    (
      node + #""id": 1, "handles": "#, "{\"a\":",
      "line 1: model 1: 'handles' must be an array, not an object", 0
    ),
  ])
  func `as soon as that is certain`(
    start: String, repeated: String, words: String, megabytes: Int
  ) throws {
    let refusal = try refusal(of: start, then: repeated)
    #expect(refusal.words == words)
    #expect(refusal.megabytes <= megabytes)
  }

  @Test func `in a file that has no end`() {
    #expect(
      readFailure("/dev/zero") == """
        /dev/zero: line 1: not JSON: expected a dump, which begins with '{', found '\\u{0}'
        """)
  }

  @Test func `in a pipe that somebody goes on writing to`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "pipe")
    #expect(mkfifo(path, 0o600) == 0)
    // Open at both ends: opening it for reading waits for nobody, and its end never comes.
    let pipe = try #require(FileHandle(forUpdatingAtPath: path))
    try pipe.write(contentsOf: Data(#"{"format": "model-tree", "version": 2,"#.utf8))
    #expect(
      readFailure(path)
        == "\(path): line 1: version 2 of the format is newer than version 1, which this reads; "
        + "update modeltree")
    try pipe.close()
  }
}
