import TextIO
import TreeSnapshot
import TreeSpec

// The text for a person.
extension CheckRunner {
  /// Writes the results of each spec; where several dumps give the same one, once.
  func writeText() {
    var text = StyledText(isColored: output.isColored && !options.output.noColor)
    let groups = groups
    var refusals: [SafeText: Int] = [:]
    for refusal in runs.compactMap(\.refusal) { refusals[refusal, default: 0] += 1 }
    for (index, run) in runs.enumerated() {
      switch run.outcome {
      case .checked(let result):
        guard let group = groups[index] else { continue }
        let count = group.count == group.all ? "all" : "\(group.count) of"
        let tree =
          group.count == 1 ? run.dump : "\(count) \(group.all) dumps, first \(run.dump)"
        ResultText(result, tree: tree, isOfSeveral: group.all > 1).write(to: &text)
      case .refused:
        guard let refusal = run.refusal, let count = refusals.removeValue(forKey: refusal) else {
          continue
        }
        text.append("ERROR ", .red)
        text.line(refusal + (count > 1 ? " (\(count) dumps)" : ""))
      }
    }
    output.write(text)
  }

  /// How many dumps of a spec's have the same result.
  private struct Group {
    var count = 0
    /// Of how many in all.
    var all = 0
  }

  /// The groups by the runs that stand for them, the first of each.
  private var groups: [Int: Group] {
    var groups: [Int: Group] = [:]
    var firsts: [String: Int] = [:]
    var totals: [String: Int] = [:]
    for (index, run) in runs.enumerated() {
      guard case .checked(let result) = run.outcome else { continue }
      if !idleRuns.contains(index) { totals[run.spec, default: 0] += 1 }
      let text = "\(run.spec)\0\(ResultText(result, tree: "").plain)"
      let first = firsts[text] ?? index
      firsts[text] = first
      groups[first, default: Group()].count += 1
    }
    for first in groups.keys { groups[first]?.all = totals[runs[first].spec] ?? 0 }
    return groups
  }

  /// Writes what to do where a tree or its routes are different, and perhaps right.
  func writeAdvice() {
    guard options.update == nil, isPatchable || hasPatchableRoutes else { return }
    let routes = hasPatchableRoutes ? " --routes" : ""
    output.write("if the tree is right: add --update=patch\(routes)\n")
  }

  /// Writes how many specs there were, and their results.
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

  /// Why the spec could not be used, in a few words; nil where it could.
  fileprivate var refusal: SafeText? {
    if case .refused(let error) = outcome { "\(spec): \(error.summary)" } else { nil }
  }

  /// Whether the tree is not what the spec says.
  var isFailed: Bool {
    if case .checked(let result) = outcome { !result.isPassed } else { false }
  }
}

extension SpecError {
  /// Whether the text of the spec is wrong, and not a file.
  var isOfText: Bool {
    switch problems.first?.fault.kind {
    case .file, .target: false
    default: true
    }
  }

  /// Whether the file isn't a spec.
  var isOfOtherFile: Bool { problems.first?.fault.kind == .otherFile }

  /// Whether the spec is wrong, or its file, and no tree has to do with it.
  var isOfSpec: Bool {
    if case .file? = problems.first?.fault.kind { true } else { isOfText }
  }

  /// What is wrong, in a few words.
  fileprivate var summary: SafeText {
    switch problems.first?.fault.kind {
    case .file(let words), .target(let words): words
    default: "\(counted(problems.count, "line")) to correct first"
    }
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
