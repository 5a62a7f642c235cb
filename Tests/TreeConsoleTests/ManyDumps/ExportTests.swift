import Foundation
import TestSupport
import Testing

/// Rows of `modeltree export`, run as the shell runs it.
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

  /// The lines of a table.
  private func rows(_ table: String, in folder: TestFolder) throws -> [Substring] {
    try folder.text(of: "rows/\(table).ndjson").split(separator: "\n")
  }

  @Test func `a table is a file, with a row a line and without missing values`() throws {
    let folder = try TestFolder()
    try folder.modeltree("export", "tree.json", "-o", "rows").expect()
    #expect(
      try rows("services", in: folder) == [
        #"{"dump":"tree.json","node":1,"type":"AppAuthorizedSession","service":"APIClient"}"#,
        #"{"dump":"tree.json","node":1,"type":"AppAuthorizedSession","service":"Store"}"#,
      ])
    let nodes = try rows("nodes", in: folder)
    #expect(nodes.count == 8)
    #expect(nodes[0].hasPrefix(#"{"dump":"tree.json","id":1,"position":0,"level":0,"#))
    #expect(nodes[1].hasPrefix(#"{"dump":"tree.json","id":2,"parent":1,"position":1,"level":1,"#))
  }

  @Test func `a dump that cannot be read is a row, and hides no other`() throws {
    let folder = try fleet()
    let outcome = try folder.modeltree("export", "dumps", "-o", "rows")
    #expect(outcome.status == 2)
    let lines = try rows("dumps", in: folder)
    #expect(lines.count == 3)
    #expect(
      lines[0].hasPrefix(#"{"dump":"dumps/build-10/crash.json","error":"dumps/build-10/crash.json"#)
    )
    #expect(
      lines[1].hasPrefix(#"{"dump":"dumps/build-10/exam.json","name":"ExamMaster","models":8,"#))
    #expect(
      lines[2].hasPrefix(#"{"dump":"dumps/build-9/exam.json","name":"ExamMaster","models":8,"#))
    #expect(outcome.errors.contains("dumps/build-10/crash.json"))
  }

  @Test func `each table has a file of its own`() throws {
    let folder = try fleet()
    let outcome = try folder.modeltree(
      "export", "dumps/build-9/exam.json", "dumps/build-10/exam.json", "-o", "rows")
    outcome.expect()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "rows"))
    #expect(
      names.sorted() == [
        "dumps.ndjson", "findings.ndjson", "messages.ndjson", "nodes.ndjson", "records.ndjson",
        "routes.ndjson", "services.ndjson", "subscriptions.ndjson",
      ])
    #expect(try rows("nodes", in: folder).count == 16)
  }

  @Test func `a dump that is named twice is read once`() throws {
    let folder = try fleet()
    try folder.modeltree("export", "tree.json", "dumps/build-9", "tree.json", "-o", "rows").expect()
    #expect(
      try rows("dumps", in: folder).map { $0.prefix(25) } == [
        #"{"dump":"tree.json","name"#, #"{"dump":"dumps/build-9/ex"#,
      ])
  }

  @Test(arguments: [
    (["-o", "rows"], "Missing expected argument '<targets> ...'"),
    (["tree.json"], "Missing expected argument '--output <place>'"),
    (["nothing.json", "-o", "rows"], "cannot read 'nothing.json'"),
  ])
  func `what is missing is said`(words: [String], message: String) throws {
    let outcome = try TestFolder().modeltree(["export"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
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
      ["export", "dumps", "-o", "rows"], ["check", "dumps", "all.treespec"],
    ] {
      try folder.write(
        "tree-spec 1\nlimit nodes < 20\n", to: "all.treespec")
      let outcome = try folder.modeltree(words)
      #expect(outcome.status == 2, "\(words)")
      for name in refused { #expect(outcome.errors.contains("'dumps/\(name)': "), "\(words)") }
    }
    // A shell's pattern names a folder as well.
    let named = try folder.modeltree("export", "tree.json", "dumps/folder.json", "-o", "rows")
    #expect(named.status == 2)
    let dumps = try rows("dumps", in: folder)
    #expect(dumps.count == 2)
    #expect(dumps[1].hasPrefix(#"{"dump":"dumps/folder.json","error":"#))
    // Who names a pipe waits for it.
    _ = try folder.shell(
      "mkfifo named.json && (cat tree.json > named.json &) && $MODELTREE export named.json -o rows")
    #expect(try rows("dumps", in: folder)[0].contains(#""models":8,"#))
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
      (until ls rows/*.new-* > /dev/null 2>&1; do sleep 0.01; done; kill -\(signal) $(cat pid)) &
      sh -c 'echo $$ > pid; exec "$MODELTREE" export tree.json never.json -o rows' 2> /dev/null
      ls -A rows | grep -c -m 1 "[.]new-"
      cat rows/nodes.ndjson
      "$MODELTREE" export tree.json -o rows
      ls -A rows | grep -v '^[a-z]*[.]ndjson$'
      """)
    #expect(outcome.text == "1\nold\n")
    #expect(try rows("nodes", in: folder).count == 8)
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

  @Test func `a schema beside the dumps is none of them`() throws {
    let folder = try fleet()
    try folder.write(#"{"$schema": "x"}"#, to: "dumps/build-9/tree.schema.json")
    try folder.modeltree("export", "dumps/build-9", "-o", "rows").expect()
    #expect(try rows("dumps", in: folder).count == 1)
    // One that is named is read.
    let named = try folder.modeltree("export", "dumps/build-9/tree.schema.json", "-o", "rows")
    #expect(named.status == 2)
  }

  @Test func `journals count with their last trees`() throws {
    let folder = try TestFolder()
    let journal = ExamMaster.journal
    try folder.makeFolder("field")
    try FileManager.default.copyItem(
      atPath: journal, toPath: folder.path(of: "field/upload.journal"))
    try folder.modeltree("export", "field", "-o", "rows").expect()
    #expect(
      try rows("nodes", in: folder).contains {
        $0.contains(#""path":"/AppAuthorizedSession/MainFlow/SideMenuModel""#)
      })
    let records = try rows("records", in: folder)
    #expect(records.count == 66)
    #expect(
      records[62].hasPrefix(
        #"{"dump":"field/upload.journal","seq":63,"time":"#))
    #expect(
      records[62].contains(
        #""what":"uncaught","tree":2,"node":4,"type":"SideMenuModel","kind":"error","#))
  }
}
