import LiveTree
import TextIO
import TreeJournal
import TreeLink
import TreeSnapshot

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Answers requests from a live tree, on the tree's isolation.
final class AgentService: LinkService {
  let name: String
  /// The time when the agent was created.
  let started = WallClock.timestamp
  private let actions: [TargetAction]
  private let attachment: Attachment
  let isExplorable: Bool
  /// Whether an explorer has asked for the greeting.
  let hasExplorer = Lock(false)

  /// The maximum time that a request may wait for a change.
  private static let longestWait = Duration.seconds(60)
  /// The interval between checks for a change while a client waits for one.
  static let step = Duration.milliseconds(50)

  init(name: String, actions: [TargetAction], attachment: Attachment, isExplorable: Bool) {
    self.name = name
    self.actions = actions
    self.attachment = attachment
    self.isExplorable = isExplorable
  }

  func answer(
    _ request: LinkRequest, whileWanted isWanted: @escaping @Sendable () -> Bool
  ) throws(RPCFault) -> LinkAnswer {
    switch request {
    case .hello:
      endWithExplorer(isWanted)
      let greeting = try greeting()
      return LinkAnswer { greeting.write(to: &$0) }
    case .look(let known, let milliseconds, let moment):
      let look =
        if let moment { try look(at: moment) } else {
          try look(after: known, milliseconds, isWanted)
        }
      let isLarge = if case .tree = look { true } else { false }
      return LinkAnswer(isLarge: isLarge) { look.write(to: &$0) }
    case .raise(let message, let json, let node, let tree):
      let (report, mark) = try onTree { live in
        let report = try live.raise(
          message, with: json, atNodeWithID: node, of: tree, looksAfterwards: false)
        return (report, try? live.mark())
      }
      return LinkAnswer { report.write(to: &$0, mark) }
    case .leaks:
      let left = try onTree { try $0.leakedModels() }
      return LinkAnswer { $0.writeLeft(left) }
    case .frozenLeaks:
      let frozen = try frozenLeaks(isWanted)
      return LinkAnswer { frozen.write(to: &$0) }
    case .actions:
      let actions = actions.isEmpty ? [] : try onTree { $0.presentActions }
      return LinkAnswer { json in
        json.array("actions", of: actions) { action, json in action.write(to: &json) }
      }
    case .perform(let words):
      guard let action = words.first else {
        throw RPCFault(.wrongParameters, "name the action")
      }
      let result = try onTree { try $0.perform(action, Array(words.dropFirst())) }
      if isExplorable, try onTree({ $0.exploring { $0.clock.isHeld } }) ?? false {
        _ = try explore(.settled(milliseconds: 1_000), isWanted)
      }
      return LinkAnswer { result.write(to: &$0) }
    case .journal(let record, let limit, let milliseconds):
      return try journal(after: record, limit: limit ?? 1_000, milliseconds, isWanted)
    case .clock, .pass, .settled, .answer, .close:
      let settlement = try explore(request, isWanted)
      return LinkAnswer { settlement.write(to: &$0) }
    }
  }

  /// Runs work on the tree's isolation, and waits for it.
  func onTree<Result: Sendable>(
    _ work: @escaping @Sendable (AttachedTree) throws -> Result
  ) throws(RPCFault) -> Result {
    try Self.refusing { try attachment.runBlocking(work) }
  }

  /// Runs work whose errors become faults.
  private static func refusing<Result>(_ work: () throws -> Result) throws(RPCFault) -> Result {
    do {
      return try work()
    } catch {
      throw RPCFault(.refused, "\(SafeText("\(error)"))")
    }
  }

  private func greeting() throws(RPCFault) -> Greeting {
    let (models, knowsLeaks, hasJournal, file) = try onTree {
      ($0.count, $0.knowsLeakedModels, $0.hasJournal, $0.journalFile)
    }
    var capabilities: Set<Greeting.Capability> = [.raise]
    if knowsLeaks { capabilities.insert(.leaks) }
    if !actions.isEmpty { capabilities.insert(.actions) }
    if hasJournal { capabilities.insert(.journal) }
    if isExplorable { capabilities.insert(.exploring) }
    return Greeting(
      name: name, pid: Int(getpid()), started: started, models: models,
      capabilities: capabilities, journal: file)
  }

  private func frozenLeaks(
    _ isWanted: @escaping @Sendable () -> Bool
  ) throws(RPCFault) -> FrozenLeaks {
    // Nothing of the tree changes in between.
    let (left, copy) = try onTree { (try $0.leakedModels(), FrozenCopy()) }
    guard let copy else { return FrozenLeaks(left: left, pid: nil, pause: 0) }
    // Ends the copy when the client has read it, or has ended.
    let end = BackgroundThread {
      withExtendedLifetime(copy) { while isWanted() { BackgroundThread.pause(for: Self.step) } }
    }
    guard let end else {
      throw RPCFault(.refused, "the app can't start another thread; try again later")
    }
    end.detach()
    return FrozenLeaks(left: left, pid: copy.pid, pause: copy.pause)
  }

  // MARK: The tree

  private func look(
    after known: TreeMark?, _ milliseconds: Int, _ isWanted: () -> Bool
  ) throws(RPCFault) -> Look {
    let end = ContinuousClock.now + min(.milliseconds(milliseconds), Self.longestWait)
    while true {
      let remaining = ContinuousClock.now.duration(to: end)
      let state = try onTree { try $0.state(after: known, isWaiting: milliseconds > 0) }
      if let state { return .tree(state) }
      if let known, remaining <= .zero || !isWanted() { return .same(known) }
      BackgroundThread.pause(for: min(Self.step, max(remaining, .zero)))
    }
  }

  // MARK: The past

  private static let noJournal = RPCFault(
    .refused, "the app keeps no journal; pass a Journal(bytes:) to its SessionController or Agent")

  /// The tree at a moment of the journal.
  private func look(at word: String) throws(RPCFault) -> Look {
    guard let excerpt = try onTree({ try $0.journal(after: 0) }) else { throw Self.noJournal }
    return try Self.refusing {
      guard let moment = Moment(word) else { throw MomentError.syntax(word) }
      let contents = try JournalContents(bytes: excerpt.bytes)
      let number = try contents.number(of: moment, now: excerpt.now)
      var replay = try JournalReplay(of: contents, at: number)
      return .tree(
        TreeState(
          snapshot: contents.adding(
            worksOfTree: replay.tree, at: number, to: try replay.snapshot(name: name)),
          tree: max(0, (replay.tree ?? 0) + excerpt.tree - excerpt.treeInJournal)))
    }
  }

  private func journal(
    after record: Int, limit: Int, _ milliseconds: Int, _ isWanted: () -> Bool
  ) throws(RPCFault) -> LinkAnswer {
    let end = ContinuousClock.now + min(.milliseconds(milliseconds), Self.longestWait)
    while true {
      guard let latest = try onTree({ try $0.latestRecord() }) else { throw Self.noJournal }
      if latest < record {
        throw RPCFault(
          .wrongParameters, "the journal ends at record \(latest), which is before \(record)")
      }
      let remaining = ContinuousClock.now.duration(to: end)
      if latest > record || remaining <= .zero || !isWanted() { break }
      BackgroundThread.pause(for: min(Self.step, remaining))
    }
    guard let excerpt = try onTree({ try $0.journal(after: record, limit: limit) }) else {
      throw Self.noJournal
    }
    let records = try Self.refusing { try JournalContents(bytes: excerpt.bytes).records }
    return LinkAnswer(isLarge: true) { excerpt.write(to: &$0, records, after: record) }
  }
}
