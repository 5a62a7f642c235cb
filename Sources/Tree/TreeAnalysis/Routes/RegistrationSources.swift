import TextIO
package import TreeSnapshot

/// Finds the source lines of registrations, for many messages of one tree. The first lookup for a
/// model costs one step for each of its subscriptions.
package final class RegistrationSources {
  private let columns: Columns
  /// The sources by message, of models looked up before.
  private var tables: [Int: [MessageKey: Symbol]] = [:]

  /// Prepares a tree.
  package init(_ snapshot: Snapshot) { columns = snapshot.columns }

  /// The line of the registration by which a model gets a message; nil if unknown, or if it doesn't
  /// get it.
  package func source(taking key: MessageKey, at node: Int) -> Symbol? {
    let table = tables[node] ?? makeTable(node)
    let source = table[key] ?? table[key.wholeDomain]
    return source?.isNone == false ? source : nil
  }

  private func makeTable(_ node: Int) -> [MessageKey: Symbol] {
    let subscriptions = columns.subscriptions(of: node)
    let table = Dictionary(subscriptions.map { (MessageKey($0), $0.source) }) { first, _ in first }
    tables[node] = table
    return table
  }
}
