import ArgumentParser
import Foundation
import ModelTreeInspector
import ProfileModels
import TreeSnapshot

struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Profile",
    abstract: "An app around one user, made with a model controller and driven from the terminal.",
    discussion: """
      EXAMPLES:
        tools/sample Profile
        tools/sample Profile --script offline
        tools/sample Profile --user me.json
        tools/sample Profile --script updated --dump updated.json
        tools/sample Profile --inspect
        printf 'profile\\nupdate\\ncomment 1\\n' | tools/sample Profile

      SCENARIOS:
      \(Scenario.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))
      """)

  @Option(
    help: ArgumentHelp("Load the user from this file of JSON each time.", valueName: "file"))
  var user: String?

  @Option(help: ArgumentHelp("Play a scenario, or the lines of a file.", valueName: "scenario"))
  var script: String?

  @Option(help: ArgumentHelp("Write the tree at the end to this file.", valueName: "file"))
  var dump: String?

  @Flag(
    help: """
      Open the inspector's prompt inside the app, after the scenario; without one, after both.
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
    if !commands.isEmpty, !inspect { throw UserError("-c needs --inspect") }
    if let writeDumps { return try await Scenario.writeDumps(into: writeDumps) }
    let name = script ?? (inspect ? "both" : nil)
    let scenario = try name.map { name throws(UserError) in try Scenario.named(name) }
    let app = try await app()
    try await scenario?.play(in: app)
    if inspect {
      let status = await inspector(of: app).repl(commands: commands)
      if status != 0 { throw ExitCode(status) }
    } else if scenario == nil {
      try await Terminal.drive(app)
    }
    if let dump { try app.snapshot().writeDump(toFile: dump) }
  }

  @MainActor
  private func app() async throws -> ProfileApp {
    let tell = inspect ? Self.tellBeside : Self.tell
    guard let user else { return try await .sample(tell: tell) }
    do {
      return try await ProfileApp(loader: AppLoader(FileLoader(path: user)), tell: tell)
    } catch {
      throw UserError("cannot begin with '\(user)': \(error)")
    }
  }

  /// A line for the user, at once even where standard output is no terminal.
  private static func tell(_ line: String) {
    print(SafeText.escape(line))
    fflush(nil)
  }

  /// The same while the inspector answers on standard output.
  private static func tellBeside(_ line: String) {
    FileHandle.standardError.write(Data("\(SafeText.escape(line))\n".utf8))
  }

  @MainActor
  private func inspector(of app: ProfileApp) -> Inspector {
    let actions = UserActions.all.map { action in
      Inspector.Action(action.usage, help: action.help) { words in
        try action.perform(app, words)
        return ""
      }
    }
    return Inspector(name: "Profile", actions: actions) { app }
  }
}
