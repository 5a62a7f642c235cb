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

extension RowTable {
  /// The meaning of a row, in a clause.
  package var help: String {
    switch self {
    case .dumps: "the dumps, and why one is unreadable"
    case .nodes: "the models"
    case .subscriptions: "the messages that models are registered for"
    case .messages: "the messages that are declared, handled or raised"
    case .routes:
      "for each message, the models at which it ends and from how many; one row for uncaught ones"
    case .services: "the services of sessions"
    case .findings: "the findings of lint"
    case .records: "the records of journals; the other tables have their last tree"
    }
  }

  /// The names of the columns after `dump`, the dump's file. They are part of the contract: columns may be
  /// added after the others, and none is removed, renamed, or changed in type.
  package var columns: [String] {
    switch self {
    case .dumps: ["name", "models", "sessions", "subscriptions", "levels", "error", "records"]
    case .nodes:
      [
        "id", "parent", "position", "level", "children", "below", "type", "label", "session",
        "representation", "source", "path", "state", "as_of",
      ]
    case .subscriptions: ["node", "type"] + Self.message + ["source"]
    case .messages: Self.message + ["declared", "handlers", "raisers", "payload"]
    case .routes: Self.message + ["outcome", "node", "type", "path", "models", "raisers"]
    case .services: ["node", "type", "service"]
    case .findings:
      [
        "rule", "severity", "node", "path", "source", "kind", "domain", "code", "reason", "type",
      ]
    case .records:
      ["seq", "time", "what", "tree", "node", "type"] + Self.message + [
        "raise", "handler", "hops", "count", "nanoseconds", "parent", "service", "representation",
        "source", "cause", "by", "test",
      ]
    }
  }

  private static let message = ["kind", "domain", "code", "label"]
}
