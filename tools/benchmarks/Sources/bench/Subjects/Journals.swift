import Logging
import ModelTree
import ModelTreeJournal
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The cost and the capacity of a journal.
let journals: [Measurement] = [
  Measurement(
    name: "journal: app's work, journal of an app beside", unit: .milliseconds,
    target: .sameAsPeer(probability: 0.05)
  ) { _ in compareWithJournalBeside() },
  Measurement(
    name: "journal: each record", unit: .nanoseconds, target: .atMostPeer(times: 4)
  ) { _ in compareRecords() },
  Measurement(
    name: "journal: each record in memory, and a log", unit: .nanoseconds, target: .atMost(600)
  ) { try compareWithLog(Journal(bytes: bytes), $0) },
  Measurement(
    name: "journal: each record in a file, and a log", unit: .nanoseconds, target: .atMost(1_500)
  ) { workbench in
    let file = try workbench.file("record.journal", "")
    unlink(file)
    defer { unlink(file) }
    return try compareWithLog(try Journal(bytes: bytes, file: file, keeping: 0), workbench)
  },
  Measurement(
    name: "journal: error, 64 hops", unit: .nanoseconds, target: .atMostPeer(times: 2)
  ) { _ in compareErrors() },
  Measurement(
    name: "journal: create and release, each of 100,000", unit: .nanoseconds,
    target: .atMostPeer(times: 1.5)
  ) { _ in compareLives() },
  Measurement(
    name: "journal: 64 MB for each record kept", unit: .bytes,
    target: .atMost(80)
  ) { _ in try bytesOfRecords() },
  Measurement(
    name: "journal: tree of 10,000 after any of 1,000,000 records", unit: .milliseconds,
    target: .atMostPeer(times: 10)
  ) { _ in try compareMoments() },
]

private let bytes = 64_000_000

/// The cost for an app without a journal, next to one with a journal. A journal exists either way,
/// so that the memory layout is the same.
@MainActor private func compareWithJournalBeside() -> Measurement.Outcome {
  let count = Batch(atLeastMilliseconds: 50, WorkingApp().work).count
  let (beside, alone) = Samples.interleaved(turns: 20, warmUps: 2) {
    figure(times: count, isRecorded: true)
  } _: {
    figure(times: count, isRecorded: false)
  }
  return Measurement.Outcome(ours: beside, peer: .measured(name: "none", alone))
}

@MainActor private func figure(times: Int, isRecorded: Bool) -> Double {
  let (app, beside, journal) = (WorkingApp(), WorkingApp(), Journal(bytes: 1 << 20))
  if isRecorded { beside.session.record(in: journal) }
  defer { withExtendedLifetime((beside, journal)) {} }
  return milliseconds { app.work(times: times) }
}

/// A record of a registration, against the minimum cost of a record.
@MainActor private func compareRecords() -> Measurement.Outcome {
  let least = LeastRecord()
  return compareRecords(of: Journal(bytes: bytes), with: "clock and copy", Batch(least.write))
}

/// A record of a registration, which is the additional cost of registering with a journal, against
/// a peer.
@MainActor private func compareRecords(
  of journal: Journal, with name: String, _ theirs: Batch
) -> Measurement.Outcome {
  let (plain, recorded) = (Session(), Session())
  recorded.record(in: journal)
  let (first, second) = (PlainModel(parent: plain), PlainModel(parent: recorded))
  let without = Batch { times in
    for _ in 0..<times { first.register(for: NetworkErrors.badToken) }
  }
  let with = Batch { times in
    for _ in 0..<times { second.register(for: NetworkErrors.badToken) }
  }
  let (ours, peer) = Samples.interleaved(turns: 41, warmUps: 2) {
    with.nanoseconds() - without.nanoseconds()
  } _: {
    theirs.nanoseconds()
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: name, peer))
}

