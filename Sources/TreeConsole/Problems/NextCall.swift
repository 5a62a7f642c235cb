import TextIO
import TreeLink
import TreeSnapshot

/// The next query about a problem: a command for a person, or a tool call for an agent.
struct NextCall {
  /// The agent's tool.
  private let tool: String
  /// Its arguments, without the target.
  private let arguments: [(name: String, value: String)]
  /// The command's arguments after the target.
  private let words: [String]
  /// The command's name.
  private let command: String

  private init(
    _ tool: String, _ arguments: [(name: String, value: String?)], command: String? = nil,
    _ words: [String]
  ) {
    self.tool = tool
    self.arguments = arguments.compactMap { name, value in value.map { (name, $0) } }
    self.command = command ?? tool
    self.words = words
  }

  /// The handler of a message, and near misses.
  static func trace(
    _ kind: Message.Kind, _ name: String, from id: Int, at moment: Int?
  ) -> NextCall {
    NextCall(
      "trace",
      [
        ("kind", kind.rawValue), ("message", name), ("from", "#\(id)"),
        ("at", moment.map(String.init)),
      ],
      [kind.rawValue, name, "--from", "#\(id)"] + at(moment))
  }

  /// The routes of a message from all models.
  static func routes(_ kind: Message.Kind, _ name: String, at moment: Int?) -> NextCall {
    NextCall(
      "routes",
      [("kind", kind.rawValue), ("message", name), ("at", moment.map(String.init))],
      ["--message", kind.rawValue, name] + at(moment))
  }

  /// The details of a model.
  static func show(_ id: Int, at moment: Int?) -> NextCall {
    NextCall(
      "show", [("selector", "#\(id)"), ("at", moment.map(String.init))], ["#\(id)"] + at(moment))
  }

  /// The history of a model.
  static func history(_ id: Int) -> NextCall {
    NextCall("history", [("selector", "#\(id)")], ["#\(id)"])
  }

  /// The causes of a record.
  static func journal(ledTo record: Int) -> NextCall {
    NextCall("journal", [("led_to", "\(record)")], ["--led-to", "\(record)"])
  }

  /// The models that left the tree and are still alive.
  static let leaks = NextCall("leaks", [], [])

  private static func at(_ moment: Int?) -> [String] { moment.map { ["--at", "\($0)"] } ?? [] }

  /// The command line for a view.
  func line(in view: View) -> SafeText {
    // At a prompt, the target is implied.
    let target =
      view.session != nil
      ? [] : [view.target.file ?? view.target.appName.map { "@\($0.text)" } ?? "TARGET"]
    let words = ([command] + target + words).map { word in
      // A shell would take the rest of the line for a comment.
      word.hasPrefix("#") ? "'\(word)'" : ShellWords.quote(word)
    }
    return view.call + SafeText(words.joined(separator: " "))
  }

  /// Writes the members of the JSON object: `tool` and `arguments` for an agent, otherwise
  /// `command`.
  func write(to json: inout JSONObject, in view: View) {
    guard case .agent(let target) = view.prompt.caller else {
      return json.write("command", line(in: view))
    }
    json.write("tool", tool)
    json.object("arguments") { json in
      json.write("target", target)
      for (name, value) in arguments { json.write(name, value) }
    }
  }
}
