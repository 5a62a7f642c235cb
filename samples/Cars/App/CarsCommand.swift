import ArgumentParser
import CarsModels
import Foundation
import ModelTreeJournal
import SampleApps

@main
struct CarsCommand: SampleCommand {
  static let scenarios = Scenario.all

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
        tools/sample Cars --script pull --dump pulled.json
        tools/sample Cars --inspect
        tools/sample Cars --listen
        tools/sample Cars --script unsaved --journal cars.journal
        tools/sample Cars --inspect -c routes
        printf 'open 3\\nassign\\npick 1\\n' | tools/sample Cars

      SCENARIOS:
      \(list(scenarios))

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

  @OptionGroup var options: SampleOptions

  static func main() async { await launch() }

  @MainActor
  func app(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> CarsApp {
    let link = try link.map { text throws(LinkError) in try DeepLink(text) }
    let (storage, isNew) = try self.storage.open()
    if isNew, !empty { try await SampleGarage.fill(storage) }
    let app = CarsApp(storage: storage, journal: journal, output: output)
    await app.start()
    if let link { app.router.open(link) }
    // A person may type before the first answer.
    if options.script != nil || options.inspect || options.listen || isatty(STDIN_FILENO) == 0 {
      await app.settle()
    }
    return app
  }
}
