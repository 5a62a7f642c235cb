import ArgumentParser
import TextIO
import TreeAnalysis
import TreeJournal

/// The options that every command takes.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Answer in JSON, on one line.")
  var json = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the answer to this file, '-' for standard output.", valueName: "file"))
  var outputName: OutputFile?

  @Flag(name: .customLong("no-color"), help: "Answer without color, as when NO_COLOR is set.")
  var noColor = false

  @Option(
    name: .customLong("at"), parsing: .unconditional,
    help: ArgumentHelp(
      "Look at a moment of the journal: a record's number, 12:03:04.5 or -2s.",
      valueName: "moment"))
  var at: MomentWord?

  /// The file to write; nil for standard output.
  var file: String? { outputName?.fileNames.first }

  /// How the answer is shown.
  var answerOptions: Answer.Options {
    Answer.Options(isJSON: json, isColored: !noColor, file: file)
  }

  /// Whether the answer is text that may be colored.
  func isColored(_ view: View) -> Bool { view.output.isColored && !noColor && file == nil }
}

/// The option of commands whose answers hold lists.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show at most this many entries of each list, or all; JSON defaults to all.",
      valueName: "number"))
  var limit: Limit?

  /// How many entries of a list the text shows.
  ///
  /// - Parameter usual: How many, unless an option or `set` says.
  func number(_ view: View, usual: Int = .max) -> Int { chosen(view) ?? usual }

  /// How many entries an option or `set` asks for; nil if neither does.
  func chosen(_ view: View) -> Int? { (limit ?? view.session?.settings.limit)?.number }

  /// How many entries of a list JSON holds.
  var numberInJSON: Int { limit?.number ?? .max }
}

/// The options of commands whose answers are lists.
struct ListOptions: ParsableArguments {
  @OptionGroup var limits: LimitOptions

  @Flag(help: "Answer with the number of entries only.")
  var count = false
}

extension StyledText {
  /// Adds the first elements of a list, and a line that counts the others and says how to see them.
  ///
  /// - Parameters:
  ///   - limit: How many elements are added at most.
  ///   - more: What follows the number of the others.
  ///   - add: Adds one element.
  mutating func list<Elements: Sequence>(
    _ elements: Elements, limit: Int, more: SafeText = "more; --limit all shows them",
    _ add: (Elements.Element, inout StyledText) -> Void
  ) {
    var count = 0
    for element in elements {
      if count < limit { add(element, &self) }
      count += 1
    }
    if count > limit { line("  and \(count - limit) \(more)", .dim) }
  }
}

/// A moment on a command line. It is read when it is used, so that an error has its own words.
struct MomentWord: Hashable, RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  static var defaultCompletionKind: CompletionKind { .list([]) }

  /// The number of the record that the moment names.
  ///
  /// - Throws: `MomentError` if there is none.
  func number(in look: JournalLook) throws(MomentError) -> Int {
    try look.contents.number(of: moment(), now: look.now)
  }

  /// The number of the first record from the moment on; a time before the first one means all of them.
  func first(in look: JournalLook) throws(MomentError) -> Int {
    do throws(MomentError) {
      let number = try number(in: look)
      if case .record = try moment() { return number }
      return number + 1
    } catch {
      switch error {
      case .before, .dropped: return 1
      default: throw error
      }
    }
  }

  private func moment() throws(MomentError) -> Moment {
    guard let moment = Moment(rawValue) else { throw .syntax(rawValue) }
    return moment
  }
}

/// A length of time on a command line, such as `50ms`.
struct TimeWord: Hashable, RawRepresentable, ExpressibleByArgument {
  var rawValue: String

  /// The time.
  ///
  /// - Throws: `ConsoleError` if the word is none.
  func nanoseconds() throws(ConsoleError) -> Int {
    // An age is a length of time, too.
    guard case .age(let nanoseconds)? = Moment("-" + rawValue) else {
      throw ConsoleError("'\(rawValue)' isn't a length of time; write it as 50ms, 1.5s or 2m")
    }
    return nanoseconds
  }
}

extension View {
  /// Asks for something at the moment that an option names.
  mutating func looking<Result>(
    at moment: MomentWord?, needs: Capability?, _ body: (inout View) throws -> Result
  ) throws -> Result {
    guard let moment else { return try body(&self) }
    let look = try journal()
    let number = try moment.number(in: look)
    // What happened until then can be asked for even if there was no tree.
    let replayed = Swift.Result { try look.state(at: number, name: target.name) }
    let outer = past
    past = (number, replayed.map(\.state))
    defer { past = outer }
    try require(needs)
    let result = try body(&self)
    // What happened has no labels and states.
    if session == nil, needs != .journal, let replayed = try? replayed.get() {
      noteDescriptions(replayed.described, at: number)
    }
    return result
  }

  /// Says as of when labels and states are.
  func noteDescriptions(_ described: Int?, at moment: Int) {
    if described == moment { return }
    note(
      described.map { "note: labels and states are as of record \($0)" }
        ?? "note: the journal has no labels and states of that time")
  }
}
