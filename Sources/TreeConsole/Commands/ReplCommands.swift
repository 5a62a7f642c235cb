import ArgumentParser
import TextIO
import TreeAnalysis
import TreeSnapshot

/// Sets or shows the current model of a REPL.
struct Here: InspectorCommand {
  static let commandName = "here"
  static let abstract = "Choose the current model: show, trace and raise begin at it."
  static let examples = ["ExamOptionsPickerModel", "/"]

  @Argument(help: "The model; '/' is the root. Left out, the current one is shown.")
  var selector: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let state = try context.target.state()
    if let selector {
      context.setHere(try context.node(selector, in: state.snapshot), in: state)
    }
    let position = context.currentNode(in: state)
    let path = NodePaths(state.snapshot).path(of: position)
    if output.json {
      var json = MemorySink()
      json.write("{\"id\": \(state.snapshot[position].id), \"path\": ")
      JSONString.write(path, to: &json)
      json.write("}\n")
      context.output.write(json.text)
    } else {
      context.output.write("\(path)\n")
    }
  }
}

/// Lets a live app do one of the things that it offers.
struct Do: InspectorCommand {
  static let commandName = "do"
  static let abstract = "Let the running app do something; 'do' alone lists what it offers."
  static let examples = ["pick Physics"]
  static let needs: Capability? = .actions

  @Argument(parsing: .remaining, help: "What to do, and with what.")
  var action: [String] = []

  func run(in context: CommandContext) throws {
    let actions = context.target.actions
    guard let name = action.first else {
      let width = actions.map(\.usage.count).max() ?? 0
      for offered in actions {
        let line = "  \(offered.usage.padded(to: width + 2))\(offered.help)"
        context.output.write(SafeText.escape(line) + "\n")
      }
      return
    }
    guard actions.contains(where: { $0.name == name }) else {
      throw ConsoleError.unknown(
        .action, name, nearest: nearest(to: name, among: actions.map(\.name)))
    }
    let answer = try context.target.perform(name, Array(action.dropFirst()))
    for line in answer.split(separator: "\n", omittingEmptySubsequences: false)
    where !answer.isEmpty {
      context.output.write(SafeText.escape(String(line)) + "\n")
    }
  }
}

/// Ends a REPL.
struct Quit: InspectorCommand {
  static let commandName = "quit"
  static let abstract = "Leave the REPL; Ctrl-D does too."
  static let aliases = ["exit"]
  static let examples: [String] = []

  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: commandName, abstract: abstract, aliases: aliases)
  }

  func run(in context: CommandContext) { context.isFinished = true }
}
