import ArgumentParser
import TextIO
import TreeLink

/// Lists the running apps that listen.
struct Apps: FormattedQuestion {
  static let commandName = "apps"
  static let abstract = "List the running apps that can be inspected."
  static let explanation: String? = """
    An app is listed once it calls 'listen()' of its Agent. All are asked at the same time, for at \
    most a second. The state is 'answers'; 'busy' for an app that is stopped or whose tree is busy; \
    'other-version' for one with another version of the protocol; 'stale' for one that is gone: its \
    files are cleared.

    With --json: an array of name, pid, started, models, protocol, state, each if known.
    """

  @OptionGroup var output: OutputOptions

  func answer(_ view: inout View) throws -> Answer {
    let search = AppSearch(client: RemoteTarget.client)
    for refusal in search.refusals { view.note("note: \(refusal.words)") }
    let apps = search.apps()
    return Answer {
      .array(of: apps) { app, json in app.write(to: &json) }
    } text: { text in
      if apps.isEmpty {
        return text.line("no app listens; an app does once it calls 'listen()' of its Agent")
      }
      let heads: [SafeText] = ["NAME", "PID", "MODELS", "STARTED", "STATE"]
      let rows = apps.map { app -> [SafeText] in
        [
          "\(app.name)", "\(app.place.pid)", app.greeting?.models.map { "\($0)" } ?? "",
          "\(app.greeting?.started ?? "")", "\(app.state.rawValue)",
        ]
      }
      text.table([heads.map { ($0, .dim) }] + rows.map { row in row.map { ($0, .plain) } })
    }
  }
}

extension RunningApp {
  /// Writes the known members of the JSON object.
  func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("pid", place.pid)
    json.write("started", greeting?.started)
    json.write("models", greeting?.models)
    json.write("protocol", greeting?.version.description)
    json.write("state", state.rawValue)
  }
}

/// Switches a prompt to another running app.
struct Attach: Question {
  static let commandName = "attach"
  static let abstract = "Inspect another running app, or the successor of one that has ended."
  static let explanation: String? = """
    Without a name, attach to the app with the name of the present one. Changes of 'what-if' are \
    dropped; remembered trees stay.
    """
  static let examples = ["", "@ExamMaster", "@ExamMaster:4711"]

  @Argument(help: "The app: @NAME, @PID or @NAME:PID.")
  var app: AppWord?

  func answer(_ view: inout View) throws -> Answer {
    guard let name = app.map({ AppName(word: $0.rawValue) }) ?? view.target.appName else {
      throw ConsoleError.misuse(usage: "attach @NAME")
    }
    view.attach(to: try RemoteTarget(name, view.output.attendant))
    return view.greeting()
  }
}
