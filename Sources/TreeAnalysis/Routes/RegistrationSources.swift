import TextIO
package import TreeSnapshot

/// Finds the lines that made registrations, for many messages of one tree. The first look at a model
/// costs a step for each of its subscriptions.
package final class RegistrationSources {
  private let columns: Columns
  /// The sources by message, of the models that were looked at.
  private var tables: [Int: [MessageKey: Symbol]] = [:]

  /// Prepares a tree.
  package init(_ snapshot: Snapshot) { columns = snapshot.columns }

  /// The line that made the registration by which a model takes a message; nil if it is not known,
  /// or the model takes no such message.
  package func source(taking key: MessageKey, at node: Int) -> Symbol? {
    let table = tables[node] ?? makeTable(node)
    let source = table[key] ?? table[key.wholeDomain]
    return source?.isNone == false ? source : nil
  }

  private func makeTable(_ node: Int) -> [MessageKey: Symbol] {
    let subscriptions = columns.subscriptions(of: node)
    Steps.note(subscriptions.count)
    let table = Dictionary(subscriptions.map { (MessageKey($0), $0.source) }) { first, _ in first }
    tables[node] = table
    return table
  }
}
