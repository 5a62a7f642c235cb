import TextIO
import TreeAnalysis
package import TreeJournal
package import TreeSnapshot

/// The rows of one dump, or of one journal.
package struct DumpRows {
  private let snapshot: Snapshot
  private let journal: JournalContents?
  /// Derived from the tree once, for all tables that need it.
  private lazy var coverage = snapshot.coverage()
  private lazy var paths = NodePaths(snapshot)

  /// - Parameters:
  ///   - snapshot: The tree; for a journal, its last one.
  ///   - journal: The journal, if there is one.
  package init(_ snapshot: Snapshot, journal: JournalContents? = nil) {
    self.snapshot = snapshot
    self.journal = journal
  }

  /// Writes the rows of a table. Costs a pass over the dump; `messages` and `routes` cost what
  /// `routes` does, and `findings` what `lint` does.
  package mutating func write(_ table: RowTable, to rows: inout RowWriter) {
    switch table {
    case .dumps: writeDump(to: &rows)
    case .nodes: writeNodes(to: &rows)
    case .subscriptions: writeSubscriptions(to: &rows)
    case .messages: writeMessages(to: &rows)
    case .routes: writeRoutes(to: &rows)
    case .services: writeServices(to: &rows)
    case .findings: writeFindings(to: &rows)
    case .records: journal.map { Self.write(recordsOf: $0, to: &rows) }
    }
  }

  /// Writes the row of a dump that couldn't be read, or of a journal without a tree.
  ///
  /// - Parameter reason: Why a tree is missing; nil if such a journal never has one.
  package static func write(
    treeless reason: String?, journal: JournalContents? = nil, to rows: inout RowWriter
  ) {
    rows.begin()
    for _ in RowTable.dumps.columns.dropLast(2) { rows.skip() }
    rows.write(reason)
    rows.write(journal?.records.count)
    rows.end()
  }

  private func writeDump(to rows: inout RowWriter) {
    let columns = snapshot.columns
    rows.begin()
    rows.write(snapshot.name)
    rows.write(snapshot.count)
    rows.write(columns.nodes.fixed.count { $0.isSession })
    rows.write(columns.nodes.subscriptions.count)
    rows.write((snapshot.levels().max() ?? 0) + 1)
    rows.write(String?.none)
    rows.write(journal?.records.count)
    rows.end()
  }

  private mutating func writeNodes(to rows: inout RowWriter) {
    let columns = snapshot.columns
    let levels = snapshot.levels()
    var children = [Int](repeating: 0, count: snapshot.count)
    for parent in columns.parents where parent >= 0 { children[Int(parent)] += 1 }
    for position in snapshot.positions {
      let fields = columns.nodes.fixed[position]
      let parent = Int(columns.parents[position])
      rows.begin()
      rows.write(columns.nodes.ids[position])
      rows.write(parent < 0 ? nil : columns.nodes.ids[parent])
      rows.write(position)
      rows.write(levels[position])
      rows.write(children[position])
      rows.write(Int(columns.subtreeEnds[position]) - position - 1)
      rows.write(fields.type, of: snapshot)
      rows.write(fields.label, of: snapshot)
      rows.write(fields.isSession)
      rows.write(fields.representation, of: snapshot)
      rows.write(fields.source, of: snapshot)
      rows.write(paths.selector(of: position))
      let states = columns.nodes.states(of: position)
      rows.write(states, of: snapshot)
      rows.write(columns.asOf(position))
      rows.end()
    }
  }

  private func writeSubscriptions(to rows: inout RowWriter) {
    let columns = snapshot.columns
    for position in snapshot.positions {
      for record in columns.nodes.subscriptions(of: position) {
        rows.begin()
        rows.write(columns.nodes.ids[position])
        rows.write(columns.nodes.fixed[position].type, of: snapshot)
        rows.write(record.kind.rawValue)
        rows.write(record.domain, of: snapshot)
        rows.write(record.code, of: snapshot)
        rows.write(record.label, of: snapshot)
        rows.write(record.source, of: snapshot)
        rows.end()
      }
    }
  }

  private func writeServices(to rows: inout RowWriter) {
    let columns = snapshot.columns
    for position in snapshot.positions {
      for service in columns.nodes.services(of: position) {
        rows.begin()
        rows.write(columns.nodes.ids[position])
        rows.write(columns.nodes.fixed[position].type, of: snapshot)
        rows.write(service, of: snapshot)
        rows.end()
      }
    }
  }

  private mutating func writeMessages(to rows: inout RowWriter) {
    let declared = Set(snapshot.vocabulary.map(\.message))
    let payloads = snapshot.payloads
    for coverage in coverage {
      let message = coverage.message
      rows.begin()
      Self.write(message, to: &rows)
      rows.write(message.message.map(declared.contains) ?? false)
      rows.write(coverage.handlers.count)
      rows.write(coverage.raisers)
      rows.write(message.message.flatMap { payloads[$0] })
      rows.end()
    }
  }

  private mutating func writeRoutes(to rows: inout RowWriter) {
    for coverage in coverage {
      let message = coverage.message
      let kind = message.kind
      for handler in coverage.handlers {
        rows.begin()
        Self.write(message, to: &rows)
        rows.write(kind.outcomes.taken)
        rows.write(snapshot.columns.nodes.ids[handler.node])
        rows.write(snapshot.columns.nodes.fixed[handler.node].type, of: snapshot)
        rows.write(paths.selector(of: handler.node))
        rows.write(handler.from)
        rows.write(handler.raisers)
        rows.end()
      }
      if coverage.uncaught == 0 { continue }
      rows.begin()
      Self.write(message, to: &rows)
      rows.write(kind.outcomes.lost)
      for _ in 0..<3 { rows.skip() }
      rows.write(coverage.uncaught)
      rows.write(coverage.lostRaisers.count)
      rows.end()
    }
  }

  private func writeFindings(to rows: inout RowWriter) {
    for finding in LintSubject(snapshot).findings() {
      rows.begin()
      rows.write(finding.rule.name)
      rows.write(finding.rule.severity.rawValue)
      rows.write(finding.place.id)
      rows.write(finding.place.path)
      rows.write(finding.place.source)
      let message = finding.message
      rows.write(message?.kind.rawValue)
      rows.write(message?.domain)
      rows.write(message?.code)
      rows.write(finding.reason)
      rows.write(finding.place.type)
      rows.end()
    }
  }

  private static func write(_ message: KnownMessage, to rows: inout RowWriter) {
    rows.write(message.kind.rawValue)
    rows.write(message.domain)
    rows.write(message.code)
    rows.write(message.label)
  }
}

