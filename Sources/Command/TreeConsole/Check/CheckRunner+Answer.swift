import TextIO
import TreeSnapshot
import TreeSpec

// The answer, once everything is checked.
extension CheckRunner {
  /// Writes the report files, and returns the answer.
  mutating func answer() throws -> Answer {
    let isTextWrong = runs.contains { $0.error?.isOfText == true }
    if isTextWrong, !output.isForProgram { output.note("see '\(call)help specs'") }
    if let (spec, dump) = missingSpecs.first {
      let command: SafeText = call.isEmpty ? "check \(spec)" : "\(call)check \(dump) \(spec)"
      output.note("to write it from the tree: \(command) --update=missing")
    }
    let previews = previews
    var answer =
      try options.dryRun
      ? Answer { text in for preview in previews { text.append(preview) } } : answerWithReports()
    answer.hasFindings = hasFindings
    if runs.contains(where: \.isRefused) {
      answer.failure = "a spec could not be used; see the lines above"
    }
    return answer
  }

  private var hasFindings: Bool {
    options.unused == .reject && !unused.isEmpty || options.missing == .reject && !missing.isEmpty
      || !previews.isEmpty || runs.contains(where: \.isFailed)
  }

  private mutating func answerWithReports() throws -> Answer {
    let baseline = try finishBaseline()
    let report = SpecReport(
      runs: runs, unused: unused, missing: missing, rejectsMissing: options.missing == .reject,
      version: Version.current)
    var format: ReportDestination.Format?
    for destination in destinations {
      guard let file = destination.file else {
        format = destination.format
        continue
      }
      try output.write(destination.format.bytes(of: report), to: file)
      output.note("\(file): \(destination.format.rawValue) report written")
    }
    if let baseline { return Answer(body: .bytes(.text) { $0.write(baseline.bytes) }) }
    let runner = self
    guard let format else {
      return Answer { text in
        runner.writeResults(to: &text)
        runner.writeAdvice(to: &text)
        runner.writeSummary(to: &text)
      }
    }
    let body = Answer.Body.bytes(format == .json ? .json : .verbatim) { sink in
      sink.write(format.bytes(of: report))
    }
    if format != .github { return Answer(body: body) }
    // GitHub's commands are between the results and the summary.
    var answer = Answer { runner.writeResults(to: &$0) }
    var rest = [Answer(body: body), Answer { runner.writeSummary(to: &$0) }][...]
    answer.parts = { _ in rest.popFirst() }
    return answer
  }

  /// Writes the current violations of rules to a baseline.
  ///
  /// - Returns: The baseline, if it is the answer.
  private mutating func finishBaseline() throws -> Baseline? {
    guard let path = options.writeBaseline?.rawValue else {
      let stale = violations.staleCount
      if stale > 0 {
        output.note(
          "\(counted(stale, "recorded violation")) \(stale == 1 ? "is" : "are") no longer found; "
            + "--write-baseline records the rest")
      }
      return nil
    }
    let record = Baseline(violations.all, .rules)
    if path != "-" {
      try output.write(record.bytes, to: path)
      output.note("\(path): \(counted(record.entries.count, "violation")) written")
    }
    runs = runs.map { run in
      guard var result = run.result else { return run }
      let words = FindingWords(result)
      for index in result.checks.indices
      where !words.violations(of: result.checks[index]).isEmpty {
        result.checks[index].isKnown = true
      }
      var run = run
      run.outcome = .checked(result)
      return run
    }
    return path == "-" ? record : nil
  }
}

// The text for a person.
extension CheckRunner {
  /// Writes the results of each spec, with equal results of several dumps once.
  private func writeResults(to text: inout StyledText) {
    let groups = groups
    var refusals: [SafeText: Int] = [:]
    for refusal in runs.compactMap(\.refusal) { refusals[refusal, default: 0] += 1 }
    for (index, run) in runs.enumerated() {
      if let result = run.result {
        guard let group = groups[index] else { continue }
        let count = group.count == group.all ? "all" : "\(group.count) of"
        let tree =
          group.count == 1 ? run.dump : "\(count) \(group.all) dumps, first \(run.dump)"
        ResultText(result, tree: tree, isOfSeveral: group.all > 1).write(to: &text)
      } else if let refusal = run.refusal, let count = refusals.removeValue(forKey: refusal) {
        text.append("ERROR ", .red)
        text.line(refusal + (count > 1 ? " (\(count) dumps)" : ""))
      }
    }
  }