/// A record of a registration, against swift-log's own handler, which writes the same line to a file.
@MainActor private func compareWithLog(
  _ journal: Journal, _ workbench: Workbench
) throws -> Measurement.Outcome {
  let file = try workbench.file("record.log", "")
  defer { unlink(file) }
  let descriptor = open(file, O_WRONLY | O_APPEND)
  defer { close(descriptor) }
  let logger = Logger(label: "bench") { StreamLogHandler.standardError(label: $0) }
  let log = Batch { times in
    let errors = dup(STDERR_FILENO)
    dup2(descriptor, STDERR_FILENO)
    // The handler writes the time itself.
    for number in 0..<times {
      logger.info(
        """
        {"seq": \(number), "what": "registered", "node": 2, "message": {"kind": "error", \
        "domain": "NetworkErrors", "code": "101", "label": "badToken"}, "source": "Journals.swift:63"}
        """)
    }
    dup2(errors, STDERR_FILENO)
    close(errors)
  }
  return compareRecords(of: journal, with: "swift-log, in a file", log)
}

/// An error that is recorded, against one that isn't plus twice the allowed cost of a record.
@MainActor private func compareErrors() -> Measurement.Outcome {
  let (plain, recorded) = (Chain(hops: 64), Chain(hops: 64))
  recorded.session.record(in: Journal(bytes: bytes))
  let least = LeastRecord()
  return .compare(
    with: "unrecorded and two records", turns: 41,
    ours: { times in for _ in 0..<times { recorded.leaf.raise(Chain.error) } },
    theirs: { times in
      for _ in 0..<times { plain.leaf.raise(Chain.error) }
      least.write(times: 4 * times)
    })
}

@MainActor private func compareLives() -> Measurement.Outcome {
  let count = 100_000
  func tree(_ journal: Journal?) -> Double {
    let session = Session()
    if let journal { session.record(in: journal) }
    return milliseconds {
      var parent: Model = session
      for number in 0..<count {
        parent = PlainModel(parent: number.isMultiple(of: 16) ? session : parent)
      }
      for child in session.children { child.removeFromParent() }
    } * 1_000_000 / Double(count)
  }
  let (ours, peer) = Samples.interleaved(turns: 9, warmUps: 1) {
    tree(Journal(bytes: bytes))
  } _: {
    tree(nil)
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: "unrecorded", peer))
}

/// The minimum number of records kept at any time after the journal is full.
@MainActor private func bytesOfRecords() throws -> Measurement.Outcome {
  let journal = Journal(bytes: bytes)
  let chain = Chain(hops: 64)
  chain.session.record(in: journal)
  var fewest = Int.max
  while journal.recordCount < 3_000_000 {
    for _ in 0..<1_000 { chain.leaf.raise(Chain.error) }
    let kept = journal.recordCount - journal.droppedRecords
    if journal.droppedRecords > 0 { fewest = min(fewest, kept) }
  }
  return Measurement.Outcome(ours: Samples([Double(bytes) / Double(fewest)]), peer: nil)
}

/// The tree after various records of a journal, against reading the tree's dump.
@MainActor private func compareMoments() throws -> Measurement.Outcome {
  let journal = Journal(bytes: bytes)
  let tree = AppTree(models: 10_000, chosen: 10_000) { ScreenModel(parent: $0) }
  tree.session.record(in: journal)
  while journal.recordCount < 1_000_000 { tree.middle.raise(NetworkErrors.badToken) }
  let dump = tree.session.snapshot().dump()
  var random = FixedRandom()
  let (ours, peer) = try Samples.interleaved(turns: 15, warmUps: 1) {
    let first = journal.droppedRecords
    let moment = first + random.below(journal.recordCount - first)
    return try milliseconds { try journal.snapshot(after: moment) }
  } _: {
    try milliseconds { try Snapshot(dump: dump) }
  }
  return Measurement.Outcome(ours: ours, peer: .measured(name: "reading its dump", peer))
}

/// The minimum cost of a record: reading the clock, and writing 48 bytes to a ring.
@MainActor private final class LeastRecord {
  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  private let ring: UnsafeMutablePointer<Words>
  private let count = bytes / 48
  private var next = 0

  init() {
    ring = .allocate(capacity: count)
    ring.initialize(repeating: (0, 0, 0, 0, 0, 0), count: count)
  }

  isolated deinit { ring.deallocate() }

  func write(times: Int) {
    for _ in 0..<times {
      var time = timespec()
      #if canImport(Glibc)
        clock_gettime(CLOCK_BOOTTIME, &time)
      #else
        clock_gettime(CLOCK_MONOTONIC_RAW, &time)
      #endif
      let number = UInt64(next)
      ring[next] = (UInt64(time.tv_nsec), UInt64(time.tv_sec), number, number, number, number)
      next = next + 1 == count ? 0 : next + 1
    }
  }
}
