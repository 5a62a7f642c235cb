import ArgumentParser
import CarsModels
import Foundation
import ModelTreeInspector
import TreeSnapshot

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
        tools/sample Cars --script pull --dump pulled.json
        tools/sample Cars --inspect
        tools/sample Cars --inspect -c routes
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

  @Option(help: ArgumentHelp("Write the tree at the end to this file.", valueName: "file"))
  var dump: String?

  @Flag(help: "Open the inspector's prompt inside the app, after the scenario.")
  var inspect = false

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp("With --inspect: run this command and leave.", valueName: "command"))
  var commands: [String] = []

  @Option(
    help: ArgumentHelp("Write the scenarios' dumps into this folder.", valueName: "folder"))
  var writeDumps: String?

  func validate() throws {
    if !commands.isEmpty, !inspect { throw ValidationError("-c needs --inspect") }
  }

  @MainActor
  mutating func run() async throws {
    if let writeDumps { return try await Scenario.writeDumps(into: writeDumps) }
    let scenario = try script.map { name throws(UserError) in try Scenario.named(name) }
    let link = try link.map { text throws(LinkError) in try DeepLink(text) }
    let (storage, isNew) = try self.storage.open()
    if isNew, !empty { try await SampleGarage.fill(storage) }
    let tell = inspect ? Self.tellBeside : Self.tell
    let app = CarsApp(storage: storage, tell: tell)
    await app.start()
    if let link { app.router.open(link) }
    if scenario != nil || inspect || isatty(STDIN_FILENO) == 0 { await app.settle() }
    try await scenario?.play(in: app)
    var status: Int32 = 0
    if inspect {
      status = await app.inspector().repl(commands: commands)
    } else if scenario == nil {
      try await Terminal.drive(app)
    }
    if let dump { try app.snapshot().writeDump(toFile: dump) }
    // What is being stored is stored before the app leaves.
    await app.storage.release()
    await app.settle()
    if status != 0 { throw ExitCode(status) }
  }

  /// A line for the person, at once even where standard output is no terminal.
  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// The same while the inspector answers on standard output.
  private static func tellBeside(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
