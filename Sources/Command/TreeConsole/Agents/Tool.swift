import TextIO
import TreeSnapshot

/// A command as a tool of a server, described for a client and its model.
struct Tool {
  var name: String
  /// The command's name.
  var command = ""
  /// What it does, for the model that chooses a tool.
  var help: String
  var parameters: [Parameter] = []
  /// Whether it only reads.
  var onlyReads = true

  /// A parameter.
  struct Parameter {
    var name: String
    var kind = Kind.text
    var role = Role.server
    var help = ""
    var isRequired = false
  }

  /// The type of a parameter.
  enum Kind: Hashable {
    case text
    case choice([String])
    /// A whole number from 0 on.
    case number
    case flag
  }

  /// How an argument becomes words of the command.
  enum Role: Hashable {
    /// A word after the options.
    case word
    /// The value of an option; several parameters with one option are its words.
    case option(String)
    /// Not at all: the server itself takes it.
    case server
  }
}

extension Tool {
  /// The words of the command. No argument is taken for an option.
  func words(_ arguments: [String: String]) -> [String] {
    var options: [String] = []
    var others: [String] = []
    for parameter in parameters {
      guard let value = arguments[parameter.name] else { continue }
      switch parameter.role {
      case .server: break
      case .word: others.append(value)
      case .option(let name) where parameter.kind == .flag:
        if value == "true" { options.append(name) }
      case .option(let name): options.append("\(name)=\(value)")
      }
    }
    return [command, "--json"] + options + ["--"] + others
  }

  /// Reads the arguments of a call.
  ///
  /// - Throws: `ConsoleError` with a sentence about the first invalid one.
  func arguments(_ json: JSONValue) throws(ConsoleError) -> [String: String] {
    for name in json.keys where !parameters.contains(where: { $0.name == name }) {
      let names: SafeText = parameters.map { "'\($0.name)'" }.joined(separator: ", ")
      throw ConsoleError("'\(self.name)' takes no '\(name)'; it takes \(names)")
    }
    var arguments: [String: String] = [:]
    for parameter in parameters {
      let value = json[parameter.name] ?? .null
      arguments[parameter.name] = parameter.kind.word(value)
      if arguments[parameter.name] == nil, parameter.isRequired || value != .null {
        throw ConsoleError("'\(name)' needs '\(parameter.name)', \(parameter.kind.words.people)")
      }
    }
    return arguments
  }

  /// Writes the protocol's description.
  func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("description", help)
    json.object("inputSchema") { schema in
      schema.write("type", "object")
      schema.object("properties") { properties in
        for parameter in parameters {
          properties.object(parameter.name) { json in
            json.write("type", parameter.kind.words.schema)
            if case .choice(let words) = parameter.kind { json.write("enum", words) }
            if !parameter.help.isEmpty { json.write("description", parameter.help) }
          }
        }
      }
      schema.write("required", parameters.filter(\.isRequired).map(\.name))
      schema.write("additionalProperties", false)
    }
    json.object("annotations") { $0.write("readOnlyHint", onlyReads) }
  }
}

extension Tool.Kind {
  /// An argument as a word; nil if it isn't of this type.
  fileprivate func word(_ value: JSONValue) -> String? {
    switch (self, value) {
    case (.text, .string(let text)): text
    case (.choice(let words), .string(let text)): words.contains(text) ? text : nil
    case (.number, .string(let text)): UInt32(text).map { "\($0)" }
    case (.number, _): (try? Int(json: value, "")).map { "\($0)" }
    case (.flag, .boolean(let isOn)): "\(isOn)"
    default: nil
    }
  }

  /// The type in a schema, and for people.
  fileprivate var words: (schema: String, people: SafeText) {
    switch self {
    case .text: ("string", "a string")
    case .choice(let words): ("string", words.map { "'\($0)'" }.joined(separator: " or "))
    case .number: ("integer", "a whole number from 0 on")
    case .flag: ("boolean", "true or false")
    }
  }
}

// The tools of the server for coding agents.
extension Tool {
  /// The tools that a server offers.
  ///
  /// - Parameters:
  ///   - targets: The names of the targets that it was started with; none for all running apps.
  ///   - mayRaise: Whether it may raise messages.
  static func tools(for targets: [String], mayRaise: Bool) -> [Tool] {
    let route = ["kind", "message", "from"]
    var tools = [
      Tool("apps", Apps.self, []),
      Tool("problems", Problems.self, ["at", "limit"]),
      Tool("tree", Print.self, ["selector", "depth", "at", "limit"]),
      Tool("show", Show.self, ["selector", "at"], needs: ["selector"]),
      Tool("trace", Trace.self, route + ["at", "limit"], needs: route),
      Tool("routes", Routes.self, ["selector", "uncaught", "kind", "message", "at", "limit"]),
      Tool("history", History.self, ["selector", "limit"], needs: ["selector"]),
      Tool(
        "journal", JournalCommand.self,
        ["selector", "what", "message", "since", "led_to", "slower", "limit"]),
      Tool("leaks", Leaks.self, ["why", "limit"]),
      Tool("diff", Diff.self, ["old", "at", "limit"]),
      Tool("check", Check.self, ["at"]),
    ]
    if mayRaise {
      tools.append(Tool("raise", Raise.self, route + ["with", "limit"], needs: route))
    }
    let target =
      targets.isEmpty
      ? Parameter(name: "target", help: "a running app: @NAME, @PID or @", isRequired: true)
      : Parameter(name: "target", kind: .choice(targets), isRequired: true)
    for index in tools.indices {
      if index > 0, targets.count != 1 { tools[index].parameters.insert(target, at: 0) }
      tools[index].parameters.append(Parameter(name: "cursor", help: "of the answer before"))
    }
    return tools
  }

  /// A tool with some of the arguments of a command, which describes them: `led_to` is `--led-to`.
  private init(
    _ name: String, _ command: any Question.Type, _ names: [String], needs required: [String] = []
  ) {
    self.init(name: name, command: command.commandName, help: command.abstract)
    onlyReads = command != Raise.self
    let arguments = try? CommandArguments(of: command)
    parameters = names.map { name in
      var parameter = Parameter(name: name, isRequired: required.contains(name))
      let option = "--" + name.replacing("_", with: "-")
      if name == "limit" {
        parameter.kind = .number
      } else if let item = arguments?.positionals.first(where: { $0.names == [name] }) {
        (parameter.role, parameter.help) = (.word, item.help)
        if case .words(let words)? = item.values { parameter.kind = .choice(words) }
      } else if let item = arguments?.option(option) {
        (parameter.role, parameter.help) = (.option(option), item.help)
        parameter.kind = item.values == nil ? .flag : item.isNumber ? .number : .text
      } else {
        // The first word of an option for a message.
        parameter.role = .option("--message")
        parameter.kind = .choice(Message.Kind.allCases.map(\.rawValue))
      }
      return parameter
    }
  }
}
