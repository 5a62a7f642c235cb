import Foundation
import ModelTree
import ModelTreeJournal
import TestSupport
import Testing
import TextIO
import TreeAnalysis
import TreeExport
import TreeJournal
import TreeSnapshot

@Suite struct `Rows of dumps` {
  /// Rows as an engine reads them: JSON objects.
  private func rows(_ table: RowTable, of snapshot: Snapshot) throws -> [[String: Any]] {
    var writer = RowWriter(table, dump: "d.json")
    var rows = DumpRows(snapshot)
    rows.write(table, to: &writer)
    return try String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  private func trees() throws -> [Snapshot] {
    try (0..<10).map {
      try RandomTree(full: 1...40, names: RandomTree.hostileNames)
        .snapshot(seed: $0)
    }
  }

  @Test func `a node's row says what the dump says`() throws {
    for snapshot in try trees() {
      let rows = try rows(.nodes, of: snapshot)
      #expect(rows.count == snapshot.count)
      let paths = NodePaths(snapshot)
      for (position, row) in zip(snapshot.positions, rows) {
        let node = snapshot[position]
        #expect(row["dump"] as? String == "d.json")
        #expect(row["id"] as? Int == node.id)
        #expect(row["parent"] as? Int == node.parent?.id)
        #expect(row["position"] as? Int == position)
        #expect(row["type"] as? String == node.type)
        #expect(row["label"] as? String == node.label)
        #expect(row["session"] as? Bool == node.isSession)
        #expect(row["representation"] as? String == node.representation)
        #expect(row["source"] as? String == node.source)
        #expect(row["below"] as? Int == node.subtree.count - 1)
        #expect(row["path"] as? String == paths.selector(of: position).string)
        #expect((row["state"] as? [String: String])?.count ?? 0 == Set(node.state.map(\.key)).count)
      }
      let levels = Dictionary(
        uniqueKeysWithValues: rows.map { ($0["id"] as? Int ?? -1, $0["level"] as? Int ?? -1) })
      for row in rows {
        guard let parent = row["parent"] as? Int else { continue }
        #expect(row["level"] as? Int == (levels[parent] ?? 0) + 1)
      }
      let children = rows.reduce(0) { $0 + ($1["children"] as? Int ?? 0) }
      #expect(children == snapshot.count - 1)
    }
  }

  @Test func `a label or a state out of a journal says which record it is from`() throws {
    var builder = SnapshotBuilder()
    builder.asOf = 38
    builder.addNode(id: 1, parent: nil, type: "App")
    builder.addNode(id: 2, parent: 1, type: "Cell", label: "first")
    builder.addNode(id: 3, parent: 1, type: "Cell")
    builder.describe(StateEntry(key: "count", value: "3"))
    let snapshot = try builder.finish()
    let records = try rows(.nodes, of: snapshot).map { $0["as_of"] as? Int }
    #expect(records == [nil, 38, 38])
    #expect(try rows(.nodes, of: trees()[3]).allSatisfy { $0["as_of"] == nil })
  }

  @Test func `routes are those of the one routing function`() throws {
    for snapshot in try trees() {
      let rows = try rows(.routes, of: snapshot)
      var expected: [[String]] = []
      for coverage in snapshot.coverage() {
        let name = [
          coverage.message.kind.rawValue, coverage.message.domain, coverage.message.code ?? "*",
        ]
        expected += coverage.handlers.map { handler in
          name + [
            coverage.message.kind == .event ? "delivered" : "handled",
            "\(snapshot[handler.node].id)", "\(handler.from)",
          ]
        }
        if coverage.uncaught > 0 {
          let lost =
            switch coverage.message.kind {
            case .error: "uncaught"
            case .bubble: "unhandled"
            case .event: "unheard"
            }
          expected.append(name + [lost, "none", "\(coverage.uncaught)"])
        }
      }
      let found = rows.map { row in
        [
          row["kind"] as? String ?? "", row["domain"] as? String ?? "",
          row["code"] as? String ?? "*", row["outcome"] as? String ?? "",
          (row["node"] as? Int).map(String.init) ?? "none",
          (row["models"] as? Int).map(String.init) ?? "",
        ]
      }
      #expect(found == expected)
    }
  }

  @Test func `each subscription, service and finding has a row`() throws {
    for snapshot in try trees() {
      #expect(
        try rows(.subscriptions, of: snapshot).map { $0["domain"] as? String }
          == snapshot.positions.flatMap { snapshot[$0].subscriptions }.map { $0.domain })
      #expect(
        try rows(.services, of: snapshot).map { $0["service"] as? String }
          == snapshot.positions.flatMap { snapshot[$0].services })
      let found = LintSubject(snapshot).findings()
      #expect(
        try rows(.findings, of: snapshot).map { $0["rule"] as? String }
          == found.map(\.rule.name))
      let places = found.map(\.place)
      #expect(
        try rows(.findings, of: snapshot).map { $0["type"] as? String } == places.map(\.type))
      for place in places {
        #expect(
          snapshot.positions.first { snapshot[$0].id == place.id }.map { snapshot[$0].type }
            == place.type)
      }
      let dump = try rows(.dumps, of: snapshot)
      #expect(dump.count == 1)
      #expect(dump[0]["models"] as? Int == snapshot.count)
    }
  }

  @Test @MainActor func `a record's row says what the record says`() throws {
    let journal = try RecordedTree().journal.contents
    var writer = RowWriter(.records, dump: "a.journal")
    var rows = DumpRows(
      try journal.snapshot(at: journal.lastMomentWithTree() ?? 0), journal: journal)
    rows.write(.records, to: &writer)
    let lines = String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == journal.records.count)
    let types = JournalTypes(of: journal)
    var events: Set<JournalEvent> = []
    for (number, line) in zip(journal.records, lines) {
      let record = try #require(journal[number])
      events.insert(record.event)
      let own = try #require(try object(line))
      var told = try #require(try object("\(record.json.string)"))
      let message = told.removeValue(forKey: "message") as? [String: Any] ?? [:]
      told.removeValue(forKey: "messages")
      for name in ["type", "session"] { told.removeValue(forKey: name) }
      for (name, value) in told.merging(message, uniquingKeysWith: { $1 }) {
        #expect("\(own[name] ?? "nothing")" == "\(value)", "\(name) of \(line)")
      }
      #expect(own["type"] as? String == types[record.node])
      #expect(own["test"] as? Bool == record.isTest)
    }
    #expect(
      events.isSuperset(of: [.raised, .handled, .uncaught, .attached, .detached, .registered]))
  }

  private func object(_ line: some StringProtocol) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  }

  @Test(arguments: RowTable.allCases.filter { $0 != .records })
  func `a row has its table's columns`(table: RowTable) throws {
    let snapshot = try RandomTree(full: 20...20, names: RandomTree.hostileNames).snapshot(seed: 3)
    var writer = RowWriter(table, dump: "d.json")
    var rows = DumpRows(snapshot)
    rows.write(table, to: &writer)
    for line in String(decoding: writer.bytes, as: UTF8.self).split(separator: "\n") {
      let object = try #require(try object(line))
      #expect(line.hasPrefix(#"{"dump":"d.json","#))
      #expect(Set(object.keys).isSubset(of: ["dump"] + table.columns))
    }
  }
}