extension Snapshot {
  /// The number of levels above each model. Costs a pass over the tree.
  fileprivate func levels() -> [Int] {
    var levels = [Int](repeating: 0, count: count)
    for position in positions.dropFirst() {
      levels[position] = levels[Int(columns.parents[position])] + 1
    }
    return levels
  }
}

extension DumpRows {
  /// Writes a row for each record of a journal.
  package static func write(recordsOf journal: JournalContents, to rows: inout RowWriter) {
    let types = JournalTypes(of: journal)
    journal.forEachRecord { record in
      write(record, types[record.node], to: &rows)
      return true
    }
  }

  private static func write(
    _ record: JournalRecord, _ type: String?, to rows: inout RowWriter
  ) {
    rows.begin()
    rows.write(record.number)
    rows.write(WallClock.text(ofNanoseconds: record.time))
    rows.write(record.event.rawValue)
    rows.write(record.node.tree)
    rows.write(record.node.id)
    rows.write(type)
    rows.write(record.message?.kind.rawValue)
    rows.write(record.message?.domain)
    rows.write(record.message?.code)
    rows.write(record.message?.label)
    rows.write(record.begun)
    rows.write(record.handler)
    rows.write(record.hops)
    rows.write(record.count)
    rows.write(record.nanoseconds)
    rows.write(record.parent == 0 ? nil : record.parent)
    rows.write(record.service)
    rows.write(record.representation)
    rows.write(record.source)
    rows.write(record.cause)
    rows.write(record.by?.id)
    rows.write(record.isTest)
    rows.end()
  }
}
