import ArgumentParser
import TextIO
import TreeMCP

/// Serves coding agents.
struct ServeAgents: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Let a coding agent ask, by the Model Context Protocol on standard input and output.",
    discussion: """
      The agent starts the command itself; register it there with the line that it would be started \
      with. Its tools are apps, problems, tree, show, trace, routes, history, journal, leaks, lint, diff \
      and check, which answer as the commands do with --json, and with --allow-raise also raise \
      and explore. The agent reads no file but those that are named here; without any, it may ask \
      all running apps.

      EXAMPLES:
        modeltree mcp
        modeltree mcp @ExamMaster --allow-raise
        modeltree mcp before.json after.json --spec dashboard.treespec
      """)

  /// The number of bytes that count as a token.
  static let bytesPerToken = 4

  @Argument(
    help: "The dumps, journals and running apps to answer for; left out, all running apps.",
    completion: TargetWord.completion)
  var targets: [String] = []

  @Option(
    help: ArgumentHelp(
      "A spec, or a folder of them, for 'check'; may be given again.",
      valueName: "file"),
    completion: .file(extensions: ["treespec"]))
  var spec: [String] = []

  @Flag(help: "Let the agent raise test messages, whose handlers run.")
  var allowRaise = false

  @Option(
    help: ArgumentHelp(
      "With --allow-raise: let the agent explore the app that this command starts.",
      valueName: "command"))
  var explore: String?

  @Option(help: ArgumentHelp("The size of an answer, 4 bytes a token.", valueName: "tokens"))
  var budget = 2_000

  func validate() throws {
    if explore != nil, !allowRaise { throw ValidationError("--explore needs --allow-raise") }
    if budget < 500 { throw ValidationError("--budget is at least 500 tokens") }
  }

  func run(writingTo output: ConsoleOutput) throws -> ExitStatus {
    if targets.contains("-") {
      throw ConsoleError("the agent's requests come from standard input; name the dump's file")
    }
    // An app may start later.
    for case .file(let path) in targets.map(TargetWord.init) { _ = try FileTarget(path) }
    let specs = try SpecFiles.specs(spec)
    let trees = AgentTargets(
      targets, specs: specs, exploring: try ShellWords.split(explore ?? ""),
      size: budget * Self.bytesPerToken)
    var server = ToolServer(
      name: "modeltree", version: Version.current, instructions: AgentTools.instructions,
      tools: AgentTools.tools(
        for: targets, mayRaise: allowRaise, mayExplore: explore != nil)
    ) { tool, arguments throws(ToolError) in
      try trees.answer(tool, arguments)
    }
    for line in ByteLines(descriptor: Descriptor.input, limit: Self.longestRequest) {
      let answer =
        switch line {
        case .bytes(let line): server.answer(line)
        case .tooLong: ToolServer.refusal(ofLineLongerThan: Self.longestRequest)
        }
      guard let answer else { continue }
      output.write(answer.bytes + [UInt8(ascii: "\n")], as: .json)
      // A client that has disconnected ends the server.
      guard (try? output.flush()) != nil else { break }
    }
    return .done
  }

  /// The maximum size of a request, in bytes.
  private static let longestRequest = 1 << 20
}
