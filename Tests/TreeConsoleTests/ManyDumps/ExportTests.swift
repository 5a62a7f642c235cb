import Foundation
import TestSupport
import Testing

/// `modeltree export`, run as the shell runs it.
@Suite struct `Exporting rows` {
  /// A folder with dumps of three builds, one of them broken.
  private func fleet() throws -> TestFolder {
    let folder = try TestFolder()
    for name in ["dumps", "dumps/build-9", "dumps/build-10"] { try folder.makeFolder(name) }
    try folder.write(ExamMaster.dump, to: "dumps/build-9/exam.json")
    try folder.write(ExamMaster.dump, to: "dumps/build-10/exam.json")
    try folder.write("{\"format\": \"model-tree\"", to: "dumps/build-10/crash.json")
    return folder
  }

  private static let key = "build-(?<build>[0-9]+)/(?<screen>[^/]*)[.]json"

  @Test func `one table goes to standard output, a row a line`() throws {
    let outcome = try TestFolder().modeltree(
      "export", "tree.json", "--table", "nodes", "--columns", "id,type,parent")
    outcome.expect(
      output: """
        {"id":1,"type":"AppAuthorizedSession"}
        {"id":2,"parent":1,"type":"MainFlow"}
        {"id":3,"parent":2,"type":"DashboardModel"}
        {"id":4,"parent":2,"type":"SideMenuModel"}
        {"id":5,"parent":2,"type":"ExamCreationFlow"}
        {"id":6,"parent":5,"type":"ExamSubjectPickerModel"}
        {"id":7,"parent":5,"type":"ExamTopicPickerModel"}
        {"id":8,"parent":5,"type":"ExamOptionsPickerModel"}

        """)
  }

