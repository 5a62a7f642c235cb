import ArgumentParser
import CarsModels
import Foundation

struct CarsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Cars",
    abstract: "An app that keeps cars and drivers, made as MVC-RS and driven from the terminal.",
    discussion: """
      EXAMPLES:
        tools/sample Cars
        tools/sample Cars --storage sqlite:garage.sqlite
        tools/sample Cars --link cars://car/7/edit
        tools/sample Cars --script pull
        tools/sample Cars --script walk.txt --storage sqlite:garage.sqlite
        printf 'open 3\\nassign\\npick 1\\n' | tools/sample Cars

      SCENARIOS:
      \(Scenario.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))

      LINKS:
      \(DeepLink.patterns.map { "  \($0)" }.joined(separator: "\n"))
      """)

  @Option(
    help: ArgumentHelp(
      "Keep cars and drivers in memory, or in the file of sqlite:FILE.",
      valueName: "memory|sqlite:FILE"))
  var storage = StorageChoice.memory

  @Flag(help: "Begin with no cars and no drivers where the storage is new.")
  var empty = false

  @Option(help: ArgumentHelp("Follow a link first.", valueName: "link"))
  var link: String?

  @Option(help: ArgumentHelp("Play a scenario, or the lines of a file.", valueName: "scenario"))
  var script: String?

  @MainActor
  mutating func run() async throws {
    let scenario = try script.map { name throws(UserError) in try Scenario.named(name) }
    let link = try link.map { text throws(LinkError) in try DeepLink(text) }
    let (storage, isNew) = try self.storage.open()
    if isNew, !empty { try await SampleGarage.fill(storage) }
    let app = CarsApp(storage: storage, tell: Self.tell)
    await app.start()
    if let link { app.router.open(link) }
    if scenario != nil || isatty(STDIN_FILENO) == 0 { await app.settle() }
    if let scenario {
      try await scenario.play(in: app)
    } else {
      try await Terminal.drive(app)
    }
    // What is being stored is stored before the app leaves.
    await app.storage.release()
    await app.settle()
  }

  /// A line for the person, at once even where standard output is no terminal.
  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }
}
