import TextIO

/// Who an app is: the answer to `hello`.
package struct Greeting: Hashable, Sendable {
  /// What an app can do beyond showing its tree.
  package enum Capability: String, Hashable, Sendable, CaseIterable {
    /// Handlers run when a message is raised.
    case raise
    /// It offers actions.
    case actions
    /// It knows which models left its tree and are still alive.
    case leaks
    /// It keeps a journal.
    case journal
  }

  /// The version that it speaks.
  package var version: LinkVersion
  /// What its tree is called.
  package var name: String
  /// The number of its process.
  package var pid: Int
  /// When it began to listen, in UTC: `2026-11-20T12:03:04Z`.
  package var started: String
  /// How many models its tree has; 0 where it holds no tree.
  package var models: Int
  /// What it can do beyond showing its tree.
  package var capabilities: Set<Capability>

  /// Describes an app.
  package init(
    version: LinkVersion = .current, name: String, pid: Int, started: String, models: Int,
    capabilities: Set<Capability>
  ) {
    self.version = version
    self.name = name
    self.pid = pid
    self.started = started
    self.models = models
    self.capabilities = capabilities
  }
}

extension Greeting {
  init(_ scanner: inout JSONScanner, _ key: String) throws(JSONFailure) {
    var (version, name, started): (String?, String?, String?)
    var (pid, models): (Int?, Int?)
    var capabilities: Set<Capability> = []
    try scanner.readObject(key) { scanner, key throws(JSONFailure) in
      switch key {
      case "protocol": version = try scanner.readString(key)
      case "name": name = try scanner.readString(key)
      case "pid": pid = try scanner.readWholeNumber(key)
      case "started": started = try scanner.readString(key)
      case "models": models = try scanner.readWholeNumber(key)
      case "capabilities":
        try scanner.readArray(key) { scanner throws(JSONFailure) in
          // What a newer app can do besides, nobody here asks for.
          let word = try scanner.readString("a capability")
          if let capability = Capability(rawValue: word) { capabilities.insert(capability) }
        }
      default: return false
      }
      return true
    }
    self.init(
      version: try scanner.required(version.flatMap { LinkVersion($0) }, "protocol"),
      name: try scanner.required(name, "name"), pid: try scanner.required(pid, "pid"),
      started: try scanner.required(started, "started"), models: models ?? 0,
      capabilities: capabilities)
  }

  var json: JSONText {
    .object { json in
      json.write("protocol", version.description)
      json.write("name", name)
      json.write("pid", pid)
      json.write("started", started)
      json.write("models", models)
      json.write(
        "capabilities", Capability.allCases.filter(capabilities.contains).map(\.rawValue))
    }
  }
}
