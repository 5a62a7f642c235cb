package import TextIO

/// A description of an app: the answer to `hello`, and without what changes the file next to its socket, by
/// which it can be named without a connection.
package struct Greeting: Hashable, Sendable {
  /// A capability of an app beyond showing its tree.
  package enum Capability: String, Hashable, Sendable, CaseIterable {
    /// Raised messages run handlers.
    case raise
    /// It offers actions.
    case actions
    /// It knows which models left its tree and are still alive.
    case leaks
    /// It has a journal.
    case journal
    /// Its clock and the answers of its work can be held.
    case exploring
  }

  /// The version that it speaks.
  package var version: LinkVersion
  /// The name of its tree.
  package var name: String
  /// The id of its process.
  package var pid: Int
  /// When it began to listen, in UTC: `2026-11-20T12:03:04Z`.
  package var started: String
  /// The number of models in its tree, 0 without a tree; nil in the file.
  package var models: Int?
  /// Its capabilities beyond showing its tree.
  package var capabilities: Set<Capability>
  /// The absolute path of its journal's file, which outlives it; nil if there is none.
  package var journal: String?

  /// Creates a greeting.
  package init(
    version: LinkVersion = .current, name: String, pid: Int, started: String, models: Int? = nil,
    capabilities: Set<Capability> = [], journal: String? = nil
  ) {
    self.version = version
    self.name = name
    self.pid = pid
    self.started = started
    self.models = models
    self.capabilities = capabilities
    self.journal = journal
  }
}

extension Greeting: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let capabilities: [String] = try json.readIfPresent("capabilities") ?? []
    self.init(
      version: try json.read("protocol"), name: try json.read("name"), pid: try json.read("pid"),
      started: try json.readIfPresent("started") ?? "", models: try json.readIfPresent("models"),
      capabilities: Set(capabilities.compactMap { Capability(rawValue: $0) }),
      journal: try json.readIfPresent("journal"))
  }

  /// Writes the members of the answer.
  package func write(to json: inout JSONObject) {
    json.write("protocol", version.description)
    json.write("name", name)
    json.write("pid", pid)
    json.write("started", started)
    guard let models else { return }
    json.write("models", models)
    json.write("capabilities", Capability.allCases.filter(capabilities.contains).map(\.rawValue))
    json.write("journal", journal)
  }
}

/// A version of the protocol that an app and the command speak.
package struct LinkVersion: Hashable, Sendable {
  /// Changes when one side no longer understands the other.
  package var major: Int
  /// Changes when something is added.
  package var minor: Int

  /// The version that this code speaks.
  package static let current = LinkVersion(major: 1, minor: 0)

  /// Creates a version.
  package init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Parses `1.0`; nil if the text isn't a version.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1])
    else { return nil }
    self.init(major: major, minor: minor)
  }

  /// Whether a side with this version understands the other.
  package func understands(_ other: LinkVersion) -> Bool { major == other.major }
}

extension LinkVersion: CustomStringConvertible {
  /// The version as written: `1.0`.
  package var description: String { "\(major).\(minor)" }
}

extension LinkVersion: JSONReadable {
  package init(json: JSONValue, _ key: String) throws(JSONProblem) {
    let text = try String(json: json, key)
    guard let version = LinkVersion(text) else {
      throw .wrongType(
        key: key, expected: "a version such as \"\(LinkVersion.current)\"", found: "other text")
    }
    self = version
  }
}

extension LinkVersion {
  /// Why two sides don't understand each other, and which one to update.
  static func mismatch(app: LinkVersion, client: LinkVersion) -> SafeText {
    let remedy: SafeText =
      app.major < client.major
      ? "update the package that the app is built with" : "update the client"
    return
      "the app speaks version \("\(app)") of the protocol, the client \("\(client)"); \(remedy)"
  }
}
