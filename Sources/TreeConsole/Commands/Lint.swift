import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal
import TreeSnapshot

/// Reports what is probably wrong with a tree.
struct Lint: AnsweringCommand {
  static let commandName = "lint"
  static let abstract = "Report what is probably wrong: rule by rule, where, why and the remedy."
  static let explanation: String? = LintHelp.text
  static let examples = [
    "", "--disable unheard-event --all", "--write-baseline lint.txt",
    "--baseline lint.txt --strict --sarif lint.sarif",
  ]

  @Option(
    name: .customLong("disable"),
    help: ArgumentHelp("Switch this rule off; may be given again.", valueName: "rule"))
  var disabled: [RuleName] = []

  @Option(
    help: ArgumentHelp(
      "Read settings from this file; left out, from \(LintSettings.defaultFile) where it exists.",
      valueName: "file"))
  var config: InputFile?

  @Option(
    help: ArgumentHelp(
      "Take the findings that this file records as known.", valueName: "file"))
  var baseline: InputFile?

  @Option(
    help: ArgumentHelp(
      "Record what is found in this file, '-' for standard output.", valueName: "file"))
  var writeBaseline: OutputFile?

  @Flag(help: "Fail as well where a recorded finding is no longer found.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write SARIF 2.1.0 to this file, '-' for standard output.", valueName: "file"))
  var sarif: OutputFile?

  @Flag(help: "Show every finding: the known ones, and more than ten of one rule.")
  var all = false

  @OptionGroup var list: ListOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try checkOptions()
    let settings = try LintSettings(file: config?.rawValue, disabling: disabled.map(\.rawValue))
    let known = try baseline.map { try Baseline(contentsOf: $0.rawValue, .lint) }
    let snapshot = try context.target.state().snapshot
    let subject = LintSubject(
      snapshot, leaked: try leakedModels(of: context.target),
      missed: try missedEvents(in: context.target))
    let result = LintResult(subject, settings, known: known)

    var files: [(name: String, bytes: [UInt8], form: InertLines.Form, count: Int)] = []
    if let sarif = sarif?.rawValue {
      files.append(
        (sarif, LintSARIF(result).json.bytes + [UInt8(ascii: "\n")], .json, result.count))
    }
    if let writeBaseline = writeBaseline?.rawValue {
      let record = result.baseline
      files.append((writeBaseline, Array(record.text.utf8), .text, record.entries.count))
    }
    for file in files where file.name != "-" { try context.output.write(file.bytes, to: file.name) }

    // What was just recorded is known.
    let isFound = result.isWorseThanKnown || strict && !result.stale.isEmpty
    if isFound, writeBaseline == nil { context.hasFindings = true }
    if list.count { return list.answer(result.count, output, to: context.output) }
    if let answer = files.first(where: { $0.name == "-" }) {
      context.output.write(answer.bytes, as: answer.form)
    } else {
      output.answer(
        to: context.output, json: LintJSON(result: result, limit: list.limits.numberInJSON)
      ) { text in
        LintText(
          result: result, showsAll: all,
          limit: list.limits.number(context, usual: all ? .max : LintText.usualLimit),
          written: files.map { ($0.name, $0.count) }
        ).write(to: &text)
      }
    }
  }

  private func checkOptions() throws(ConsoleError) {
    if strict, baseline == nil { throw .missing(.baseline) }
    let answers = [output.json, sarif?.rawValue == "-", writeBaseline?.rawValue == "-"].count { $0 }
    if answers > 1 { throw .conflict(.lintAnswers) }
  }

  /// The events that came too early, of a target with a journal.
  private func missedEvents(in target: WhatIfTarget) throws -> [MissedEvent]? {
    guard target.capabilities.contains(.journal) else { return nil }
    let look = try target.journal()
    return look.contents.missedEvents(at: target.moment ?? look.lastMoment ?? 0)
  }

  /// The leaked models of a target that knows them.
  private func leakedModels(of target: any InspectionTarget) throws -> [LeakedModel]? {
    target.capabilities.contains(.leaks) ? try target.leakedModels() : nil
  }
}
