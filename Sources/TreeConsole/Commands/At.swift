import ArgumentParser
import TextIO
import TreeJournal

/// Chooses the moment at which a prompt looks.
struct At: InspectorCommand {
  static let commandName = "at"
  static let abstract = "Look at the tree as it was at a moment; 'at now' looks at it as it is."
  static let explanation: String? = """
    A moment is the number of a record of 'journal' (1234: after that record), a time (12:03:04.5, \
    the latest such; 2026-03-01T12:03:04Z) or an age (-2s). The app is not touched.
    """
  static let examples = ["1234", "12:03:04.5", "-2s", "now", "first"]
  static let needs: Capability? = .journal

  @Argument(
    parsing: .allUnrecognized,
    help: "The moment, 'now', or 'first' for the earliest that is kept.")
  var moment: [String]

  func run(in context: CommandContext) throws {
    guard moment.count == 1, let word = moment.first else {
      throw ConsoleError.misuse(usage: "at MOMENT, at first, or at now")
    }
    if word == "now" {
      context.target.past = nil
      return context.output.note("this is the present tree again")
    }
    let look = try context.target.journal()
    let number =
      word == "first"
      ? look.contents.records.lowerBound - 1 : try look.number(of: MomentWord(rawValue: word))
    try context.move(to: number, in: look)
  }
}

/// Goes back to earlier records.
struct Back: InspectorCommand {
  static let commandName = "back"
  static let abstract = "Look at the tree as it was a record earlier, or several."
  static let examples = ["", "10"]
  static let needs: Capability? = .journal

  @Argument(help: "How many records.")
  var records = 1

  func run(in context: CommandContext) throws { try context.step(by: -records) }
}

/// Goes on to later records.
struct Forward: InspectorCommand {
  static let commandName = "forward"
  static let abstract = "Look at the tree as it was a record later, or several."
  static let examples = ["", "10"]
  static let needs: Capability? = .journal

  @Argument(help: "How many records.")
  var records = 1

  func run(in context: CommandContext) throws { try context.step(by: records) }
}

extension CommandContext {
  fileprivate func step(by records: Int) throws {
    let look = try target.journal()
    let start = target.moment ?? look.contents.records.upperBound - 1
    let (number, isTooFar) = start.addingReportingOverflow(records)
    if isTooFar { throw MomentError.later(last: look.contents.records.upperBound - 1) }
    try move(to: number, in: look)
  }

  /// Looks at a moment from now on, and shows the record that led to it.
  fileprivate func move(to number: Int, in look: JournalLook) throws {
    let (state, described) = try look.state(at: number, name: target.treeName)
    target.past = (number, .success(state))
    var report = JournalReport(contents: look.contents, types: JournalTypes(of: look.contents))
    var text = StyledText(isColored: output.isColored)
    if let record = look.contents[number] {
      report.write(record, to: &text)
    } else {
      text.line("before record \(number + 1), which is the first that is kept")
    }
    output.write(text)
    noteDescriptions(described, at: number)
  }

  /// Says as of when labels and states are.
  func noteDescriptions(_ described: Int?, at moment: Int) {
    if described == moment { return }
    output.note(
      described.map { "note: labels and states are as of record \($0)" }
        ?? "note: the journal has no labels and states of that time")
  }

  /// Runs a command at a moment, where an option names one.
  func looking<Answer>(
    at moment: MomentWord?, needs: Capability?, _ command: () throws -> Answer
  ) throws -> Answer {
    guard let moment else { return try command() }
    let look = try target.journal()
    let number = try look.number(of: moment)
    // What happened until then can be asked for also where there was no tree.
    let found = Result { try look.state(at: number, name: target.treeName) }
    let outer = target.past
    target.past = (number, found.map(\.state))
    defer { target.past = outer }
    try target.require(needs)
    let result = try command()
    if !isRepl, let found = try? found.get() { noteDescriptions(found.described, at: number) }
    return result
  }
}

extension JournalLook {
  /// The number of the record that a moment names.
  func number(of moment: MomentWord) throws -> Int {
    try contents.number(of: moment.moment(), now: now)
  }
}
