import TextIO
import TreeSnapshot
import TreeSpec

// What a person reads.
extension CheckRunner {
  /// Writes what came of each spec.
  func writeText() {
    let isColored = output.isColored && !options.noColor
    for (index, run) in runs.enumerated() {
      switch run.outcome {
      case .checked(let result):
        for line in ResultText(result, tree: run.dump).lines {
          var text = StyledText(isColored: isColored)
          for part in line { text.append(part.text, part.color) }
          // No name may be a command of the service that reads this.
          output.write(GitHubReport.inert(text.text) + "\n")
        }
      case .refused(let error):
        var text = StyledText(isColored: isColored)
        text.append("ERROR ", .red)
        let fault =
          faults[index] ?? "\(counted(error.problems.count, "line")) to be mended first"
        text.line("\(SafeText.escape(run.spec)): \(fault)")
        output.write(GitHubReport.inert(text.text))
      }
    }
  }

  /// Writes what to do where a tree's shape is another one, and perhaps the right one.
  func writeAdvice() {
    guard options.update == nil, runs.contains(where: \.isPatchable) else { return }
    output.write("if the tree is right: add --update=patch\n")
  }

  /// Writes how many specs there were, and what came of them.
  func writeSummary() {
    let refused = runs.count { $0.isRefused }
    let failed = runs.count { $0.isFailed }
    let passed = runs.count - refused - failed
    var checks = (all: 0, failed: 0, skipped: 0)
    for case .checked(let result) in runs.map(\.outcome) {
      checks.all += result.checks.count
      checks.failed += result.failureCount
      checks.skipped += result.checks.count { $0.outcome == .skipped }
    }
    let parts = [
      failed > 0 ? "\(counted(failed, "spec")) failed" : nil,
      refused > 0 ? "\(counted(refused, "spec")) could not be used" : nil,
      unused.isEmpty ? nil : "\(counted(unused.count, "spec")) not used",
      passed > 0 || runs.isEmpty ? "\(counted(passed, "spec")) passed" : nil,
    ].compactMap { $0 }
    let details = [
      counted(checks.all, "check"), checks.failed > 0 ? "\(checks.failed) failed" : nil,
      checks.skipped > 0 ? "\(checks.skipped) skipped" : nil,
    ].compactMap { $0 }
    output.write("\(parts.joined(separator: ", ")) (\(details.joined(separator: ", ")))\n")
  }
}

extension SpecRun {
  /// Whether the spec could not be used.
  var isRefused: Bool {
    if case .refused = outcome { true } else { false }
  }

  /// Whether the tree is not what the spec says.
  var isFailed: Bool {
    if case .checked(let result) = outcome { !result.isPassed } else { false }
  }

  /// Whether the tree's shape is another one, and the spec a file that can be changed to it.
  fileprivate var isPatchable: Bool {
    guard spec != "standard input", case .checked(let result) = outcome else { return false }
    return result.checks.contains { !$0.differences.isEmpty }
  }
}

extension ReportDestination.Format {
  func bytes(of report: SpecReport) -> [UInt8] {
    switch self {
    case .junit: JUnitReport(report).bytes
    case .github: GitHubReport(report).bytes
    case .json: SpecJSON(report).bytes
    }
  }
}
