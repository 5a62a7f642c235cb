import TestSupport
import Testing
import TextIO
import TreeSnapshot
import TreeSpec

@Suite struct `Reports` {
  private func report(_ text: String, isStrict: Bool = false) throws -> SpecReport {
    let spec = try Spec(text, name: "specs/exam.treespec")
    let run = SpecRun(
      spec: spec.name, dump: "exam.json", title: spec.title,
      findings: try spec.check(ExamTree.snapshot()))
    return SpecReport(
      runs: [run], unused: ["specs/a.treespec"], missing: ["b.json"], isStrict: isStrict)
  }

  private static let failing = """
    tree-spec 1 "exams"
    AppAuthorizedSession
      MainFlow
        DashboardModel
        SideMenu
        ...
    error badToken from ** => handled
    not MainFlow
    """

  private func junit(_ text: String) throws -> String {
    String(decoding: JUnitReport.bytes(try report(text)), as: UTF8.self)
  }

  @Test func `name a case by title and text, so that a line above changes nothing`() throws {
    func names(_ text: String) throws -> [String] {
      try junit(text).matches(of: /<testcase name="(.*?)" classname="(.*?)"/).map {
        "\($0.1) \($0.2)"
      }
    }
    let moved = Self.failing.replacing("\nnot", with: "\n# A comment.\n\nnot")
    #expect(
      try names(Self.failing) == [
        "tree exams", "error badToken from ** =&gt; handled exams", "not MainFlow exams",
      ])
    #expect(try names(moved) == names(Self.failing))
  }

  @Test func `say the same in each format`() throws {
    let github = String(decoding: GitHubReport.bytes(try report(Self.failing)), as: UTF8.self)
    let lines = github.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix("::error file=specs/exam.treespec,line=5,title=tree on exam.json::1 "))
    #expect(lines[1].hasPrefix("::error file=specs/exam.treespec,line=8,title=not MainFlow on"))
    let json = String(decoding: try report(Self.failing).json.bytes, as: UTF8.self)
    #expect(json.hasPrefix("{\"passed\": false, \"specs\": [{\"spec\": \"specs/exam.treespec\""))
    #expect(try junit(Self.failing).contains("failures=\"2\" errors=\"0\" skipped=\"0\""))
  }

  @Test func `make strict findings errors, and others nothing`() throws {
    let passing = "tree-spec 1\nlimit nodes = 8\n"
    #expect(try report(passing).isPassed)
    #expect(try GitHubReport.bytes(report(passing)).isEmpty)
    let strict = try report(passing, isStrict: true)
    #expect(!strict.isPassed)
    let lines = String(decoding: GitHubReport.bytes(strict), as: UTF8.self).split(separator: "\n")
    #expect(lines.map { $0.prefix(8) } == ["::error ", "::error "])
  }
}
