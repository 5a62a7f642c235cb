package import TextIO

/// A tool of a server, described for a client and its model.
package struct Tool: Sendable {
  /// The type of a parameter.
  package enum Kind: Hashable, Sendable {
    /// A string.
    case text
    /// One of these strings.
    case choice([String])
    /// A whole number from 0 on.
    case number
    /// `true` or `false`.
    case flag
    /// An array of strings.
    case list
  }

  /// A parameter.
  package struct Parameter: Sendable {
    package var name: String
    package var kind: Kind
    package var help: String
    package var isRequired: Bool

    package init(_ name: String, _ kind: Kind, _ help: String, isRequired: Bool = false) {
      self.name = name
      self.kind = kind
      self.help = help
      self.isRequired = isRequired
    }
  }

  package var name: String
  /// What it does, in sentences for the model that chooses a tool.
  package var help: String
  package var parameters: [Parameter]
  /// Whether it only reads.
  package var onlyReads: Bool

  package init(
    _ name: String, _ help: String, _ parameters: [Parameter] = [], onlyReads: Bool = true
  ) {
    self.name = name
    self.help = help
    self.parameters = parameters
    self.onlyReads = onlyReads
  }
}

// The protocol's description of a tool.
extension Tool {
  func write(to json: inout JSONObject) {
    json.write("name", name)
    json.write("description", help)
    json.object("inputSchema") { schema in
      schema.write("type", "object")
      schema.object("properties") { properties in
        for parameter in parameters {
          properties.object(parameter.name) { parameter.write(to: &$0) }
        }
      }
      let required = parameters.filter(\.isRequired).map(\.name)
      if !required.isEmpty { schema.write("required", required) }
      schema.write("additionalProperties", false)
    }
    json.object("annotations") { $0.write("readOnlyHint", onlyReads) }
  }

  /// Checks the arguments for a tool.
  ///
  /// - Throws: `ToolError` with a sentence about the first invalid one.
  func check(_ arguments: JSONValue) throws(ToolError) {
    for name in arguments.keys where !parameters.contains(where: { $0.name == name }) {
      let names: SafeText = parameters.map { "'\($0.name)'" }.joined(separator: ", ")
      throw ToolError(
        parameters.isEmpty
          ? "'\(self.name)' takes no arguments"
          : "'\(self.name)' takes no '\(name)'; it takes \(names)")
    }
    for parameter in parameters {
      guard let value = arguments[parameter.name], value != .null else {
        if parameter.isRequired {
          let words = parameter.help.isEmpty ? parameter.kind.words : "\(parameter.help)"
          throw ToolError("'\(name)' needs '\(parameter.name)': \(words)")
        }
        continue
      }
      if !parameter.kind.takes(value) {
        throw ToolError("'\(parameter.name)' must be \(parameter.kind.words)")
      }
    }
  }
}

extension Tool.Parameter {
  fileprivate func write(to json: inout JSONObject) {
    switch kind {
    case .text: json.write("type", "string")
    case .choice(let words):
      json.write("type", "string")
      json.write("enum", words)
    case .number:
      json.write("type", "integer")
      json.write("minimum", 0)
    case .flag: json.write("type", "boolean")
    case .list:
      json.write("type", "array")
      json.object("items") { $0.write("type", "string") }
    }
    if !help.isEmpty { json.write("description", help) }
  }
}

extension Tool.Kind {
  fileprivate func takes(_ value: JSONValue) -> Bool {
    switch self {
    case .text: (try? String(json: value, "")) != nil
    case .choice(let words): (try? String(json: value, "")).map(words.contains) ?? false
    case .number: (try? Int(json: value, "")) != nil
    case .flag: (try? Bool(json: value, "")) != nil
    case .list: (try? [String](json: value, "")) != nil
    }
  }

  fileprivate var words: SafeText {
    switch self {
    case .text: "a string"
    case .choice(let words): words.map { "'\($0)'" }.joined(separator: " or ")
    case .number: "a whole number from 0 on"
    case .flag: "true or false"
    case .list: "an array of strings"
    }
  }
}

/// Why a tool can't do its work, in words for the client's model.
package struct ToolError: Error, Hashable, CustomStringConvertible {
  package let message: SafeText

  package init(_ message: SafeText) { self.message = message }

  package var description: String { message.string }
}
