import ArgumentParser
import ChatModels
import Foundation

struct ChatCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Chat",
    abstract: "A chat, made as a hybrid of MVC and MVVM and driven from the terminal.",
    discussion: """
      EXAMPLES:
        tools/sample Chat
        tools/sample Chat --file chat.jsonl
        tools/sample Chat --script failed
        tools/sample Chat --script walk.txt --dump chat.json
        tools/sample Chat --inspect
        tools/sample Chat --inspect -c 'trace error DataSourceError.offline --from MemoryDataSource'
        printf 'send Hello\\nhold 1\\ncopy\\n' | tools/sample Chat

      SCENARIOS:
      \(Scenario.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))
      """)

  @Option(
    help: ArgumentHelp(
      "Keep the messages in this file, and begin with those that it holds.", valueName: "file"))
  var file: String?

  @Option(help: ArgumentHelp("Play a scenario, or the lines of a file.", valueName: "scenario"))
  var script: String?

  @Option(help: ArgumentHelp("Write the tree at the end to this file.", valueName: "file"))
  var dump: String?

  @Flag(
    help: """
      Open the inspector's prompt inside the app, after the scenario; without one and without a \
      file, after choices.
      """)
  var inspect = false

  @Option(
    name: .customShort("c"),
    help: ArgumentHelp("With --inspect: run this command and leave.", valueName: "command"))
  var commands: [String] = []

  @Option(
    help: ArgumentHelp(
      "Play every scenario and write its dump into this folder.", valueName: "folder"))
  var writeDumps: String?

  @MainActor
  mutating func run() async throws {
    if let writeDumps { return try await Scenario.writeDumps(into: writeDumps) }
    let scenario = try chosenScenario()
    let courier = SimulatedCourier(delay: .milliseconds(50))
    let dataSource: MessageDataSource =
      if let file {
        try FileDataSource(path: file, courier: courier)
      } else {
        MemoryDataSource(courier: courier)
      }
    let tell = inspect ? Self.tellBeside : Self.tell
    let app = ChatApp(dataSource: dataSource, courier: courier, tell: tell)
    app.start()
    try await scenario?.play(in: app)
    if inspect {
      let status = await app.inspect(commands)
      if status != 0 { throw ExitCode(status) }
    } else if scenario == nil {
      try await Terminal.drive(app)
    }
    if let dump { try app.writeDump(to: dump) }
    // What is on its way gets its answer before the app leaves.
    courier.resume()
    await app.settle()
  }

  private func chosenScenario() throws(UserError) -> Scenario? {
    if !commands.isEmpty, !inspect { throw UserError("-c needs --inspect") }
    if let script { return try Scenario.named(script) }
    // With a file, what it holds is to be seen.
    return inspect && file == nil ? try Scenario.named("choices") : nil
  }

  /// A line for the user, at once even where standard output is no terminal.
  private static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// The same while the inspector answers on standard output.
  private static func tellBeside(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
