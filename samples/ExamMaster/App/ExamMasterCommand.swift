import ArgumentParser
import ModelTree
import ModelTreeJournal
import ModelTreeStorage
import SampleApps

@main
struct ExamMasterCommand: SampleCommand {
  static let scenarios = Scenario.all

  static let configuration = CommandConfiguration(
    commandName: "ExamMaster",
    abstract: "An app that prepares exams, made as a tree of models and driven from the terminal.",
    discussion: """
      EXAMPLES:
        tools/sample ExamMaster
        tools/sample ExamMaster --script bad-token
        tools/sample ExamMaster --script dashboard --dump dashboard.json
        tools/sample ExamMaster --inspect
        tools/sample ExamMaster --listen
        tools/sample ExamMaster --session session.json
        tools/sample ExamMaster --script upload --journal upload.journal

      SCENARIOS (by default, --inspect and --listen begin with exam-creation):
      \(list(scenarios))
      """)

  @Option(
    help: ArgumentHelp(
      "Keep the session in this file, and begin with the one that it holds.", valueName: "file"))
  var session: String?

  @OptionGroup var options: SampleOptions

  var inspectedScenario: String? { "exam-creation" }

  static func main() async { await launch() }

  @MainActor
  func app(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) throws -> ExamMasterApp {
    let store: any SessionStore =
      session.map { FileSessionStore(path: $0) } ?? MemorySessionStore()
    let app = ExamMasterApp(store: store, journal: journal, output: output)
    app.start()
    return app
  }
}
