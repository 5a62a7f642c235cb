import ArgumentParser
import Dispatch
import LineEditing
import SpecLanguage
import TextIO
import TreeExplore
import TreeLink
import TreeSpec

/// Plays with an app until a rule breaks.
struct Explore: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Play with an app until something breaks; show the shortest way there.",
    discussion: """
      Starts the app anew for each run with the command after '--', or asks a running app to begin \
      again with --reset. It does what the app offers, raises what its models may \
      raise, and prefers what it has seen least. It acts for real: connect the app to nothing that matters.

      An app that listens with 'exploring:' gives its clock: time passes only as a step, so runs can be \
      repeated. Any other app is explored in real time. What fails is played again with fewer steps; what \
      doesn't fail each time is listed as unstable.

      Kinds for --fail-on: \(Failure.Kind.allCases.map(\.rawValue).joined(separator: ", ")). \
      MODELTREE_EXPLORING is set in the app's environment. Ctrl-C or SIGTERM ends the exploration with what \
      was found.

      The status is 1 if something failed, and 2 if it was interrupted before that. With --json: \
      seed, runs, actions, shapes, routes (reached, \
      known), subscriptions (woken, known), failures and unstable (kind, rule, message, why, node, \
      record, run, actions before it was found, steps, original, replays, nearest, script, \
      journal, test), unreached (actions, subscriptions, routes), uncontrolled and held.

      EXAMPLES:
        modeltree explore always.treespec --runs 200 -- ./ExamMaster --listen
        modeltree explore --for 2m --seed 7 --out found -- ./ExamMaster --listen
        modeltree explore @ExamMaster --reset log-out --json
      """)

  @Argument(
    help: "Specs whose lines must hold, or a running app: @NAME.",
    completion: .file(extensions: ["treespec"]))
  var rules: [String] = []

  @Option(help: "The number of runs.")
  var runs: Int?

  @Option(name: .customLong("for"), help: .value("time", "How long to explore: 30s, 2m, 1h."))
  var time: String?

  @Option(help: "The number that all choices follow from.")
  var seed: UInt64 = 1

  @Option(help: .value("count", "How often to replay each failure."))
  var replays = 5

  @Option(help: .value("action", "The action of a running app that begins again, with its words."))
  var reset: String?

  @Option(
    help: .value(
      "folder", "A folder of ways that reached something new: played first, and added to."),
    completion: .directory)
  var corpus: String?

  @Option(help: .value("kinds", "What counts as a failure, separated by commas."))
  var failOn: String?

  @Option(
    help: .value(
      "folder", "Write scripts, journals, tests, and the map of shapes (map.dot) into this folder."),
    completion: .directory)
  var out: String?

  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("app-word"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A word of the command that starts the app.", visibility: .private))
  var command: [String] = []

  /// The arguments of a command line, with each word after `--` as an option: two lists of words can't be
  /// told apart.
  static func written(in arguments: [String]) -> [String] {
    guard let end = arguments.firstIndex(of: "--") else { return arguments }
    return arguments[..<end] + arguments[(end + 1)...].flatMap { ["--app-word", $0] }
  }

  /// The number of runs without --runs and --for.
  private static let usualRuns = 100

  func validate() throws {
    if runs ?? 1 < 1 { throw ValidationError("--runs is at least 1") }
    if replays < 1 { throw ValidationError("--replays is at least 1") }
    if command.isEmpty, reset == nil, rules.contains(where: { AppName(word: $0) != nil }) {
      throw ValidationError("a running app takes --reset, the action that begins again")
    }
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
    let apps = rules.compactMap { AppName(word: $0) }
    let names = rules.filter { AppName(word: $0) == nil }
    let specs = names.isEmpty ? [] : try SpecFiles.specs(names)
    let source: AppStarter.Source
    switch (command.isEmpty, apps.count) {
    case (false, 0): source = .command(command)
    case (true, 1): source = .app(apps[0], reset: try ShellWords.split(reset ?? ""))
    default:
      throw ConsoleError(
        "name the command that starts the app after '--', or one running app: @NAME")
    }
    var options = ExplorerOptions(
      runs: runs ?? (time == nil ? Self.usualRuns : .max), seed: seed, kinds: try kinds())
    options.replays = replays
    let ways = corpus.map(Corpus.init)
    options.corpus = try ways?.read() ?? []
    let folder = try ExplorerFolder()
    defer { folder.remove() }
    console.note(Exploration.warning)
    var report = try explore(
      options, try specs.map { try Spec(utf8: Spec.bytes(ofFile: $0), name: $0) }, source,
      folder.path, console)
    try ways?.write(report.exploration.ways, console)
    if let out { try report.write(into: out, rules: specs, console) }
    return report
  }

  private func kinds() throws -> Set<Failure.Kind> {
    guard let failOn else { return Failure.Kind.usual }
    return try Set(
      failOn.split(separator: ",").map { word in
        guard let kind = Failure.Kind(rawValue: String(word)) else {
          let hint = Failure.Kind.allCases.map(\.rawValue).hint(
            for: String(word), otherwise: "see 'modeltree help explore'")
          throw ConsoleError("'\(word)' isn't a kind of failure; \(hint)")
        }
        return kind
      })
  }

  private func explore(
    _ options: ExplorerOptions, _ rules: [Spec], _ source: AppStarter.Source, _ folder: String,
    _ console: ConsoleOutput
  ) throws -> ExplorationReport {
    let end = try time.map { ContinuousClock.now + (try Self.duration($0)) }
    return try HeldInterrupt.during(isHolding: true) { isInterrupted in
      let starter = AppStarter(source: source, folder: folder) {
        isInterrupted() || end.map { ContinuousClock.now > $0 } ?? false
      }
      var told = ContinuousClock.now
      let explorer = Explorer(options, rules: rules) { try starter.start() }
      let exploration = try Blocking.run {
        try await explorer.explore { exploration in
          if told.duration(to: .now) > .seconds(2) {
            told = .now
            console.note(exploration.progress)
          }
          return !starter.shouldEnd()
        }
      }
      let done: SafeText =
        runs.map { "\(exploration.runs) of \(counted($0, "run"))" }
        ?? counted(exploration.runs, "run")
      return ExplorationReport(
        exploration, interruption: isInterrupted() ? "interrupted after \(done)" : nil)
    }
  }

  /// Reads `30s`, `2m` or `1h`.
  private static func duration(_ text: String) throws(ConsoleError) -> Duration {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    if let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0,
      number <= 100_000
    {
      return .seconds(number * unit)
    }
    throw ConsoleError("'\(text)' isn't a time; write 30s, 2m or 1h")
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

/// A folder of ways that reached something new, each a script of the prompt.
struct Corpus {
  let folder: String
  /// The most bytes of a way that are read.
  private static let mostBytes = 1 << 16

  /// The ways, in the order of their names. Lines that aren't steps are left out.
  func read() throws -> [[Step]] {
    if !FileNames.isFolder(folder) { return [] }
    return try FileNames.inFolder(folder).sorted().filter { $0.hasSuffix(".script") }.map { name in
      let bytes = FileBytes.beginning(of: "\(folder)/\(name)", count: Self.mostBytes) ?? []
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
        Step(String($0))
      }
    }
  }

  /// Adds ways.
  func write(_ ways: [[Step]], _ output: ConsoleOutput) throws {
    for way in ways {
      let file = "\(folder)/\(way.name).script"
      if FileNames.exists(file) { continue }
      let text = way.map { $0.line + "\n" }.joined()
      try output.write(Array(text.utf8), to: file, makesFolders: true)
    }
  }
}

/// A folder for the sockets of apps that are explored, which only the user can open.
struct ExplorerFolder {
  let path: String

  /// Makes a folder whose path is short enough for a socket.
  init() throws {
    var name = Array("/tmp/explore-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw ConsoleError("a folder in /tmp cannot be made: \(SafeText(errno: errno))")
    }
    path = String(decoding: name.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }

  /// Removes it with what is in it.
  func remove() {
    for name in (try? FileNames.inFolder(path)) ?? [] { FileNames.remove("\(path)/\(name)") }
    rmdir(path)
  }
}
