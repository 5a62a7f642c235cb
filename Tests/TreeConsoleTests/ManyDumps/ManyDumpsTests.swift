import Foundation
import TestSupport
import Testing

/// `lint`, `find`, `routes` and `diff` for many dumps, run as the shell runs them.
@Suite struct `Many dumps in one answer` {
  private static func dump(_ handles: String) -> String {
    """
    {"format": "model-tree", "version": 1, "nodes": [
      {"id": 1, "type": "App", "session": true\(handles)},
      {"id": 2, "parent": 1, "type": "Form",
       "raises": [{"kind": "error", "domain": "Net", "code": "101", "label": "badToken"}]}]}
    """
  }
  private static let good = dump(
    #", "handles": [{"kind": "error", "domain": "Net", "code": "101"}]"#)
  private static let bad = dump("")

  /// Four builds; from the third on, the handler is gone.
  private func fleet() throws -> TestFolder {
    let folder = try TestFolder(dump: Self.good)
    try folder.makeFolder("dumps")
    for (build, dump) in [Self.good, Self.good, Self.bad, Self.bad].enumerated() {
      try folder.makeFolder("dumps/\(build)")
      try folder.write(dump, to: "dumps/\(build)/form.json")
    }
    return folder
  }

  @Test func `equal findings are one, with the first dump that has it`() throws {
    try fleet().modeltree("lint", "dumps").expect(
      status: 1,
      output: """
        error: uncaught-error  /App/Form
          error Net.101 (badToken) is raised here, and no model from here up to the root is registered \
        for it
          in 2 of 4 dumps, first in dumps/2/form.json
        1 finding in 4 dumps

        """)
  }

  @Test func `an error in one dump comes before a warning in all`() throws {
    let folder = try fleet()
    for build in 0..<3 {
      let handles =
        build == 0 ? "" : #", "handles": [{"kind": "error", "domain": "Net", "code": "101"}]"#
      try folder.write(
        """
        {"format": "model-tree", "version": 1, "nodes": [
          {"id": 1, "type": "App", "session": true\(handles)},
          {"id": 2, "parent": 1, "type": "Form", "raises": [
            {"kind": "error", "domain": "Net", "code": "101"},
            {"kind": "event", "domain": "Clock", "code": "tick"}]}]}
        """, to: "dumps/\(build)/form.json")
    }
    try folder.modeltree("lint", "dumps/[012]/form.json").expect(
      status: 1,
      output: """
        error: uncaught-error  /App/Form
          error Net.101 is raised here, and no model from here up to the root is registered for it
          in 1 of 3 dumps, dumps/0/form.json
        warning: unheard-event  /App/Form
          event Clock.tick is raised here, and no model of the session /App is registered for it
          in all 3 dumps, first in dumps/0/form.json
        2 findings in 3 dumps

        """)
  }

  @Test(arguments: [
    (["find", "dumps", "Frm"], "no model matches 'Frm'; did you mean 'Form'?"),
    (
      ["find", "dumps", "[handles=Net.badTokn]"],
      "no model matches '[handles=Net.badTokn]'; did you mean 'Net.badToken'?"
    ),
    (
      ["routes", "dumps", "--message", "error", "Net.badTokn"],
      "nothing in these dumps declares, raises or handles error Net.badTokn; did you mean 'Net.badToken'?"
    ),
  ])
  func `a name that no dump has is refused with a similar one`(words: [String], fault: String)
    throws
  {
    let folder = try fleet()
    // The last dump is the only one with the similar name.
    try folder.write(#"{"format": "model-tree", "version": 1, "nodes": []}"#, to: "dumps/0/a.json")
    try folder.modeltree(words).expect(status: 2, errors: "modeltree: \(fault)\n")
  }

  @Test func `names that dumps have may have no answer`() throws {
    let folder = try fleet()
    try folder.modeltree("find", "dumps", "Form[session]")
      .expect(output: "0 paths in 4 dumps\n")
  }

  @Test func `a dump that cannot be read is named, and hides no other`() throws {
    let folder = try fleet()
    try folder.write("{", to: "dumps/1/crash.json")
    let outcome = try folder.modeltree("lint", "dumps/*/*.json", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("dumps/1/crash.json"))
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(answer["dumps"] as? Int == 5)
    let unreadable = try #require(answer["unreadable"] as? [[String: String]])
    #expect(unreadable.map { $0["dump"] } == ["dumps/1/crash.json"])
    let findings = try #require(answer["findings"] as? [[String: Any]])
    #expect(findings.count == 1)
    #expect(findings[0]["rule"] as? String == "uncaught-error")
    #expect(findings[0]["code"] as? String == "101")
    #expect(findings[0]["dumps"] as? Int == 2)
    #expect(findings[0]["first"] as? String == "dumps/2/form.json")
  }

  @Test func `a list takes the place of the dump, wherever its option stands`() throws {
    let list = "dumps/2/form.json\ndumps/0/form.json\n"
    let answer = """
      /App/Form
        in all 2 dumps, first in dumps/2/form.json
      1 path in 2 dumps

      """
    let folder = try fleet()
    for words in [
      ["find", "--files-from", "-", "Form"], ["find", "Form", "--files-from=-"],
      ["find", "Form", "--files-from", "-", "--no-color"],
    ] {
      try folder.modeltree(words, input: list).expect(output: answer)
    }
    try folder.modeltree("find", "--files-from", "-", "Form", "--count", input: list)
      .expect(output: "1\n")
  }

  @Test func `routes say where a message ends in how many dumps`() throws {
    try fleet().modeltree("routes", "dumps", "--message", "error", "Net.101").expect(
      output: """
        error Net.101 (badToken)
          handled by /App
          in 2 of 4 dumps, first in dumps/0/form.json
        error Net.101 (badToken)
          uncaught from somewhere
          in 2 of 4 dumps, first in dumps/2/form.json
        2 routes in 4 dumps

        """)
  }

  @Test func `two folders are compared by the names of their dumps`() throws {
    let folder = try fleet()
    try folder.write(Self.good, to: "dumps/1/only.json")
    try folder.modeltree("diff", "dumps/1", "dumps/2").expect(
      status: 1,
      output: """
        /App no longer registered for error Net.101
          in 1 of 2 dumps, form.json
        only.json is only in dumps/1
          in 1 of 2 dumps, only.json
        2 differences in 2 dumps

        """)
    let changed = try folder.modeltree("diff", "dumps/0", "dumps/2", "--json")
    #expect(changed.status == 1, "a changed dump alone fails, too")
    try folder.modeltree("diff", "dumps/2/", "dumps/3").expect(
      output: "0 differences in 1 dump\n")
  }

  @Test(arguments: [
    (
      ["diff", "dumps/1", "tree.json"],
      "'dumps/1' is a folder, and 'tree.json' isn't; name two folders, or two dumps"
    ),
    (
      ["diff", "nothing", "dumps/1"],
      "'dumps/1' is a folder, and 'nothing' isn't; name two folders, or two dumps"
    ),
    (["check", "dumps", "spces"], "there is no 'spces'; name specs, or folders of them"),
    (["check", "dumps/*/*.json", "spces"], "there is no 'spces'; name specs, or folders of them"),
  ])
  func `a name beside a folder that leads nowhere is refused`(
    words: [String], message: String
  ) throws {
    try fleet().modeltree(words).expectRefusal(message)
  }

  @Test func `a schema beside the dumps is none of them`() throws {
    let folder = try fleet()
    let before = try folder.modeltree("lint", "dumps")
    try folder.write(#"{"$schema": "x"}"#, to: "dumps/tree.schema.json")
    #expect(try folder.modeltree("lint", "dumps") == before)
    // One that is named is read.
    let named = try folder.modeltree("lint", "dumps/tree.schema.json")
    #expect(named.status == 2)
  }

  @Test(arguments: [
    (["lint", "dumps", "--sarif", "x"], "--sarif goes with one dump, not with many"),
    (["routes", "dumps", "App"], "a selector goes with one dump, not with many"),
    (["lint", "nothing/*.json"], "no file matches 'nothing/*.json'; check the path"),
  ])
  func `what goes with one dump only is refused`(words: [String], message: String) throws {
    let outcome = try fleet().modeltree(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("modeltree: \(message)"), "\(outcome.errors)")
  }
}

/// `check` for a pattern and a list.
@Suite struct `Many dumps against specs` {
  private static let spec = """
    tree-spec 1
    App [session]
      Form
    error Net.101 from Form => handled

    """

  /// Three builds, the first without a handler, and a dump without a spec.
  private func fleet() throws -> TestFolder {
    let folder = try TestFolder()
    for build in 0..<3 {
      try folder.makeFolder("build-\(build)")
      let handles = #", "handles": [{"kind": "error", "domain": "Net", "code": "101"}]"#
      try folder.write(
        """
        {"format": "model-tree", "version": 1, "nodes": [
          {"id": 1, "type": "App", "session": true\(build == 0 ? "" : handles)},
          {"id": 2, "parent": 1, "type": "Form",
           "raises": [{"kind": "error", "domain": "Net", "code": "101"}]}]}
        """, to: "build-\(build)/form.json")
    }
    try folder.makeFolder("specs")
    try folder.write(Self.spec, to: "specs/form.treespec")
    try folder.write(
      "tree-spec 1\nrule \"ends\" reason \"or nobody knows\"\nerror Net.101 from ** => handled\n",
      to: "rules.treespec")
    return folder
  }

  @Test func `a spec is checked against all dumps of its name, and equal results are shown once`()
    throws
  {
    try fleet().modeltree("check", "build-*/*.json", "specs").expect(
      status: 1,
      output: """
        FAIL  specs/form.treespec on build-0/form.json: 1 of 2 checks failed

          line 4  error Net.101 from Form => handled
            is uncaught
              error Net.101 raised at /App/Form
                0  Form  passed   nothing registered for errors
                1  App   passed   nothing registered for errors
                uncaught: no model up to the root is registered for it; it ends in App, which is notified

        ok    specs/form.treespec on 2 of 3 dumps, first build-1/form.json: 2 checks
        if the tree is right: add --update=patch --routes
        1 spec failed, 2 specs passed (6 checks, 1 failed)

        """)
  }

  @Test func `rules hold for the dumps of a list`() throws {
    let outcome = try fleet().modeltree(
      "check", "--files-from", "-", "--rules", "rules.treespec",
      input: "build-1/form.json\nbuild-2/form.json\n")
    outcome.expect(
      output:
        "ok    rules.treespec on all 2 dumps, first build-1/form.json: 1 check\n2 specs passed (2 checks)\n"
    )
  }

  @Test func `a broken dump is named, hides no other, and makes the status 2`() throws {
    let folder = try fleet()
    try folder.write("{", to: "build-1/form.json")
    for words in [["specs"], ["--rules", "rules.treespec"]] {
      let outcome = try folder.modeltree(["check", "build-*/*.json"] + words)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("build-1/form.json"))
      #expect(outcome.text.contains("FAIL  "))
      #expect(outcome.text.contains("ok    "))
    }
  }

  @Test func `journals count with their last trees`() throws {
    let folder = try fleet()
    let journal = URL(filePath: #filePath)
      .appending(path: "../../../../samples/journals/exam-master-upload.journal").standardized
      .path()
    try folder.makeFolder("field")
    try FileManager.default.copyItem(
      atPath: journal, toPath: folder.path(of: "field/upload.journal"))
    try folder.modeltree("find", "field", "Side*").expect(
      output: """
        /AppAuthorizedSession/MainFlow/SideMenuModel
          in 1 of 1 dump, field/upload.journal
        1 path in 1 dump

        """)
    let rows = try folder.modeltree(
      "export", "field", "--table", "records", "--columns", "seq,what,type,code")
    #expect(rows.status == 0)
    #expect(
      rows.text.contains(#"{"seq":63,"what":"uncaught","type":"SideMenuModel","code":"100"}"#))
    #expect(rows.text.split(separator: "\n").count == 66)
  }

  @Test func `specs are not changed from many dumps`() throws {
    let outcome = try fleet().modeltree(
      "check", "build-*/*.json", "specs", "--update=patch", "--force")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix("modeltree: --update goes with one dump, not with many"),
      "\(outcome.errors)")
  }
}
