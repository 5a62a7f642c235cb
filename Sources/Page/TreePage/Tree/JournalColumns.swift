import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

/// Records of a journal for a browser: the contents of `journal --json` in columns, like
/// `TreeColumns`.
///
/// A column that is 0 for every record is left out.
struct JournalColumns {
  /// The file.
  let bytes: [UInt8]

  /// Writes the records after a number; if there are too many, the last ones. Costs a look at each.
  ///
  /// - Parameters:
  ///   - last: The number of a known record.
  ///   - limit: The maximum number of records.
  init(_ journal: SeenJournal, after last: Int, limit: Int) {
    let (contents, types) = (journal.look.contents, journal.types)
    let kept = contents.records
    // A number from outside may be any.
    let last = min(max(0, last), kept.upperBound - 1)
    let wanted = max(kept.lowerBound, last + 1)
    let start = max(wanted, kept.upperBound - limit)
    let numbers = start..<max(start, kept.upperBound)
    // An unknown record keeps its place, so that positions count records.
    let records = numbers.map { contents[$0] }
    let others = records.map { record in
      record.flatMap { record in
        (record.handler ?? record.parent).map { JournalNode(tree: record.node.tree, id: $0) }
      }
    }
    var file = ColumnFile()
    var (strings, messages) = (SymbolTable(), Messages())
    func add<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) {
      if numbers.contains(where: { $0 != 0 }) { file.add(name, numbers) }
    }
    func add(_ name: String, doubles: [Int]) { add(name, doubles.map { Double($0).bitPattern }) }
    func add(_ name: String, back record: (JournalRecord) -> Int?) {
      add(
        name,
        zip(numbers, records).map { number, other in
          UInt32(clamping: other.flatMap(record).map { number - $0 } ?? 0)
        })
    }
    var time = 0.0
    file.add(
      "times",
      doubles: records.map { record in
        time = record.map { Double($0.time) / 1_000_000 } ?? time
        return time
      })
    file.add("events", records.map { $0?.event.number ?? 0 })
    add(
      "flags",
      records.map { ($0?.isTest == true ? 1 : 0) | ($0?.isSession == true ? 2 : 0 as UInt8) })
    add("nodes", records.map { Int64($0?.node.id ?? 0) })
    add("others", others.map { Int64($0?.id ?? 0) })
    // Handlers that haven't returned have no duration, and none can take no time at all.
    add("durations", doubles: records.map { $0?.nanoseconds.map { max($0, 1) } ?? 0 })
    add("trees", records.map { UInt32(clamping: $0?.node.tree ?? 0) })
    add(
      "types",
      records.map { record in
        strings.intern(record?.type ?? record.flatMap { types[$0.node] }).rawValue
      })
    add("otherTypes", others.map { other in strings.intern(other.flatMap { types[$0] }).rawValue })
    add("causes", back: \.cause)
    add("raises", back: \.begun)
    add(
      "counts",
      records.map { UInt32(clamping: $0?.hops ?? $0?.count ?? $0?.vocabulary.count ?? 0) })
    add(
      "names",
      records.map { record in
        if let message = record?.message { return messages.number(of: message, &strings) }
        return strings.intern(
          record?.service ?? record?.representation ?? record?.vocabulary.first?.domain
            ?? record?.outcome.map { "\($0)" } ?? record?.action ?? record?.saying?.string
        ).rawValue
      })
    add("sources", records.map { strings.intern($0?.source).rawValue })
    add("messages", messages.columns)
    file.add(strings)
    bytes = file.bytes { json in
      json.write("first", numbers.lowerBound)
      json.write("count", numbers.count)
      // Records that the journal has dropped meanwhile were also skipped.
      json.write("skipped", start - (last > 0 ? last + 1 : wanted))
      json.write("kept", kept.lowerBound)
      json.write("treeOffset", journal.look.treeOffset)
      json.write("events", [""] + JournalEvent.allCases.map(\.rawValue))
    }
  }

  /// Messages numbered from 1, each once.
  private struct Messages {
    private var numbers: [KnownMessage: UInt32] = [:]
    private(set) var columns: [UInt32] = []

    mutating func number(of message: KnownMessage, _ strings: inout SymbolTable) -> UInt32 {
      if let number = numbers[message] { return number }
      columns += [
        message.kind.number, strings.intern(message.domain).rawValue,
        strings.intern(message.code).rawValue, strings.intern(message.label).rawValue, 0,
      ]
      let number = UInt32(numbers.count + 1)
      numbers[message] = number
      return number
    }
  }
}

/// The journal of a target as last read, shared by all pages.
struct SeenJournal: Sendable {
  /// The journal.
  private(set) var look: JournalLook
  /// The types of its models.
  private(set) var types: JournalTypes

  /// Reads a journal for the first time. Costs a look at each record.
  init(_ look: JournalLook) {
    self.look = look
    types = JournalTypes(of: look.contents)
  }

  /// The number of the last record; 0 if there is none.
  var last: Int { look.contents.records.upperBound - 1 }

  /// A journal as last read: what is known of the one before is kept, if it goes on. Costs a look at
  /// each new record.
  static func reading(_ next: JournalLook, after last: SeenJournal?) -> SeenJournal {
    let records = next.contents.records
    guard var seen = last, next.contents.isOfSameProcess(as: seen.look.contents),
      records.lowerBound <= seen.last + 1, records.upperBound > seen.last
    else { return SeenJournal(next) }
    seen.types.add(next.contents, after: seen.last)
    seen.look = next
    return seen
  }
}

extension InspectionTarget {
  /// The last moment with a tree, if the journal ends without one; otherwise nil.
  ///
  /// - Throws: An error with a description for people, if no moment has a tree.
  func journalEnd() throws -> Int? {
    guard kind == .journal else { return nil }
    let look = try journal()
    let last = look.lastMoment
    // Reading the state throws the reason.
    if last == nil { _ = try state() }
    return last == look.contents.records.upperBound - 1 ? nil : last
  }

  /// Why a journal has no tree at any moment, such as one of objects that aren't models; nil if the
  /// target has a tree.
  var lackOfTree: String? {
    do {
      _ = try journalEnd()
      return nil
    } catch { return "\(error)" }
  }

  /// The tree, or that after a record of the journal.
  ///
  /// - Throws: An error with a description for people.
  func state(at record: Int?) throws -> TreeState {
    guard let record else { return try state() }
    return try journal().state(at: record, name: name)
  }
}

extension JournalEvent {
  /// Its number in a column; 0 is none.
  fileprivate var number: UInt8 {
    UInt8((Self.allCases.firstIndex(of: self) ?? -1) + 1)
  }
}
