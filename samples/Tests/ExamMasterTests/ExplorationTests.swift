import ExamMasterModels
import Foundation
import ModelTree
import ModelTreeTesting
import SampleApps
import SampleTesting
import Testing

@testable import ExamMaster

@MainActor
@Suite(.timeLimit(.minutes(60))) struct `Exploring the app` {
  /// The app, with something done to it whenever it comes to rest.
  private func explored(
    _ change: @escaping @MainActor (ExamMasterApp) throws -> Void = { _ in }
  ) -> ExploredApp {
    let app = ExamMasterApp { _ in }
    app.start()
    return ExploredApp(
      actions: app.inspectorActions, settle: { try? change(app) }, finish: { app.finish() }
    ) { app.root }
  }

  @Test func `nothing breaks but the upload that the README tells of`() async throws {
    let report = await report {
      await expectExploration(of: { explored() }, runs: Exploring.runs ?? 80, seed: 5)
    }
    let text = try #require(report)
    let failures = scripts(in: text)
    #expect(failures.count == 1, "\(text)")
    #expect(
      text.contains(
        "FAIL  never uncaught: error UploadErrors.100 (rejected), raised by SideMenuModel"))
    #expect(text.contains("do options 1 301") && text.contains("do options 1 300"))
    // `60 runs, 1,403 actions, …`
    let actions = text.firstMatch(of: /, ([0-9,]+) actions/)?.1.filter(\.isNumber)
    try Exploring.note(try #require(actions.flatMap { Double($0) }))
  }

  @Test(.enabled(if: Exploring.runs != nil)) func `what is reported fails in each replay`()
    async throws
  {
    let replays = 1_000
    let folder = try TemporaryFolder()
    let rules = try folder.write(
      "tree-spec 1\nnot DashboardModel[2]\n", to: "rules.treespec")
    var (found, passed) = (0, 0)
    for defect in ExamMasterApp.defects {
      let make: @MainActor () -> ExploredApp = { self.explored(defect.make()) }
      let kinds = Set<ExplorationFailure>.usual.union([.unheard])
      let report = await report {
        await expectExploration(
          of: make, rules: rules, runs: 100, seed: 7, failOn: kinds)
      }
      for script in scripts(in: report ?? "") {
        found += 1
        for _ in 0..<replays {
          let report = await self.report {
            await expectScript(script, of: make, rules: rules, failOn: kinds)
          }
          if report == nil { passed += 1 }
        }
      }
    }
    #expect(passed == 0)
    try Exploring.note(Double(found), Double(passed))
  }

  /// What fails; nil if nothing does.
  private func report(of work: () async -> Void) async -> String? {
    nonisolated(unsafe) var text: String?
    await withKnownIssue(isIntermittent: true) {
      await work()
    } matching: { issue in
      text = issue.comments.map(\.rawValue).joined()
      return true
    }
    return text
  }

  /// The steps of each failure in a report.
  private func scripts(in report: String) -> [String] {
    report.components(separatedBy: "FAIL  ").dropFirst().map { failure in
      failure.components(separatedBy: "\nunstable  ")[0].split(separator: "\n")
        .prefix { !$0.contains("nearest run") && !$0.contains("  why: ") }
        .filter { $0.hasPrefix("    ") }.joined(separator: "\n")
    }
  }
}
