import TextIO
import TreeConsole
import TreeJournal
import TreeSnapshot

/// Records of a journal as a browser reads them: what `journal --json` says, in columns, as in
/// `TreeColumns`.
///
/// A column in which every record has 0 is left out.
struct JournalColumns {
  private let contents: JournalContents
  private let treeOffset: Int
  private let types: JournalTypes
  private let numbers: Range<Int>
  private let skipped: Int
  private var times: [Double] = []
  private var events: [UInt8] = []
  private var flags: [UInt8] = []
  private var nodes: [Double] = []
  private var others: [Double] = []
  private var durations: [Double] = []
  private var trees: [UInt32] = []
  private var typeNames: [UInt32] = []
  private var otherTypeNames: [UInt32] = []
  private var causes: [UInt32] = []
  private var raises: [UInt32] = []
  private var counts: [UInt32] = []
  private var names: [UInt32] = []
  private var sources: [UInt32] = []
  private var messages: [UInt32] = []
  private var messageNumbers: [JournalMessage: UInt32] = [:]
  private var strings = Strings()

  private enum Flag {
    static let isTest: UInt8 = 1
    static let isSession: UInt8 = 2
  }

  /// Reads the records behind a number, the last ones where there are too many. Costs a look at each.
  ///
  /// - Parameters:
  ///   - last: The number of a record that is known.
  ///   - limit: How many records are read at most.
  init(_ journal: SeenJournal, after last: Int, limit: Int) {
    contents = journal.look.contents
    treeOffset = journal.look.treeOffset
    types = journal.types
    let kept = contents.records
    let wanted = max(kept.lowerBound, last + 1)
    let start = max(wanted, kept.upperBound - limit)
    numbers = start..<max(start, kept.upperBound)
    // What the journal has dropped meanwhile was not seen either.
    skipped = start - (last > 0 ? last + 1 : wanted)
    // One that is not understood keeps its place, so that positions count records.
    for number in numbers { add(contents[number], number) }
  }

  /// The file.
  var bytes: [UInt8] {
    file().bytes { json in
      json.write("first", numbers.lowerBound)
      json.write("count", numbers.count)
      json.write("skipped", skipped)
      json.write("kept", contents.records.lowerBound)
      json.write("treeOffset", treeOffset)
      json.write("namesLost", contents.namesLost)
      json.write("events", [""] + JournalEvent.allCases.map(\.name))
    }
  }

  private mutating func add(_ record: JournalRecord?, _ number: Int) {
    times.append(record.map { Double($0.time) / 1_000_000 } ?? times.last ?? 0)
    events.append(record?.event.rawValue ?? 0)
    flags.append(
      (record?.isTest == true ? Flag.isTest : 0)
        | (record?.isSession == true ? Flag.isSession : 0))
    nodes.append(Double(record?.node.id ?? 0))
    trees.append(UInt32(record?.node.tree ?? 0))
    typeNames.append(strings.number(of: record?.type ?? record.flatMap { types[$0.node] }))
    let other = record.flatMap { record in
      (record.handler ?? record.parent).map { JournalNode(tree: record.node.tree, id: $0) }
    }
    others.append(Double(other?.id ?? 0))
    otherTypeNames.append(strings.number(of: other.flatMap { types[$0] }))
    // Of handlers that have not returned there is no duration, and none takes no time at all.
    durations.append(Double(record?.nanoseconds.map { max($0, 1) } ?? 0))
    causes.append(UInt32(clamping: record?.cause.map { number - $0 } ?? 0))
    raises.append(UInt32(clamping: record?.raise.map { number - $0 } ?? 0))
    counts.append(UInt32(clamping: record?.hops ?? record?.count ?? record?.vocabulary.count ?? 0))
    sources.append(strings.number(of: record?.source))
    let name = record?.service ?? record?.representation ?? record?.vocabulary.first?.domain
    names.append(record?.message.map { messageNumber(of: $0) } ?? strings.number(of: name))
  }

  /// The number of a message, from 1.
  private mutating func messageNumber(of message: JournalMessage) -> UInt32 {
    if let number = messageNumbers[message] { return number }
    messages += [
      message.kind.journalNumber - 1, strings.number(of: message.domain),
      strings.number(of: message.code), strings.number(of: message.label), 0,
    ]
    let number = UInt32(messageNumbers.count + 1)
    messageNumbers[message] = number
    return number
  }

  private func file() -> ColumnFile {
    var file = ColumnFile()
    file.reserve(80 * times.count)
    file.add("times", doubles: times)
    file.add("events", events)
    func add<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) {
      if numbers.contains(where: { $0 != 0 }) { file.add(name, numbers) }
    }
    add("flags", flags)
    for (name, numbers) in [("nodes", nodes), ("others", others), ("durations", durations)] {
      if numbers.contains(where: { $0 != 0 }) { file.add(name, doubles: numbers) }
    }
    for (name, numbers) in [
      ("trees", trees), ("types", typeNames), ("otherTypes", otherTypeNames), ("causes", causes),
      ("raises", raises), ("counts", counts), ("names", names), ("sources", sources),
      ("messages", messages),
    ] { add(name, numbers) }
    strings.add(to: &file)
    return file
  }
}

/// The journal of a target as it was last seen, which all pages share.
struct SeenJournal: Sendable {
  /// The journal.
  private(set) var look: JournalLook
  /// The types of its models.
  private(set) var types: JournalTypes

  /// Sees a journal for the first time. Costs a look at each record.
  init(_ look: JournalLook) {
    self.look = look
    types = JournalTypes(of: look.contents)
  }

  /// The number of the last record; 0 if there is none.
  var last: Int { look.contents.records.upperBound - 1 }

  /// Sees it again. Costs a look at each record that is new.
  mutating func see(_ next: JournalLook) {
    let records = next.contents.records
    let goesOn =
      next.contents.isOfSameProcess(as: look.contents) && records.lowerBound <= last + 1
      && records.upperBound > last
    if goesOn, types.count < Self.mostTypes || records.upperBound == last + 1 {
      types.add(next.contents, after: last)
      look = next
    } else {
      self = SeenJournal(next)
    }
  }

  /// For how many models the types are kept after their records are gone.
  private static let mostTypes = 500_000
}

extension InspectionTarget {
  /// The last moment with a tree, if the journal ends without one; else nil.
  ///
  /// - Throws: An error whose description a person can act on, if no moment has a tree.
  func journalEnd() throws -> Int? {
    guard kind == .journal else { return nil }
    let look = try journal()
    let last = look.lastMoment
    // What is wrong is said by looking.
    if last == nil { _ = try state() }
    return last == look.contents.records.upperBound - 1 ? nil : last
  }
}
