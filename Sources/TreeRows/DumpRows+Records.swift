import TextIO
package import TreeJournal
import TreeSnapshot

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
    rows.write(record.event.name)
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
