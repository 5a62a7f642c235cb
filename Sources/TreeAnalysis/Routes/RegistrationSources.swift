import TextIO
package import TreeSnapshot

/// Finds the lines that made registrations, for many messages of one tree. A look at a model costs as
/// many steps as it has subscriptions, and for one with many only the first look does.
package final class RegistrationSources {
  private let columns: Columns
  /// The sources by message of those models that have many subscriptions.
  private var tables: [Int: [MessageKey: Symbol]] = [:]

  private static let few = 32

  /// Prepares a tree.
  package init(_ snapshot: Snapshot) { columns = snapshot.columns }

  /// The line that made the registration by which a model takes a message; nil where it is not known,
  /// or the model takes no such message.
  package func source(taking key: MessageKey, at node: Int) -> Symbol? {
    let source = source(of: key, at: node) ?? source(of: key.wholeDomain, at: node)
    return source?.isNone == false ? source : nil
  }

  private func source(of key: MessageKey, at node: Int) -> Symbol? {
    let subscriptions = columns.subscriptions(of: node)
    guard subscriptions.count > Self.few else {
      Steps.note(subscriptions.count)
      return subscriptions.first { MessageKey($0) == key }?.source
    }
    if let table = tables[node] { return table[key] }
    Steps.note(subscriptions.count)
    var table: [MessageKey: Symbol] = [:]
    for subscription in subscriptions where table[MessageKey(subscription)] == nil {
      table[MessageKey(subscription)] = subscription.source
    }
    tables[node] = table
    return table[key]
  }
}
