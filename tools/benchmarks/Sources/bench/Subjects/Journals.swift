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
