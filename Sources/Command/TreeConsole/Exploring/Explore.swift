import ArgumentParser
import Dispatch
import LineEditing
import TextIO
import TreeLink
import TreeRuns
import TreeSpec

/// Plays with an app until a rule breaks.
struct Explore: ShellCommand {
  static let isTalking = true
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Play with an app until something breaks; show the shortest way there.",
    discussion: """
      Starts the app anew for each run with the command after '--'. It performs the app's actions, raises \
      the messages that models declare, and prefers what it has seen least. It runs real actions: don't \
      use it with production services.

      The app listens with 'exploring:', which exposes its clock: time passes only as a step, so runs can be \
      repeated. What fails is played again with fewer steps; what doesn't fail each time is listed as \
      unstable.

      MODELTREE_EXPLORING is set in the app's environment. Ctrl-C or SIGTERM ends the exploration and \
      reports what was found.

      The status is 1 if something failed, and 2 if it was interrupted before that. With --json: \
      seed, runs, actions, shapes, routes (reached, \
      known), subscriptions (woken, known), failures and unstable (kind, rule, message, why, node, \
      record, run, actions before it was found, steps, original, replays, nearest, script, \
      journal, test), unreached (actions, subscriptions, routes) and uncontrolled.

      EXAMPLES:
        modeltree explore rules.treespec --runs 200 -- ./ExamMaster --listen
        modeltree explore --for 2m --seed 7 --out found -- ./ExamMaster --listen
      """)

  @Argument(
    help: "A spec, or a folder of specs, that must hold.",
    completion: .file(extensions: ["treespec"]))
  var rules: String?

  @Option(help: "The number of runs.")
  var runs: Int?

  @Option(name: .customLong("for"), help: .value("time", "How long to explore: 30s, 2m, 1h."))
  var time: TimeWord?

  @Option(help: "The number that all choices follow from.")
  var seed: UInt64 = 1

  @Option(
    help: .value(
      "folder", "Write the script, the journal and a test of each failure into this folder."),
    completion: .directory)
  var out: String?

  @OptionGroup var output: OutputOptions

  @Argument(parsing: .postTerminator, help: "After '--', the command that starts the app.")
  var command: [String] = []

  /// The number of runs without --runs and --for.
  private static let usualRuns = 100

  func validate() throws {
    if runs ?? 1 < 1 { throw ValidationError("--runs is at least 1") }
    if output.at != nil {
      throw ValidationError("--at goes with a journal; an app is explored as it runs")
    }
  }

  func run(writingTo console: ConsoleOutput) throws -> ExitStatus {
    let report = try report(console)
    var answer = Answer(hasFindings: !report.exploration.failures.isEmpty) {
      report.json
    } text: { text in
      for line in report.lines { text.line(line) }
    }
    answer.options = output.answerOptions
    // What it didn't get to may fail.
    if !answer.hasFindings { answer.failure = report.interruption }
    try console.show(answer)
    if let words = report.interruption { console.note(words) }
    return answer.status
  }

  /// Explores, and writes the files.
  func report(_ console: ConsoleOutput) throws -> ExplorationReport {
    if command.isEmpty { throw ConsoleError("name the command that starts the app after '--'") }
    if try time?.nanoseconds() == 0 { throw ConsoleError("--for is more than 0s, such as 30s") }
    let specs = try rules.map { try SpecFiles.specs([$0]) } ?? []
    if let out {
      // Before minutes of work, and where the system refuses only when a folder is made.
      _ = try FileSet(in: out)
      try console.checkMayWrite("\(out)/1.script", makesFolders: true)
    }
    try Descriptor.require(16, for: "an exploration")
    let folder = try ExplorerFolder()
    defer { folder.remove() }
    console.note(Exploration.warning)
    let report = try explore(
      try specs.map { try Spec(utf8: Spec.bytes(ofFile: $0), name: $0) }, folder.path, console)
    try report.write(rules: specs, console)
    return report
  }

  private func explore(
    _ rules: [Spec], _ folder: String, _ console: ConsoleOutput
  ) throws -> ExplorationReport {
    let options = ExplorerOptions(
      runs: runs ?? (time == nil ? Self.usualRuns : .max), seed: seed)
    let end = try time.map { ContinuousClock.now + .nanoseconds(try $0.nanoseconds()) }
    return try HeldInterrupt.during { isInterrupted in
      let shouldEnd: @Sendable () -> Bool = {
        isInterrupted() || end.map { ContinuousClock.now > $0 } ?? false
      }
      var told = ContinuousClock.now
      let explorer = Explorer(options, rules: rules) {
        try ExploredProgram.start(command, in: folder, shouldEnd: shouldEnd)
      }
      let exploration = try Blocking.run {
        try await explorer.explore { exploration in
          if told.duration(to: .now) > .seconds(2) {
            told = .now
            console.note(exploration.progress)
          }
          return !shouldEnd()
        }
      }
      let done: SafeText =
        runs.map { "\(exploration.runs) of \(counted($0, "run"))" }
        ?? counted(exploration.runs, "run")
      return ExplorationReport(
        exploration: exploration,
        interruption: isInterrupted() ? "interrupted after \(done)" : nil, folder: out)
    }
  }
}

/// Runs asynchronous work for a thread that waits for it.
enum Blocking {
  /// Runs work elsewhere, and blocks the calling thread meanwhile.
  ///
  /// - Throws: What the work throws.
  static func run<Result: Sendable>(_ work: @escaping () async throws -> Result) throws -> Result {
    // The caller waits, so that only one thread at a time uses what the work does.
    nonisolated(unsafe) let work = work
    let result = Lock<Swift.Result<Result, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let found = try await work()
        result.withLock { $0 = .success(found) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    isDone.wait()
    guard let result = result.withLock({ $0 }) else { throw Interrupted() }
    return try result.get()
  }
}