  @Test func `a dump that cannot be read is a row, and hides no other`() throws {
    let outcome = try fleet().modeltree(
      "export", "dumps", "--table", "dumps", "--columns", "build,screen,models,error", "--key",
      Self.key)
    #expect(outcome.status == 2)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(#"{"build":"10","screen":"crash","error":"dumps/build-10/crash.json"#))
    #expect(
      lines.dropFirst() == [
        #"{"build":"10","screen":"exam","models":8}"#, #"{"build":"9","screen":"exam","models":8}"#,
      ])
    #expect(outcome.errors.contains("dumps/build-10/crash.json"))
    #expect(outcome.errors.hasSuffix("modeltree: 1 of 3 dumps could not be read\n"))
  }

  @Test func `each table has a file of its own`() throws {
    let folder = try fleet()
    let outcome = try folder.modeltree(
      "export", "dumps/*/exam.json", "-o", "rows", "--format", "csv")
    outcome.expect()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "rows"))
    #expect(
      names.sorted() == [
        "dumps.csv", "findings.csv", "messages.csv", "nodes.csv", "records.csv", "routes.csv",
        "services.csv", "subscriptions.csv",
      ])
    let nodes = try folder.text(of: "rows/nodes.csv")
    #expect(nodes.split(separator: "\r\n").count == 17)
  }

  @Test func `names of dumps come from a list as well`() throws {
    let folder = try fleet()
    let outcome = try folder.modeltree(
      "export", "--files-from", "-", "--table", "dumps", "--columns", "dump",
      input: "dumps/build-9/exam.json\n\ndumps/build-9/exam.json\ntree.json\n")
    outcome.expect(
      output: "{\"dump\":\"dumps/build-9/exam.json\"}\n{\"dump\":\"tree.json\"}\n")
  }

  @Test(arguments: [
    ([String](), "name dumps or folders of them, or give a list with --files-from"),
    (
      ["tree.json", "--columns", "typ"],
      "no table has a column 'typ'; did you mean 'type'?"
    ),
  ])
  func `what is missing or unknown is said`(words: [String], message: String) throws {
    try TestFolder().modeltree(["export", "--table", "nodes"] + words).expectRefusal(message)
  }

  @Test func `several tables need a folder`() throws {
    try TestFolder().modeltree("export", "tree.json").expectRefusal(
      "standard output takes one table; choose it with --table, or name a folder with -o")
  }

  @Test func `a zero byte behind each name allows any character in it`() throws {
    let folder = try fleet()
    try folder.write(ExamMaster.dump, to: "two\nlines 'quoted\".json")
    for command in ["export --table dumps --columns dump", "find '[session]' --json"] {
      let words = command.hasPrefix("find") ? "find --files-from - '[session]' --json" : command
      let outcome = try folder.shell(
        "find . -name 'two*' -print0 -o -name tree.json -print0 | sort -z | "
          + "$MODELTREE \(words)\(command.hasPrefix("find") ? "" : " --files-from -")")
      #expect(outcome.status == 0)
      #expect(outcome.text.contains(#""./tree.json""#))
      #expect(
        outcome.text.contains(
          command.hasPrefix("find") ? "\"dumps\": 2" : #""./two\nlines 'quoted\".json""#))
    }
  }

  @Test func `what is no file is named, and nobody waits for it`() throws {
    let folder = try fleet()
    try folder.makeFolder("dumps/folder.json")
    let prepared = try folder.shell(
      "mkfifo dumps/pipe.json && ln -s /dev/zero dumps/zero.json && ln -s loop.json dumps/loop.json"
    )
    #expect(prepared.status == 0)
    let refused = ["loop.json", "pipe.json", "zero.json"]
    for words in [
      ["export", "dumps", "--table", "dumps"], ["lint", "dumps"], ["routes", "dumps"],
      ["find", "dumps", "[session]"], ["diff", "dumps", "dumps"],
      ["check", "dumps/*.json", "--rules", "all.treespec"],
    ] {
      try folder.write(
        "tree-spec 1\nrule \"small\" reason \"r\"\nlimit nodes < 20\n", to: "all.treespec")
      let outcome = try folder.modeltree(words)
      #expect(outcome.status == 2, "\(words)")
      for name in refused { #expect(outcome.errors.contains("'dumps/\(name)': "), "\(words)") }
    }
    // A shell's pattern names a folder as well.
    let named = try folder.modeltree(
      "export", "tree.json", "dumps/folder.json", "--table", "dumps", "--columns", "dump")
    #expect(named.status == 2)
    #expect(named.text == "{\"dump\":\"tree.json\"}\n{\"dump\":\"dumps/folder.json\"}\n")
    // Who names a pipe waits for it.
    let pipe = try folder.shell(
      "mkfifo named.json && (cat tree.json > named.json &) && "
        + "$MODELTREE export named.json --table dumps --columns models")
    #expect(pipe.text == "{\"models\":8}\n")
  }

  @Test(arguments: ["KILL", "INT", "TERM", "HUP"])
  func `an interrupted export leaves the old tables, and what it wrote goes with the next`(
    signal: String
  ) throws {
    let folder = try fleet()
    try folder.makeFolder("rows")
    try folder.write("old\n", to: "rows/nodes.ndjson")
    let outcome = try folder.shell(
      """
      mkfifo never.json
      trap : INT TERM HUP
      (until ls rows/.modeltree-* > /dev/null 2>&1; do sleep 0.01; done; kill -\(signal) $(cat pid)) &
      sh -c 'echo $$ > pid; exec "$MODELTREE" export tree.json never.json -o rows' 2> /dev/null
      ls -A rows | grep -c -m 1 '^[.]modeltree-'
      cat rows/nodes.ndjson
      "$MODELTREE" export tree.json --table nodes -o rows
      ls -A rows
      """)
    #expect(outcome.text == "1\nold\nnodes.ndjson\n")
    #expect(try folder.text(of: "rows/nodes.ndjson").split(separator: "\n").count == 8)
  }

  @Test func `cells that a spreadsheet computes are as they are, or begin with an apostrophe`()
    throws
  {
    let names = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\\t=1", "\\r=1", "a=1"]
    let folder = try TestFolder(
      dump: ExamMaster.dump(
        nodes: names.enumerated().map { index, name in
          #"{"id": \#(index), \#(index == 0 ? "" : "\"parent\": 0, ")"type": "\#(name)"}"#
        }))
    let words = ["export", "tree.json", "--table", "nodes", "--columns", "type", "--format", "csv"]
    try folder.modeltree(words).expect(
      output: [
        "type", "\"=cmd|' /C calc'!A0\"", "\"+1\"", "\"-1\"", "\"@SUM(A1)\"", #""\u{9}=1""#,
        #""\u{d}=1""#, "\"a=1\"", "",
      ].joined(separator: "\r\n"))
    try folder.modeltree(words + ["--csv-safe"]).expect(
      output: [
        "type", "\"'=cmd|' /C calc'!A0\"", "\"'+1\"", "\"'-1\"", "\"'@SUM(A1)\"",
        #""'\u{9}=1""#, #""'\u{d}=1""#, "\"a=1\"", "",
      ].joined(separator: "\r\n"))
    let refused = try folder.modeltree("export", "tree.json", "--table", "nodes", "--csv-safe")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("--csv-safe goes with --format csv"))
  }

  @Test func `nothing is left where a file cannot be written`() throws {
    let folder = try fleet()
    try folder.makeFolder("rows")
    try folder.makeFolder("rows/nodes.ndjson")
    let outcome = try folder.modeltree("export", "dumps", "-o", "rows")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("rows/nodes.ndjson"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "rows"))
    #expect(names == ["nodes.ndjson"])
  }

  @Test func `a pattern finds dumps in any folders`() throws {
    let outcome = try fleet().modeltree(
      "export", "**/exam.json", "--table", "dumps", "--columns", "dump")
    outcome.expect(
      output:
        "{\"dump\":\"dumps/build-10/exam.json\"}\n{\"dump\":\"dumps/build-9/exam.json\"}\n")
  }
}
