import ArgumentParser
import TextIO
import TreeLink

/// Lets a prompt look at another running app.
struct Attach: InspectorCommand {
  static let commandName = "attach"
  static let abstract = "Look at another running app, or at the successor of one that has ended."
  static let explanation: String? = """
    Left without a name, it attaches to the app that is called as the present one. Changes of \
    'what-if' are dropped; remembered trees stay.
    """
  static let examples = ["", "@ExamMaster", "@ExamMaster:4711"]

  @Argument(help: "The app: @NAME, @PID or @NAME:PID.")
  var app: AppWord?

  func run(in context: CommandContext) throws {
    let name: AppName
    if let word = app?.rawValue {
      guard let named = AppName(word: word) else {
        throw ConsoleError.misuse(usage: "attach @NAME")
      }
      name = named
    } else {
      guard let own = context.target.appName else {
        throw ConsoleError.misuse(usage: "attach @NAME")
      }
      name = own
    }
    context.attach(to: try RemoteTarget(name, noting: context.output))
    try context.greet()
  }
}

/// The word for a running app.
struct AppWord: TargetValue {
  var rawValue: String

  static func candidates(
    for word: String, after words: [String], in source: CompletionSource
  ) -> [String] {
    RemoteTarget.words
  }
}
