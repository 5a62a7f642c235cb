import ArgumentParser
import Foundation
import ModelTree
import ModelTreeAgent
import ModelTreeInspector
import ModelTreeJournal
import TreeSnapshot

/// The options that every sample has.
package struct SampleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Play a scenario, or the lines of a file.", valueName: "scenario"))
  package var script: String?

  @Option(help: ArgumentHelp("Write the tree at the end to this file.", valueName: "file"))
  package var dump: String?

  @Option(
    help: ArgumentHelp(
      "Record what the app does in this file, beside up to three earlier ones.",
      valueName: "file"))
  package var journal: String?

  @Flag(help: "Open the inspector's prompt inside the app, after the scenario.")
  package var inspect = false

  @Flag(help: "Let modeltree look at the app from outside, after the scenario.")
  package var listen = false

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp("With --inspect: run this command and leave.", valueName: "command"))
  package var commands: [String] = []

  @Option(
    help: ArgumentHelp("Write the scenarios' dumps into this folder.", valueName: "folder"))
  package var writeDumps: String?

  @Option(
    help: ArgumentHelp(
      "Record the scenarios whose journals are kept in this folder.", valueName: "folder"))
  package var writeJournals: String?

  @Option(
    help: ArgumentHelp(
      "Play the scenarios and random walks for many builds, with defects from some of them on; write "
        + "the trees at their ends into this folder and list the defects.", valueName: "folder"))
  package var writeFleet: String?

  @Flag(
    help: ArgumentHelp(
      "With --write-fleet: instead, play each test twice, without and with one defect, and write "
        + "both journals."))
  package var pairs = false

  @Option(help: ArgumentHelp("With --write-fleet: how many trees.", valueName: "count"))
  package var runs = 500

  @Option(help: ArgumentHelp("With --write-fleet: of how many builds.", valueName: "count"))
  package var builds = 20

  @Option(
    help: ArgumentHelp(
      "With --write-fleet: what the walks and the defects follow from.", valueName: "number"))
  package var seed: UInt64 = 1

  package init() {}

  package func validate() throws {
    if runs < 1 || builds < 2 { throw ValidationError("a fleet has runs, and two builds or more") }
    if !commands.isEmpty, !inspect { throw ValidationError("-c needs --inspect") }
    if listen, inspect { throw ValidationError("--listen leaves the prompt to modeltree repl") }
  }
}

/// The command line of a sample: its own options, and what they make of the app.
package protocol SampleCommand: AsyncParsableCommand {
  associatedtype App: FleetApp

  static var scenarios: [Scenario] { get }
  /// The scenario that `--inspect` and `--listen` play where none is named.
  var inspectedScenario: String? { get }
  var options: SampleOptions { get }

  /// Makes the app and starts it.
  @MainActor func app(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> App
}

extension SampleCommand {
  package var inspectedScenario: String? { nil }

  /// The scenarios, a line each, for the help.
  package static func list(_ scenarios: [Scenario]) -> String {
    scenarios.map { "  \($0.name): \($0.help)" }.joined(separator: "\n")
  }

  @MainActor
  package mutating func run() async throws {
    if let folder = options.writeDumps { return try await Self.writeDumps(into: folder) }
    if let folder = options.writeJournals { return try await Self.writeJournals(into: folder) }
    if let folder = options.writeFleet {
      let fleet = Fleet(
        folder: folder, runs: options.runs, builds: options.builds, seed: options.seed)
      let lines =
        options.pairs
        ? try await fleet.writePairs(App.self, Self.scenarios)
        : try await fleet.write(App.self, Self.scenarios)
      return lines.forEach { print($0) }
    }
    // Nothing happens before an explorer holds the clock.
    let isExplored = ProcessInfo.processInfo.environment["MODELTREE_EXPLORING"] != nil
    let isInspected = options.inspect || options.listen && !isExplored
    let name = options.script ?? (isInspected ? inspectedScenario : nil)
    let scenario = try name.map { try Scenario.named($0, among: Self.scenarios) }
    // The inspector answers on standard output.
    let isBeside = options.inspect
    let journal = try options.journal.map { try Journal.sample(file: $0) } ?? .sample()
    let app = try await self.app(recordingIn: journal) { Terminal.show($0, isBeside: isBeside) }
    try await scenario?.play(in: app)
    var status: Int32 = 0
    if options.inspect {
      status = await app.inspector().repl(commands: options.commands)
    } else if options.listen {
      try await drive(app, with: app.agent())
    } else if scenario == nil {
      try await Terminal.drive(app)
    }
    if let dump = options.dump { try await app.snapshot().writeDump(toFile: dump) }
    await app.finish()
    if status != 0 { throw ExitCode(status) }
  }

  /// Lets a person go on with the app, and other processes look at it meanwhile.
  @MainActor
  private func drive(_ app: App, with agent: Agent) async throws {
    try agent.listen()
    defer { agent.stop() }
    Terminal.show("\(App.name) listens: modeltree print @\(App.name)", isBeside: true)
    try await Terminal.drive(app)
  }

  /// Plays every scenario whose tree is kept, each in an app of its own.
  @MainActor
  private static func writeDumps(into folder: String) async throws {
    for scenario in scenarios {
      guard let dump = scenario.dump else { continue }
      let app = try await App.sample { _ in }
      try await scenario.playToDump(in: app)
      try await app.snapshot().writeDump(toFile: "\(folder)/\(dump)")
      await app.finish()
    }
  }

  /// Plays every scenario whose journal is kept, each in an app of its own.
  @MainActor
  private static func writeJournals(into folder: String) async throws {
    for scenario in scenarios {
      guard let name = scenario.journal else { continue }
      let journal = try Journal(
        bytes: Journal.sampleBytes, file: "\(folder)/\(name)", keeping: 0)
      let app = try await App.sample(recordingIn: journal) { _ in }
      // Models record their tree by themselves.
      if let root = app.root, !(root is Model) { journal.record(objectsBelow: root) }
      try await scenario.play(in: app)
      await app.finish()
    }
  }

  /// Runs the command; what is wrong is one line on standard error and status 2.
  package static func launch() async {
    do {
      var command = try parse()
      try await command.run()
    } catch let code as ExitCode {
      Foundation.exit(code.rawValue)
    } catch {
      if exitCode(for: error) == .success {
        print(fullMessage(for: error))
        Foundation.exit(0)
      }
      Terminal.show("\(_commandName): \(message(for: error))", isBeside: true)
      Foundation.exit(2)
    }
  }
}
