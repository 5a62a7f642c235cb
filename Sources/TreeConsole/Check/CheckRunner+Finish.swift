import TextIO
import TreeSnapshot
import TreeSpec

// What is answered after all is checked.
extension CheckRunner {
  /// Writes the reports and the text.
  ///
  /// - Returns: 2 where a spec could not be used, 1 where a tree is not what one says, else 0.
  mutating func finish() throws -> ExitStatus {
    if isTextWrong { output.note("see '\(help)'") }
    if let first = missingSpecs.first {
      output.note(
        "to write it from the tree: \(command(for: first)) --update=missing")
    }
    if options.dryRun { return showPreviews() }
    try finishBaseline()
    let report = SpecReport(
      runs: runs, unused: unused, missing: missing, rejectsMissing: options.missing == .reject,
      version: Version.current)
    var answer: ReportDestination?
    for destination in destinations {
      guard let file = destination.file else {
        answer = destination
        continue
      }
      try output.write(destination.format.bytes(of: report), to: file)
      output.note("\(file): \(destination.format.rawValue) report written")
    }
    if options.writeBaseline?.rawValue == "-" { return status }
    if let answer, answer.takesAnswer {
      output.write(answer.format.bytes(of: report), as: .verbatim)
    } else {
      writeText()
      if let answer {
        output.write(answer.format.bytes(of: report), as: .verbatim)
      } else {
        writeAdvice()
      }
      writeSummary()
    }
    return status
  }

  /// Records what breaks rules, which is known from then on.
  private mutating func finishBaseline() throws {
    let stale = violations.staleCount
    if let path = options.writeBaseline?.rawValue {
      let record = Baseline(violations.found, .rules)
      if path == "-" {
        output.write(Array(record.text.utf8), as: .text)
      } else {
        try output.write(Array(record.text.utf8), to: path)
        output.note("\(path): \(counted(record.entries.count, "violation")) written")
      }
      runs = runs.map { run in
        guard case .checked(var result) = run.outcome else { return run }
        let words = FindingWords(result)
        for index in result.checks.indices
        where !words.violations(of: result.checks[index]).isEmpty {
          result.checks[index].isKnown = true
        }
        var run = run
        run.outcome = .checked(result)
        return run
      }
    } else if stale > 0 {
      output.note(
        "\(counted(stale, "recorded violation")) \(stale == 1 ? "is" : "are") no longer found; "
          + "--write-baseline records the rest")
    }
  }

  private var status: ExitStatus {
    if runs.contains(where: \.isRefused) { return .wrong }
    let isRejected =
      options.unused == .reject && !unused.isEmpty || options.missing == .reject && !missing.isEmpty
    return isRejected || !previews.isEmpty || runs.contains(where: \.isFailed) ? .found : .done
  }

  private func showPreviews() -> ExitStatus {
    var text = StyledText(isColored: output.isColored && !options.output.noColor)
    for preview in previews { text.append(preview) }
    output.write(text)
    return status
  }

  /// How a spec is checked, in the shell and at a prompt.
  private func command(for run: (spec: String, dump: String)) -> SafeText {
    output.program == "modeltree" && !help.hasPrefix("help")
      ? "modeltree check \(run.dump) \(run.spec)" : "check \(run.spec)"
  }
}
