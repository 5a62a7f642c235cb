import ArgumentParser
import ModelTreeJournal
import ProfileModels
import SampleApps

@main
struct ProfileCommand: SampleCommand {
  static let scenarios = Scenario.all

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
        tools/sample Profile --listen
        tools/sample Profile --script failed --journal profile.journal
        printf 'profile\\nupdate\\ncomment 1\\n' | tools/sample Profile

      SCENARIOS (by default, --inspect and --listen begin with both):
      \(list(scenarios))
      """)

  @Option(
    help: ArgumentHelp("Load the user from this file of JSON each time.", valueName: "file"))
  var user: String?

  @OptionGroup var options: SampleOptions

  var inspectedScenario: String? { "both" }

  static func main() async { await launch() }

  @MainActor
  func app(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) async throws -> ProfileApp {
    guard let user else {
      return try await .sample(recordingIn: journal, output: output)
    }
    do {
      return try await ProfileApp(
        loader: AppLoader(FileLoader(path: user)), journal: journal, output: output)
    } catch {
      throw UserError("cannot begin with '\(user)': \(error)")
    }
  }
}
