import ArgumentParser
import Foundation
import ModelTree
import ModelTreeInspector
import ModelTreeStorage
import TreeSnapshot

struct ExamMasterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ExamMaster",
    abstract: "An app that prepares exams, made as a tree of models and driven from the terminal.",
    discussion: """
      EXAMPLES:
        tools/sample ExamMaster
        tools/sample ExamMaster --script bad-token
        tools/sample ExamMaster --script dashboard --dump dashboard.json
        tools/sample ExamMaster --inspect
        tools/sample ExamMaster --session session.json

      SCENARIOS:
      \(Scenario.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))
      """)

  @Option(help: ArgumentHelp("Play a scenario.", valueName: "scenario"))
  var script: String?

  @Option(
    help: ArgumentHelp(
      "Keep the session in this file, and begin with the one that it holds.", valueName: "file"))
  var session: String?

  @Option(help: ArgumentHelp("Write the tree at the end to this file.", valueName: "file"))
  var dump: String?

  @Flag(
    help: """
      Open the inspector's prompt inside the app, after the scenario; without one, after \
      exam-creation.
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
    let tell = inspect ? Self.tellBeside : Self.tell
    let store: any SessionStore =
      session.map { FileSessionStore(path: $0) } ?? MemorySessionStore()
    let app = ExamMasterApp(store: store, tell: tell)
    let scenario = try chosenScenario()
    app.start()
    try await scenario?.play(in: app, tell: tell)
    if inspect {
      let status = await inspector(of: app).repl(commands: commands)
      if status != 0 { throw ExitCode(status) }
    } else if scenario == nil {
      try await Terminal.drive(app)
    }
    try writeDump(of: app)
    app.controller.stop()
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

  private func chosenScenario() throws -> Scenario? {
    if script == nil, !commands.isEmpty, !inspect { throw UserError("-c needs --inspect") }
    guard let name = script ?? (inspect ? "exam-creation" : nil) else { return nil }
    guard let scenario = Scenario.all.first(where: { $0.name == name }) else {
      let names = Scenario.all.map(\.name).joined(separator: ", ")
      throw UserError("there is no scenario '\(name)'; there are \(names)")
    }
    return scenario
  }

  @MainActor
  private func inspector(of app: ExamMasterApp) -> Inspector {
    let actions = UserActions.all.map { action in
      Inspector.Action(action.usage, help: action.help) { words in
        try action.perform(app, words)
        return ""
      }
    }
    return Inspector(name: "ExamMaster", actions: actions) { app.controller.session }
  }

  @MainActor
  private func writeDump(of app: ExamMasterApp) throws {
    guard let dump else { return }
    guard let snapshot = app.snapshot() else { throw UserError("no session is open to be dumped") }
    try snapshot.writeDump(toFile: dump)
  }
}
