import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

/// A small report, whole, in each format.
@Suite struct ReportTests {
  private static func text(_ bytes: (SpecReport) -> [UInt8]) throws -> String {
    String(decoding: bytes(try ReportSample.report()), as: UTF8.self)
  }

  @Test func `JUnit's XML has a suite for each run and one for the specs that nobody used`() throws
  {
    #expect(
      try Self.text { JUnitReport($0).bytes } == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="ok.treespec on tree.json" package="ok.treespec" id="0" tests="1" failures="0" errors="0" skipped="0" time="0" timestamp="1970-01-01T00:00:00" hostname="localhost">
            <properties>
              <property name="spec" value="ok.treespec"/>
              <property name="dump" value="tree.json"/>
              <property name="version" value="1.2.3"/>
            </properties>
            <testcase name="line 2: tree" classname="ok.treespec" time="0"/>
            <system-out/>
            <system-err/>
          </testsuite>
          <testsuite name="a b.treespec on tree.json" package="a b.treespec" id="1" tests="4" failures="2" errors="0" skipped="1" time="0" timestamp="1970-01-01T00:00:00" hostname="localhost">
            <properties>
              <property name="spec" value="a b.treespec"/>
              <property name="dump" value="tree.json"/>
              <property name="version" value="1.2.3"/>
              <property name="title" value="the start"/>
            </properties>
            <testcase name="line 2: tree" classname="a b.treespec" time="0">
              <failure message="1 missing, 1 extra (children: exact unordered; attributes: named)" type="tree">1 missing, 1 extra (children: exact unordered; attributes: named)

          App
            Flow
        -     Missing  missing, line 4
        +     Cell     extra, /App/Flow/Cell</failure>
            </testcase>
            <testcase name="line 5: error Net.1 from Cell =&gt; App" classname="a b.treespec" time="0">
              <failure message="is handled by Cell" type="route">is handled by Cell
          error Net.1 (lost) raised at /App/Flow/Cell
            0  Cell  handled  registered for this code
            handled by Cell itself</failure>
            </testcase>
            <testcase name="line 6: error Net.1 from $m =&gt; App" classname="a b.treespec" time="0">
              <skipped message="'$m' stands for no model of this tree (line 4); write '$m?' where it need not be there"/>
            </testcase>
            <testcase name="line 7: limit depth &lt;= 3" classname="a b.treespec" time="0"/>
            <system-out/>
            <system-err/>
          </testsuite>
          <testsuite name="bad.treespec on tree.json" package="bad.treespec" id="2" tests="1" failures="0" errors="1" skipped="0" time="0" timestamp="1970-01-01T00:00:00" hostname="localhost">
            <properties>
              <property name="spec" value="bad.treespec"/>
              <property name="dump" value="tree.json"/>
              <property name="version" value="1.2.3"/>
            </properties>
            <testcase name="line 2, column 6: unknown attribute 'sesion'; did you mean 'session'?" classname="bad.treespec" time="0">
              <error message="unknown attribute 'sesion'; did you mean 'session'?" type="spec-error">unknown attribute 'sesion'; did you mean 'session'?
          App [sesion]
               ^^^^^^</error>
            </testcase>
            <system-out/>
            <system-err/>
          </testsuite>
          <testsuite name="unused specs" package="unused specs" id="3" tests="1" failures="1" errors="0" skipped="0" time="0" timestamp="1970-01-01T00:00:00" hostname="localhost">
            <properties>
              <property name="version" value="1.2.3"/>
            </properties>
            <testcase name="unused spec" classname="old,1.treespec" time="0">
              <failure message="this spec was held to no tree" type="unused-spec">this spec was held to no tree</failure>
            </testcase>
            <system-out/>
            <system-err/>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test func `TAP has a point for each check, with what is wrong`() throws {
    #expect(
      try Self.text { TAPReport($0).bytes } == #"""
        TAP version 13
        1..7
        ok 1 - ok.treespec on tree.json, line 2: tree
        not ok 2 - a b.treespec on tree.json, line 2: tree
          ---
          message: "1 missing, 1 extra (children: exact unordered; attributes: named)"
          severity: "fail"
          kind: "tree"
          at:
            file: "a b.treespec"
            line: 2
          explanation: |
            1 missing, 1 extra (children: exact unordered; attributes: named)
            
              App
                Flow
            -     Missing  missing, line 4
            +     Cell     extra, /App/Flow/Cell
          ...
        not ok 3 - a b.treespec on tree.json, line 5: error Net.1 from Cell => App
          ---
          message: "is handled by Cell"
          severity: "fail"
          kind: "route"
          at:
            file: "a b.treespec"
            line: 5
          explanation: |
            is handled by Cell
              error Net.1 (lost) raised at /App/Flow/Cell
                0  Cell  handled  registered for this code
                handled by Cell itself
          ...
        ok 4 - a b.treespec on tree.json, line 6: error Net.1 from $m => App # SKIP '$m' stands for no model of this tree (line 4); write '$m?' where it need not be there
        ok 5 - a b.treespec on tree.json, line 7: limit depth <= 3
        not ok 6 - bad.treespec on tree.json, line 2, column 6: unknown attribute 'sesion'; did you mean 'session'?
          ---
          message: "unknown attribute 'sesion'; did you mean 'session'?"
          severity: "error"
          kind: "spec-error"
          at:
            file: "bad.treespec"
            line: 2
            column: 6
          explanation: |
            unknown attribute 'sesion'; did you mean 'session'?
              App [sesion]
                   ^^^^^^
          ...
        not ok 7 - old,1.treespec: unused spec
          ---
          message: "this spec was held to no tree"
          severity: "error"
          kind: "unused-spec"
          at:
            file: "old,1.treespec"
            line: 1
          explanation: |
            this spec was held to no tree
          ...

        """#)
  }

  @Test func `workflow commands tell what failed`() throws {
    #expect(
      try Self.text { GitHubReport($0).bytes } == #"""
        ::error file=a b.treespec,line=2,title=tree on tree.json::1 missing, 1 extra (children: exact unordered; attributes: named)%0A%0A  App%0A    Flow%0A-     Missing  missing, line 4%0A+     Cell     extra, /App/Flow/Cell
        ::error file=a b.treespec,line=5,title=error Net.1 from Cell => App on tree.json::is handled by Cell%0A  error Net.1 (lost) raised at /App/Flow/Cell%0A    0  Cell  handled  registered for this code%0A    handled by Cell itself
        ::error file=bad.treespec,line=2,col=6,title=spec error on tree.json::unknown attribute 'sesion'; did you mean 'session'?%0A  App [sesion]%0A       ^^^^^^
        ::warning file=old%2C1.treespec,line=1,title=unused spec::this spec was held to no tree

        """#)
  }

  @Test func `JSON tells everything`() throws {
    #expect(
      try Self.text { SpecJSON($0).bytes } == #"""
        {"passed": false, "specs": [{"spec": "ok.treespec", "dump": "tree.json", "outcome": "passed", "checks": [{"line": 2, "name": "tree", "outcome": "passed"}]}, {"spec": "a b.treespec", "dump": "tree.json", "title": "the start", "outcome": "failed", "checks": [{"line": 2, "name": "tree", "outcome": "failed", "problem": "1 missing, 1 extra (children: exact unordered; attributes: named)", "differences": [{"kind": "missing", "line": 4, "path": "/App/Flow", "text": "Missing is missing"}, {"kind": "extra", "path": "/App/Flow/Cell", "id": 3, "source": "Views/Cell.swift:7", "text": "Cell is not in the spec"}]}, {"line": 5, "name": "error Net.1 from Cell => App", "outcome": "failed", "problem": "is handled by Cell", "routes": [{"message": {"kind": "error", "domain": "Net", "code": "1"}, "from": 3, "hops": [{"node": 3, "verdict": "handled", "reason": "code"}], "outcome": "handled", "handler": 3}], "details": ["error Net.1 (lost) raised at /App/Flow/Cell", "  0  Cell  handled  registered for this code", "  handled by Cell itself"]}, {"line": 6, "name": "error Net.1 from $m => App", "outcome": "skipped", "problem": "'$m' stands for no model of this tree (line 4); write '$m?' where it need not be there"}, {"line": 7, "name": "limit depth <= 3", "outcome": "passed"}]}, {"spec": "bad.treespec", "dump": "tree.json", "outcome": "refused", "checks": [], "errors": [{"line": 2, "column": 6, "message": "unknown attribute 'sesion'; did you mean 'session'?"}]}], "unused": ["old,1.treespec"]}

        """#)
  }

  @Test func `SARIF has a result for each place, with its line and its code`() throws {
    let text = try Self.text { SpecSARIF($0).bytes }
    let rules = text.prefix { $0 != "]" }
    #expect(rules.split(separator: "\"id\": \"").count == 1 + SpecSARIFResult.Rule.allCases.count)
    #expect(
      text.dropFirst(rules.count) == #"""
        ]}}, "columnKind": "unicodeCodePoints", "results": [
        {"ruleId": "tree-missing", "ruleIndex": 0, "kind": "fail", "level": "error", "message": {"text": "tree.json: Missing is missing"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.treespec"}, "region": {"startLine": 4, "startColumn": 5, "endColumn": 18}}, "logicalLocations": [{"fullyQualifiedName": "/App/Flow"}]}], "partialFingerprints": {"ruleSpecText/v1": "b8d9ca20232d5290:1"}},
        {"ruleId": "tree-extra", "ruleIndex": 1, "kind": "fail", "level": "error", "message": {"text": "tree.json: Cell is not in the spec"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.treespec"}, "region": {"startLine": 2}}, "logicalLocations": [{"fullyQualifiedName": "/App/Flow/Cell"}]}], "relatedLocations": [{"message": {"text": "the model is made here"}, "physicalLocation": {"artifactLocation": {"uri": "Views/Cell.swift"}, "region": {"startLine": 7}}}], "partialFingerprints": {"ruleSpecText/v1": "cf2171fc2935cc8b:1"}},
        {"ruleId": "route", "ruleIndex": 6, "kind": "fail", "level": "error", "message": {"text": "tree.json: error Net.1 from Cell => App: is handled by Cell"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.treespec"}, "region": {"startLine": 5}}, "logicalLocations": [{"fullyQualifiedName": "/App/Flow/Cell"}]}], "relatedLocations": [{"message": {"text": "the model that raises it is made here"}, "physicalLocation": {"artifactLocation": {"uri": "Views/Cell.swift"}, "region": {"startLine": 7}}, "logicalLocations": [{"fullyQualifiedName": "/App/Flow/Cell"}]}], "partialFingerprints": {"ruleSpecText/v1": "7262927b8748a702:1"}},
        {"ruleId": "route", "ruleIndex": 6, "kind": "open", "level": "none", "message": {"text": "tree.json: error Net.1 from $m => App (skipped): '$m' stands for no model of this tree (line 4); write '$m?' where it need not be there"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a%20b.treespec"}, "region": {"startLine": 6}}}], "partialFingerprints": {"ruleSpecText/v1": "21d67822d36684eb:1"}},
        {"ruleId": "spec-error", "ruleIndex": 8, "kind": "fail", "level": "error", "message": {"text": "unknown attribute 'sesion'; did you mean 'session'?"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "bad.treespec"}, "region": {"startLine": 2, "startColumn": 6, "endColumn": 12}}}], "partialFingerprints": {"ruleSpecText/v1": "a45ec23f12a9cd55:1"}},
        {"ruleId": "unused-spec", "ruleIndex": 9, "kind": "fail", "level": "warning", "message": {"text": "this spec was held to no tree"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "old%2C1.treespec"}, "region": {"startLine": 1}}}], "partialFingerprints": {"ruleSpecText/v1": "8a7ed1e73462637f:1"}}
        ]}]}

        """#)
  }

  @Test func `a report without runs is empty in each format`() throws {
    let report = SpecReport(runs: [], version: "1")
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(text(GitHubReport(report).bytes) == "")
    #expect(text(TAPReport(report).bytes) == "TAP version 13\n1..0\n")
    #expect(
      text(SpecJSON(report).bytes) == #"{"passed": true, "specs": [], "unused": []}"# + "\n")
    #expect(
      text(JUnitReport(report).bytes) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        </testsuites>

        """)
    #expect(text(SpecSARIF(report).bytes).hasSuffix("\"results\": [\n]}]}\n"))
  }

  @Test func `the same input gives the same bytes`() throws {
    for bytes: (SpecReport) -> [UInt8] in [
      { JUnitReport($0).bytes }, { TAPReport($0).bytes }, { GitHubReport($0).bytes },
      { SpecJSON($0).bytes }, { SpecSARIF($0).bytes },
    ] {
      #expect(try Self.text(bytes) == Self.text(bytes))
    }
  }

  @Test func `a long explanation is cut in a workflow command, and the rest counted`() throws {
    var item = ReportItem(
      outcome: .failed, file: "a", line: 1, name: "tree", explanation: [], kind: "tree")
    item.explanation = (1...60).map { "line \($0)" }
    #expect(item.explanation(atMost: 60) == item.explanation)
    item.explanation.append("line 61")
    #expect(item.explanation(atMost: 60).count == 60)
    #expect(item.explanation(atMost: 60).last == "… 2 more lines")
  }

  @Test(
    .enabled(if: Tool.isInstalled("xmllint")), arguments: ReportSample.hostileNames + ["plain"])
  func `JUnit's XML keeps to what all its schemas allow`(name: String) throws {
    let report = try name == "plain" ? ReportSample.report() : ReportSample.hostile(name)
    let answer = try JUnitSchema.validate(JUnitReport(report).bytes)
    #expect(answer.status == 0, "\(answer.errors)")
  }

  @Test func `fingerprints outlive lines, ids and messages, and tell alike results apart`() throws {
    func fingerprints(_ text: String, ids: Int) throws -> [String] {
      var builder = SnapshotBuilder(name: "App")
      builder.addNode(id: ids, parent: nil, type: "App")
      builder.addNode(id: ids + 1, parent: ids, type: "Cell")
      let run = try ReportSample.run("a.treespec", text, builder.finish())
      return run.sarifResults.map { SARIFText.fingerprint(of: $0.identity, count: 1) }
    }
    let before = try fingerprints("tree-spec 1\nApp\n  Flow\nlimit nodes < 2\n", ids: 1)
    let after = try fingerprints(
      "tree-spec 1\n\n# more\nApp\n  Flow\n\nlimit nodes < 2\n", ids: 50)
    #expect(before == after)
    #expect(Set(before).count == 3)
    let both = SpecReport(
      runs: try (0..<2).map { _ in try ReportSample.report().runs[2] }, version: "1")
    let log = String(decoding: SpecSARIF(both).bytes, as: UTF8.self)
    #expect(log.contains("cd55:1\"") && log.contains("cd55:2\""))
  }
}
