import ArgumentParser
import TextIO
import TreeLink

/// Lists the running apps that can be looked at.
struct Apps: AnsweringCommand {
  static let commandName = "apps"
  static let abstract = "List the running apps that can be looked at."
  static let explanation: String? = """
    An app is there once it calls 'listen()' of its Agent. All are asked side by side, for a second at \
    most. The state is 'answers'; 'busy' for one that is stopped or whose tree is busy; \
    'other-version' for one that speaks another version of the protocol; 'stale' for one that is gone: \
    what it left behind is cleared.

    With --json: an array of name, pid, started, models, protocol, state; what is not known is left \
    out.
    """
  static let examples = ["", "--json"]

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws { list(to: context.output) }

  /// Lists the apps, wherever the answer goes.
  func list(to console: ConsoleOutput) {
    let search = AppSearch(client: RemoteTarget.client)
    for refusal in search.refusals { console.note("note: \(refusal.words)") }
    let apps = search.apps()
    output.answer(to: console) {
      .array { array in for app in apps { array.object { app.write(to: &$0) } } }
    } text: { text in
      if apps.isEmpty {
        return text.line("no app listens; an app does once it calls 'listen()' of its Agent")
      }
      Self.write(apps, to: &text)
    }
  }

  private static func write(_ apps: [RunningApp], to text: inout StyledText) {
    let rows = apps.map { app -> [SafeText] in
      [
        "\(app.name)", "\(app.place.pid)", app.models.map { "\($0)" } ?? "",
        "\(app.started ?? "")", "\(app.state.rawValue)",
      ]
    }
    let heads: [SafeText] = ["NAME", "PID", "MODELS", "STARTED", "STATE"]
    let widths = heads.indices.map { column in
      (rows + [heads]).map { $0[column].columns }.max() ?? 0
    }
    func line(_ cells: [SafeText]) -> SafeText {
      zip(cells, widths).dropLast().map { $0.padded(to: $1 + 2) }.joined(separator: "")
        + cells[cells.count - 1]
    }
    text.line(line(heads), .dim)
    for row in rows { text.line(line(row)) }
  }
}

extension RunningApp {
  /// Writes the members of the JSON object; what is not known is left out.
  fileprivate func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("pid", place.pid)
    json.write("started", started)
    json.write("models", models)
    json.write("protocol", version?.description)
    json.write("state", state.rawValue)
  }
}
