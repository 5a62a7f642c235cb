import TestSupport
import Testing

/// `modeltree render`, run as the shell runs it.
@Suite struct `Drawing a tree` {
  /// The beginning of each format's files.
  static let magic = [
    "dot": "digraph \"ExamMaster\" {\n", "svg": "<?xml version=\"1.0\"", "png": "\u{89}PNG\r\n",
    "pdf": "%PDF-",
  ]

  private func begins(_ bytes: [UInt8], as format: String) throws -> Bool {
    let magic = try #require(Self.magic[format])
    // The one letter beyond ASCII, PNG's first, is a byte and not a character.
    return bytes.starts(with: magic.unicodeScalars.map { UInt8($0.value) })
  }

  @Test func `without a file DOT goes to standard output`() throws {
    let outcome = try TestFolder().modeltree("render", "tree.json")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(try begins(outcome.output, as: "dot"))
    let lines = outcome.text.split(separator: "\n").suffix(8).map { line in
      // Behind it stands the edge's place.
      line.split(separator: " [").first ?? line
    }
    #expect(
      lines == [
        "  n1 -> n2", "  n2 -> n3", "  n2 -> n4", "  n2 -> n5", "  n5 -> n6", "  n5 -> n7",
        "  n5 -> n8", "}",
      ])
  }

  @Test(arguments: [
    ("tree.pdf", "pdf"), ("tree.gv", "dot"), ("TREE.PNG", "png"), ("a b/ü.v1.svg", "svg"),
  ])
  func `the ending of a file names its format`(file: String, format: String) throws {
    let folder = try TestFolder()
    try folder.makeFolder("a b")
    let outcome = try folder.modeltree("render", "tree.json", "-o", file)
    #expect(try begins(folder.read(file), as: format))
    outcome.expect(output: "")
  }

  @Test(arguments: ["dot", "svg", "png", "pdf"])
  func `a format that is named counts for more than the ending, and a pipe takes it too`(
    format: String
  ) throws {
    let folder = try TestFolder()
    let outcome = try folder.modeltree(
      "render", "tree.json", "--output", "file.svg", "--format", format)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(try begins(folder.read("file.svg"), as: format))

    let piped = try folder.modeltree("render", "tree.json", "--format", format.uppercased())
    #expect(piped.status == 0)
    #expect(piped.errors == "")
    #expect(try begins(piped.output, as: format))
    #expect(folder.names == ["file.svg", "tree.json"])
  }

  @Test func `a file that was there is replaced, and the dump stays as it was`() throws {
    let folder = try TestFolder()
    try folder.write(String(repeating: "old\n", count: 10_000), to: "tree.dot")
    let piped = try folder.modeltree("render", "tree.json")
    let outcome = try folder.modeltree("render", "tree.json", "-o", "tree.dot")
    #expect(outcome.status == 0)
    #expect(try folder.text(of: "tree.dot") == piped.text)
    #expect(try folder.text(of: "tree.json") == ExamMaster.dump)
    #expect(folder.names == ["tree.dot", "tree.json"])
  }

  @Test func `json holds the drawing`() throws {
    let folder = try TestFolder()
    let dot = try folder.modeltree("render", "tree.json", "ExamTopicPickerModel")
    let escaped = dot.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: #"\\"#) }
      .map { $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: #"\""#) }
      .joined(separator: #"\n"#)
    try folder.modeltree("render", "tree.json", "ExamTopicPickerModel", "--json")
      .expect(
        output: #"{"format": "dot", "nodes": 1, "bytes": \#(dot.output.count), "text": ""#
          + escaped + "\"}\n")
  }

  @Test(arguments: [
    (["--trace", "error", "badToken", "--from", "#8", "tree.json"], 8),
    (["tree.json", "--from", "#8", "--trace", "error", "badToken"], 8),
    (["tree.json", "--trace", "error", "NetworkErrors.101", "--from=#8", "--format=dot"], 8),
    (["tree.json", "--trace", "error badToken", "--from", "#8"], 8),
    (["--depth", "9", "--trace", "error", "badToken", "--from", "#8", "tree.json", "/*"], 8),
    (["tree.json", "/*", "--trace", "error", "badToken", "--from", "#8", "--depth=0"], 4),
  ])
  func `a route is drawn wherever its option is written`(words: [String], nodes: Int) throws {
    let outcome = try TestFolder().modeltree(["render"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(
      outcome.text.contains(
        "<b>error NetworkErrors.101</b> (badToken), raised at ExamOptionsPickerModel"))
    let edges = outcome.text.split(separator: "\n").filter { $0.contains(" -> ") }
    #expect(edges.count == nodes - 1)
    let hops = edges.filter { $0.contains(" lp=") }
    #expect(hops.map { $0.prefix { $0 != "[" } } == ["  n1 -> n2 ", "  n2 -> n5 ", "  n5 -> n8 "])
  }

  @Test func `a message that the tree does not know is drawn and noted`() throws {
    let outcome = try TestFolder()
      .modeltree("render", "tree.json", "--trace", "error", "Other.1", "--from", "#8")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("<b>error Other.1</b>"))
    #expect(
      outcome.errors
        == "modeltree: note: nothing in this tree declares, raises or handles error Other.1\n")
  }

  @Test(arguments: [
    (["--depth", "0"], 1), (["--depth", "1"], 2), (["--depth=2"], 5), (["MainFlow"], 7),
    (["MainFlow", "--depth", "1"], 4),
  ])
  func `a selector and a depth draw a part`(words: [String], nodes: Int) throws {
    let outcome = try TestFolder().modeltree(["render", "tree.json"] + words)
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").count { $0.contains(" -> ") } == nodes - 1)
    #expect(outcome.text.contains("+6 more") == (nodes == 2))
  }
}