  /// By first run of each result: how many dumps of the spec share it, and the total number.
  private var groups: [Int: (count: Int, all: Int)] {
    var groups: [Int: (count: Int, all: Int)] = [:]
    var firsts: [String: Int] = [:]
    var totals: [String: Int] = [:]
    for (index, run) in runs.enumerated() {
      guard let result = run.result else { continue }
      if !idleRuns.contains(index) { totals[run.spec, default: 0] += 1 }
      let text = "\(run.spec)\0\(ResultText(result, tree: "").plain)"
      let first = firsts[text] ?? index
      firsts[text] = first
      groups[first, default: (0, 0)].count += 1
    }
    for first in groups.keys { groups[first]?.all = totals[runs[first].spec] ?? 0 }
    return groups
  }

  /// Writes advice for a tree or routes that differ but are right.
  private func writeAdvice(to text: inout StyledText) {
    if options.update != nil { return }
    let standardInput = FileNames.shown("-")
    let results = runs.filter { $0.spec != standardInput }.compactMap(\.result)
    let isOfRoutes = results.contains { $0.wrongRoutes.contains { $0.misspelling == nil } }
    guard isOfRoutes || results.contains(where: \.isShapeWrong) else { return }
    text.line("if the tree is right: add --update=patch\(isOfRoutes ? " --routes" : "")")
  }

  /// Writes the number of specs and their results.
  private func writeSummary(to text: inout StyledText) {
    let refused = runs.count { $0.isRefused }
    let failed = runs.count { $0.isFailed }
    let passed = runs.count - refused - failed
    let results = runs.compactMap(\.result)
    let failedChecks = results.reduce(0) { $0 + $1.failureCount }
    let skipped = results.reduce(0) { $0 + $1.checks.count { $0.outcome == .skipped } }
    let parts = [
      failed > 0 ? "\(counted(failed, "spec")) failed" : nil,
      refused > 0 ? "\(counted(refused, "spec")) could not be used" : nil,
      unused.isEmpty ? nil : "\(counted(unused.count, "spec")) not used",
      passed > 0 || runs.isEmpty ? "\(counted(passed, "spec")) passed" : nil,
    ].compactMap { $0 }
    let details = [
      counted(results.reduce(0) { $0 + $1.checks.count }, "check"),
      failedChecks > 0 ? "\(failedChecks) failed" : nil, skipped > 0 ? "\(skipped) skipped" : nil,
    ].compactMap { $0 }
    text.line("\(parts.joined(separator: ", ")) (\(details.joined(separator: ", ")))")
  }
}

extension SpecRun {
  /// The result; nil if the spec couldn't be used.
  fileprivate var result: SpecResult? {
    if case .checked(let result) = outcome { result } else { nil }
  }

  /// Why the spec couldn't be used; nil if it could.
  fileprivate var error: SpecError? {
    if case .refused(let error) = outcome { error } else { nil }
  }

  /// Whether the spec couldn't be used.
  var isRefused: Bool { result == nil }

  /// The reason that the spec couldn't be used, in a few words; nil if it could.
  fileprivate var refusal: SafeText? { error.map { "\(spec): \($0.summary)" } }

  /// Whether the tree violates the spec.
  var isFailed: Bool { result?.isPassed == false }
}

extension SpecError {
  /// Whether the spec's text is wrong, not a file.
  var isOfText: Bool {
    switch problems.first?.fault.kind {
    case .file, .target: false
    default: true
    }
  }

  /// Whether the file isn't a spec.
  var isOfOtherFile: Bool { problems.first?.fault.kind == .otherFile }

  /// Whether the spec or its file is wrong, independently of the tree.
  var isOfSpec: Bool {
    if case .file? = problems.first?.fault.kind { true } else { isOfText }
  }

  /// The problem, in a few words.
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
