/// A table of rows for an engine. Each row is a fact of one dump or journal. A table contains only
/// facts that are in the dump, or that follow from it by the one routing function.
package enum RowTable: String, CaseIterable, Sendable {
  /// One for each dump.
  case dumps
  /// One for each model.
  case nodes
  /// One for each subscription.
  case subscriptions
  /// One for each message that a dump declares, handles, or raises.
  case messages
  /// One for each message and each model where it ends, and one for the models from which it isn't
  /// handled.
  case routes
  /// One for each service of a session.
  case services
  /// One for each finding of lint.
  case findings
  /// One for each record of a journal.
  case records
}

/// A column of a table.
package struct RowColumn: Hashable, Sendable {
  /// The type of its values.
  package enum Kind: Hashable, Sendable {
    case text, number, flag
    /// A map from strings to strings.
    case map
  }

  package var name: String
  package var kind: Kind
  /// Whether each row has a value.
  package var isRequired: Bool
  /// The meaning of the values.
  package var help: String

  init(_ name: String, _ kind: Kind, _ help: String, optional: Bool = false) {
    self.name = name
    self.kind = kind
    self.help = help
    isRequired = !optional
  }

  /// The same column, but optional.
  fileprivate var asOptional: RowColumn {
    var column = self
    column.isRequired = false
    return column
  }

  /// A column for a part of each dump's path.
  package init(key name: String) {
    self.init(
      name, .text, "the part of the dump's path that the key's pattern names", optional: true)
  }
}

extension RowTable {
  /// The version of the schema: within a version, columns are never removed, renamed, or changed in
  /// type.
  package static let version = 1

  /// The columns after those of the key. Their names are part of the contract.
  package var columns: [RowColumn] { [RowColumn("dump", .text, "the dump's file")] + ownColumns }

  /// The meaning of a row, in a clause.
  package var help: String {
    switch self {
    case .dumps: "the dumps, and why one could not be read"
    case .nodes: "the models"
    case .subscriptions: "what models are registered for"
    case .messages: "the messages that are declared, handled or raised"
    case .routes:
      "for each message the models where it ends when each model raises it, and one row for those from "
        + "which it ends at none"
    case .services: "the services of sessions"
    case .findings: "what lint finds"
    case .records: "the records of journals, whose rows elsewhere are those of their last tree"
    }
  }

  private var ownColumns: [RowColumn] {
    switch self {
    case .dumps:
      [
        RowColumn("name", .text, "the tree's name in the dump", optional: true),
        RowColumn("models", .number, "how many models", optional: true),
        RowColumn("sessions", .number, "how many of them are sessions", optional: true),
        RowColumn("subscriptions", .number, "how many subscriptions", optional: true),
        RowColumn("levels", .number, "the levels of the tree, 1 for a root alone", optional: true),
        RowColumn("error", .text, "why the dump could not be read", optional: true),
        RowColumn("records", .number, "how many records the journal holds", optional: true),
      ]
    case .nodes:
      [
        RowColumn("id", .number, "the model's id in its dump"),
        RowColumn("parent", .number, "the id of its parent; none for the root", optional: true),
        RowColumn("position", .number, "its place in document order, from 0"),
        RowColumn("level", .number, "the levels above it"),
        RowColumn("children", .number, "how many children"),
        RowColumn("below", .number, "how many models below it"),
        RowColumn("type", .text, "its type"),
        RowColumn("label", .text, "its label", optional: true),
        RowColumn("session", .flag, "whether it is a session"),
        RowColumn("representation", .text, "the screen object that shows it", optional: true),
        RowColumn("source", .text, "the file and line that created it", optional: true),
        RowColumn("path", .text, "the shortest selector that leads to it alone"),
        RowColumn("state", .map, "its state", optional: true),
        RowColumn(
          "as_of", .number, "the journal's record that its label and state are from",
          optional: true),
      ]
    case .subscriptions:
      [
        RowColumn("node", .number, "the id of the model that is registered"),
        RowColumn("type", .text, "its type"),
      ] + Self.message + [RowColumn("source", .text, "the file and line", optional: true)]
    case .messages:
      Self.message + [
        RowColumn("declared", .flag, "whether the app declares it"),
        RowColumn("handlers", .number, "at how many models it ends, from somewhere"),
        RowColumn("raisers", .number, "how many models are known to raise it"),
        RowColumn("payload", .text, "the type of the value that it carries", optional: true),
      ]
    case .routes:
      Self.message + [
        RowColumn("outcome", .text, "handled, uncaught, unhandled, delivered or unheard"),
        RowColumn("node", .number, "the id of the model where it ends", optional: true),
        RowColumn("type", .text, "its type", optional: true),
        RowColumn("path", .text, "its path", optional: true),
        RowColumn("models", .number, "when raised by how many models"),
        RowColumn("raisers", .number, "how many of these are known to raise it"),
      ]
    case .services:
      [
        RowColumn("node", .number, "the id of the session"),
        RowColumn("type", .text, "its type"),
        RowColumn("service", .text, "the service"),
      ]
    case .findings:
      [
        RowColumn("rule", .text, "the rule of lint"),
        RowColumn("severity", .text, "error, warning or note"),
        RowColumn("node", .number, "the id of the model"),
        RowColumn("path", .text, "its path"),
        RowColumn("source", .text, "the file and line", optional: true),
        RowColumn("kind", .text, "the kind of the message that it is about", optional: true),
        RowColumn("domain", .text, "its domain", optional: true),
        RowColumn("code", .text, "its code", optional: true),
        RowColumn("reason", .text, "what is wrong there"),
        RowColumn("type", .text, "the model's type"),
      ]
    case .records:
      [
        RowColumn("seq", .number, "the record's number in its journal, from 1"),
        RowColumn("time", .text, "when it happened, in UTC"),
        RowColumn("what", .text, "raised, handled, attached and so on"),
        RowColumn("tree", .number, "the number of the tree in its journal"),
        RowColumn("node", .number, "the id of the raiser, or of the model that changed"),
        RowColumn("type", .text, "its type", optional: true),
      ] + Self.message.map(\.asOptional) + [
        RowColumn("raise", .number, "the record of the message's raise", optional: true),
        RowColumn("handler", .number, "the id of the model that handled it", optional: true),
        RowColumn("hops", .number, "how many models let it pass before", optional: true),
        RowColumn("count", .number, "how many models received the event", optional: true),
        RowColumn(
          "nanoseconds", .number, "how long the handlers took; none where they never returned",
          optional: true),
        RowColumn(
          "parent", .number, "the id of the parent that it was attached to", optional: true),
        RowColumn("service", .text, "the service that was provided", optional: true),
        RowColumn("representation", .text, "the screen object that shows it now", optional: true),
        RowColumn("source", .text, "the file and line that created or registered", optional: true),
        RowColumn("cause", .number, "the record in whose handler it happened", optional: true),
        RowColumn("by", .number, "the id of the model whose handler that was", optional: true),
        RowColumn("test", .flag, "whether an inspector raised it"),
      ]
    }
  }

  private static let message = [
    RowColumn("kind", .text, "error, bubble or event"),
    RowColumn("domain", .text, "the message's domain"),
    RowColumn("code", .text, "its code; none for a whole domain", optional: true),
    RowColumn("label", .text, "the code's label", optional: true),
  ]
}
