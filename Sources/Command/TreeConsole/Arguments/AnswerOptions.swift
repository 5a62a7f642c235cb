import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal

extension ArgumentHelp {
  /// The help of an option or argument, with a name for its value.
  static func value(_ name: String, _ help: String) -> ArgumentHelp {
    ArgumentHelp(help, valueName: name)
  }

  /// The help of `--count`, which commands have whose answers are lists.
  static let countAlone: ArgumentHelp = "Answer with the number of entries only."
}

/// The options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: .value("file", "Write the answer to this file, '-' for standard output."))
  var outputName: OutputFile?

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: .value("moment", "Look at a moment of the journal: a record's number, 12:03:04.5 or -2s.")
  )
  var at: MomentWord?

  /// The file to write; nil for standard output.
  var file: String? { outputName?.fileNames.first }

  /// The format of the answer.
  var answerOptions: Answer.Options {
    Answer.Options(isJSON: json, isColored: !noColor, file: file)
  }

  /// Whether the answer is text that may be colored.
  func isColored(_ view: View) -> Bool { view.output.isColored && !noColor && file == nil }
}

/// The option of commands whose answers contain lists.
struct LimitOptions: ParsableArguments {
  @Option(
    help: .value(
      "number", "Show at most this many entries of each list, or all; JSON defaults to all."))
  var limit: Limit?

  /// The maximum number of list entries in text.
  ///
  /// - Parameter usual: The default, unless an option or `set` changes it.
  func number(_ view: View, usual: Int = .max) -> Int { chosen(view) ?? usual }

  /// The maximum number that an option or `set` specifies; nil if neither does.
  func chosen(_ view: View) -> Int? { (limit ?? view.prompt.limit)?.number }

  /// The maximum number of list entries in JSON.
  var numberInJSON: Int { limit?.number ?? .max }
}

extension StyledText {
  /// A cell of a table.
  typealias Cell = (text: SafeText, color: Color)

  /// Adds a table, whose columns are as wide as their longest cells.
  mutating func table(_ rows: [[Cell]]) {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].text.columns }.max() ?? 0
    }
    for row in rows {
      for (cell, width) in zip(row, widths).dropLast() {
        append(cell.text, cell.color, width: width + 2)
      }
      if let last = row.last { line(last.text, last.color) }
    }
  }

  /// Adds the first elements of a list, and a line that counts the rest and explains how to see it.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of elements to add.
  ///   - add: Adds one element.
  mutating func list<Elements: Sequence>(
    _ elements: Elements, limit: Int,
    _ add: (Elements.Element, inout StyledText) -> Void
  ) {
    var count = 0
    for element in elements {
      if count < limit { add(element, &self) }
      count += 1
    }
    if count > limit { line("  and \(count - limit) more; --limit all shows them", .dim) }
  }
}

extension [SafeText] {
  /// The first elements and how many there are more: `a, b and 3 more`.
  func listed(_ limit: Int) -> SafeText {
    let more = count - limit
    return prefix(limit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}

/// A moment on the command line. It is parsed on use, so that an error has its own message.
struct MomentWord: Hashable, RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  static var defaultCompletionKind: CompletionKind { .list([]) }

  /// The number of the record that the moment names.
  ///
  /// - Throws: `MomentError` if there is no such moment.
  func number(in look: JournalLook) throws(MomentError) -> Int {
    try look.contents.number(of: moment(), now: look.now)
  }

  /// The number of the first record at or after the moment; a time before the first record includes
  /// all.
  func first(in look: JournalLook) throws(MomentError) -> Int {
    do throws(MomentError) {
      let number = try number(in: look)
      if case .record = try moment() { return number }
      return number + 1
    } catch {
      if case .dropped = error { return 1 }
      throw error
    }
  }

  private func moment() throws(MomentError) -> Moment {
    guard let moment = Moment(rawValue) else { throw .syntax(rawValue) }
    return moment
  }
}

/// A duration on the command line, such as `50ms`.
struct TimeWord: Hashable, RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  /// The duration.
  ///
  /// - Throws: `ConsoleError` if the word isn't a duration.
  func nanoseconds() throws(ConsoleError) -> Int {
    // An age is also a duration.
    guard case .age(let nanoseconds)? = Moment("-" + rawValue) else {
      throw ConsoleError("'\(rawValue)' isn't a length of time; write it as 50ms, 1.5s or 2m")
    }
    return nanoseconds
  }
}

extension View {
  /// Runs a query at the moment of an option.
  mutating func looking<Result>(
    at moment: MomentWord?, needs: Capability?, _ body: (inout View) throws -> Result
  ) throws -> Result {
    guard let moment else { return try body(&self) }
    let look = try journal()
    let number = try moment.number(in: look)
    // The past can be queried even without a tree.
    let state = Swift.Result { try look.state(at: number, name: target.name) }
    let outer = past
    past = (number, state)
    if needs != .journal { noteAge() }
    defer { past = outer }
    try require(needs)
    if isShell, needs != .journal, look.contents.texts == .names {
      note("note: the journal has no labels and states of that time")
    }
    return try body(&self)
  }
}
