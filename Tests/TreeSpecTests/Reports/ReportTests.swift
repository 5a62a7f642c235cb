import TestSupport
import Testing
import TextIO
import TreeSnapshot

@testable import TreeSpec

/// A small report, whole, in each format.
@Suite struct `Reports of a check` {
  private static func text(_ bytes: (SpecReport) -> [UInt8]) throws -> String {
    String(decoding: bytes(try ReportSample.report()), as: UTF8.self)
  }

  @Test func `JUnit's XML has a suite for each run and one for the unused specs`() throws {
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
        +     Cell     extra, /App/Flow/Cell, made at Views/Cell.swift:7</failure>
            </testcase>
            <testcase name="line 5: error Net.1 from Cell =&gt; App" classname="a b.treespec" time="0">
              <failure message="is handled by Cell" type="route">is handled by Cell
          error Net.1 (lost) raised at /App/Flow/Cell
            0  Cell  handled  registered for this code
            handled by Cell itself</failure>
            </testcase>
            <testcase name="line 6: error Net.1 from $m =&gt; App" classname="a b.treespec" time="0">
              <skipped message="'$m' captures no model of this tree (line 4); write '$m?' where it may be absent"/>
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
              <failure message="this spec was checked against no tree" type="unused-spec">this spec was checked against no tree</failure>
            </testcase>
            <system-out/>
            <system-err/>
          </testsuite>
        </testsuites>

        """#)
  }

  @Test func `workflow commands report what failed`() throws {
    #expect(
      try Self.text { GitHubReport($0).bytes } == #"""
        ::error file=a b.treespec,line=4,title=tree on tree.json::1 missing, 1 extra (children: exact unordered; attributes: named)%0A%0A  App%0A    Flow%0A-     Missing  missing, line 4%0A+     Cell     extra, /App/Flow/Cell, made at Views/Cell.swift:7
        ::error file=a b.treespec,line=5,title=error Net.1 from Cell => App on tree.json::is handled by Cell%0A  error Net.1 (lost) raised at /App/Flow/Cell%0A    0  Cell  handled  registered for this code%0A    handled by Cell itself
        ::error file=bad.treespec,line=2,col=6,title=spec error on tree.json::unknown attribute 'sesion'; did you mean 'session'?%0A  App [sesion]%0A       ^^^^^^
        ::warning file=old%2C1.treespec,line=1,title=unused spec::this spec was checked against no tree

        """#)
  }

  @Test(arguments: [
    ("App [session]\n  Flow\n    Cell\n    Other\n", 5),
    ("App [session]\n  Flow\n    Cell [session]\n", 4),
    ("App [session]\n  Flow\n", 3), ("App [session]\n  Flow\n    Cell ?\n  Other\n", 5),
    ("App [session]\n  Cell\n  Flow\n", 3), ("Other\n", 2),
  ])
  func `a workflow command points at the line that differs`(text: String, line: Int) throws {
    let run = try ReportSample.run("a", "tree-spec 1\n" + text, ReportSample.tree())
    let report = GitHubReport(SpecReport(runs: [run], version: "1"))
    let command = String(decoding: report.bytes, as: UTF8.self)
    #expect(command.hasPrefix("::error file=a,line=\(line),title="), "\(command)")
  }

  @Test func `JSON reports everything`() throws {
    #expect(
      try Self.text { SpecJSON($0).bytes } == #"""
        {"passed": false, "specs": [{"spec": "ok.treespec", "dump": "tree.json", "outcome": "passed", "checks": [{"line": 2, "name": "tree", "outcome": "passed"}]}, {"spec": "a b.treespec", "dump": "tree.json", "title": "the start", "outcome": "failed", "checks": [{"line": 2, "name": "tree", "outcome": "failed", "problem": "1 missing, 1 extra (children: exact unordered; attributes: named)", "differences": [{"kind": "missing", "line": 4, "path": "/App/Flow", "text": "Missing is missing"}, {"kind": "extra", "path": "/App/Flow/Cell", "id": 3, "source": "Views/Cell.swift:7", "text": "Cell is not in the spec"}]}, {"line": 5, "name": "error Net.1 from Cell => App", "outcome": "failed", "problem": "is handled by Cell", "routes": [{"message": {"kind": "error", "domain": "Net", "code": "1"}, "from": 3, "hops": [{"node": 3, "verdict": "handled", "reason": "code"}], "outcome": "handled", "handler": 3}], "details": ["error Net.1 (lost) raised at /App/Flow/Cell", "  0  Cell  handled  registered for this code", "  handled by Cell itself"]}, {"line": 6, "name": "error Net.1 from $m => App", "outcome": "skipped", "problem": "'$m' captures no model of this tree (line 4); write '$m?' where it may be absent"}, {"line": 7, "name": "limit depth <= 3", "outcome": "passed"}]}, {"spec": "bad.treespec", "dump": "tree.json", "outcome": "refused", "checks": [], "errors": [{"line": 2, "column": 6, "message": "unknown attribute 'sesion'; did you mean 'session'?"}]}], "unused": ["old,1.treespec"], "missing": []}

        """#)
  }

  @Test func `a report without runs is empty in each format`() throws {
    let report = SpecReport(runs: [], version: "1")
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    #expect(text(GitHubReport(report).bytes) == "")
    #expect(
      text(SpecJSON(report).bytes) == #"{"passed": true, "specs": [], "unused": [], "missing": []}"#
        + "\n")
    #expect(
      text(JUnitReport(report).bytes) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        </testsuites>

        """)
  }

  @Test func `a run's times stand in JUnit's XML where they are known`() throws {
    var report = try ReportSample.report()
    report.runs[0].times = SpecRun.Times(
      start: "2026-03-01T09:30:00", duration: .milliseconds(12_045))
    let text = String(decoding: JUnitReport(report).bytes, as: UTF8.self)
    #expect(
      text.contains(
        #"skipped="0" time="12.045" timestamp="2026-03-01T09:30:00" hostname="localhost">"#))
    #expect(text.contains(#"time="0" timestamp="1970-01-01T00:00:00""#))
  }

  @Test func `the same input gives the same bytes`() throws {
    for bytes: (SpecReport) -> [UInt8] in [
      { JUnitReport($0).bytes }, { GitHubReport($0).bytes }, { SpecJSON($0).bytes },
    ] {
      #expect(try Self.text(bytes) == Self.text(bytes))
    }
  }

  @Test func `a long explanation is cut in a workflow command, and the rest counted`() throws {
    var item = ReportItem(
      outcome: .failed, kind: .tree, file: "a", line: 1, name: "tree")
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
}
