import ArgumentParser
import ChatModels
import ModelTreeJournal
import SampleApps

@main
struct ChatCommand: SampleCommand {
  static let scenarios = Scenario.all

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
        tools/sample Chat --listen
        tools/sample Chat --script failed --journal chat.journal
        tools/sample Chat --inspect -c 'trace error DataSourceError.offline --from MemoryDataSource'
        printf 'send Hello\\nhold 1\\ncopy\\n' | tools/sample Chat

      SCENARIOS (by default, --inspect and --listen begin with choices, unless there is a file):
      \(list(scenarios))
      """)

  @Option(
    help: ArgumentHelp(
      "Keep the messages in this file, and begin with those that it holds.", valueName: "file"))
  var file: String?

  @OptionGroup var options: SampleOptions

  // With a file, what it holds is to be seen.
  var inspectedScenario: String? { file == nil ? "choices" : nil }

  static func main() async { await launch() }

  @MainActor
  func app(
    recordingIn journal: Journal, output: @escaping (String) -> Void
  ) throws -> ChatApp {
    let courier = SimulatedCourier(delay: .milliseconds(50))
    let dataSource: MessageDataSource =
      if let file {
        try FileDataSource(path: file, courier: courier)
      } else {
        MemoryDataSource(courier: courier)
      }
    let app = ChatApp(
      dataSource: dataSource, courier: courier, journal: journal, output: output)
    app.start()
    return app
  }
}
